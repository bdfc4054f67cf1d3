"""Tradewinds as arrays. The seats are compass points, so they always come in the order north, east, south, west."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES, SINGLES, TRUE, Card, Single
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import HAND_SIZE, PILE_SIZE, PILES, TF_COUNT, WINDS, Blow, Options, State
from cardtable.lab.environments.parts import (
    GameEncoding,
    Numbers,
    Part,
    count_in_rows,
    faces,
    one_of,
    own_seat,
    set_characteristics,
)

_KINDS: tuple[Single, ...] = tuple(dict.fromkeys(SINGLES))
_FACES, _COPIES = len(_KINDS), len(SINGLES) // len(_KINDS)
_COVERING = 3
_SEEN = 8
"""The number of face-up Singles at the top of a pile that are encoded in order."""


def _actions(options: Options, seats: int) -> tuple[Blow, ...]:
    return tuple(map(Blow, COMPLETES))


def _by_wind(name: str, high: int, meaning: str, size: int, zones: Callable[[State], Sequence[Iterable[Card]]]) -> Part:
    """Return a part that counts the cards of each face in one zone of each seat."""

    def fill(out: Numbers, view: State, seat: Seat) -> None:
        count_in_rows(out, zones(view))

    return Part(name, len(WINDS) * size, high, f"{meaning}: north, east, south, west", fill)


def _fill_covering(out: Numbers, view: State, seat: Seat) -> None:
    for row, card in zip(out.reshape(_COVERING, -1), view.covering, strict=True):
        set_characteristics(row, card)


def _fill_sides(out: Numbers, view: State, seat: Seat) -> None:
    out[:] = [card is TRUE for side in view.sides for card in side]


def _fill_tops(out: Numbers, view: State, seat: Seat) -> None:
    for rows, pile in zip(out.reshape(len(PILES), _SEEN, _FACES), view.grid, strict=True):
        for row, card in zip(rows, pile.face_up, strict=False):
            row[card.order] = 1


def _fill_hand_sizes(out: Numbers, view: State, seat: Seat) -> None:
    out[:] = [*map(len, view.hands)]


def _fill_face_down(out: Numbers, view: State, seat: Seat) -> None:
    out[:] = [len(pile.face_down) for pile in view.grid]


def _fill_face_up(out: Numbers, view: State, seat: Seat) -> None:
    count_in_rows(out, [pile.face_up for pile in view.grid])


def _parts(options: Options, seats: int) -> tuple[Part, ...]:
    completes, winds = len(COMPLETES), range(len(WINDS))
    return (
        own_seat(seats),
        one_of("to move", winds, "1 for the player to move: north, east, south, west", lambda view: view.turn),
        Part(
            *("covering", _COVERING * len(CHARACTERISTICS), 1),
            "the nine characteristics of each covering Complete",
            _fill_covering,
        ),
        Part(
            *("sides", TF_COUNT, 1, "1 for each True beside the covering Completes: north, east, south, west"),
            _fill_sides,
        ),
        Part(
            *("top Singles", len(PILES) * _SEEN * _FACES, 1),
            f"the kinds of the first {_SEEN} face-up Singles of each pile from A1 to C3, top card first",
            _fill_tops,
        ),
        Part(
            *("piles", len(PILES) * _FACES, _COPIES),
            "face-up Singles of each kind in each pile from A1 to C3",
            _fill_face_up,
        ),
        Part("face-down counts", len(PILES), PILE_SIZE, "face-down Singles in each pile", _fill_face_down),
        Part("hand sizes", seats, HAND_SIZE, "Completes in hand: north, east, south, west", _fill_hand_sizes),
        _by_wind("hands", 1, "Completes that you see in hands", completes, lambda view: view.hands),
        faces("discards", completes, 1, "Completes played", lambda view, seat: view.discards),
        _by_wind("scored", _COPIES, "scoring Singles of each kind", _FACES, lambda view: view.scored),
        _by_wind("deducted", _COPIES, "deducting Singles of each kind", _FACES, lambda view: view.deducted),
    )


def _most_points(options: Any) -> int:
    return len(SINGLES)


ENCODING = GameEncoding(GAME, _actions, _parts, _most_points)
