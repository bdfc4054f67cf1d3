"""Short notations for states of Rummy-like, whose players are A, B and C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.engine.cards import CHARDS, TRICARDS, Chard, TriCard, in_order
from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    HAND_SIZE,
    SEATS,
    WAS_FACE_UP,
    Action,
    Known,
    Options,
    State,
)
from cardtable.engine.games.rummy_like.validation import phase_of
from cardtable.engine.zones import subtract, without
from tests import builders
from tests.builders import chards, tricards, validated

A, B, C = range(SEATS)
PLAIN_HANDS = ("H H H P P P F F F R R R", "H P F R G G G B B B C C", "G B C C S S S S T T T T")
"""Only C has sets: Squares and Triangles."""
PLAIN_TRICARDS = ("HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS")


def state(
    hands: Sequence[str] = PLAIN_HANDS,
    own: Sequence[str] = PLAIN_TRICARDS,
    *,
    deck: str = "",
    size: int | None = None,
    drawn: str = "",
    led: str = "",
    played: Sequence[str] = ("", "", ""),
    picked: str = "",
    sat_out: Sequence[Seat] = (),
    bust: Sequence[Seat] = (),
    discards: str = "",
    reshuffled: str = "",
    known: dict[tuple[Seat, Seat], str] | None = None,
    marks: dict[str, int] | None = None,
    leader: Seat = A,
    turn: Seat | None = A,
    scores: tuple[int, int, int] = (0, 0, 0),
    number: int = 1,
    at_once: Seat | None = None,
    options: Options | None = None,
    key: int = 1,
) -> State:
    """Return a state with every card of the box.

    A Chard played is removed from a hand of twelve, and shorter hands are filled with the Chards that are left.  The
    deck is written from the top; TriCards that aren't named go under it, up to `size`, and the rest were led before.
    `known` has the Chards that the first seat of a pair knows in the hand of the second; 3 is the Chards picked up.
    """
    hands_of, tricards_of = [chards(hand) for hand in hands], [tricards(each) for each in own]
    on_table: list[Chard | None] = [Chard.parse(each) if each else None for each in played]
    for seat, card in enumerate(on_table):
        if card in hands_of[seat] and len(hands_of[seat]) == HAND_SIZE:
            hands_of[seat] = without(hands_of[seat], card)
    named = (*(card for hand in hands_of for card in hand), *on_table, *chards(picked))
    rest: tuple[Chard, ...] = subtract(CHARDS, named)
    for seat, missing in enumerate(_missing_chards(leader, turn, on_table, chards(picked), (*sat_out, *bust))):
        count = HAND_SIZE - missing - len(hands_of[seat])
        hands_of[seat], rest = hands_of[seat] + rest[:count], rest[count:]
    assert not rest, f"no place for {builders.codes(rest)}"
    placed = (*(card for each in tricards_of for card in each), *tricards(f"{deck} {drawn} {led} {discards}"))
    left: tuple[TriCard, ...] = subtract(TRICARDS, placed)
    room = len(left) if size is None else size - len(tricards(deck))
    whole_deck, marked = tricards(deck) + left[:room], marks or {}
    shuffled_under = set(tricards(reshuffled))

    def mark(card: TriCard) -> int:
        return marked.get(card.code, 0) | WAS_FACE_UP * (card in shuffled_under)

    made = State(
        options=options or Options(),
        turn=turn,
        phase="over",
        leader=leader,
        round=number,
        scores=scores,
        chards=tuple(map(in_order, hands_of)),
        tricards=tuple(map(in_order, tricards_of)),
        deck=whole_deck,
        deck_marks=tuple(map(mark, whole_deck)),
        drawn=tricards(drawn),
        drawn_marks=tuple(mark(card) | 1 << leader for card in tricards(drawn)),
        led=TriCard.parse(led) if led else None,
        played=tuple(on_table),
        picked=in_order(chards(picked)),
        sat_out=tuple(seat in sat_out for seat in range(SEATS)),
        bust=tuple(seat in bust for seat in range(SEATS)),
        led_pile=left[room:],
        discards=tricards(discards),
        reshuffled=in_order(tricards(reshuffled)),
        known=_known(known or {}),
        at_once=at_once,
        key=Key(key),
    )
    return validated(GAME, made._replace(phase=phase_of(made)))


def _missing_chards(
    leader: Seat, turn: Seat | None, on_table: Sequence[Chard | None], picked: tuple[Chard, ...], out: Sequence[Seat]
) -> list[int]:
    """Return how many of the twelve Chards each hand lacks."""
    if not picked:
        return [int(card is not None) for card in on_table]
    chain = [seat % SEATS for seat in range(leader, leader + SEATS) if seat % SEATS not in out]
    assert turn is not None, "the Chards picked up belong to the seat to move"
    return [int(seat in chain[chain.index(turn) :]) for seat in range(SEATS)]


def _known(known: dict[tuple[Seat, Seat], str]) -> Known:
    return tuple(
        tuple(in_order(chards(known.get((seat, where), ""))) for where in range(SEATS + 1)) for seat in range(SEATS)
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


def after(position: State, *actions: Action | str) -> State:
    return builders.after(GAME, position, *actions)


def events_of(position: State, action: Action | str) -> tuple[Event, ...]:
    return builders.events_of(GAME, position, action)


def refusal(position: State, action: Action | str) -> str:
    return builders.refusal(GAME, position, action)


def choices(position: State) -> list[str]:
    return builders.choices(GAME, position)


def hand(position: State, seat: Seat) -> str:
    """Return the codes of a hand of Chards."""
    return builders.codes(position.chards[seat])


def visible_chards(position: State, viewer: Seat | None, seat: Seat) -> str:
    """Return the codes of the Chards that a viewer sees in a seat's hand."""
    return builders.codes(card for card in GAME.view(position, viewer).chards[seat] if card.mask)


def top_of_deck(position: State) -> str:
    return builders.codes(position.deck[:DRAWN])
