"""A test for each ruling of the deck."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest

from cardtable.engine.cards import (
    CATEGORIES,
    CHARACTERISTICS,
    CHARDS,
    COLOURS,
    COMPLETES,
    FACE_DOWN,
    FALSE,
    PATTERNS,
    SHAPES,
    SINGLES,
    TF_CARDS,
    TRICARDS,
    TRUE,
    Card,
    Chard,
    Complete,
    Single,
    TFCard,
    TriCard,
    face_down,
    matches,
)
from cardtable.engine.chance import DealCode, Key, draw_below, shuffle
from cardtable.engine.game import AnyGame, start
from cardtable.engine.games import SHIPPED
from tests.builders import codes, completes, singles, start_state


def test_dk_1_three_categories_of_three_characteristics() -> None:
    assert CATEGORIES == ("pattern", "colour", "shape")
    assert [each.name for each in PATTERNS] == ["Hollow", "Partial", "Filled"]
    assert [each.name for each in COLOURS] == ["Red", "Green", "Blue"]
    assert [each.name for each in SHAPES] == ["Circle", "Square", "Triangle"]
    assert [each.category for each in CHARACTERISTICS] == [category for category in CATEGORIES for _ in range(3)]


def test_dk_1_the_initial_names_a_characteristic() -> None:
    assert "".join(each.letter for each in CHARACTERISTICS) == "HPFRGBCST"
    assert len({each.mask for each in CHARACTERISTICS}) == 9
    for each in CHARACTERISTICS:
        for typed in (each.letter, each.letter.lower(), each.name, each.name.lower()):
            assert Single.parse(typed) is Single(each.name.lower())


def test_dk_1_patterned_is_not_a_characteristic() -> None:
    with pytest.raises(ValueError, match="no Single called 'patterned'"):
        Single.parse("patterned")


@pytest.mark.parametrize("typed", ["hrc", "HRC", "hollow-red-circle", "Hollow Red Circle", "HOLLOW_RED_CIRCLE"])
def test_dk_1_three_characteristics_are_written_pattern_colour_shape(typed: str) -> None:
    assert Complete.parse(typed) is Complete("hollow-red-circle")
    with pytest.raises(ValueError, match="no Complete called"):
        Complete.parse("circle-red-hollow")


@pytest.mark.parametrize(("one", "other"), [(Single, Chard), (Complete, TriCard)])
def test_dk_2_kinds_with_the_same_faces_are_different_cards(one: type[Card], other: type[Card]) -> None:
    assert list(one.faces) == list(other.faces)
    for text in one.faces:
        mine, twin = one(text), other(text)
        assert mine is not twin
        assert mine != twin
        assert (mine.name, mine.code, mine.mask) == (twin.name, twin.code, twin.mask)
        assert len({mine, twin}) == 2
        assert (type(mine), type(twin)) == (one, other)
    assert (SINGLES + CHARDS).count(Single("red")) == 4


@pytest.mark.parametrize(
    "game", [game for game in SHIPPED.values() if game.id != "wind-city"], ids=lambda game: game.id
)
def test_dk_2_no_game_uses_both_twins(game: AnyGame) -> None:
    state = start(game, game.options(), game.seats[0], Key(1)).state
    kinds = {type(card) for card in game.box(state)}
    assert not {Single, Chard} <= kinds
    assert not {Complete, TriCard} <= kinds


@pytest.mark.parametrize("kind", [Single, Complete, Chard, TriCard, TFCard])
def test_dk_6_a_hidden_card_does_not_show_its_kind(kind: type[Card]) -> None:
    assert face_down((*kind.faces.values(),)) == (FACE_DOWN,) * len(kind.faces)


@pytest.mark.parametrize("kind", [Single, Complete, Chard, TriCard, TFCard])
def test_dk_2_a_card_is_the_same_card_after_copying_and_pickling(kind: type[Card]) -> None:
    for card in kind.faces.values():
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.copy(card) is copy.deepcopy(card) is card


def test_dk_3_nine_true_and_nine_false() -> None:
    assert Counter(TF_CARDS) == {TRUE: 9, FALSE: 9}
    assert len(SINGLES) + len(COMPLETES) + len(TF_CARDS) == 81 == 3**4


@pytest.mark.parametrize(("typed", "card"), [("+", TRUE), (" - ", FALSE), ("true", TRUE), ("False", FALSE)])
def test_dk_3_true_and_false_may_be_typed_as_sign_or_word(typed: str, card: TFCard) -> None:
    assert TFCard.parse(typed) is card


@pytest.mark.parametrize("cards", [SINGLES, CHARDS])
def test_dk_3_the_deck_has_each_characteristic_four_times(cards: tuple[Card, ...]) -> None:
    assert len(cards) == 36
    assert set(Counter(cards).values()) == {4}
    assert {card.characteristics for card in cards} == {(each,) for each in CHARACTERISTICS}


@pytest.mark.parametrize("cards", [COMPLETES, TRICARDS])
def test_dk_3_the_deck_has_each_combination_once(cards: tuple[Card, ...]) -> None:
    every = {(pattern, colour, shape) for pattern in PATTERNS for colour in COLOURS for shape in SHAPES}
    assert len(cards) == len(set(cards)) == 27
    assert {card.characteristics for card in cards} == every


@pytest.mark.parametrize("kind", [Single, Chard])
@pytest.mark.parametrize("of_three", [Complete, TriCard])
def test_dk_4_a_card_matches_every_card_with_its_characteristic(kind: type[Card], of_three: type[Card]) -> None:
    for one in kind.faces.values():
        matched = {card for card in of_three.faces.values() if matches(one, card)}
        assert matched == {card for card in of_three.faces.values() if one.code in card.code}
        assert len(matched) == 9
        assert all(matches(card, one) for card in matched)


def test_dk_4_red_matches_hollow_red_circle() -> None:
    (circle,) = completes("HRC")
    assert [single.name for single in singles("H P F R G B C S T") if matches(single, circle)] == [
        *("Hollow", "Red", "Circle"),
    ]


# DK-5: if these numbers changed, every deal code would mean a different deal.

SPLITMIX_OF_0 = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
SPLITMIX_OF_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""Published with the generator, to check implementations in any language."""


