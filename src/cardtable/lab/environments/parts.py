"""The parts of an observation, which is an array of numbers, and functions that fill the parts from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtable.engine.cards import CHARACTERISTICS, Card, is_hidden
from cardtable.engine.game import Game, Seat
from cardtable.engine.seating import clockwise

Numbers: TypeAlias = NDArray[np.float32]


class Part(NamedTuple):
    """One part of an observation. All its numbers have the same meaning."""

    name: str
    size: int
    high: int
    """The largest value. Larger numbers are reduced to this value. The smallest value is 0."""
    meaning: str
    """A description of the numbers, for the tables in docs/environments.md."""
    fill: Callable[[Numbers, Any, Seat], None]
    """Write the numbers into an array of zeros. The arguments are the array, a seat's view, and the seat."""


class GameEncoding(NamedTuple):
    """The functions that define a game's arrays. The functions take the game's options with the defaults resolved."""

    game: Game[Any, Any, Any]
    actions: Callable[[Any, int], tuple[Any, ...]]
    """Return every action that can be legal at some point in the game, in the order of the ids."""
    parts: Callable[[Any, int], tuple[Part, ...]]
    """Return the parts of an observation."""
    most_points: Callable[[Any], int]
    """Return the largest number of points that a seat or a team can win or lose."""


def own_first(seats: int, seat: Seat) -> tuple[Seat, ...]:
    """Return every seat in clockwise order, starting with `seat`."""
    return (seat, *clockwise(seats, seat)[:-1])


def count_faces(out: Numbers, cards: Iterable[Card]) -> None:
    """Count the cards of each face, ignoring hidden cards. The counts are in deck order."""
    for card in cards:
        if not is_hidden(card):
            out[card.order] += 1


def count_in_rows(out: Numbers, zones: Sequence[Iterable[Card]]) -> None:
    """Count the cards of each face in each zone, with a separate row of numbers for each zone."""
    for row, cards in zip(out.reshape(len(zones), -1), zones, strict=True):
        count_faces(row, cards)


def set_characteristics(out: Numbers, card: Card) -> None:
    """Write a 1 for each of the nine characteristics that the card has."""
    for at, each in enumerate(CHARACTERISTICS):
        if card.mask & each.mask:
            out[at] = 1


def per_seat(
    name: str, high: int, meaning: str, values: Callable[[Any], Sequence[Any]], seats: int, size: int = 1
) -> Part:
    """Return a part with one row of numbers for each seat.

    The observer's row comes first, and the others follow clockwise. For each seat, `values` returns a number or the
    cards to count. A row has `size` numbers.
    """

    def fill(out: Numbers, view: Any, seat: Seat) -> None:
        each = values(view)
        ordered = [each[other] for other in own_first(seats, seat)]
        if size == 1:
            out[:] = ordered
        else:
            count_in_rows(out, ordered)

    return Part(name, seats * size, high, f"{meaning}; your own first, then clockwise", fill)


def number(name: str, high: int, meaning: str, value: Callable[[Any], int]) -> Part:
    """Return a part with a single number."""

    def fill(out: Numbers, view: Any, seat: Seat) -> None:
        out[0] = value(view)

    return Part(name, 1, high, meaning, fill)


def own_seat(seats: int) -> Part:
    """Return the part that shows the observer's seat. The number is 1 for that seat and 0 for all others."""

    def fill(out: Numbers, view: Any, seat: Seat) -> None:
        out[seat] = 1

    return Part("seat", seats, 1, "1 at your seat's number", fill)


def which_seat(name: str, meaning: str, find: Callable[[Any], Seat | None], seats: int) -> Part:
    """Return a part that marks a seat, counted clockwise from the observer. Without a seat, all numbers are 0."""

    def fill(out: Numbers, view: Any, seat: Seat) -> None:
        found = find(view)
        if found is not None:
            out[(found - seat) % seats] = 1

    return Part(name, seats, 1, f"1 for {meaning}, counted clockwise from you", fill)


def one_of(name: str, values: Sequence[Any], meaning: str, find: Callable[[Any], Any]) -> Part:
    """Return a part with a number for each of these values: 1 for the value found in the view, and 0 for the others."""

    def fill(out: Numbers, view: Any, seat: Seat) -> None:
        found = find(view)
        if found in values:
            out[values.index(found)] = 1

    return Part(name, len(values), 1, meaning, fill)


def faces(name: str, size: int, high: int, meaning: str, cards: Callable[[Any, Seat], Iterable[Card]]) -> Part:
    """Return a part that counts the cards of each face in a zone."""

    def fill(out: Numbers, view: Any, seat: Seat) -> None:
        count_faces(out, cards(view, seat))

    return Part(name, size, high, meaning, fill)
