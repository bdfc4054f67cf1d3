"""Text of a lesson as lines of inked pieces: of its Markdown the emphasis alone means something, as bold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rich.cells import cell_len

from cardtable.formats.wrapping import wrap
from cardtable.tui.canvas import PLAIN, Canvas

Line = list[tuple[str, str]]
"""Pieces (text, ink)."""
_MARKED = re.compile(r"\*\*([^*]+)\*\*|\*(\S[^*]*)\*|`([^`]+)`")
_ITEM = re.compile(r"(?=^[-*] )", re.MULTILINE)


def lines_of(markdown: str, width: int, ink: str = PLAIN) -> list[Line]:
    """The text broken at the width there is; an empty line parts paragraphs, and items stand each on a line."""
    done: list[Line] = []
    for paragraph in re.split(r"\n\s*\n", markdown.strip()):
        if done:
            done.append([])
        for item in filter(str.strip, _ITEM.split(paragraph)):
            done += _broken(list(_letters(" ".join(item.split()), ink)), max(8, width))
    return done


def put_line(canvas: Canvas, x: int, y: int, line: Line) -> None:
    """Write a line on a canvas."""
    for text, ink in line:
        canvas.put(x, y, text, ink)
        x += cell_len(text)


def _letters(text: str, ink: str) -> Iterator[tuple[str, str]]:
    """Every letter with its ink, without the marks."""
    at = 0
    for found in _MARKED.finditer(text):
        yield from ((letter, ink) for letter in text[at : found.start()])
        yield from ((letter, "strong") for letter in next(filter(None, found.groups())))
        at = found.end()
    yield from ((letter, ink) for letter in text[at:])


def _broken(letters: list[tuple[str, str]], width: int) -> Iterator[Line]:
    """As many words a line as fit; a word that is too long is broken."""
    text, at = "".join(letter for letter, _ in letters), 0
    for row in wrap(text.split(" "), width, measure=cell_len):
        at = text.index(row, at)
        yield _pieces(letters[at : at + len(row)])
        at += len(row)


def _pieces(letters: list[tuple[str, str]]) -> Line:
    return [("".join(text for text, _ in group), ink) for ink, group in groupby(letters, key=lambda each: each[1])]
