"""Saved games for tests of `cardtable doctor`, and ways to damage them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.table.session import Session
from tests.table.saved_games import saved_games_in
from tests.table.sittings import play_on, sit

Doctor = Callable[..., tuple[int, str]]
"""A function that runs `cardtable doctor` and returns its exit code and output."""


def save_a_game_of_each_kind(folder: Path) -> list[Session]:
    """Save an unfinished game of each kind, and return their sessions."""
    shelf, sessions = saved_games_in(folder), []
    for game in SHIPPED.values():
        session = sit(game, game.seats[0], 77)
        keeper = shelf.save(session)
        play_on(session, Key(5), 6)
        keeper.release()
        sessions.append(session)
    shelf.close()
    return sessions


def execute_sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "archive.sqlite3", isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
