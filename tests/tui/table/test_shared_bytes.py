"""Nothing hidden is in the bytes that reach another terminal.

Each game is shown twice by a whole app, with the same moves and keys: the real game, and one whose hidden cards are
others (`tests/table/veils.py`). A terminal reads every byte that the app writes, and must show the same after each
move. The bytes themselves differ, because the app repaints by a clock. `test_shared_secrets.py` compares what is
painted meanwhile, with animations, and plain mode.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from cardtable.engine.game import AnyGame, Seat
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.table import TableRoom
from cardtable.table import shared_game
from cardtable.table.session import Session
from cardtable.table.shared_game import Table
from cardtable.tui.app import CardTable
from cardtable.tui.screens.computers import ComputersAtTable
from tests.table.shared_tables import Company, table_in
from tests.table.veils import Veil
from tests.tui.screens import open_place, press, rest, run, table_of
from tests.tui.table.test_shared_secrets import each_game, tables_of

KEYS = ("l", "escape", "right", "left", "down", "up", "question_mark", "r")
"""Keys that show something and play nothing."""
OF_THE_SCREEN = ("here", "journal", "follow")
"""What differs between the session on the screen and the one that it follows."""
MAX_ACTIONS = 30
SEQUENCE = re.compile(r"(\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[^\[\]])")


class Screen:
    """What a terminal has been told: its cells with their colours, the sequences for titles and the like, the bells."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}
        self.sequences = set[str]()
        self.bells = 0
        self._x = self._y = 1
        self._style = ""

    def write(self, text: str) -> None:
        for at, part in enumerate(SEQUENCE.split(text)):
            if at % 2:
                self._obey(part)
            else:
                self._put(part)

    def _put(self, text: str) -> None:
        for letter in text:
            if letter == "\x07":
                self.bells += 1
            elif letter in "\r\n":
                self._x, self._y = 1, self._y + (letter == "\n")
            else:
                self.cells[self._y, self._x] = letter, self._style
                self._x += 1

    def _obey(self, sequence: str) -> None:
        if sequence.startswith("\x1b[") and sequence[-1] == "m":
            self._style = "" if sequence == "\x1b[0m" else sequence
        elif sequence.startswith("\x1b[") and sequence[-1] == "H":
            self._y, self._x = map(int, (sequence[2:-1] or "1;1").split(";"))
        else:
            self.sequences.add(sequence)

    @property
    def state(self) -> tuple[object, ...]:
        return dict(self.cells), frozenset(self.sequences), self.bells


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> bytearray:
    """Return the bytes that apps write, which follow a table only when a test says so."""
    found = bytearray()
    monkeypatch.setattr(CardTable, "is_headless", False)
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, data: found.extend(data.encode()))
    monkeypatch.setattr(ComputersAtTable, "take_turn", lambda *_, **__: None)
    monkeypatch.setattr(TableRoom, "look_for_news", lambda _: False)
    monkeypatch.setattr(TableRoom, "unasked_action", None)
    monkeypatch.setattr(Table, "is_behind", lambda *_: False)
    monkeypatch.setattr(Table, "leave", lambda *_: None)
    return found


def on_screen(real: Session, viewer: Seat | None, own: Table, veil: Veil | None) -> Session:
    """Return a session that follows the real one, as a viewer's screen has it."""
    real.here = frozenset() if viewer is None else frozenset({real.persons[viewer]})
    shown: Any = copy(real) if veil is None else veil.over(real)

    def follow(action: Any) -> None:
        real.follow(action)
        now = copy(real) if veil is None else veil.over(real)
        vars(shown).update((name, value) for name, value in vars(now).items() if name not in OF_THE_SCREEN)

    shown.here, shown.journal, shown.follow = real.here, own, follow
    session: Session = shown
    return session


def play(shown: Session, actions: Sequence[Any], seed: int, written: bytearray) -> list[tuple[object, ...]]:
    """Show a game in an app. Return what the terminal shows after each action."""
    states, random, screen = list[tuple[object, ...]](), Random(seed), Screen()
    following = iter(actions)

    async def follow(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToTable(shown))
        for _ in actions:
            table_of(pilot).follow()
            await rest(pilot)
            await press(pilot, random.choice(KEYS))
            await press(pilot, "escape")
            assert shown.turn is None or str(shown.deal_code).encode() not in written
            screen.write(written.decode())
            written.clear()
            states.append(screen.state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "next_action", lambda *_: next(following))
        run(follow)
    written.clear()
    return states


def some_actions(session: Session, seed: int) -> list[Any]:
    """Play at random, and return the actions."""
    random = Random(seed)
    while (turn := session.turn) is not None and len(session.actions) < MAX_ACTIONS:
        session.follow(random.choice(session.look(turn).legal))
    return list(session.actions)


def check_game(folder: Path, game: AnyGame, number: int, written: bytearray) -> None:
    """Compare all bytes that one person, or a spectator, gets in a random game."""
    seats, computers = tables_of(game, number)
    with closing(Company(folder, game.id, seats, number, computers)) as company:

        def watch() -> Session:
            return shared_game.watch(company.store(), company.code)

        tables: dict[Seat | None, Table] = {room.session.own_seat: table_in(room.session) for room in company.rooms}
        tables[None] = table_in(watch())
        viewer = list(tables)[number % len(tables)]
        actions = some_actions(watch(), number)
        worlds = [None, Veil(viewer, number + 1)]
        expected, found = (
            play(on_screen(watch(), viewer, tables[viewer], veil), actions, number, written) for veil in worlds
        )
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            assert one == other, f"game {number}, seat {viewer}, after move {at}"


@each_game
def test_nothing_hidden_is_in_the_bytes_for_another_terminal(game: AnyGame, tmp_path: Path, written: bytearray) -> None:
    check_game(tmp_path, game, 1, written)


@pytest.mark.deep  # many games
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(20))
@each_game
def test_nothing_hidden_is_in_the_bytes_of_many_games(
    game: AnyGame, part: int, tmp_path: Path, written: bytearray
) -> None:
    for number in range(part * 10, part * 10 + 10):
        check_game(tmp_path / str(number), game, 100 + number, written)
