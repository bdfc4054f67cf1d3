"""Invalid states of Rummy-like."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.cards import Chard
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import SEATS, State
from tests.builders import chards, tricards
from tests.games.rummy_like_positions import (
    LED,
    PLAIN_TRICARDS,
    A,
    B,
    C,
    after,
    after_call,
    before_instant_win,
    ends,
    only_b_matches,
    state,
)


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("for 3 players", {"scores": (0, 0)}),
        ("for 3 players", {"leader": 3}),
        ("needs one mark", {"deck_marks": ()}),
        ("counted from 1", {"round": 0}),
        ("nobody has won it", {"turn": None, "phase": "over"}),
        ("won instantly", {"at_once": A}),
        ("leader can't be bust", {"turn": B}),
        ("Nobody can play before", {"sat_out": (True, False, False)}),
        ("deck order", {"chards": (state().chards[0][::-1], *state().chards[1:])}),
        ("twelve Chards", {"chards": (state().chards[0][1:], *state().chards[1:])}),
        ("bust player has none", {"bust": (False, True, False)}),
        ("knows it to be", {"known": (((), chards("S"), (), ()), ((),) * 4, ((),) * 4)}),
        ("one bit for each player", {"deck_marks": (99,) * 18}),
        ("been face up", {"deck_marks": (8,) * 18}),
        ("can't be in a hand", {"reshuffled": tricards("HRS")}),
    ],
)
def test_invalid_states_are_refused(fault: str, change: dict[str, Any]) -> None:
    assert any(fault in each for each in GAME.validate_state(state()._replace(**change))), GAME.validate_state(
        state()._replace(**change)
    )


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("match the TriCard led", {"played": (None, Chard("square"), None)}),
        ("sat out", {"sat_out": (False, True, False)}),
        ("in turn must play", {"turn": B}),
        ("draw three TriCards and lead", {"drawn": tricards("HBT"), "drawn_marks": (1,)}),
        ("Only one player isn't bust", {"bust": (False, True, True)}),
        ("must fall by one", {"phase": "send", "picked": chards("H"), "turn": C}),
    ],
)
def test_invalid_tricks_are_refused(fault: str, change: dict[str, Any]) -> None:
    assert any(fault in each for each in GAME.validate_state(LED._replace(**change))), GAME.validate_state(
        LED._replace(**change)
    )


PASSING = after(state(led="HRC"), "H", "C", "C")
DRAWN = after(state(), "draw")
BOTH_OUT = after(only_b_matches(), "discard HRS")
WON = after(before_instant_win(), "send C")
ROUND_OVER = state(deck="HGS HBC FRT", reshuffled="HGS HBC FRT")


@pytest.mark.parametrize(
    ("fault", "position", "change"),
    [
        ("must fall by one", PASSING, {"sat_out": (True, False, False)}),
        ("in turn must play", after(state(led="HRC"), "H"), {"leader": B}),
        ("in turn must play", after(state(led="HRC"), "H"), {"sat_out": (True, False, False)}),
        ("in turn must play", BOTH_OUT, {"sat_out": (True, False, True)}),
        ("can't lead", state(led="HRC", turn=B, leader=B, bust=[A], own=("", *PLAIN_TRICARDS[1:])), {"leader": A}),
        ("can't have points", state(bust=[B], own=(PLAIN_TRICARDS[0], "", PLAIN_TRICARDS[2])), {"scores": (0, 1, 0)}),
        ("know the three", DRAWN, {"drawn_marks": (0, 1, 1)}),
        ("own hand", state(), {"known": ((chards("H"), (), (), ()), ((),) * 4, ((),) * 4)}),
        ("own hand", PASSING, {"known": (((), (), (), PASSING.picked), ((),) * 4, ((),) * 4)}),
        ("knows it to be", state(), {"known": (((), chards("R H"), (), ()), ((),) * 4, ((),) * 4)}),
        ("in deck order", PASSING, {"picked": PASSING.picked[::-1]}),
        ("listed once each", ROUND_OVER, {"reshuffled": ROUND_OVER.reshuffled[::-1]}),
        ("isn't the player", WON, {"at_once": B}),
        ("isn't the player", WON, {"at_once": None, "scores": (10, 0, 0)}),
        ("isn't the player", WON, {"at_once": 7}),
        ("just scored", after_call((8, 5, 3)), {"scores": (10, 2, 5)}),
        ("nobody has all four", ends()["called without a point"], {"leader": A}),
    ],
)
def test_an_invalid_position_is_refused(fault: str, position: State, change: dict[str, Any]) -> None:
    assert GAME.validate_state(position) == ()
    assert any(fault in each for each in GAME.validate_state(position._replace(**change))), GAME.validate_state(
        position._replace(**change)
    )


def test_rm_12_a_state_that_should_have_been_scored_is_refused() -> None:
    """Otherwise the deck would be shuffled a third time."""
    short = ROUND_OVER._replace(deck=ROUND_OVER.deck[1:], deck_marks=ROUND_OVER.deck_marks[1:])
    assert GAME.validate_state(short) == ("The deck has run short again, so the round must be scored (RM-12).",)


def test_rm_5_a_state_with_too_few_matching_chards_is_refused() -> None:
    """Otherwise no deal of the hidden cards would be valid."""
    position = after(state(led="HRC"), "H", "C", "C", "send H C")
    hands = (chards("P P P P F F F F G G G G"), *position.chards[1:])
    assert any(
        "Too few of the Chards" in each
        for each in GAME.validate_state(position._replace(chards=hands, picked=chards("B B")))
    )


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_sender_who_sat_out_is_refused(seat: Seat) -> None:
    """With a sentence, not an exception, whichever seats sat out."""
    for position in (PASSING, after(PASSING, "send P F")):
        sat_out = tuple(each == seat for each in range(SEATS))
        assert GAME.validate_state(position._replace(sat_out=sat_out))
