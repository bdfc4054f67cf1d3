"""What scores in Tradewinds, and the end of the game (TW-3, TW-12, TW-14)."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtable.engine.cards import SINGLES, TFCard
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Ended, count_true, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.texts import name_result
from tests.builders import codes, completes, parse_cards, play_randomly, singles
from tests.games.tradewinds_positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    after,
    blew,
    events_of,
    outcome,
    rest_in_piles,
    routes,
    start,
    state,
)

# TW-3: what scores


@pytest.mark.parametrize(
    ("side", "scores"),
    [("+ - -", "PBS"), ("- + -", "FGC"), ("- - +", "HRT"), ("+ - +", "PBSHRT"), ("+ + +", "PBSFGCHRT"), ("- - -", "")],
)
def test_tw_3_the_characteristics_beside_a_true_card_score(side: str, scores: str) -> None:
    mask = scoring_mask(completes("PBS FGC HRT"), parse_cards(TFCard, side))
    assert {card.code for card in SINGLES if card.mask & mask} == set(scores)


@pytest.mark.parametrize(("seat", "net"), [(NORTH, -1), (EAST, -1), (SOUTH, 1), (WEST, 1)])
def test_tw_3_the_side_of_the_collecting_player_counts(seat: Seat, net: int) -> None:
    """Blue scores for North and East, but not for South and West."""
    position = state(("B? . B?", ". . .", "B? . B?"), "HBC", seat)
    assert blew(position, "HBC").net == 2 * net
    result = after(position, "HBC")
    piles = (result.scored, result.deducted) if net == 1 else (result.deducted, result.scored)
    assert codes(piles[0][opposite(seat)][-2:]) == "B B"
    assert "B" not in codes(piles[1][opposite(seat)])


def test_tw_3_one_turn_can_score_and_deduct() -> None:
    both = state(("B . .", "R . .", "C . ."), "FBC HRC", EAST, rest=SOUTH)
    assert routes(both, "FBC") == ["B A1 > West -", "C C1 > West +"]
    assert after(both, "FBC").deducted[WEST] == singles("B")
    assert after(both, "FBC").scored[WEST] == singles("C")


def test_tw_3_twelve_of_the_eighteen_tf_cards_are_used() -> None:
    for code in range(200):
        sides = start(code=code).sides
        assert [len(side) for side in sides] == [3] * 4
        assert 3 <= count_true(sides) <= 9


def test_tw_3_the_twelve_are_drawn_without_replacement() -> None:
    """Six of twelve are True with probability C(9, 6)² / C(18, 12) = .380; with replacement it would be .226."""
    drawn = Counter(count_true(start(code=code).sides) for code in range(1500))
    assert drawn.keys() == set(range(3, 10))
    assert 0.34 < drawn[6] / 1500 < 0.42


# TW-12: the end


def test_tw_12_a_game_has_24_turns_six_for_each() -> None:
    for code in range(5):
        turns = [seat for seat, *_ in play_randomly(GAME, start(code=code), code)]
        assert Counter(turns) == Counter(dict.fromkeys(range(4), 6))


@pytest.mark.parametrize(("plus", "minus"), [("R R R", "B"), ("R", ""), ("R G C T", "B P S")])
def test_tw_12_all_win_with_a_score_above_zero(plus: str, minus: str) -> None:
    """For West everything except Partial, Blue and Square scores; for South nothing does."""
    rest = rest_in_piles(plus, minus)
    ended = outcome(state(rest, turn=None, collected={WEST: f"{plus} {minus}"}))
    assert ended.margin == len(plus.split()) - len(minus.split()) > 0
    assert ended.winners == (0, 1, 2, 3)
    assert ended.ruling == "TW-12"


@pytest.mark.parametrize(("plus", "minus"), [("", ""), ("R", "B"), ("", "B"), ("R C", "B P S")])
def test_tw_12_all_lose_with_a_score_of_zero_or_less(plus: str, minus: str) -> None:
    ended = outcome(state(rest_in_piles(plus, minus), turn=None, collected={WEST: f"{plus} {minus}"}))
    assert ended.margin == len(plus.split()) - len(minus.split()) <= 0
    assert ended.winners == ()
    assert "lost" in ended.reason


def test_tw_12_the_scores_of_all_four_are_added_up() -> None:
    gains = {NORTH: "P R", EAST: "G", SOUTH: "C", WEST: "T H B"}
    ended = outcome(state(rest_in_piles(*gains.values()), turn=None, collected=gains))
    assert ended.points == (0, 1, -1, 1)
    assert ended.margin == 1


def test_tw_12_there_is_no_outcome_before_the_end() -> None:
    assert all(GAME.outcome(before) is None for _, before, *_ in play_randomly(GAME, start(), 1))


def test_tw_12_the_last_turn_has_the_final_event() -> None:
    position = state(("R? . .", ". . .", ". . ."), "HRC", EAST, hands={}, left=1, collected={NORTH: "P"}, rest=SOUTH)
    *_, ended = events_of(position, "HRC")
    assert ended == Ended(EAST, 2, 33)
    assert after(position, "HRC").turn is None


# TW-14: words for the result


@pytest.mark.parametrize(
    ("score", "words"),
    [
        *((score, "the table has lost") for score in (-36, -1, 0)),
        *((score, "a narrow victory") for score in (1, 5)),
        *((score, "a clear victory") for score in (6, 11)),
        *((score, "a strong victory") for score in (12, 17)),
        *((score, "a triumph") for score in (18, 36)),
    ],
)
def test_tw_14_a_result_has_a_name(score: int, words: str) -> None:
    assert name_result(score) == words


def test_tw_14_the_outcome_has_that_name() -> None:
    ended = outcome(state(rest_in_piles("R R G"), turn=None, collected={WEST: "R R G"}))
    assert ended.reason == "3 Singles scored, 0 deducted: a narrow victory."
