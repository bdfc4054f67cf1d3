"""Whose turn it is, the end of the game and its result in Exit Stage Right (ES-8, ES-9, ES-13)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from cardtable.engine.game import Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Ended, Options, Refill
from tests.builders import play_randomly, play_to_the_end
from tests.games.exit_stage_right_positions import (
    ALL,
    CENTRED,
    REFILL_FIRST,
    after,
    choices,
    events_of,
    outcome,
    stage,
    start,
    state,
)
from tests.games.exit_stage_right_positions import refusal as why_not

# ES-8: whose turn it is, and the end


@pytest.mark.parametrize("first", range(6))
def test_es_8_turns_go_clockwise(first: Seat) -> None:
    position = state(CENTRED, ["R"] * 4 + ["G"] * 2, turn=first)
    asked = []
    while position.turn is not None:
        asked.append(position.turn)
        position = GAME.apply(position, GAME.legal(position)[0]).state
    assert asked == [(first + step) % 6 for step in range(6)]


@pytest.mark.parametrize(
    ("hands", "turn", "following"),
    [
        (["R", "", "G"], 0, 2),
        (["R", "", "", "G", ""], 3, 0),
        (["", "R G", ""], 1, 1),
        (["", "R G", "", "", "B", ""], 4, 1),
        (["R R", "", "", "", "", ""], 0, 0),
    ],
)
def test_es_8_players_without_cards_are_skipped(hands: list[str], turn: Seat, following: Seat) -> None:
    before = state(stage(), hands, turn=turn)
    assert after(before, choices(before)[0]).turn == following
    assert after(before, "refill top").turn == following


def test_es_8_a_player_without_singles_cannot_refill() -> None:
    result = after(state(stage(), "R"), "R")
    assert result.complete_deck
    assert (result.turn, GAME.legal(result)) == (None, ())


def test_es_8_the_game_ends_when_every_hand_is_empty() -> None:
    one_left = state(CENTRED, ["R", "B"])
    last = after(one_left, "R")
    assert (last.turn, GAME.outcome(last)) == (1, None)
    result = after(last, "B")
    assert result.turn is None
    assert GAME.outcome(result) is not None
    assert events_of(last, "B")[-1] == Ended(1, len(result.won), len(result.lost), result.face_down)


def test_es_8_a_single_can_be_played_face_up_on_an_empty_stage() -> None:
    before = state(stage(), "R G", complete_deck="")
    assert choices(before) == ["Red", "Green"]
    result = after(before, "R")
    assert (result.stage, result.won, result.lost) == (before.stage, before.won, before.lost)


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_8_players_with_a_single_always_have_a_legal_action_and_games_end_within_60_turns(seats: int) -> None:
    for options in (Options(), REFILL_FIRST, ALL):
        turns = 0
        for _, before, _, _ in play_randomly(GAME, start(seats, options), seats):
            assert GAME.legal(before)
            turns += 1
        assert turns <= 60


def test_es_8_six_players_with_six_cards_each_play_six_singles_each() -> None:
    opening = start(6, Options(first=4))
    assert not opening.draw_deck
    played: Counter[Seat] = Counter()
    for seat, _, action, _ in play_randomly(GAME, opening, 6):
        played[seat] += not isinstance(action, Refill)
    last = play_to_the_end(GAME, opening, 6)
    assert played == Counter(dict.fromkeys(range(6), 6))
    assert outcome(last).points == (len(last.won) - len(last.lost),) * 6


# ES-9: the result


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (7, 7), (13, 14), (0, 1), (12, 15)])
def test_es_9_a_tie_is_a_loss(won: int, lost: int) -> None:
    ended = outcome(state(stage(), ["", ""], won=won, lost=lost, turn=None))
    assert ended.winners == ()
    assert (ended.margin, ended.points) == (won - lost, (won - lost,) * 2)
    assert f"{won}" in ended.reason
    assert f"{lost}" in ended.reason
    assert re.search(r"\blos[est]", ended.reason)


@pytest.mark.parametrize(("won", "lost"), [(1, 0), (8, 7), (14, 13), (27, 0)])
def test_es_9_all_players_win_with_one_more_won_than_lost(won: int, lost: int) -> None:
    ended = outcome(state(stage(), ["", "", ""], won=won, lost=lost, turn=None))
    assert ended.winners == (0, 1, 2)
    assert (ended.margin, ended.points) == (won - lost, (won - lost,) * 3)
    assert (ended.together, ended.ruling) == (True, "ES-9")
    assert re.search(r"\bw[oi]n", ended.reason)


def test_es_9_cards_left_on_the_stage_or_in_the_deck_do_not_count() -> None:
    crowd = stage("HRC HRS HRT HGC HGS", "PRC PRS PRT PGC PGS", ". . . FBS FBT")
    assert outcome(state(crowd, "", won=1, turn=None)).margin == 1
    assert outcome(state(crowd, "", lost=1, turn=None)).margin == -1


def test_es_9_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(state(stage(), ["", "R"], won=20, turn=1)) is None


# ES-13: the empty stage


def test_es_13_an_empty_stage_need_not_be_refilled() -> None:
    assert choices(state(stage(), "R G"))[:2] == ["Red", "Green"]


def test_es_13_as_an_option_an_empty_stage_must_be_refilled() -> None:
    refills = ["top", "middle", "bottom", "top middle", "top bottom", "middle bottom", "top middle bottom"]
    position = state(stage(), "R G", options=REFILL_FIRST)
    assert sorted(choices(position)) == sorted(f"refill {names}" for names in refills)
    assert why_not(position, "R") == "The stage is empty and there are Completes left, so refill first (ES-13)."
    assert why_not(position, "R down top") == why_not(position, "R")
    both = replace(REFILL_FIRST, refill_count="all")
    assert choices(state(stage(), "R G", options=both)) == ["refill top middle bottom"]


def test_es_13_a_stage_with_one_card_need_not_be_refilled() -> None:
    assert choices(state(stage("HRC . . . ."), "R", options=REFILL_FIRST))[0] == "Red"


def test_es_13_without_completes_left_singles_are_played_on_an_empty_stage() -> None:
    position = state(stage(), "R G", complete_deck="", options=REFILL_FIRST)
    assert choices(position) == ["Red", "Green"]
    assert after(position, "R").turn == 0


def test_es_13_the_margin_is_won_minus_lost() -> None:
    ended = state(stage(), "", won=9, lost=3, turn=None)
    assert (outcome(ended).margin, outcome(ended).points) == (6, (6,))
