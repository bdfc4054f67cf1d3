"""Short notations for states of Rummy-like, whose players are A, B and C."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import DRAWN, SEATS, Options, State
from tests import builders

HANDS_WITHOUT_MATCH = ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "H H R C S S S S T T T T")
"""A can't match Hollow-Red-Circle."""
NO_POINTS = ("HRC HGC HBC", "PRC PGC PBC", "FRC FGC FBC")
"""Hands in which C's sets, Squares and Triangles, match no TriCard, and nobody else has a set."""
A, B, C = range(SEATS)
PLAIN_HANDS = ("H H H P P P F F F R R R", "H P F R G G G B B B C C", "G B C C S S S S T T T T")
"""Only C has sets: Squares and Triangles."""
PLAIN_TRICARDS = ("HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS")


def state(
    hands: Sequence[str] = PLAIN_HANDS,
    own: Sequence[str] = PLAIN_TRICARDS,
    *,
    deck: str = "...",
    drawn: str = "",
    led: str = "",
    played: Sequence[str] = ("", "", ""),
    picked: str = "",
    sat_out: Sequence[Seat] = (),
    bust: Sequence[Seat] = (),
    discards: str = "",
    reshuffled: str = "",
    known: Mapping[tuple[Seat, Seat], str] | None = None,
    known_tricards: Mapping[Seat, str] | None = None,
    leader: Seat = A,
    turn: Seat = A,
    scores: tuple[int, int, int] = (0, 0, 0),
    number: int = 1,
    options: Options | None = None,
    key: int = 1,
) -> State:
    """Return a state with every card of the box, whose zones are written as in lessons.

    `known` has the Chards that the first seat of a pair knows in the hand of the second; 3 is the Chards picked up.
    """
    known_by_seat: dict[int, dict[int, str]] = {}
    for (seat, where), cards in (known or {}).items():
        known_by_seat.setdefault(seat + 1, {})[where + 1] = cards
    return builders.from_zones(
        GAME,
        builders.start_state(GAME, SEATS, options or Options())._replace(key=Key(key)),
        chards=hands,
        tricards=own,
        deck=deck,
        drawn=drawn,
        led=led,
        played=[card or "." for card in played],
        picked=picked,
        sat_out=[seat + 1 for seat in sat_out],
        bust=[seat + 1 for seat in bust],
        discards=discards,
        reshuffled=reshuffled,
        known=known_by_seat,
        known_tricards={seat + 1: cards for seat, cards in (known_tricards or {}).items()},
        leader=leader + 1,
        turn=turn + 1,
        scores=scores,
        round=number,
    )


def after_call(scores: tuple[int, int, int], **options: int) -> State:
    """Return the state after a call that scores 2 for A, 3 for B and 2 for C."""
    position = state(
        ("H H H H P P P F F R R R", "F F B B B B G G G C C P", "G R C C S S S S T T T T"),
        ("HGS HRS FRC", "PBC PBS HBT", "FRT FGT PGC"),
        scores=scores,
        options=Options(**options),
    )
    return after(position, "score")


def before_instant_win(**more: Any) -> State:
    """Return a state in which B may send A the Circle that completes the three sets of Hollow-Red-Circle."""
    return state(
        ("H H H H R R R R C C C", "P P P F F F F G G G B", "P G B B S S S S T T T T"),
        ("HRC FGS FBS", "PBS PGS PBT", ""),
        led="PBC", picked="C B", turn=B, leader=B, bust=[C], **more,
    )  # fmt: skip


def start_state(code: int = 0, **options: Any) -> State:
    return builders.start_state(GAME, SEATS, Options(**options), code)


after = partial(builders.after, GAME)
choices = partial(builders.choices, GAME)
events_of = partial(builders.events_of, GAME)
refusal = partial(builders.refusal, GAME)


def hand(position: State, seat: Seat) -> str:
    """Return the codes of a hand of Chards."""
    return builders.codes(position.chards[seat])


def visible_chards(position: State, viewer: Seat | None, seat: Seat) -> str:
    """Return the codes of the Chards that a viewer sees in a seat's hand."""
    return builders.codes(card for card in GAME.view(position, viewer).chards[seat] if card.mask)


def top_of_deck(position: State) -> str:
    return builders.codes(position.deck[:DRAWN])


LED = state(led="HRC")
"""A can match with Hollow and Red, B with all three, and C only with Circles."""


def only_b_matches() -> State:
    """Return a state in which only B can match the lead, and the others know some of B's Chards."""
    return state(
        ("P P P P F F F F G G G B", "H H H H R R R R C C C C", "G B B B S S S S T T T T"),
        led="HRC",
        known={(A, B): "H H R", (C, B): "C"},
    )


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
