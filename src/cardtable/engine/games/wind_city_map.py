"""What Wind City is played on: boards, cards, and the way about a board.  Rules: rules/wind_city.md (WC)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, NamedTuple

Space = int
"""A hundred times the row, from the south, and the column, from the west, both from 0: 304 is E4."""
Direction = Literal["north", "south", "east", "west"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("north", "south", "east", "west")
SECTIONS = {2: 2, 3: 2, 4: 3, 5: 4}  # WC-1: land sections in use, by the number of players
HOUSES = 12  # WC-2
MOST_BEACH = {2: 3, 3: 3, 4: 3, 5: 2}  # WC-3
WIDEST, DEEPEST = 26, 9
"""Columns, which have letters; and rows of a section."""
MOST_STEPS, DEAREST, MOST_CARDS = 26, 99, 99
ACTIONS = 5  # WC-13: on each card


class Board(NamedTuple):
    """A board with four land sections (WC-1)."""

    columns: int
    sea_rows: int
    section_rows: int
    """Of each land section."""
    stations: tuple[tuple[int, int], ...]
    """Row and column of each weather station, from the south and from the west, both from 0."""

    def __hash__(self) -> int:
        """Return a hash of the size alone, because a board is looked up several times an action."""
        return (self.columns * 100 + self.sea_rows) * 100 + self.section_rows


class Move(NamedTuple):
    """One action of a card: the hurricane moves."""

    kind: Literal["move"]
    direction: Direction
    steps: int
    cost: int

    def __str__(self) -> str:
        return f"{self.direction} {self.steps}"


class House(NamedTuple):
    """One action of a card: a house may be bought."""

    kind: Literal["house"]
    cost: int

    def __str__(self) -> str:
        return "house"


Card = tuple[Move | House, ...]


# The standard ones (WC-1, WC-13); rules/wind_city/ has the same as files.
BOARD = Board(
    columns=10,
    sea_rows=3,
    section_rows=4,
    stations=((1, 2), (2, 7), (5, 4), (6, 9), (8, 1), (10, 6), (12, 8), (13, 3), (16, 0), (17, 5)),
)
_CARDS = """
    S1:1 N3:2 E2:1 E3:3 H:4   S1:1 N4:3 W2:1 W2:2 H:4   S1:2 N2:1 E3:2 W4:4 H:4   S2:3 N3:2 W1:1 W4:3 H:4
    S1:1 N4:3 E2:1 E2:2 H:4   S1:2 N2:1 W3:3 W2:2 H:3   S2:2 N5:4 E1:1 W3:3 H:5   S1:1 N3:2 W3:3 W1:2 H:3
    S1:2 N3:3 E1:1 E4:4 H:4   S1:2 N2:2 W2:2 E3:3 H:3   S2:3 N4:3 E3:3 E2:2 H:5   S2:2 N1:1 W5:4 E3:3 H:4
    S1:2 N4:3 W3:3 E1:1 H:5   S1:1 N3:2 W2:2 W3:3 H:4   S3:4 N2:1 E2:2 E4:3 H:3   S1:1 N4:4 W1:1 E2:2 H:3
    S1:2 N2:2 W3:2 E4:4 H:5   S1:2 N3:2 W4:3 W2:2 H:4   S2:3 N3:2 E1:2 W3:3 H:4   S2:3 N1:1 E3:3 E1:1 H:3
    S1:2 N2:1 W1:1 W3:2 H:5   S2:2 N3:2 E5:4 W2:2 H:4   S3:3 N4:4 W2:2 E1:1 H:5   S1:2 N5:5 E2:2 E3:3 H:4
    S2:2 N1:1 E3:2 E1:1 H:3
"""
"""Direction, steps and cost of a move, H and the cost of a house; five actions a card, cards 1 to 25."""


def _read(text: str) -> Move | House:
    what, cost = text.split(":")
    if what == "H":
        return House("house", int(cost))
    (direction,) = (each for each in DIRECTIONS if each[0].upper() == what[0])
    return Move("move", direction, int(what[1:]), int(cost))


def _read_cards(text: str) -> tuple[Card, ...]:
    actions = tuple(map(_read, text.split()))
    return tuple(actions[at : at + ACTIONS] for at in range(0, len(actions), ACTIONS))


CARDS = _read_cards(_CARDS)


# Spaces
def space_at(row: int, column: int) -> Space:
    return row * 100 + column


def row_of(space: Space) -> int:
    return space // 100


def column_of(space: Space) -> int:
    return space % 100


@cache
def name_of(space: Space) -> str:
    """As players call it: the column's letter from the west and the row's number from the south, `E4`."""
    row, column = divmod(space, 100)
    return f"{chr(ord('A') + column)}{row + 1}" if row >= 0 and column < WIDEST else "nowhere"


def read_space(text: str) -> Space | None:
    """The space of this name; None if it is no name."""
    found = re.fullmatch(r"([a-z])([1-9][0-9]?)", text.lower())
    return space_at(int(found[2]) - 1, ord(found[1]) - ord("a")) if found else None


class Chart(NamedTuple):
    """A board as so many players use it."""

    rows: int
    """In use, the sea's among them."""
    columns: int
    harbour: tuple[Space, ...]
    """The southernmost sea row, where the hurricane starts."""
    sections: tuple[tuple[Space, ...], ...]
    """Where houses may stand in each land section, from the south; stations are left out."""
    coast: int
    """The southernmost land row."""
    stations: frozenset[Space]

    def beyond(self, space: Space, direction: Direction) -> Space | None:
        """The next space on that way (WC-7); None south of the southern edge, a row too many north of the last."""
        if direction == "north":
            return space + 100
        if direction == "south":
            return space - 100 if space >= 100 else None
        row, column = divmod(space, 100)
        return row * 100 + (column + (1 if direction == "east" else -1)) % self.columns

    def is_beach(self, space: Space) -> bool:
        return space // 100 == self.coast

    def is_sea(self, space: Space) -> bool:
        return space // 100 < self.coast

    def is_north(self, space: Space) -> bool:
        """Whether it lies beyond the northern edge."""
        return space // 100 >= self.rows


