"""Cards are immutable, have one object a face, and can be parsed from typed text."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import (
    CATEGORIES,
    CHARACTERISTICS,
    CHARDS,
    COMPLETES,
    FACE_DOWN,
    FULL_MASK,
    SINGLES,
    TF_CARDS,
    TRICARDS,
    Back,
    Card,
    Chard,
    Complete,
    Single,
    TFCard,
    TriCard,
    face_down,
    in_order,
    is_hidden,
    matches,
)
from tests.engine.sentences import attempt

DECK: tuple[Card, ...] = SINGLES + COMPLETES + CHARDS + TRICARDS + TF_CARDS
FACES = [*dict.fromkeys(DECK), FACE_DOWN]
each_kind = pytest.mark.parametrize(
    "kind", [Single, Complete, Chard, TriCard, TFCard, Back], ids=lambda kind: kind.__name__
)
each_face = pytest.mark.parametrize("card", FACES, ids=repr)


def test_the_deck_has_the_right_numbers_of_cards() -> None:
    assert [len(cards) for cards in (SINGLES, COMPLETES, CHARDS, TRICARDS, TF_CARDS)] == [36, 27, 36, 27, 18]
    assert len(FACES) == 9 + 27 + 9 + 27 + 2 + 1
    assert FACE_DOWN not in DECK


def test_each_characteristic_has_its_own_bit_and_initial() -> None:
    assert sum(each.mask for each in CHARACTERISTICS) == FULL_MASK == 511
    assert all(one.mask & other.mask == 0 for one, other in combinations(CHARACTERISTICS, 2))
    assert len({each.letter for each in CHARACTERISTICS}) == 9
    assert [sum(each.category == category for each in CHARACTERISTICS) for category in CATEGORIES] == [3, 3, 3]


def test_there_is_one_object_for_each_face() -> None:
    """This is true even after pickling and copying."""
    for card in FACES:
        kind = type(card)
        assert kind(card.text) is card
        assert kind.parse(card.name) is kind.parse(card.code) is kind.parse(card.text) is card
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps((card,), protocol))[0] is card
        assert copy.copy(card) is copy.deepcopy([card])[0] is card


def test_a_cards_attributes_agree() -> None:
    for card in FACES:
        assert str(card) == card.name
        assert card.text == card.name.lower()
        assert eval(repr(card)) is card
        assert card.mask == sum(each.mask for each in card.characteristics)
        assert tuple(type(card).faces.values())[card.order] is card


def test_cards_are_immutable() -> None:
    for card in FACES:
        for name in ("name", "mask", "luck"):
            with pytest.raises(AttributeError, match="are immutable"):
                setattr(card, name, 0)
        with pytest.raises(AttributeError, match="are immutable"):
            del card.mask
        assert not hasattr(card, "__dict__")


def test_characteristics_are_the_same_objects_after_copying() -> None:
    for each in CHARACTERISTICS:
        assert pickle.loads(pickle.dumps(each)) is copy.copy(each) is copy.deepcopy(each) is each
        assert str(each) == each.name


@each_kind
@given(text=st.text())
def test_any_text_is_a_face_or_is_refused(kind: type[Card], text: str) -> None:
    """The ValueError names the kind of card."""
    for parse in (kind, kind.parse):
        card, refusal = attempt(parse, text)
        assert card in kind.faces.values() or kind.kind in refusal


@each_kind
def test_a_kind_has_only_its_own_faces(kind: type[Card]) -> None:
    """Looking up a face that only another kind has raises ValueError."""
    for text in {card.text for card in FACES} - set(kind.faces):
        with pytest.raises(ValueError, match=kind.kind):
            kind(text)


@given(one=st.sampled_from(FACES), other=st.sampled_from(FACES))
def test_cards_match_if_they_share_a_characteristic(one: Card, other: Card) -> None:
    """T/F cards and hidden cards match nothing."""
    assert matches(one, other) == bool(set(one.characteristics) & set(other.characteristics))
    assert matches(one, other) == matches(other, one)


@given(cards=st.lists(st.sampled_from(DECK)).map(tuple))
def test_hidden_cards_are_all_the_same(cards: tuple[Card, ...]) -> None:
    hidden = face_down(cards)
    assert len(hidden) == len(cards)
    assert all(card is FACE_DOWN and is_hidden(card) for card in hidden)
    assert not any(map(is_hidden, cards))


@given(
    cards=st.lists(st.sampled_from(SINGLES)).flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards)))
)
def test_in_order_sorts_cards_in_deck_order(cards: tuple[list[Single], list[Single]]) -> None:
    one, other = map(tuple, cards)
    assert in_order(one) == in_order(other) == in_order(in_order(one))
    assert sorted(card.order for card in one) == [card.order for card in in_order(other)]
