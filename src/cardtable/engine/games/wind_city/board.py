"""The board of Wind City: spaces, land sections and directions."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

Space = int
"""The number of a space: 100 times its row (from 0 in the south) plus its column (from 0 in the west). E4 is 304."""
Direction = Literal["north", "south", "east", "west"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("north", "south", "east", "west")
SECTIONS = {2: 2, 3: 2, 4: 3, 5: 4}  # WC-1
"""The number of land sections in use for each number of players."""
HOUSES = 12  # WC-2
MAX_BEACH_HOUSES = {2: 3, 3: 3, 4: 3, 5: 2}  # WC-3
"""The maximum number of beach houses per player, for each number of players."""
MAX_COLUMNS = 26  # WC-19
MAX_ROWS = 9  # WC-19
"""The maximum number of rows in the sea, and the maximum number in each land section."""


class Board(NamedTuple):
    """A board with four land sections (WC-1)."""

    columns: int
    sea_rows: int
    section_rows: int
    """The number of rows in each land section."""
    stations: tuple[tuple[int, int], ...]
    """The row and column of each weather station, counted from 0 in the south and the west."""

    def __hash__(self) -> int:
        """Hash only the board's size, which saves time because boards are looked up several times per action."""
        return (self.columns * 100 + self.sea_rows) * 100 + self.section_rows


BOARD = Board(  # WC-1; the same as the file in rules/wind_city/
    columns=10,
    sea_rows=3,
    section_rows=4,
    stations=((1, 2), (2, 7), (5, 4), (6, 9), (8, 1), (10, 6), (12, 8), (13, 3), (16, 0), (17, 5)),
)


def space_at(row: int, column: int) -> Space:
    """Return the space with this row and column, counted from 0 in the south and the west."""
    return row * 100 + column


def row_of(space: Space) -> int:
    """Return a space's row, counted from 0 in the south."""
    return space // 100


def column_of(space: Space) -> int:
    """Return a space's column, counted from 0 in the west."""
    return space % 100


@cache
def name_of(space: Space) -> str:
    """Return the name of a space, such as `E4`: the letter of its column and the number of its row."""
    row, column = divmod(space, 100)
    return f"{chr(ord('A') + column)}{row + 1}" if row >= 0 and column < MAX_COLUMNS else "nowhere"


def parse_space(text: str) -> Space | None:
    """Return the space with this name, or None if there is no such space. The case of the letter doesn't matter."""
    found = re.fullmatch(r"([a-z])([1-9][0-9]?)", text.lower())
    return space_at(int(found[2]) - 1, ord(found[1]) - ord("a")) if found else None


class PlayArea(NamedTuple):
    """The part of a board that is in use, which depends on the number of players."""

    rows: int
    """The number of rows in use, including the sea."""
    columns: int
    start_spaces: tuple[Space, ...]
    """The spaces of the southernmost sea row, where the hurricane starts."""
    sections: tuple[tuple[Space, ...], ...]
    """The spaces of each land section, excluding weather stations. The southernmost section comes first."""
    coast: int
    """The southernmost land row."""
    stations: frozenset[Space]

    def neighbour(self, space: Space, direction: Direction) -> Space | None:
        """Return the next space in a direction.

        The eastern and western edges are joined (WC-7). Beyond the southern edge, return None. Beyond the northern
        edge, return a space outside the board.
        """
        if direction == "north":
            return space + 100
        if direction == "south":
            return space - 100 if space >= 100 else None
        row, column = divmod(space, 100)
        return row * 100 + (column + (1 if direction == "east" else -1)) % self.columns

    def is_beach(self, space: Space) -> bool:
        """Return whether a house on this space would be a beach house."""
        return space // 100 == self.coast

    def is_sea(self, space: Space) -> bool:
        """Return whether the space is part of the sea."""
        return space // 100 < self.coast

    def is_beyond_north(self, space: Space) -> bool:
        """Return whether the space is beyond the northern edge."""
        return space // 100 >= self.rows

    def is_on_board(self, space: Space) -> bool:
        """Return whether the space is on the part of the board that is in use."""
        return space >= 0 and column_of(space) < self.columns and not self.is_beyond_north(space)


def distance(area: PlayArea, one: Space, other: Space) -> int:
    """Return the number of steps between two spaces. The eastern and western edges are joined."""
    columns = abs(one % 100 - other % 100)
    return abs(one // 100 - other // 100) + min(columns, area.columns - columns)


@cache
def play_area(board: Board, seats: int) -> PlayArea:
    """Return the part of the board that this many players use (WC-1)."""
    rows = board.sea_rows + SECTIONS[seats] * board.section_rows
    stations = frozenset(space_at(row, column) for row, column in board.stations if row < rows)
    firsts = range(board.sea_rows, rows, board.section_rows)
    sections = (_spaces(board, first, first + board.section_rows) for first in firsts)
    return PlayArea(
        rows=rows,
        columns=board.columns,
        start_spaces=_spaces(board, 0, 1),
        sections=tuple(tuple(space for space in section if space not in stations) for section in sections),
        coast=board.sea_rows,
        stations=stations,
    )


def _spaces(board: Board, first: int, end: int) -> tuple[Space, ...]:
    return tuple(space_at(row, column) for row in range(first, end) for column in range(board.columns))
