"""Nothing hidden reaches another terminal: at a shared table, both front ends show only what each person may know.

Every screen is painted twice: from the real game, and from one whose hidden cards are others (`tests/table/veils.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from copy import copy
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cardtable.engine.game import AnyGame, Seat
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer, Computers
from cardtable.plain.lines import Lines
from cardtable.plain.table import PlainTable
from cardtable.rooms.table import TableRoom
from cardtable.table import shared_game
from cardtable.table.log import log_lines
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from cardtable.table.shared_game import Table
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.faces import BLOCKS
from tests.table.shared_tables import Company, table_in
from tests.table.sittings import sit, truth
from tests.table.veils import Veil
from tests.tui.boards.boards import COMPACT, USUAL, VAST

WORDS = (
    "look",
    "hand",
    "moves",
    "board",
    "scores",
    "log",
    "players",
    "options",
    "deal",
    "save",
)
"""What everybody at the table types in plain mode."""
STEPS = 3
"""The number of frames for each movement."""
MAX_ACTIONS = 60
"""The maximum number of actions in a game here, because some matches never end."""
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def painted(canvas: Canvas) -> list[object]:
    """Return everything on a canvas, with its colours."""
    return [canvas.cells(y) for y in range(canvas.height)]


def app_shows(room: TableRoom, played: int) -> Iterator[object]:
    """Yield what the app shows at a table: all frames since the first `played` actions, and then the table itself."""
    session, viewer = room.session, room.viewer
    board: BoardWidget = board_for(session.game.id)(BLOCKS)
    board.table, board.gives_tips = room, True
    board.show(session.look_at(viewer, played))
    frames = board.frames_for(session.events_since(viewer, played), STEPS)
    board.show(session.look(viewer))
    yield board.status(session.look(viewer))
    for size in (USUAL, VAST, COMPACT):
        yield painted(board.drawn(*size))
    for frame in frames[:: max(1, len(frames) // 6)]:
        board.groups, board._frames = (), [frame]
        yield painted(board.drawn(*USUAL))
    yield list(map(str, log_lines(session.look(viewer))))


def room_says(room: TableRoom) -> Iterator[object]:
    """Yield the sentences and the commands of a table, and every position in its replay."""
    yield room.caption, room.waiting_text, room.why_no_move(), room.aim, room.introduction
    yield [(each.id, each.why_not(room)) for each in room.known]
    replay = Replay(room.session, room._own_seats())
    replay.viewer = room.viewer
    yield replay.position, replay.view_label, list(map(str, log_lines(replay.look())))


def plain_says(room: TableRoom) -> str:
    """Return everything that plain mode reads out at a table."""
    out = StringIO()
    places: Any = SimpleNamespace(lines=Lines(None, out, {}), records=None)
    table = PlainTable(places, room)
    table.hearing.tell_opening()
    if room.viewer is not None:
        table.hearing.tell_news(room.viewer)
        table.hearing.tell_tips(room.viewer)
    if room.session.actions:
        table._tell_computer_move()
    for text in WORDS:
        with suppress(ValueError):
            if (found := table.obey(text)) is not None:
                table.answer(found)
    return out.getvalue()


def shown(session: Session, viewer: Seat | None, table: Table, played: int) -> list[object]:
    """Return everything that a person at a shared table can see and hear."""
    session.here = frozenset() if viewer is None else frozenset({session.persons[viewer]})
    session.journal = table
    room = TableRoom(session, table)
    room.viewer = viewer
    return [*app_shows(room, played), *room_says(room), plain_says(room)]


def check_game(folder: Path, game: AnyGame, seats: int, seed: int, *, computers: Computers = (), checks: int) -> None:
    """Play a game at random, and check at some of its moments what each seat and a spectator can see."""
    with closing(Company(folder, game.id, seats, seed, computers)) as company:
        watching = shared_game.watch(company.store(), company.code)
        tables: dict[Seat | None, Table] = {room.session.own_seat: table_in(room.session) for room in company.rooms}
        tables[None] = table_in(watching)
        play_and_check(watching, tables, Random(seed), checks)


def play_and_check(session: Session, tables: dict[Seat | None, Table], random: Random, checks: int) -> None:
    veils = {viewer: Veil(viewer, random.getrandbits(60)) for viewer in tables}
    moments = set(random.sample(range(MAX_ACTIONS), checks))
    while (turn := session.turn) is not None and (played := len(session.actions)) < MAX_ACTIONS:
        if played in moments:
            before = max(0, played - len(session.names))
            for viewer, table in tables.items():
                expected = shown(copy(session), viewer, table, before)
                assert shown(veils[viewer].over(session), viewer, table, before) == expected, f"seat {viewer}"
        session.follow(random.choice(session.look(turn).legal))


def tables_of(game: AnyGame, number: int) -> tuple[int, Computers]:
    """Return the number of seats and the computer players of a random table with at least two people."""
    seats = max(2, game.seats[number % len(game.seats)])
    if seats == 2 or number % 2:
        return seats, ()
    return seats, (None,) * (seats - 1) + (Computer("easy", 1),)


@each_game
def test_nothing_hidden_reaches_another_terminal(game: AnyGame, tmp_path: Path) -> None:
    for number in range(2):
        seats, computers = tables_of(game, number)
        check_game(tmp_path, game, seats, number, computers=computers, checks=6)


@pytest.mark.deep  # many games
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(20))
@each_game
def test_nothing_hidden_reaches_another_terminal_in_many_games(game: AnyGame, part: int, tmp_path: Path) -> None:
    for number in range(part * 10, part * 10 + 10):
        seats, computers = tables_of(game, number)
        check_game(tmp_path, game, seats, 100 + number, computers=computers, checks=3)


@each_game
def test_a_veil_replaces_hidden_cards_and_changes_no_view(game: AnyGame) -> None:
    session = sit(game, max(2, game.seats[0]), 5)
    for viewer in (None, *range(len(session.names))):
        veiled = Veil(viewer, 1).over(session)
        assert truth(veiled) != truth(session)
        assert veiled.look(viewer) == session.look(viewer)
