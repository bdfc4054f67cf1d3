"""Text wrapped to the width of the screen, with headings, search matches and a selected paragraph."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from textual.content import Content, Span
from textual.widgets import Static

from cardtable.table.page_text import pieces

WIDEST = 100


class Paragraph(NamedTuple):
    """A paragraph, a heading or a table, with the positions where its lines begin and end."""

    source: str
    first: int
    end: int

    @property
    def level(self) -> int:
        """The level of a heading, counted from 1, or 0 if the paragraph isn't a heading."""
        return len(self.source) - len(self.source.lstrip("#"))

    @property
    def title(self) -> str:
        """The text of a heading."""
        return self.source.lstrip("#").strip()


class Page(Static):
    """Text wrapped to the screen's width. Each of its lines is a paragraph, a heading, or a row of a table."""

    ALLOW_SELECT = True

    def __init__(self, text: str, find: str = "") -> None:
        """Show this text. A paragraph that starts with `find` is bold, and so is a heading that equals `find`."""
        super().__init__("", markup=False)
        self._source = text
        self._find = find
        self.paragraphs: list[Paragraph] = []
        self.selected: int | None = None
        """The index of the selected paragraph, or None if no paragraph is selected."""
        self.query_text = ""
        self.matches: list[tuple[int, int]] = []
        """The start and end of each match of the search, counted in characters."""
        self.match = 0
        """The index of the current match."""
        self._text = ""
        self._starts = [0]
        """The index of each line's first character."""

    def replace(self, text: str, width: int) -> None:
        """Show another text, wrapped to this width."""
        self._source = text
        self.wrap_lines(width)

    def wrap_lines(self, width: int) -> None:
        """Wrap the text to this width."""
        lines: list[str] = []
        self.paragraphs = []
        for source, broken in pieces(self._source, min(width, WIDEST)):
            self.paragraphs.append(Paragraph(source, len(lines), len(lines) + len(broken)))
            lines += broken
        self._text = "\n".join(lines)
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._search()
        self.show()

    @property
    def lines(self) -> int:
        """The number of lines at the current width."""
        return len(self._starts) - 1

    def _is_found(self, paragraph: Paragraph) -> bool:
        """Return whether this is the paragraph or heading that `find` names."""
        return bool(self._find) and (
            paragraph.title == self._find if paragraph.level else paragraph.source.startswith(self._find)
        )

    @property
    def found_at(self) -> int:
        """The first line of the paragraph or heading that `find` names, or 0 if the page has no such text."""
        return next((each.first for each in self.paragraphs if self._is_found(each)), 0)

    @property
    def headings(self) -> list[Paragraph]:
        """The headings of the page, without its title."""
        return [each for each in self.paragraphs if each.level > 1]

    def paragraph_at(self, line: int) -> int | None:
        """Return the index of the paragraph on this line, or None if there is no paragraph."""
        return next((at for at, each in enumerate(self.paragraphs) if each.first <= line < each.end), None)

    # Searching

    def search(self, query: str, line: int) -> bool:
        """Mark all matches for these words, and select the first from this line on. Return False if there is none."""
        before, self.query_text = self.query_text, query
        self._search()
        if query.strip() and not self.matches:
            self.query_text = before
            self._search()
            return False
        below = (at for at, (start, _) in enumerate(self.matches) if start >= self._starts[min(line, self.lines)])
        self.match = next(below, 0)
        self.show()
        return True

    def _search(self) -> None:
        words = self.query_text.split()
        pattern = r"\s+".join(map(re.escape, words))  # a match may continue on the next line
        found = re.finditer(pattern, self._text, re.IGNORECASE) if words else ()
        self.matches = [each.span() for each in found]

    def move_match(self, step: int) -> None:
        """Go to the next or previous match. The search wraps around at both ends."""
        self.match = (self.match + step) % len(self.matches)
        self.show()

    @property
    def match_line(self) -> int:
        """The line of the current match."""
        return bisect_right(self._starts, self.matches[self.match][0]) - 1

    # Showing

    def show(self) -> None:
        """Show the text with its headings, matches and selected paragraph."""
        bold = [each for each in self.paragraphs if each.level or self._is_found(each)]
        spans = [self._span(each, "bold") for each in bold]
        if self.selected is not None:
            spans.append(self._span(self.paragraphs[self.selected], "reverse"))
        for at, (start, end) in enumerate(self.matches):
            spans.append(Span(start, end, "bold reverse" if at == self.match else "reverse"))
        self.update(Content(self._marked_text, spans))

    @property
    def _marked_text(self) -> str:
        """The text. If the selected paragraph starts with a space, a sign replaces that space."""
        if self.selected is None:
            return self._text
        start = self._starts[self.paragraphs[self.selected].first]
        return f"{self._text[:start]}>{self._text[start + 1 :]}" if self._text[start : start + 1] == " " else self._text

    def _span(self, paragraph: Paragraph, style: str) -> Span:
        return Span(self._starts[paragraph.first], self._starts[paragraph.end] - 1, style)
