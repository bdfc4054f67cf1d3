"""The layouts of the Exit Stage Right board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.games.exit_stage_right.model import COLUMNS
from cardtable.tui.faces import Size


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    hand: Size
    left: int
    """The first column of the stage."""
    top: int
    """The first row of the stage."""
    pitch: int
    """The distance between the left edges of two columns."""
    down: int
    """The distance between the top edges of two rows."""
    panel: int
    """The first column of the panel, or 0 if there is no panel."""
    log: int
    hand_top: int
    hand_pitch: int

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: float) -> int:
        return round(self.top + self.down * row)

    @property
    def has_headings(self) -> bool:
        """True if there is room for headings, and for words instead of signs."""
        return self.card is Size.HUGE

    @property
    def right(self) -> int:
        """The first column to the right of the stage."""
        return self.x(COLUMNS - 1) + self.card.width


SMALL = Layout(Size.SMALL, Size.TINY, 4, 2, 7, 1, 0, 5, 6, 4)
"""The layout for small terminals."""
SIZES_BESIDE_TEXT = ((84, 31), (60, 22), (40, 14))
"""The columns and rows of the layouts for a board beside a text, which takes the place of the panel."""


def layout_for(width: int, height: int, *, is_beside_text: bool = False) -> Layout:
    """Return the largest layout that fits; `height` doesn't include the status lines."""
    if is_beside_text:
        return _layout_beside_text(width, height)
    if width >= 120 and height >= 35:
        return Layout(Size.HUGE, Size.WIDE, 9, 2, 15, 8, 84, 26, 28, 11)
    if width >= 120 and height >= 30:
        return Layout(Size.HUGE, Size.MEDIUM, 9, 2, 15, 8, 84, 26, 27, 6)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.MEDIUM, 8, 2, 9, 5, 56, 17, 18, 6)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.MEDIUM, 6, 2, 6, 3, 38, 11, 12, 5)
    return SMALL


def _layout_beside_text(width: int, height: int) -> Layout:
    """Return the largest layout that fits without a panel; the choice is in the row below the hand."""
    layouts = (
        Layout(Size.HUGE, Size.MEDIUM, 9, 2, 15, 8, 0, 26, 27, 6),
        Layout(Size.LARGE, Size.MEDIUM, 8, 2, 9, 5, 0, 17, 18, 5),
        Layout(Size.MEDIUM, Size.TINY, 6, 2, 6, 3, 0, 11, 12, 4),
    )
    fitting = (
        layout
        for layout, (columns, rows) in zip(layouts, SIZES_BESIDE_TEXT, strict=True)
        if width >= columns and height >= rows
    )
    return next(fitting, SMALL)
