"""The layouts of the Wind City board, and the part of the play area that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import PlayArea, Space
from cardtable.tui.drawing.canvas import is_vast

LEFT = 5
"""The first column of the spaces."""
BIG_PITCH, GIANT_PITCH = 7, 9
"""The widths of a space with room for a picture of a house, and for a large one."""
HEIGHTS = (((2, 2), (2, 1)), ((3, 3), (2, 2), (2, 1)), ((4, 3), (3, 3), (2, 2), (2, 1)))
"""The heights of land and sea spaces, largest first, for each scale of the pictures. If none fit, both are 1."""
WIDEST_PANEL = 56
SIDE = 5
"""The width of the column to the right of the play area. Only layouts without a panel have this column."""
MIN_LOG_ROWS = 5
"""The smallest number of free rows below the play area for which the log is placed there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    pitch: int
    """The distance between two columns of spaces."""
    down: int
    """The distance between two rows of land."""
    sea_down: int
    """The distance between two rows of sea, which need less room than land."""
    coast: int
    """The southernmost row of land."""
    columns: int
    """The number of columns of spaces that are shown."""
    rows: int
    """The number of rows of spaces that are shown."""
    panel: int
    """The first column of the panel, or 0 if the layout has a column and a line beside the play area instead."""
    panel_width: int
    left: int = LEFT

    @property
    def is_big(self) -> bool:
        """Whether a space has room for a picture of a house."""
        return self.pitch >= BIG_PITCH

    @property
    def scale(self) -> int:
        """The size of the pictures of houses: 0, 1 or 2."""
        return self.is_big + (self.pitch >= GIANT_PITCH)

    @property
    def side(self) -> int:
        """The first column of the screen to the right of the play area."""
        return self.left + self.columns * self.pitch

    @property
    def bottom(self) -> int:
        """The first row of the screen below the play area."""
        return 2 + sum(map(self.height_of, range(self.rows)))

    def height_of(self, row: int) -> int:
        """Return the height of a row of spaces, counted from 0 in the south."""
        return self.sea_down if row < self.coast else self.down


def layout_for(width: int, height: int, board: PlayArea) -> Layout:
    """Return the layout with the largest spaces that fit. `height` doesn't include the status lines."""
    has_panel = width >= 60 and height >= 16
    pitch, panel = (BIG_PITCH, 44) if width >= 120 else (4, 33) if width >= 80 else (4, 15)
    if vast := is_vast(width, height):
        pitch = GIANT_PITCH
    if not has_panel:
        pitch, panel = 3, 0
    columns = min(board.columns, (width - LEFT - (panel or SIDE)) // pitch)
    room = height - 2 - (0 if has_panel else 1)
    heights = HEIGHTS[(pitch >= BIG_PITCH) + vast] if has_panel else ()
    needed = ((down, sea, down * (board.rows - board.coast) + sea * board.coast) for down, sea in heights)
    down, sea_down = next(((down, sea) for down, sea, rows in needed if rows <= room), (1, 1))
    first = LEFT + columns * pitch + (panel > 20)
    return Layout(
        pitch=pitch, down=down, sea_down=sea_down, coast=board.coast,
        columns=columns, rows=board.rows if down > 1 else min(board.rows, room),
        panel=first if panel else 0, panel_width=min(width - first, width if vast else WIDEST_PANEL) if panel else 0,
    )  # fmt: skip


class Viewport(NamedTuple):
    """The visible part of the play area, given by its southernmost row and westernmost column."""

    row: int
    column: int


def viewport_for(layout: Layout, area: PlayArea, middle: Space) -> Viewport:
    """Return the part of the play area to show, with this space in the middle if possible."""
    row, column = divmod(middle, 100)
    lowest = max(0, min(row - layout.rows // 2, area.rows - layout.rows))
    return Viewport(lowest, max(0, min(column - layout.columns // 2, area.columns - layout.columns)))


def row_y(layout: Layout, viewport: Viewport, row: int) -> int:
    """Return the row of the screen on which a row of spaces starts."""
    return 2 + sum(map(layout.height_of, range(row + 1, viewport.row + layout.rows)))
