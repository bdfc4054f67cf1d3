"""Pages as plain text are complete and fit the width; tables have columns, and diagrams aren't broken."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.table.page_text import in_columns, page_text, paragraphs
from cardtable.table.pages import page_names, read_page, section, summary

TABLE = "| a | | what it is |\n| --- | --- | --- |\n| one | 1 | the first of them all |\n| two | | another |\n"


def words(text: str) -> str:
    """Return the text without spaces and the punctuation of Markdown and tables."""
    return re.sub(r"[\s|`*#]|-{2,}:?", "", re.sub(r"^```.*$|\]\([^)]*\)|\[", "", text, flags=re.MULTILINE))


@pytest.mark.parametrize("width", [38, 60, 78, 98])
@pytest.mark.parametrize("page", page_names())
def test_pages_are_complete_and_fit_the_width(page: str, width: int) -> None:
    text = page_text(read_page(page), width)
    assert max(map(len, text.splitlines())) <= width
    if width >= 78:
        assert sorted(words(text).replace("]", "")) == sorted(words(read_page(page)).replace("]", ""))


def test_paragraphs_are_one_line_without_markup() -> None:
    text = paragraphs(
        "# A **bold**\ntitle\n\nA [link](to.md) and\n`code`, *word*.\n\n- an item\n  goes on\n1. first\n   too"
    )
    assert text.splitlines() == [
        "# A bold", "title", "", "A link and code, word.", "", "- an item goes on", "1. first too",
    ]  # fmt: skip


def test_links_and_emphasis_may_go_on_in_the_next_line() -> None:
    text = paragraphs("1. A [two-family\n   house](#buying-a-house) and *two\n   words*.\n\n```\n[two](kept)\n```")
    assert text.splitlines() == ["1. A two-family house and two words.", "", "    [two](kept)"]


def test_list_items_are_indented() -> None:
    assert page_text("- one two three four five six\n12. one two three four five six", 22).splitlines() == [
        "- one two three four",
        "  five six",
        "12. one two three four",
        "    five six",
    ]


def test_a_table_is_laid_out_in_columns() -> None:
    assert page_text(TABLE).splitlines() == [
        "a       what it is",
        "---  -  ---------------------",
        "one  1  the first of them all",
        "two     another",
    ]


def test_a_table_without_a_header_has_no_rule() -> None:
    assert page_text("| | |\n| --- | --- |\n| GOAL | Win. |\n| | Or not. |\n") == "GOAL  Win.\n      Or not.\n"


def test_narrow_tables_are_wrapped_or_listed() -> None:
    assert page_text(TABLE, 20).splitlines()[2:4] == ["one  1  the first of", "        them all"]
    rows = [["name", "length"], ["a-very-long-name", "twenty-four-and-a-bit"], ["short", ""]]
    assert in_columns(rows, 32) == [
        "name: a-very-long-name",
        "  length: twenty-four-and-a-bit",
        "name: short",
    ]


@given(
    st.integers(1, 5).flatmap(
        lambda columns: st.lists(
            st.lists(st.text("ab ", max_size=30), min_size=columns, max_size=columns), min_size=1, max_size=6
        )
    ),
    st.integers(20, 90),
)
def test_tables_lose_no_letters(rows: list[list[str]], width: int) -> None:
    rows = [[" ".join(cell.split()) for cell in row] for row in rows]
    lines = in_columns(rows, width)
    body = "".join(cell for row in rows[1:] for cell in row)
    for letter in "ab":
        assert "".join(lines).count(letter) >= body.count(letter)


def test_diagrams_are_indented_as_a_whole() -> None:
    drawing = "```board x\n|  one  |\n\n| three    |\n```\n"
    assert page_text(drawing, 40).splitlines()[::2] == ["    |  one  |", "    | three    |"]
    assert page_text(drawing, 13).splitlines()[0] == " |  one  |"
    assert page_text(drawing, 12).splitlines()[::2] == ["|  one  |", "| three    |"]


def test_a_section_is_found_by_its_heading() -> None:
    page = "# T\n\n## One\n\nfirst\n\n### deeper\n\nunder\n\n## In short\n\nshort\n"
    assert section(page, "One") == "first\n\n### deeper\n\nunder\n"
    assert section(page, "deeper") == "under\n"
    assert summary(page) == "short\n"
    for heading in ("Two", "T"):
        with pytest.raises(ValueError, match="This page has no section"):
            section(page, heading)
    with pytest.raises(ValueError, match="This page has no summary"):
        summary("# T\n")
