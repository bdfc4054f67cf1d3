"""Tests of lesson text: wrapping, emphasis, and nothing else of Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cardtable.tui.drawing.prose import lines_of
from cardtable.tui.widgets.text_pane import PaneText, TextPane
from tests.tui.terminal.payloads import MARKUP

letters = st.text(st.characters(exclude_categories=["C", "Z", "M"]) | st.sampled_from(" \n*`-漢"), max_size=200)


def plain(markdown: str, width: int) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines_of(markdown, width)]


@given(letters, st.integers(8, 80))
def test_wrapped_lines_fit_and_keep_all_text(text: str, width: int) -> None:
    found = plain(text, width)
    assert all(cell_len(line) <= width for line in found)
    marks = str.maketrans("", "", " \n*`")
    assert "".join(found).translate(marks) == text.translate(marks)


def test_emphasis_is_bold_and_nothing_else() -> None:
    (line,) = lines_of("A **bold** and *leaning* and `typed` word, 2 * 3 * 4.", 80)
    assert [text for text, style in line if style == "strong"] == ["bold", "leaning", "typed"]
    assert "".join(text for text, _ in line) == "A bold and leaning and typed word, 2 * 3 * 4."


def test_paragraphs_are_separated_and_items_start_new_lines() -> None:
    assert plain("One\ntwo.\n\n- three\n- four\n\nFive.", 80) == ["One two.", "", "- three", "- four", "", "Five."]


@pytest.mark.parametrize("payload", MARKUP)
def test_markup_is_shown_as_text(payload: str) -> None:
    (line,) = lines_of(payload, 80)
    assert "".join(text for text, _ in line) == payload


@given(letters, letters, st.lists(letters, max_size=4), st.integers(40, 120), st.integers(1, 30))
def test_a_pane_of_any_size_shows_the_heading_and_fits(
    text: str, answer: str, choices: list[str], width: int, height: int
) -> None:
    pane = TextPane()
    pane.content = PaneText("A lesson", "step 1 of 2", text, tuple(choices), answer)
    canvas = pane.drawn(width, height)
    assert len(canvas.text().splitlines()) <= height
    assert canvas.text().startswith(" A ")


def test_a_question_stays_near_the_reply_to_its_answer() -> None:
    """If there isn't room for both, the reply is in sight and the question above it."""
    pane = TextPane()
    pane.content = PaneText("A lesson", "step 1 of 2", "One.\n\nTwo.\n\nThree.", (), "No: Four.\n\nFive.")
    assert pane.drawn(60, 5).text().split("\n")[-1].strip() == "Five."
    assert "pgup" in pane.drawn(60, 5).text()
    pane.scroll_lines(-2)
    assert "One." in pane.drawn(60, 5).text()
