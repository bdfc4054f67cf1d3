"""Lesson text as styled lines. The text may contain Markdown emphasis (shown in bold), paragraphs and list items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rich.cells import cell_len

from cardtable.formats.wrapping import wrap_words
from cardtable.tui.drawing.canvas import PLAIN, Canvas

StyledLine = list[tuple[str, str]]
"""The pieces of a line, as pairs of text and style."""
_MARKED = re.compile(r"\*\*([^*]+)\*\*|\*(\S[^*]*)\*|`([^`]+)`")
_ITEM = re.compile(r"(?=^[-*] )", re.MULTILINE)


def lines_of(markdown: str, width: int, style: str = PLAIN) -> list[StyledLine]:
    """Return the text wrapped to this width. Blank lines separate paragraphs, and each list item starts a new line."""
    lines: list[StyledLine] = []
    for paragraph in re.split(r"\n\s*\n", markdown.strip()):
        if lines:
            lines.append([])
        for item in filter(str.strip, _ITEM.split(paragraph)):
            lines += _wrapped(list(_letters(" ".join(item.split()), style)), max(8, width))
    return lines


def put_line(canvas: Canvas, x: int, y: int, line: StyledLine) -> None:
    """Write a line on a canvas."""
    for text, style in line:
        canvas.put(x, y, text, style)
        x += cell_len(text)


def _letters(text: str, style: str) -> Iterator[tuple[str, str]]:
    """Yield each character with its style, leaving out the Markdown markers."""
    at = 0
    for found in _MARKED.finditer(text):
        yield from ((letter, style) for letter in text[at : found.start()])
        yield from ((letter, "strong") for letter in next(filter(None, found.groups())))
        at = found.end()
    yield from ((letter, style) for letter in text[at:])


def _wrapped(letters: list[tuple[str, str]], width: int) -> Iterator[StyledLine]:
    """Yield lines with as many words as fit. A word that is too long is broken."""
    text, at = "".join(letter for letter, _ in letters), 0
    for row in wrap_words(text.split(" "), width, measure=cell_len):
        at = text.index(row, at)
        yield _pieces(letters[at : at + len(row)])
        at += len(row)


def _pieces(letters: list[tuple[str, str]]) -> StyledLine:
    return [("".join(text for text, _ in group), style) for style, group in groupby(letters, key=lambda each: each[1])]
