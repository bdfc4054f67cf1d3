"""The end of a round of Clash, and the match (CL-6, CL-7, CL-8)."""

from __future__ import annotations

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import BadOptions, Seat
from cardtable.engine.game import start as begin
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    Dealt,
    EndTurn,
    Options,
    Passed,
    Played,
    RoundEnded,
    cards_left,
)
from tests.builders import explain, play_randomly, validated
from tests.games.clash_positions import SINGLE, after, choices, events_of, outcome, start, state

# CL-6: the last card


@pytest.mark.parametrize(
    ("shows", "top", "last", "typed"),
    [
        ("H R S", "FGC", "FGS", "FGS"),
        ("H R S", "FGC", "F", "F"),
        ("P R S", "HGT", "PRS", "PRS"),
        ("P R S", "PRS", "HGT", "HGT"),
        ("P R S", "PRS", "H B C", "H + B + C"),
        ("F G S", "FRS", "T FGT", "T + FGT"),
        ("H R S", "FGC", "B", "B last"),
    ],
)
def test_cl_6_playing_the_last_card_wins_immediately_by_any_play(shows: str, top: str, last: str, typed: str) -> None:
    position = state(shows, top, (last, "R G"), draw=(0, 0), options=SINGLE, played=1)
    result = after(position, typed)
    assert GAME.turn(result) is None
    assert outcome(result).winners == (0,)
    assert (outcome(result).points, outcome(result).ruling) == ((2, 0), "CL-6")


@pytest.mark.parametrize("pile", [0, 1, 8])
def test_cl_6_the_opponents_hand_and_pile_are_scored(pile: int) -> None:
    full = "R G H H P P B"
    position = state("H R S", "FGC", (full, "F"), draw=(pile, 0), turn=1, options=SINGLE, played=3)
    assert outcome(after(position, "F")).points == (0, 7 + pile)


def test_cl_6_the_last_card_in_hand_does_not_win_if_the_pile_has_cards() -> None:
    assert GAME.turn(after(state("H R S", "FGC", ("F", "R G"), draw=(1, 0), options=SINGLE), "F")) == 0


# CL-7: two turns without a card


@pytest.mark.parametrize("dealer", [0, 1])
def test_cl_7_two_turns_in_a_row_without_a_card_end_the_round(dealer: Seat) -> None:
    position = state("H R S", "FGC", ("B B", "R G G"), options=SINGLE, played=0, dealer=dealer)
    assert events_of(position, "end") == (Passed(0),)
    one = after(position, "end")
    assert GAME.outcome(one) is None
    result = after(one, "end")
    assert (outcome(result).points, outcome(result).winners, outcome(result).ruling) == ((1, 0), (0,), "CL-7")


def test_cl_7_a_card_between_two_passes_resets_the_count() -> None:
    position = state("H R S", "FGC", ("B B B", "R G G G"), options=SINGLE, played=0)
    assert GAME.turn(after(position, "end", "R last", "end")) == 1
    assert GAME.turn(after(position, "end", "G", "end", "end")) == 1
    assert GAME.turn(after(position, "end", "G", "end", "end", "end")) is None


def test_cl_7_the_player_with_fewer_cards_scores_the_difference() -> None:
    position = state(
        "H R S", "FGC", ("B B B B H H H", "R G G G"), draw=("T T", ""), options=SINGLE, passed=True, played=0
    )
    assert outcome(after(position, "end")).points == (0, 5)


def test_cl_7_equal_counts_score_nothing() -> None:
    position = state("H R S", "FGC", ("B B", "R G"), options=SINGLE, passed=True, played=0)
    result = outcome(after(position, "end"))
    assert (result.points, result.winners, result.margin, result.ruling) == ((0, 0), (), 0, "CL-7")


@pytest.mark.parametrize(
    ("hands", "result"),
    [
        (("B B", "R G G"), "you score 1 point"),
        (("F G C", "R G"), "North scores 1 point"),
        (("B B", "R G"), "nobody scores"),
    ],
)
def test_cl_7_the_first_pass_says_what_the_second_leads_to(hands: tuple[str, str], result: str) -> None:
    position = state("H R S", "FGC", hands, played=0)
    warning = f"If North passes too, the round ends and {result} (CL-5, CL-7)."
    assert explain(GAME, position, EndTurn()) == warning


