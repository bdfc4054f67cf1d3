"""The layouts of the Rummy-like board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.tui.drawing.canvas import is_vast
from cardtable.tui.drawing.faces import Size

MAX_SPARE_ROWS = 3
"""The largest number of spare rows below the cards in the middle. These rows have room for a list of all nine kinds."""
MIN_ROWS_TO_SPARE = 24
"""The table height above which the middle of the table gets the spare rows."""
CATEGORY = 3
"""The number of kinds in a category. Gaps separate the categories."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    """The size of the cards in the middle."""
    chard: Size
    """The size of the viewer's own Chards."""
    own: Size
    """The size of the viewer's own TriCards."""
    players: int
    """The first row of the players. The small layout has the names here and the actions on the next row."""
    middle: int
    """The row of the names above the cards in the middle."""
    panel: int
    """The first column of the list of choices, or 0 if there is no list."""
    open: int
    """The row of the deck and the open piles."""
    table: int
    """The row above the viewer's Chards. The row says which Chards match, and how many the choice would leave."""
    label: int
    """The first column of the nine kinds."""
    pitch: int
    own_top: int
    """The first row of the viewer's own TriCards."""
    own_pitch: int
    """The distance between the left edges of the viewer's TriCards, with room for the sets beside each TriCard."""
    log: int
    """The first row of the log."""
    side: int = 0
    """The first column of the open piles and a long log beside everything else, or 0 if there's no room for them."""

    @property
    def small(self) -> bool:
        return self.card is Size.TINY

    def kind_x(self, at: int) -> int:
        return self.label + self.pitch * at + at // CATEGORY

    @property
    def face_up(self) -> int:
        """The first column of the TriCards led and discarded, or 0. Without `side`, only the public view draws them."""
        return self.side or (66 if self.own is Size.HUGE else 0)

    def end(self, width: int) -> int:
        """Return the column after everything that isn't at the side."""
        return self.side - 2 if self.side else width

    @property
    def counts(self) -> int:
        """The first row of the viewer's Chards. In the small layout, this row has only the numbers of Chards."""
        return self.table + 1

    @property
    def kind_names(self) -> int:
        """The row with the names of the kinds, or 0 if there is no such row."""
        return self.counts + self.chard.height if self.chard is Size.LARGE else 0

    @property
    def values(self) -> int:
        """The row with the score for a set of each kind, or 0 if the borders of the cards show the score."""
        return self.kind_names + 1 if self.chard is Size.LARGE else 0

    @property
    def heading(self) -> int:
        """The row with the heading of the viewer's TriCards, or 0 if there is no room for a heading."""
        row = self.own_top - 1
        return row if row > (self.values or self.counts + self.chard.height - 1) else 0

    @property
    def slot(self) -> int:
        """The distance between the left edges of two cards in the middle."""
        return self.card.width + 2


def layout_for(width: int, height: int) -> Layout:
    """Return the largest layout that fits. `height` doesn't include the status lines."""
    if is_vast(width, height):
        return Layout(Size.GIANT, Size.WIDE, Size.GIANT, 2, 7, 80, 18, 20, 14, 12, 30, 42, 41, side=126)
    if width >= 120 and height >= 37:
        return Layout(Size.HUGE, Size.LARGE, Size.HUGE, 2, 6, 66, 15, 17, 14, 11, 26, 40, 34)
    if width >= 120 and height >= 30:
        return Layout(Size.HUGE, Size.LARGE, Size.HUGE, 1, 4, 66, 12, 13, 14, 11, 21, 40, 28)
    if width >= 80 and height >= 21:
        spare = max(0, min(MAX_SPARE_ROWS, height - MIN_ROWS_TO_SPARE))
        return Layout(
            Size.LARGE, Size.MEDIUM, Size.MEDIUM, 1, 4, 40, 10 + spare, 11 + spare, 13, 7, 16 + spare, 27, 19 + spare
        )
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.MEDIUM, Size.MEDIUM, 1, 4, 31, 8, 9, 1, 6, 13, 20, 16)
    return Layout(Size.TINY, Size.TINY, Size.TINY, 1, 4, 0, 3, 5, 0, 4, 7, 9, 8)
