"""Small moves on tuples.  Every function returns a new tuple."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from cardtable.engine.cards import C, Card, by_order, in_order, is_hidden

T = TypeVar("T")


def without(zone: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The zone less one copy of `item`; ValueError if there is none."""
    at = zone.index(item)
    return zone[:at] + zone[at + 1 :]


def put(row: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The row with position `at` replaced."""
    after = list(row)
    after[at] = item
    return tuple(after)


def insert(hand: tuple[C, ...], card: C) -> tuple[C, ...]:
    """A hand that is in the order of the deck, and the card in its place."""
    after = list(hand)
    insort(after, card, key=by_order)
    return tuple(after)


def exchange(hand: tuple[C, ...], given: C, taken: C) -> tuple[C, ...]:
    """A hand that is in the order of the deck, less one copy of a card and with another one in its place."""
    after = list(hand)
    after.remove(given)
    insort(after, taken, key=by_order)
    return tuple(after)


def deal(deck: tuple[T, ...], hands: int, size: int) -> tuple[tuple[tuple[T, ...], ...], tuple[T, ...]]:
    """`hands` hands of `size` from the top, and what is left."""
    return tuple(deck[at * size : (at + 1) * size] for at in range(hands)), deck[hands * size :]


def subtract(cards: Iterable[T], taken: Iterable[object]) -> tuple[T, ...]:
    """The cards but for one copy of each one taken, in their order; more taken than there are count for nothing."""
    left, kept = Counter[object](taken), []
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def unseen(box: tuple[Any, ...], *zones: Iterable[Card]) -> tuple[Any, ...]:
    """Return the cards of the box that are face up in none of the zones, in the order of the deck."""
    return in_order(subtract(box, (card for zone in zones for card in zone if not is_hidden(card))))


def fill_hidden(zone: tuple[Any, ...], cards: Iterator[Any]) -> tuple[Any, ...]:
    """Return the zone with each hidden card replaced by the next of `cards`."""
    return tuple([next(cards) if is_hidden(card) else card for card in zone])