def test_cl_7_two_passes_end_the_round_even_with_legal_plays() -> None:
    position = state("H R S", "FGC", ("F G C", "R G"), options=SINGLE, passed=True, played=0)
    assert len(choices(position)) > 1
    assert "CL-7" in explain(GAME, position, EndTurn())
    assert GAME.turn(after(position, "end")) is None


@pytest.mark.parametrize("code", range(10))
def test_cl_7_a_round_has_at_most_182_actions(code: int) -> None:
    assert sum(1 for _ in play_randomly(GAME, start(SINGLE, code=code), code)) <= 60 + 2 * 60 + 2


# CL-8: the match


def test_cl_8_a_match_runs_to_ten_points() -> None:
    assert Options().target == 10
    position = state("H R S", "FGC", ("F", "R G"), scores=(8, 3), played=1)
    result = outcome(after(position, "F"))
    assert (result.points, result.winners, result.margin, result.ruling) == ((10, 3), (0,), 7, "CL-8")
    assert result.reason == "{winners} wins 10–3."
    position = state("H R S", "FGC", ("F", "R G"), scores=(7, 9), played=1)
    assert GAME.outcome(after(position, "F")) is None


@pytest.mark.parametrize("target", [1, 50, 100])
def test_cl_8_the_target_is_an_option(target: int) -> None:
    position = state("H R S", "FGC", ("F", "R G"), scores=(target - 1, 0), played=1, options=Options(target=target))
    assert outcome(after(position, "F")).points == (target + 1, 0)


def test_cl_8_the_next_round_is_dealt_immediately_by_the_other_player() -> None:
    for dealer in (0, 1):
        position = state("H R S", "FGC", ("F", "R G"), scores=(3, 4), played=1, dealer=dealer)
        result = validated(GAME, after(position, "F"))
        assert (result.round, result.dealer, GAME.turn(result)) == (position.round + 1, 1 - dealer, 1 - dealer)
        assert (result.scores, result.played, result.passed) == ((5, 4), 0, False)
        assert cards_left(result) == (30, 30)
        types = [type(event) for event in events_of(position, "F")]
        assert types[:3] == [Played, RoundEnded, Dealt]


def test_cl_8_the_deal_alternates_even_if_nobody_scored() -> None:
    position = state("H R S", "FGC", ("B B", "R G"), passed=True, played=0, dealer=1)
    result = after(position, "end")
    assert (result.round, result.dealer, result.scores) == (2, 0, (0, 0))


def test_cl_8_each_round_has_a_different_deal() -> None:
    deals = [
        (before.hands, before.key)
        for _, before, *_ in play_randomly(GAME, start(Options(target=40)), 3)
        if not before.piles[COMPLETE_PILE]
    ]
    assert len(deals) > 3
    assert len(set(deals)) == len(deals)
    assert len({key for _, key in deals}) == len(deals)


def test_cl_8_the_deal_chooses_the_first_dealer_unless_one_is_set() -> None:
    assert {start(code=code).dealer for code in range(20)} == {0, 1}
    for first in (1, 2):
        assert {start(Options(first=first), code=code).dealer for code in range(8)} == {first - 1}


def test_cl_8_a_target_of_0_is_a_single_round() -> None:
    for code in range(5):
        ends = [step.state for *_, step in play_randomly(GAME, start(SINGLE, code=code), code)]
        assert {each.round for each in ends} == {1}
        assert outcome(ends[-1]).ruling in ("CL-6", "CL-7")
    assert "disadvantage" in next(preset.help for preset in GAME.presets if preset.options.target == 0)


@pytest.mark.parametrize("wrong", [Options(target=-1), Options(target=101), Options(first=0), Options(first=3)])
def test_cl_8_other_targets_and_dealers_are_refused(wrong: Options) -> None:
    with pytest.raises(BadOptions):
        start(wrong)


@pytest.mark.parametrize("seats", [1, 3])
def test_cl_8_clash_is_for_two(seats: int) -> None:
    with pytest.raises(BadOptions, match="for 2 players"):
        begin(GAME, Options(), seats, Key(1))
