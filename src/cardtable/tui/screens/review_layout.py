"""The layout of a review on a terminal: the board, the text beside or below it, and the graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MAX_GRAPH_ROWS, GRAPH_ROWS, MIN_GRAPH_ROWS = 16, 8, 5
NARROWEST_TEXT = 36
"""The minimum number of columns of the text beside the board."""
TEXT_ROWS, MIN_TEXT_ROWS = 15, 5
MIN_BOARD_ROWS = 11
SUMMARY_CELLS = 800
"""The minimum number of cells for a summary beside the board. If there are fewer, the summary replaces the board."""


class ReviewLayout(NamedTuple):
    """The sizes of the parts of a review."""

    is_single: bool
    """Whether there is only room for either the board or the text with the graph."""
    is_stacked: bool
    """Whether the text is below the board because the terminal is narrow."""
    board_columns: int
    """The width of the board. It is the terminal's width unless the text is beside the board."""
    board_rows: int
    """The height of the board, including its status line."""
    graph_rows: int

    @property
    def is_board_full_width(self) -> bool:
        """Whether nothing is beside the board."""
        return self.is_single or self.is_stacked


def layout_for(
    width: int, height: int, board_sizes: Sequence[tuple[int, int]], *, is_summary: bool = False
) -> ReviewLayout:
    """Return the layout for a terminal of this size in columns and rows, not counting the key bar.

    `board_sizes` are the columns and rows of the board's layouts beside text, starting with the largest. A summary gets
    more room, because its text is longer and the final board is less interesting.
    """
    sizes = [(columns, rows + 1) for columns, rows in board_sizes]
    is_stacked = width < sizes[-1][0] + NARROWEST_TEXT
    room_for_text = height - MIN_GRAPH_ROWS - MIN_BOARD_ROWS
    if room_for_text < (MIN_TEXT_ROWS if is_stacked else 0):
        return ReviewLayout(True, is_stacked, width, height, MIN_GRAPH_ROWS)
    if is_stacked:
        graph_rows = min(GRAPH_ROWS, height - MIN_BOARD_ROWS - TEXT_ROWS)
        return ReviewLayout(False, True, width, MIN_BOARD_ROWS, max(MIN_GRAPH_ROWS, graph_rows))
    fitting = (size for size in sizes if size[0] + NARROWEST_TEXT <= width and size[1] + GRAPH_ROWS <= height)
    columns, rows = next(fitting, sizes[-1])
    graph_rows = min(MAX_GRAPH_ROWS, height - max(rows, min(TEXT_ROWS, height - MIN_GRAPH_ROWS)))
    if is_summary and (width - columns) * (height - graph_rows) < SUMMARY_CELLS:
        return ReviewLayout(True, False, width, height, graph_rows)
    return ReviewLayout(False, False, columns, height - graph_rows, graph_rows)
