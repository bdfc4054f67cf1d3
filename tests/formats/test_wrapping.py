"""Line wrapping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.formats.text import width
from cardtable.formats.wrapping import wrap_words

texts = st.lists(st.text("ab界 ", min_size=1, max_size=12), max_size=12)


@pytest.mark.parametrize(
    ("text", "cells", "lines"),
    [
        ("", 5, [""]),
        ("to be or not", 5, ["to be", "or", "not"]),
        ("to be or not", 6, ["to be", "or not"]),
        ("a Hollow b", 4, ["a", "Holl", "ow b"]),
        ("Hollow", 1, list("Hollow")),
    ],
)
def test_lines_are_as_long_as_possible(text: str, cells: int, lines: list[str]) -> None:
    assert wrap_words(text.split(), cells) == lines


def test_a_long_word_can_be_left_whole() -> None:
    assert wrap_words(["a", "Hollow", "b"], 4, breaks_words=False) == ["a", "Hollow", "b"]


def test_a_word_can_contain_a_space() -> None:
    assert wrap_words(["1. refill top", "2. red"], 12, breaks_words=False) == ["1. refill top", "2. red"]


@given(texts, st.integers(2, 20))
def test_no_line_is_too_wide_and_no_text_is_lost(words: list[str], cells: int) -> None:
    lines = wrap_words(words, cells, measure=width)
    assert all(width(line) <= cells for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words).replace(" ", "")


@given(texts, st.integers(2, 20))
def test_words_can_be_left_unbroken(words: list[str], cells: int) -> None:
    lines = wrap_words([word.replace(" ", "b") for word in words], cells, breaks_words=False, measure=width)
    assert " ".join(lines).split() == [word.replace(" ", "b") for word in words]
    assert all(width(line) <= cells or " " not in line for line in lines)
