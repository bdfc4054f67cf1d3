"""What players of Rummy-like know about each other's cards (RM-14, RM-15), and sampling hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.cards import FACE_DOWN, is_hidden
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import SEATS, State
from cardtable.engine.games.rummy_like.scoring import points_of, sets_of
from cardtable.engine.zones import subtract
from tests.builders import chards, codes, tricards, validated
from tests.games.rummy_like_positions import (
    PLAIN_TRICARDS,
    A,
    B,
    C,
    after,
    after_call,
    before_instant_win,
    state,
    visible_chards,
)

VIEWERS = (None, A, B, C)
KEYS = range(12)


def only_b_matches() -> State:
    """Return a state in which only B can match the lead, and the others know some of B's Chards."""
    return state(
        ("P P P P F F F F G G G B", "H H H H R R R R C C C C", "G B B B S S S S T T T T"),
        led="HRC",
        known={(A, B): "H H R", (C, B): "C"},
    )


# Memory
def test_rm_15_a_chard_played_alone_stays_known_after_it_returns() -> None:
    played = after(only_b_matches(), "discard HRS", "R")
    assert (visible_chards(played, A, B), visible_chards(played, C, B)) == ("H", "")
    taken_back = after(played, "discard FRC")
    assert (visible_chards(taken_back, A, B), visible_chards(taken_back, C, B)) == ("H H R", "C")


def test_rm_15_a_chard_returned_at_the_end_of_the_round_stays_known() -> None:
    """Here the second bust ends the match, and the Chards played return to their hands."""
    position = state(
        ("P P P P F F F F G G G B", "H H H H R R R R C C C C", "G B B B S S S S T T T T"),
        ("", "PBC PBS PBT", ""),
        led="HRC", leader=B, turn=B, bust=[A], known={(A, B): "H H R"}, scores=(0, 20, 0),
    )  # fmt: skip
    over = after(position, "R", "bust")
    assert GAME.outcome(over) is not None
    assert codes(over.known[A][B]) == "H H R"


def test_rm_15_a_chard_that_others_picked_up_is_no_longer_known() -> None:
    picked_up = after(state(led="HRC", known={(A, B): "H G"}), "H", "C", "C")
    assert visible_chards(picked_up, A, B) == codes(picked_up.known[A][B]) == "G"


def test_rm_15_determinize_leaves_known_chards_in_the_hand_or_on_the_table() -> None:
    """Chards that a player knows another to hold are still there when the trick ends."""
    played = after(only_b_matches(), "discard HRS", "R")
    seen = GAME.view(played, A)
    truths = [validated(GAME, GAME.determinize(seen, A, Key(key))) for key in range(300)]
    for again in truths:
        assert not subtract(chards("H H R"), (*again.chards[B], again.played[B]))
    assert {str(again.played[B]) for again in truths} == {"Hollow", "Red", "Circle"}


# The end
def ends() -> dict[str, State]:
    """Return matches that have just ended, one for each kind of ending."""
    bust = state(
        ("P P P P F F F F G G G B", "H H H H R R R R C C C C", "G B B B S S S S T T T T"),
        ("", "HGS HBS PBS", ""), led="HRC", leader=B, turn=C, played=("", "R", ""), bust=[A], scores=(0, 9, 0),
    )  # fmt: skip
    return {
        "at once": after(before_instant_win(scores=(0, 9, 0)), "send C"),
        "called": after_call((8, 5, 3)),
        "called without a point": after(state(leader=C, turn=C, own=NO_POINTS, scores=(12, 0, 0)), "score"),
        "bust": after(bust, "bust"),
    }


NO_POINTS = ("HRC HGC HBC", "PRC PGC PBC", "FRC FGC FBC")
"""Hands in which C's sets, Squares and Triangles, match no TriCard, and nobody else has a set."""


@pytest.mark.parametrize("name", ends())
def test_determinize_keeps_the_result_of_a_finished_match(name: str) -> None:
    over = ends()[name]
    outcome = GAME.outcome(over)
    assert outcome is not None
    for viewer in VIEWERS:
        seen = GAME.view(over, viewer)
        for key in KEYS:
            again = validated(GAME, GAME.determinize(seen, viewer, Key(key)))
            assert GAME.view(again, viewer) == seen
            assert GAME.outcome(again) == outcome
            assert over.at_once is not None or scoring(again) == scoring(over)


def scoring(position: State) -> list[int]:
    """Return the points of each hand."""
    return [points_of(*each) for each in zip(position.tricards, map(sets_of, position.chards), strict=True)]


def test_rm_8_determinize_leaves_the_instant_winner_their_sets() -> None:
    over = after(before_instant_win(), "send C")
    for viewer in VIEWERS:
        seen = GAME.view(over, viewer)
        assert codes(seen.chards[A]) == "H H H H R R R R C C C C"
        assert codes(seen.tricards[A]) == ("HRC FGS FBS" if viewer == A else "HRC ? ?")
        for key in KEYS:
            again = GAME.determinize(seen, viewer, Key(key))
            assert again.chards[A] == over.chards[A]
            assert tricards("HRC")[0] in again.tricards[A]
    others = [GAME.determinize(GAME.view(over, None), None, Key(key)).tricards[A] for key in range(30)]
    assert len(set(others)) > 10


def test_rm_6_cards_shown_at_the_end_of_the_match_stay_visible() -> None:
    """They are the TriCards and the sets that score; the other Chards stay hidden."""
    over = after_call((8, 5, 3))
    seen = GAME.view(over, None)
    assert seen.tricards == over.tricards
    assert [codes(card for card in hand if not is_hidden(card)) for hand in seen.chards] == [
        "H H H H", "B B B B", "T T T T",
    ]  # fmt: skip
    bust = GAME.view(ends()["bust"], None)
    assert [hand.count(FACE_DOWN) for hand in bust.chards] == [12, 8, 12]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_determinize_gives_the_same_for_a_state_and_its_view(viewer: Seat | None) -> None:
    """A caller that passes the true state by mistake learns no more than from the view."""
    for position in (only_b_matches(), after(only_b_matches(), "discard HRS", "R"), *ends().values()):
        seen = GAME.view(position, viewer)
        assert GAME.determinize(position, viewer, Key(3)) == GAME.determinize(seen, viewer, Key(3))


# Invalid states
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
        ("isn't the one", WON, {"at_once": B}),
        ("isn't the one", WON, {"at_once": None, "scores": (10, 0, 0)}),
        ("isn't the one", WON, {"at_once": 7}),
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
