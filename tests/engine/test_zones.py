"""Small moves on tuples: nothing is made or lost but what they say."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import SINGLES, Single, in_order
from cardtable.engine.zones import deal, exchange, insert, put, subtract, without

ZONES = st.lists(st.integers(0, 9)).map(tuple)
HANDS = st.lists(st.sampled_from(SINGLES)).map(tuple)


@given(zone=ZONES.filter(bool), data=st.data())
def test_without_takes_one_copy(zone: tuple[int, ...], data: st.DataObject) -> None:
    """The first one, and the rest stay in their order."""
    item = data.draw(st.sampled_from(zone))
    left = without(zone, item)
    assert Counter(left) == Counter(zone) - Counter([item])
    assert left[: zone.index(item)] + (item,) + left[zone.index(item) :] == zone


def test_without_wants_it_there() -> None:
    """What is not in the zone cannot be taken from it."""
    with pytest.raises(ValueError, match="not in tuple"):
        without((1, 2), 3)


@given(row=ZONES.filter(bool), data=st.data())
def test_put_changes_one_position(row: tuple[int, ...], data: st.DataObject) -> None:
    """The others keep what they hold."""
    at = data.draw(st.integers(0, len(row) - 1))
    after = put(row, at, -1)
    assert len(after) == len(row)
    assert [place for place in range(len(row)) if after[place] != row[place]] == [at]
    assert after[at] == -1


@given(hand=HANDS, card=st.sampled_from(SINGLES))
def test_insert_keeps_the_order_of_the_deck(hand: tuple[Single, ...], card: Single) -> None:
    """A card comes into an ordered hand where sorting would put it."""
    assert insert(in_order(hand), card) == in_order((*hand, card))


@given(hand=HANDS.filter(bool), taken=st.sampled_from(SINGLES), data=st.data())
def test_exchange_is_without_and_insert(hand: tuple[Single, ...], taken: Single, data: st.DataObject) -> None:
    """One card for another, in one go."""
    given_away = data.draw(st.sampled_from(hand))
    assert exchange(in_order(hand), given_away, taken) == insert(without(in_order(hand), given_away), taken)


@given(hands=st.integers(0, 6), size=st.integers(0, 6), left=st.integers(0, 3))
def test_deal_is_from_the_top(hands: int, size: int, left: int) -> None:
    """Hands of one size, one after the other from the top, and the rest as it lay."""
    deck = tuple(range(hands * size + left))
    dealt, rest = deal(deck, hands, size)
    assert [len(hand) for hand in dealt] == [size] * hands
    assert sum(dealt, ()) + rest == deck
    assert len(rest) == left


@given(cards=ZONES, taken=ZONES)
def test_less_takes_a_copy_for_a_copy(cards: tuple[int, ...], taken: tuple[int, ...]) -> None:
    """What is left is what counting says, in its order; more taken than there are counts for nothing."""
    left = subtract(cards, taken)
    assert Counter(left) == Counter(cards) - Counter(taken)
    rest = iter(cards)
    assert all(card in rest for card in left)
