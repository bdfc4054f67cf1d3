"""English plurals and lists, and the words of typed actions."""

from __future__ import annotations

import pytest

from cardtable.engine.phrases import address, counted, join_words, plural, signed, speak_signs, typed_words


def test_one_thing_is_singular_and_any_other_number_plural() -> None:
    assert [plural(number, "card") for number in (0, 1, 2)] == ["cards", "card", "cards"]
    assert [counted(number, "card") for number in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert counted(0, "card", none="0") == "0 cards"


def test_a_number_has_its_sign_but_zero_has_none() -> None:
    assert [signed(number) for number in (2, 0, -1)] == ["+2", "0", "-1"]


@pytest.mark.parametrize(
    ("words", "text"),
    [(["Red"], "Red"), (["Red", "Blue"], "Red and Blue"), (["Red", "Blue", "Circle"], "Red, Blue and Circle")],
)
def test_words_are_joined_as_in_a_sentence(words: list[str], text: str) -> None:
    assert join_words(words) == text
    assert join_words(words, "or") == text.replace(" and ", " or ")


@pytest.mark.parametrize("text", ["red  down,top", "Red down, TOP", "play red down top", " PLAY, red down top"])
def test_typed_words_may_have_any_case_and_spacing(text: str) -> None:
    assert typed_words(text) == ["red", "down", "top"]


def test_only_the_first_play_is_left_out() -> None:
    assert typed_words("play") == typed_words("") == []
    assert typed_words("play play red") == ["play", "red"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You plays Red.", "You play Red."),
        ("You passes.", "You pass."),
        ("You has 4 cards left, Ada 8.", "You have 4 cards left, Ada 8."),
        ("You deals and opens.", "You deal and open."),
        ("You shows card 19 and chooses 1 east.", "You show card 19 and choose 1 east."),
        ("You is out and loses all houses.", "You are out and lose all houses."),
        ("You plays Red face down and names the top row.", "You play Red face down and name the top row."),
        ("You can't match and discards PRC.", "You can't match and discard PRC."),
        ("You has 3 TriCards, has played and is bust.", "You have 3 TriCards, have played and are bust."),
        ("You buys back a house and adds it to C5.", "You buy back a house and add it to C5."),
        ("You passes, and Ada has 4. Ada draws and has 3.", "You pass, and Ada has 4. Ada draws and has 3."),
        ("You doesn't buy back a house.", "You don't buy back a house."),
        ("Ada plays Red. You draws Blue.", "Ada plays Red. You draw Blue."),
        ("Ada plays PRC: +1 for You.", "Ada plays PRC: +1 for you."),
        ("You's turn", "Your turn"),
        ("The storm destroys You's C5.", "The storm destroys your C5."),
        ("It's over. You's C5 stands.", "It's over. Your C5 stands."),
        ("Ada plays Red and names the top row.", "Ada plays Red and names the top row."),
    ],
)
def test_a_text_about_you_is_in_the_second_person(text: str, expected: str) -> None:
    assert address(text) == expected


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("-3 and then -2.0 (-1)", "minus 3 and then minus 2.0 (minus 1)"),
        ("- 2 of 3, ES-4, 2-1 and K7QF-2M9X", "- 2 of 3, ES-4, 2-1 and K7QF-2M9X"),
    ],
)
def test_only_the_sign_of_a_number_is_spoken_as_minus(text: str, spoken: str) -> None:
    assert speak_signs(text) == spoken
