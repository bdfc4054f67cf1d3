"""All hands and piles that a viewer sees, drawn as cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from textual.geometry import Size as Extent

from cardtable.engine.cards import Card
from cardtable.formats.position import cards_in
from cardtable.table.replay import describe_cards, zones_of
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import Canvas, wrap
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import CardSet, Size, count_label
from cardtable.tui.screens.reader import ScrollScreen
from cardtable.tui.widgets.drawn import Drawing

GAP = 1
"""The number of columns between two cards, and the number of blank rows below a hand or pile."""
MAX_WORDS = 20
"""The maximum number of rows for a zone that is listed in words."""


class CardsView(Drawing):
    """The hands and piles, each with its name above its cards. Identical neighbours share one face with a number."""

    DEFAULT_CSS = "CardsView { height: auto; }"

    def __init__(self, seen: Seen, signs: CardSet) -> None:
        super().__init__()
        self._zones = [
            (title, _runs(value), words)
            for (title, value), (_, words) in zip(zones_of(seen), describe_cards(seen), strict=True)
        ]
        self._signs = signs

    def get_content_height(self, container: Extent, viewport: Extent, width: int) -> int:
        return sum(self._rows(width, runs, words) for _, runs, words in self._zones)

    def drawn(self, width: int, height: int) -> Canvas:
        canvas, y = Canvas(width, height), 0
        for title, runs, words in self._zones:
            canvas.put(0, y, title, "strong")
            if runs:
                self._draw_cards(canvas, y + 1, runs)
            else:
                canvas.block(0, y + 1, _wrapped(words, width))
            y += self._rows(width, runs, words)
        return canvas

    def _draw_cards(self, canvas: Canvas, y: int, runs: Sequence[tuple[Card, int]]) -> None:
        in_row = _in_row(canvas.width)
        for at, (card, count) in enumerate(runs):
            x, top = at % in_row * (Size.MEDIUM.width + GAP), y + at // in_row * Size.MEDIUM.height
            foot = count_label(count, self._signs) if count > 1 else ""
            draw_face(canvas, (x, top), card, Size.MEDIUM, self._signs, foot=foot)

    def _rows(self, width: int, runs: Sequence[tuple[Card, int]], words: str) -> int:
        """Return the number of rows of a zone, including its title and the blank row below it."""
        content = -(-len(runs) // _in_row(width)) * Size.MEDIUM.height if runs else len(_wrapped(words, width))
        return 1 + content + GAP


def _runs(value: Any) -> tuple[tuple[Card, int], ...]:
    """Return the runs of identical cards in a zone, each as a card and a number."""
    return tuple((card, len(list(run))) for card, run in groupby(cards_in(value)))


def _in_row(width: int) -> int:
    return max(1, (width + GAP) // (Size.MEDIUM.width + GAP))


def _wrapped(words: str, width: int) -> list[str]:
    return list(wrap(words, max(1, width), MAX_WORDS))


class CardsScreen(ScrollScreen[None]):
    """A screen with a title and with all hands and piles as cards."""

    def __init__(self, title: str, seen: Seen, signs: CardSet) -> None:
        super().__init__(title, CardsView(seen, signs))