@pytest.mark.parametrize(("seed", "published"), [(0, SPLITMIX_OF_0), (1234567, SPLITMIX_OF_1234567)])
def test_dk_5_random_numbers_are_splitmix64(seed: int, published: list[int]) -> None:
    key, drawn = Key(seed), []
    for _ in published:
        number, key = draw_below(key, 1 << 64)
        drawn.append(number)
    assert drawn == published


def test_dk_5_a_shuffle_never_changes() -> None:
    shuffled, key = shuffle(tuple("HPFRGBCST"), Key(2024))
    assert ("".join(shuffled), key) == ("BHSTCPRFG", 17418742259747383440)
    assert shuffle(tuple("HPFRGBCST"), Key(2024)) == (shuffled, key)


def test_dk_5_the_key_of_a_deal_code_never_changes() -> None:
    assert DealCode.parse("K7QF-2M9X").key() == 15997207444144341464


def test_dk_5_a_code_has_eight_symbols_of_32_and_forty_bits() -> None:
    assert str(DealCode(0)) == "0000-0000"
    assert str(DealCode((1 << 40) - 1)) == "ZZZZ-ZZZZ"
    for value in (1 << 40, -1):
        with pytest.raises(ValueError, match="40 bits"):
            DealCode(value)
    for value in range(0, 1 << 40, (1 << 40) // 997):
        code = DealCode(value)
        assert DealCode.parse(str(code)) == code
        assert not set(str(code)) & set("ILOU")


@pytest.mark.parametrize("typed", ["k7qf-2m9x", "K7QF2M9X", " K7QF 2M9X ", "K7-QF-2M-9X", "K7QF\t2M9X"])
def test_dk_5_a_code_may_be_typed_in_any_case_and_spacing(typed: str) -> None:
    assert DealCode.parse(typed) == DealCode.parse("K7QF-2M9X")


def test_dk_5_letters_that_look_like_digits_count_as_digits() -> None:
    assert DealCode.parse("OIL0-oil0") == DealCode.parse("0110-0110")


@pytest.mark.parametrize("typed", ["", "K7QF", "K7QF-2M9X-1", "K7QF-2M9U", "K7QF-2M9!", "K7QF-2M9\x1b", "Ⅷ7QF-2M9X"])
def test_dk_5_an_invalid_code_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"K7QF-2M9X") as refused:
        DealCode.parse(typed)
    assert "\x1b" not in str(refused.value)


def test_dk_5_a_repr_does_not_show_the_code() -> None:
    code = DealCode.parse("K7QF-2M9X")
    assert str(code.value) not in repr(code)
    assert "K7QF" not in repr(code)


def test_dk_5_different_codes_deal_different_cards() -> None:
    game = SHIPPED["exit-stage-right"]
    assert len({start_state(game, 1, game.options(), code) for code in range(200)}) == 200


def test_dk_5_the_deal_of_exit_stage_right_never_changes() -> None:
    game = SHIPPED["exit-stage-right"]
    opening = start_state(game, 2, game.options(), DealCode.parse("K7QF-2M9X").value)
    assert [codes(hand) for hand in opening.hands] == ["H F F R B C T", "H F G B B B T"]
    assert [codes(cells) for cells in opening.stage] == [". . PRT . .", ". . PRC . .", ". . FGS . ."]
    assert opening.turn == 1
