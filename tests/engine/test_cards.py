"""Cards as values: one object a face, frozen, masked by characteristic, read from what people type."""

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
from tests.engine.laws import attempt

DECK: tuple[Card, ...] = SINGLES + COMPLETES + CHARDS + TRICARDS + TF_CARDS
FACES = [*dict.fromkeys(DECK), FACE_DOWN]
each_kind = pytest.mark.parametrize(
    "kind", [Single, Complete, Chard, TriCard, TFCard, Back], ids=lambda kind: kind.__name__
)
each_face = pytest.mark.parametrize("card", FACES, ids=repr)


def test_the_deck_in_figures() -> None:
    """144 cards of 101 faces, less the back, which is none of them."""
    assert [len(cards) for cards in (SINGLES, COMPLETES, CHARDS, TRICARDS, TF_CARDS)] == [36, 27, 36, 27, 18]
    assert len(FACES) == 9 + 27 + 9 + 27 + 2 + 1
    assert FACE_DOWN not in DECK


def test_the_nine_share_out_the_mask() -> None:
    """Nine characteristics, nine bits, nine initials, three to a category."""
    assert sum(each.mask for each in CHARACTERISTICS) == FULL_MASK == 511
    assert all(one.mask & other.mask == 0 for one, other in combinations(CHARACTERISTICS, 2))
    assert len({each.letter for each in CHARACTERISTICS}) == 9
    assert [sum(each.category == category for each in CHARACTERISTICS) for category in CATEGORIES] == [3, 3, 3]


def test_there_is_one_object_for_each_face() -> None:
    """Looked up, pickled by any protocol or copied, alone or in a tuple, a card is the same object."""
    for card in FACES:
        kind = type(card)
        assert kind(card.text) is card
        assert kind.parse(card.name) is kind.parse(card.code) is kind.parse(card.text) is card
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps((card,), protocol))[0] is card
        assert copy.copy(card) is copy.deepcopy([card])[0] is card


def test_a_card_says_what_it_is() -> None:
    """Its name is what players read, its text what files have, its repr what makes it."""
    for card in FACES:
        assert str(card) == card.name
        assert card.text == card.name.lower()
        assert eval(repr(card)) is card
        assert card.mask == sum(each.mask for each in card.characteristics)
        assert tuple(type(card).faces.values())[card.order] is card


def test_a_card_does_not_change() -> None:
    """Nothing of a card can be set, added or taken away."""
    for card in FACES:
        for name in ("name", "mask", "luck"):
            with pytest.raises(AttributeError, match="does not change"):
                setattr(card, name, 0)
        with pytest.raises(AttributeError, match="does not change"):
            del card.mask
        assert not hasattr(card, "__dict__")


def test_characteristics_are_the_same_objects_after_copying() -> None:
    """As cards are."""
    for each in CHARACTERISTICS:
        assert pickle.loads(pickle.dumps(each)) is copy.copy(each) is copy.deepcopy(each) is each
        assert str(each) == each.name


@each_kind
@given(text=st.text())
def test_what_is_no_face_is_refused(kind: type[Card], text: str) -> None:
    """Text is a face of the kind, or ValueError says of which kind it is none."""
    for read in (kind, kind.parse):
        card, refusal = attempt(read, text)
        assert card in kind.faces.values() or kind.kind in refusal


@each_kind
def test_a_kind_has_only_its_own_faces(kind: type[Card]) -> None:
    """No kind looks up or reads another kind's face, unless both have it."""
    for text in {card.text for card in FACES} - set(kind.faces):
        with pytest.raises(ValueError, match=kind.kind):
            kind(text)


@given(one=st.sampled_from(FACES), other=st.sampled_from(FACES))
def test_cards_match_where_they_share_a_characteristic(one: Card, other: Card) -> None:
    """Matching is said of characteristics, and the mask says the same; T/F cards and backs match nothing."""
    assert matches(one, other) == bool(set(one.characteristics) & set(other.characteristics))
    assert matches(one, other) == matches(other, one)


@given(cards=st.lists(st.sampled_from(DECK)).map(tuple))
def test_a_back_shows_not_even_the_kind(cards: tuple[Card, ...]) -> None:
    """Face down, cards are as many backs, all the same."""
    backs = face_down(cards)
    assert len(backs) == len(cards)
    assert all(back is FACE_DOWN and is_hidden(back) for back in backs)
    assert not any(map(is_hidden, cards))


@given(
    cards=st.lists(st.sampled_from(SINGLES)).flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards)))
)
def test_in_order_forgets_the_order(cards: tuple[list[Single], list[Single]]) -> None:
    """The same cards in any order lie in one order, that of the deck."""
    one, other = map(tuple, cards)
    assert in_order(one) == in_order(other) == in_order(in_order(one))
    assert sorted(card.order for card in one) == [card.order for card in in_order(other)]
