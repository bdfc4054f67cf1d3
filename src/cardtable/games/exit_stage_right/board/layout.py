"""The layouts of the Exit Stage Right board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.games.exit_stage_right.model import COLUMNS, ROWS
from cardtable.tui.drawing.canvas import VASTEST, is_vast
from cardtable.tui.drawing.faces import Size

WORDS_PITCH = 7
"""The smallest distance between two cards in the hand at which words such as `1 lost` fit on a card."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    hand: Size
    left: int
    """The first column of the stage."""
    pitch: int
    """The distance between the left edges of two columns."""
    down: int
    """The distance between the top edges of two rows."""
    panel: int
    """The first column of the panel, or 0 if there is no panel."""
    log: int
    """The row of the last move. If this row is above the stage, the columns have no headings."""
    hand_top: int
    top: int = 2
    """The first row of the stage."""
    has_piles: bool = False
    """Whether the lost and won piles are beside the stage. Otherwise, only the numbers of their cards are shown."""

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: float) -> int:
        return round(self.top + self.down * row)

    @property
    def has_headings(self) -> bool:
        """Whether there is room for headings, and for words instead of signs."""
        return self.card in (Size.GIANT, Size.HUGE)

    @property
    def has_column_headings(self) -> bool:
        """Whether a row above the stage names the columns and sides. Otherwise, the cells and margins name them."""
        return self.log >= self.top

    def head(self, row: int, column: int) -> str:
        """Return the column number for the upper border of a cell, or an empty string if there are headings."""
        return "" if row or self.has_column_headings else str(column + 1)

    @property
    def has_wide_gaps(self) -> bool:
        """Whether there is more than one blank column between two columns of the stage."""
        return self.pitch > self.card.width + 1

    @property
    def right(self) -> int:
        """The first column to the right of the stage."""
        return self.x(COLUMNS - 1) + self.card.width

    @property
    def bottom(self) -> int:
        """The first row below the stage."""
        return self.y(len(ROWS) - 1) + self.card.height

    @property
    def names(self) -> int:
        """The first column of the names of the rows."""
        return Size.LARGE.width + 2 if self.has_piles else 0

    @property
    def won(self) -> int:
        """The first column of the won pile and its name."""
        return self.right + self.has_wide_gaps

    def hand_end(self, width: int) -> int:
        """Return the column after the space for the hand. If there are piles, the hand ends before the panel."""
        return self.panel - 1 if self.has_piles and self.panel else width

    def hand_for(self, cards: int, width: int) -> tuple[Size, int]:
        """Return the card size and the spacing at which a hand of this many cards fits into `width` columns."""
        if self.hand is Size.TINY:
            return Size.TINY, 4
        if self.hand in (Size.HUGE, Size.WIDE):
            room = self.hand_end(width) - self.left - 2
            is_huge = self.hand is Size.HUGE and (cards + 1) * (Size.HUGE.width + 1) <= room + 1
            size = Size.HUGE if is_huge else Size.WIDE
            return size, min(size.width + 1, (room - size.width) // max(1, cards))
        pitch = (width - self.left - Size.STRIP.width - 1) // max(1, cards)
        if pitch >= WORDS_PITCH:
            return Size.STRIP, min(pitch, Size.STRIP.width + 1)
        return Size.MEDIUM, min(pitch, Size.MEDIUM.width + 1)


SMALL = Layout(Size.SMALL, Size.TINY, 4, 7, 1, 0, 5, 6)
"""The layout for small terminals."""
SIZES_BESIDE_TEXT = ((124, 40), (84, 31), (60, 22), (40, 14))
"""The smallest terminal sizes, in columns and rows, for the layouts beside text. These layouts have no panel."""


def layout_for(width: int, height: int, *, is_beside_text: bool = False) -> Layout:
    """Return the largest layout that fits. `height` doesn't include the status lines."""
    if is_beside_text:
        return _layout_beside_text(width, height)
    if is_vast(width, height):
        gap, down = 2 * (width >= VASTEST[0]), 11 + (height >= VASTEST[1])
        bottom = 2 * down + 11
        return Layout(Size.GIANT, Size.HUGE, 16, 19 + gap, down, 120 + 5 * gap, bottom + 1, bottom + 3, has_piles=True)
    if width >= 120 and height >= 37:
        return Layout(Size.HUGE, Size.WIDE, 9, 15, 8, 84, 26, 28)
    if width >= 120 and height >= 30:
        return Layout(Size.HUGE, Size.STRIP, 9, 15, 8, 84, 25, 26)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.STRIP, 8, 9, 5, 56, 1, 17)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.STRIP, 6, 6, 3, 38, 11, 12)
    return SMALL


def _layout_beside_text(width: int, height: int) -> Layout:
    """Return the largest layout that fits and has no panel. The choice is in the row below the hand."""
    layouts = (
        Layout(Size.GIANT, Size.STRIP, 16, 19, 10, 0, 32, 34, has_piles=True),
        Layout(Size.HUGE, Size.STRIP, 9, 15, 8, 0, 25, 26),
        Layout(Size.LARGE, Size.STRIP, 8, 9, 5, 0, 1, 17),
        Layout(Size.MEDIUM, Size.TINY, 6, 6, 3, 0, 11, 12),
    )
    fitting = (
        layout
        for layout, (columns, rows) in zip(layouts, SIZES_BESIDE_TEXT, strict=True)
        if width >= columns and height >= rows
    )
    return next(fitting, SMALL)
