"""The layouts of the Rummy-like board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.games.rummy_like.model import TRICARDS_EACH
from cardtable.tui.faces import Size

CATEGORY = 3
"""The number of kinds in a category; there is a gap between categories."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    """The size of the cards in the middle."""
    own: Size
    """The size of the viewer's own TriCards."""
    players: int
    """The first row of the players; the small layout has all of them on one row."""
    middle: int
    """The row of the names above the cards in the middle."""
    panel: int
    """The first column of the list of choices, or 0 if there is no list."""
    open: int
    """The row of the deck and the open piles."""
    table: int
    """The row of the names of the nine kinds, above the counts, the TriCards and their worth."""
    label: int
    """The first column of the nine kinds."""
    pitch: int
    log: int
    """The first row of the log."""

    @property
    def small(self) -> bool:
        return self.card is Size.TINY

    def kind_x(self, at: int) -> int:
        return self.label + self.pitch * at + at // CATEGORY

    @property
    def counts(self) -> int:
        return self.table + 1

    def own_y(self, at: int) -> int:
        return self.counts + 1 + at * self.own.height

    @property
    def worth(self) -> int:
        return self.own_y(TRICARDS_EACH)

    @property
    def slot(self) -> int:
        """The distance between the left edges of two cards in the middle."""
        return self.card.width + 2


def layout_for(width: int, height: int) -> Layout:
    """Return the largest layout that fits; `height` doesn't include the status lines."""
    if width >= 120 and height >= 37:
        return Layout(Size.LARGE, Size.MEDIUM, 2, 6, 64, 13, 15, 13, 11, 28)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.SMALL, 1, 4, 40, 10, 11, 11, 7, 17)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.SMALL, 1, 4, 31, 8, 9, 9, 5, 15)
    return Layout(Size.TINY, Size.TINY, 1, 3, 0, 2, 4, 6, 3, 9)
