from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from cardtable.formats import text
from cardtable.formats.text import MAX_MARKS, REMOVED_CATEGORIES, player_names, safe_text, same_name
from tests.tui.terminal.payloads import CONTROL, MARKUP, PAYLOADS

OFTEN = settings(max_examples=max(100, settings().max_examples))

SPIKY = st.sampled_from(
    (
        *"aé [/] \t\n\x1b\x7f\x9b",
        *"\u0300\u0301\u0327\u0345\u05b0\u0903\u20dd\u20e3\u0f71\u0f73",  # marks that combine, reorder or stand alone
        *"\u1100\u1160\u1161\u11a8\u115f\u3164\u2800",  # parts of letters, and invisible letters
        *"\u200b\u200d\u202e\ufe0f\u180b\ud800\ue000\u0378\U000e0100\u2028",
        *"漢漢\uff21ﬁ\u0958\u212b👍🏽🇩🇪⚠",
    )
)
ANY_TEXT = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=80),
    st.text(SPIKY, max_size=80),
    st.builds("".join, st.lists(st.sampled_from(PAYLOADS), max_size=3)),
)


@OFTEN
@given(ANY_TEXT, st.integers(1, 40))
def test_safe_text_is_safe(text: str, cells: int) -> None:
    safe = safe_text(text, cells)
    assert safe.isprintable()
    assert cell_len(safe) <= cells
    assert 0 <= wcswidth(safe) <= cells
    assert not {unicodedata.category(letter) for letter in safe} & REMOVED_CATEGORIES
    assert safe == unicodedata.normalize("NFC", safe) == " ".join(safe.split())
    safe.encode("utf-8")


@OFTEN
@given(ANY_TEXT, st.integers(1, 40))
def test_safe_text_is_unchanged(text: str, cells: int) -> None:
    safe = safe_text(text, cells)
    assert safe_text(safe, cells) == safe


@OFTEN
@given(ANY_TEXT)
def test_no_letter_has_more_than_two_marks(text: str) -> None:
    marks = MAX_MARKS
    for letter in safe_text(text):
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        assert marks <= MAX_MARKS


@given(st.one_of(st.none(), st.integers(), st.binary(), st.lists(st.text())))
def test_a_value_that_is_not_a_string_gives_the_fallback(value: object) -> None:
    assert safe_text(value) == ""
    assert safe_text(value, fallback="Player 1") == "Player 1"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Ann", "Ann"),
        ("  Ann\t\tLee\n", "Ann Lee"),
        ("e\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("\u0301Ann", "Ann"),
        ("x" + "\u0301" * 9, "x\u0301\u0301"),
        ("漢字漢字漢字漢字漢字漢字", "漢字漢字漢字漢字漢字"),
        ("שלום", "שלום"),
        ("⚠\ufe0f", "⚠"),
        ("a\ud800b", "ab"),
        ("a\u3164b", "a b"),
        ("a\u115f\u1160\u034fb", "ab"),
        ("\u200b\u3164", ""),
        ("Bartholomew the Great of Nowhere", "Bartholomew the Grea"),
        ("x" * 19 + "漢", "x" * 19),
    ],
)
def test_safe_text_of(text: str, safe: str) -> None:
    assert safe_text(text) == safe


@pytest.mark.parametrize("payload", MARKUP)
def test_markup_is_unchanged(payload: str) -> None:
    assert safe_text(payload, 40) == payload


@pytest.mark.parametrize("payload", CONTROL)
def test_control_characters_are_removed(payload: str) -> None:
    assert not any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in safe_text(f"A{payload}B", 200))


def test_only_the_start_of_an_endless_name_is_processed(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    clean = text._clean

    def count_and_clean(part: str) -> str:
        lengths.append(len(part))
        return clean(part)

    monkeypatch.setattr(text, "_clean", count_and_clean)
    for letter in ("x", "\u0301", "漢", " ", "\u1161", "\x1b"):
        lengths.clear()
        safe_text(letter * 1_000_000)
        assert 0 < sum(lengths) <= 10_000, ascii(letter)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann", "ann", True),
        ("Straße", "STRASSE", True),
        ("Ａｎｎ", "Ann", True),
        ("ﬁn", "fin", True),
        ("Ann", "Anna", False),
    ],
)
def test_same_name(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_a_player_without_a_name_gets_a_number() -> None:
    assert player_names([], 2) == ("Player 1", "Player 2")
    assert player_names(["", "Ann", "\u200b"], 4) == ("Player 1", "Ann", "Player 3", "Player 4")


@pytest.mark.parametrize(
    ("wanted", "seats", "message"),
    [
        (["Ann", "Bob", "ANN"], 3, "Players 1 and 3 can't both be called ANN."),
        (["Ann", "A\u200bnn"], 2, "Players 1 and 2 can't both be called Ann."),
        (["Player 2"], 2, "Players 1 and 2 can't both be called Player 2."),
        (["Ann", "Bob"], 1, "There are 2 names for 1 seat."),
    ],
)
def test_invalid_names_are_refused(wanted: list[str], seats: int, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.") + "$"):
        player_names(wanted, seats)


@OFTEN
@given(st.lists(ANY_TEXT, max_size=5))
def test_names_are_safe_and_different_or_refused(wanted: list[str]) -> None:
    try:
        names = player_names(wanted, 5)
    except ValueError:
        return
    assert len(names) == 5
    assert all(name == safe_text(name) != "" for name in names)
    assert not any(same_name(one, other) for place, one in enumerate(names) for other in names[:place])
