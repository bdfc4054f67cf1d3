"""English plurals and lists, and the words of typed actions."""

from __future__ import annotations

import pytest

from cardtable.engine.phrases import counted, join_words, plural, typed_words


def test_one_thing_is_singular_and_any_other_number_plural() -> None:
    assert [plural(number, "card") for number in (0, 1, 2)] == ["cards", "card", "cards"]
    assert [counted(number, "card") for number in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert counted(0, "card", none="0") == "0 cards"


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
