"""Moving cards between tuples."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import SINGLES, Single, in_order
from cardtable.engine.zones import deal, exchange_card, insert, put, subtract, without

ZONES = st.lists(st.integers(0, 9)).map(tuple)
HANDS = st.lists(st.sampled_from(SINGLES)).map(tuple)


@given(zone=ZONES.filter(bool), data=st.data())
def test_without_removes_the_first_copy(zone: tuple[int, ...], data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(zone))
    left = without(zone, item)
    assert Counter(left) == Counter(zone) - Counter([item])
    assert left[: zone.index(item)] + (item,) + left[zone.index(item) :] == zone


def test_without_raises_if_the_item_is_missing() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        without((1, 2), 3)


@given(row=ZONES.filter(bool), data=st.data())
def test_put_changes_one_position(row: tuple[int, ...], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(row) - 1))
    after = put(row, at, -1)
    assert len(after) == len(row)
    assert [place for place in range(len(row)) if after[place] != row[place]] == [at]
    assert after[at] == -1


@given(hand=HANDS, card=st.sampled_from(SINGLES))
def test_insert_keeps_deck_order(hand: tuple[Single, ...], card: Single) -> None:
    assert insert(in_order(hand), card) == in_order((*hand, card))


@given(hand=HANDS.filter(bool), new=st.sampled_from(SINGLES), data=st.data())
def test_exchange_is_without_and_insert(hand: tuple[Single, ...], new: Single, data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(hand))
    assert exchange_card(in_order(hand), old, new) == insert(without(in_order(hand), old), new)


@given(hands=st.integers(0, 6), size=st.integers(0, 6), left=st.integers(0, 3))
def test_deal_takes_hands_from_the_top(hands: int, size: int, left: int) -> None:
    """The rest of the deck keeps its order."""
    deck = tuple(range(hands * size + left))
    dealt, rest = deal(deck, hands, size)
    assert [len(hand) for hand in dealt] == [size] * hands
    assert sum(dealt, ()) + rest == deck
    assert len(rest) == left


@given(cards=ZONES, others=ZONES)
def test_subtract_removes_one_copy_for_each(cards: tuple[int, ...], others: tuple[int, ...]) -> None:
    """The rest keep their order, and cards that aren't there are ignored."""
    left = subtract(cards, others)
    assert Counter(left) == Counter(cards) - Counter(others)
    rest = iter(cards)
    assert all(card in rest for card in left)
