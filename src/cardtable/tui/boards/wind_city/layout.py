"""The layouts of the Wind City board, and the part of the play area that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import PlayArea


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    left: int
    """The first column of the spaces."""
    pitch: int
    """The distance between two columns of spaces."""
    down: int
    """The distance between two rows of spaces."""
    columns: int
    """The number of columns of spaces that are shown."""
    rows: int
    """The number of rows of spaces that are shown."""
    panel: int
    """The first column of the panel, or 0 to show two lines below the play area instead."""


def layout_for(width: int, height: int, board: PlayArea) -> Layout:
    """Return the largest layout that fits; `height` doesn't include the status lines."""
    large, panel = width >= 120 and height >= 37, 50 if width >= 120 else 33 if width >= 80 else 15
    if width < 60 or height < 16:
        left, pitch, panel, below = 4, 3, 0, 2
    else:
        left, pitch, below = 5, 6 if large else 4, 0
    columns = min(board.columns, (width - left - panel) // pitch)
    room = height - 2 - below
    down = 2 if large and 2 * board.rows <= room else 1
    return Layout(
        left=left, pitch=pitch, down=down, columns=columns, rows=min(board.rows, room // down),
        panel=panel and left + columns * pitch + (panel > 20),
    )  # fmt: skip


class Viewport(NamedTuple):
    """The part of the play area that is shown, given by its southernmost row and westernmost column."""

    row: int
    column: int


def row_y(layout: Layout, viewport: Viewport, row: int) -> int:
    """Return the screen row for a row of spaces."""
    return 2 + (viewport.row + layout.rows - 1 - row) * layout.down
