"""Places on the table, and how cards move between the tuples of a state."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from cardtable.engine.cards import C, Card, by_order, face_down, in_order, is_hidden

T = TypeVar("T")


class Place(NamedTuple):
    """A place on the table: the name of a zone, and a position in that zone, counted from 0.

    For example, `Place("stage", row, column)` is a cell, and `Place("hand", seat, index)` is a card in a hand.
    `Place("won")` is a whole pile.
    """

    zone: str
    row: int = 0
    column: int = 0


def without(zone: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the zone without one copy of `item`. Raise ValueError if the zone doesn't contain `item`."""
    at = zone.index(item)
    return zone[:at] + zone[at + 1 :]


def put(row: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the row with `item` in place of the old item at position `at`."""
    after = list(row)
    after[at] = item
    return tuple(after)


def insert(hand: tuple[C, ...], card: C) -> tuple[C, ...]:
    """Return the hand with a card added in deck order."""
    after = list(hand)
    insort(after, card, key=by_order)
    return tuple(after)


def exchange_card(hand: tuple[C, ...], old: C, new: C) -> tuple[C, ...]:
    """Return the hand with `new` in place of `old`, in deck order."""
    after = list(hand)
    after.remove(old)
    insort(after, new, key=by_order)
    return tuple(after)


def deal(deck: tuple[T, ...], hands: int, size: int) -> tuple[tuple[tuple[T, ...], ...], tuple[T, ...]]:
    """Deal hands of this size from the top of the deck. Return the hands and the rest of the deck."""
    return tuple(deck[at * size : (at + 1) * size] for at in range(hands)), deck[hands * size :]


def subtract(cards: Iterable[T], others: Iterable[object]) -> tuple[T, ...]:
    """Return the cards minus one copy of each card in `others`. Ignore any of `others` that aren't among the cards."""
    missing, kept = Counter[object](others), []
    for card in cards:
        if missing[card]:
            missing[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def mask_others(hands: tuple[tuple[C, ...], ...], seat: int | None) -> tuple[tuple[C, ...], ...]:
    """Return every seat's hand, with all hands face down except this seat's hand."""
    return tuple([hand if owner == seat else face_down(hand) for owner, hand in enumerate(hands)])


def unseen(box: tuple[Any, ...], *zones: Iterable[Card]) -> tuple[Any, ...]:
    """Return the cards of the game that aren't face up in any of the zones, in deck order."""
    return in_order(subtract(box, (card for zone in zones for card in zone if not is_hidden(card))))


def fill_hidden(zone: tuple[Any, ...], cards: Iterator[Any]) -> tuple[Any, ...]:
    """Return the zone, with the next card from `cards` in place of each hidden card."""
    return tuple([next(cards) if is_hidden(card) else card for card in zone])
