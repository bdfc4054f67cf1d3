"""Where things stand on the board of Wind City, and which part of the chart is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import PlayArea


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where things stand, chosen by the room there is: columns and rows of the screen, from 0."""

    left: int
    """First column of the spaces."""
    pitch: int
    """From one column of the board to the next."""
    down: int
    """From one row of the board to the next."""
    columns: int
    rows: int
    """How many of the board's are shown."""
    panel: int
    """First column of the panel; 0 where what it tells stands in two lines below the board."""


def layout_for(width: int, height: int, board: PlayArea) -> Layout:
    """The largest layout of this board that fits `height` rows, the status lines not counted."""
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
    """The part of the board that is shown: the southernmost row and the westernmost column of it."""

    row: int
    column: int


def row_y(plan: Layout, port: Viewport, row: int) -> int:
    """Return the row of the screen on which a row of the board stands."""
    return 2 + (port.row + plan.rows - 1 - row) * plan.down