@cache
def chart(board: Board, seats: int) -> Chart:
    """The board for so many players (WC-1)."""
    rows = board.sea_rows + SECTIONS[seats] * board.section_rows
    stations = frozenset(space_at(row, column) for row, column in board.stations if row < rows)
    firsts = range(board.sea_rows, rows, board.section_rows)
    sections = (_spaces(board, first, first + board.section_rows) for first in firsts)
    return Chart(
        rows=rows,
        columns=board.columns,
        harbour=_spaces(board, 0, 1),
        sections=tuple(tuple(space for space in section if space not in stations) for section in sections),
        coast=board.sea_rows,
        stations=stations,
    )


def _spaces(board: Board, first: int, end: int) -> tuple[Space, ...]:
    return tuple(space_at(row, column) for row in range(first, end) for column in range(board.columns))


# Boards and cards of one's own
def faults_of_board(board: Board, seats: int) -> Iterator[str]:
    """A sentence for each reason why so many cannot play on it."""
    for size, most, what in (
        (board.columns, WIDEST, "columns"),
        (board.sea_rows, DEEPEST, "sea rows"),
        (board.section_rows, DEEPEST, "rows in a land section"),
    ):
        if not 1 <= size <= most:
            yield f"A board has 1 to {most} {what}, not {size} (WC-19)."
            return
    if faults := _faults_of_stations(board):
        yield from faults
        return
    needed = (seats - 1) * MOST_BEACH[seats] + 1
    if board.columns < needed:
        yield f"With {seats} players the coast needs {needed} columns, and this board has {board.columns} (WC-19)."
    else:
        yield from _faults_of_room(board, seats)


def _faults_of_stations(board: Board) -> list[str]:
    """At most one sentence for each space, however many stations there are."""
    rows = board.sea_rows + max(SECTIONS.values()) * board.section_rows
    spaces = (rows - 1) * board.columns
    if len(board.stations) > spaces:
        return [f"A board of this size has room for {spaces} stations, not {len(board.stations)} (WC-19)."]
    found, seen = list[str](), set[tuple[int, int]]()
    for row, column in board.stations:
        where = f"The station at row {row}, column {column}"
        if not (0 <= row < rows and 0 <= column < board.columns):
            found.append(f"{where} lies outside the board's {rows} rows and {board.columns} columns (WC-19).")
        elif row == board.sea_rows:
            found.append(f"{where} lies on the coast row, which has none (WC-1).")
        elif (row, column) in seen:
            found.append(f"{where} is there twice (WC-19).")
        seen.add((row, column))
    return found


def _faults_of_room(board: Board, seats: int) -> Iterator[str]:
    """Whether the houses of so many find room, in whatever order they are placed."""
    quota = HOUSES // SECTIONS[seats]
    for at, section in enumerate(chart(board, seats).sections):
        room, needed = len(section), seats * quota
        if at == 0:  # every player may leave but one house for the coast
            room, needed = room - board.columns, seats * (quota - 1)
        if room < needed:
            where = "behind the coast" if at == 0 else f"in land section {at + 1}"
            yield f"The {needed} houses {where} have only {room} spaces: too small for {seats} players (WC-19)."


def faults_of_cards(cards: tuple[Card, ...]) -> Iterator[str]:
    """A sentence for each reason why nobody can play with them."""
    if not 1 <= len(cards) <= MOST_CARDS:
        yield f"There are 1 to {MOST_CARDS} cards, not {len(cards)} (WC-19)."
    for number, card in enumerate(cards[:MOST_CARDS], 1):
        if len(card) != ACTIONS:
            yield f"Card {number} has {len(card)} actions, not {ACTIONS} (WC-13)."
            continue
        if not any(isinstance(each, Move) for each in card):
            yield f"Card {number} has no move (WC-4)."
        for at, each in enumerate(card, 1):
            if isinstance(each, Move) and not 1 <= each.steps <= MOST_STEPS:
                yield f"Action {at} of card {number} goes 1 to {MOST_STEPS} steps, not {each.steps} (WC-19)."
            if not 0 <= each.cost <= DEAREST:
                yield f"Action {at} of card {number} costs 0 to {DEAREST}, not {each.cost} (WC-19)."
