"""Wind City's board for tests: games with a fixed deal in any phase, and the text that the board draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Options, State
from cardtable.formats.opening import StartPosition
from cardtable.games.wind_city.board import WindCityBoard, layout_for
from cardtable.rooms.table import TableRoom
from cardtable.table.session import Session
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.faces import BLOCKS, CardSet
from tests.games.wind_city_positions import space
from tests.table.sittings import truth
from tests.tui.boards.boards import USUAL, random_turns, shown
from tests.tui.screens import DEAL

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")
PHASES = ("hurricane", "houses", "plan", "renew", "offer", "insure", "build")


def sit(
    seats: int = 5, persons: tuple[int, ...] | None = None, names: tuple[str, ...] = NAMES, **options: Any
) -> Session:
    everybody = (0,) * seats if persons is None else persons
    return Session(GAME, Options(**options), names[:seats], DealCode.parse(DEAL), everybody)


def sit_till(
    phase: str, seats: int = 5, later: int = 0, luck: int = 3, persons: tuple[int, ...] | None = None
) -> Session:
    """Return a random game with a fixed deal, played until a phase comes up for the first (or a later) time."""
    for number in range(luck, luck + 50):
        left = later
        for session in random_turns(sit(seats, persons), number):
            left -= truth(session).phase == phase
            if left < 0:
                return session
    raise AssertionError(f"{phase} never comes up")


def sit_at(position: State, persons: tuple[int, ...] | None = None) -> Session:
    """Return a game that begins at this position."""
    seats = len(position.houses)
    return Session(GAME, position.options, NAMES[:seats], StartPosition(position), persons or (0,) * seats)


def board_of(session: Session, signs: CardSet = BLOCKS, viewer: Seat | None = None) -> WindCityBoard:
    """Return the board as a seat sees it; by default the seat whose turn it is."""
    board = WindCityBoard(signs)
    asked = session.turn if session.turn is not None else 0
    board.table = TableRoom(session, None)
    board.table.viewer = asked if viewer is None else viewer
    board.show(board.table.seen)
    return board


def all_boards() -> Iterator[tuple[Session, WindCityBoard]]:
    for phase in PHASES:
        for seats in (2, 5):
            session = sit_till(phase, seats, later=2 if phase != "hurricane" else 0)
            yield session, board_of(session)


def row_of(line: str) -> int | None:
    """Return the number of the chart's row on this line."""
    found = re.match(r"[\d ][^\w\s]([\d ]\d)(?: |$)", line)
    return int(found[1]) if found else None


def token(board: BoardWidget, name: str, size: tuple[int, int] = USUAL) -> str:
    """Return the text of a space without blanks, shading and the arms of the hurricane."""
    assert board.seen is not None
    plan = layout_for(size[0], size[1] - 2, area_of(board.seen.state))
    lines, at = shown(board, size).splitlines(), space(name)
    line = next(line for line in lines[2:] if row_of(line) == at // 100 + 1)
    x = plan.left + at % 100 * plan.pitch
    return re.sub(r"[\s░▒▀▄▛▜▙▟▘▝▖▗]", "", line[x : x + plan.pitch])
