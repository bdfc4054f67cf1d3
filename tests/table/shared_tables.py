"""Shared tables for tests: each person has saved games of their own in one folder, like a process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtable.formats.computers import Computers
from cardtable.games import GAMES
from cardtable.rooms.kit.response import Response
from cardtable.rooms.table import TableRoom
from cardtable.table import shared_game
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.shared_game import Person, Table
from tests.table.saved_games import saved_games_in
from tests.table.sittings import NAMES, sit


def table_in(session: Session) -> Table:
    """Return the shared table of a session."""
    table = shared_game.table_of(session)
    assert table is not None
    return table


class Company:
    """People at one shared table, each in a process of their own, as far as the database can tell."""

    def __init__(
        self, folder: Path, game_id: str, seats: int, code: int = 0, computers: Computers = (), **options: Any
    ) -> None:
        """Open a table, and let everybody join it."""
        self._folder = folder
        self.stores: list[LazyArchive] = []
        session = sit(GAMES[game_id], seats, code, computers=computers, **options)
        self.rooms = [self._room(shared_game.host(self.store(), session))]
        self.code = table_in(self.rooms[0].session).code
        people = [seat for seat in range(seats) if not (computers and computers[seat])]
        self.rooms += [self.join(NAMES[seat]) for seat in people[1:]]
        for room in self.rooms:
            room.look_for_news()

    def store(self) -> LazyArchive:
        """Return the saved games, as another process opens them."""
        self.stores.append(saved_games_in(self._folder))
        return self.stores[-1]

    def join(self, name: str) -> TableRoom:
        """Return the table of a person who joins or comes back."""
        return self._room(shared_game.join(self.store(), self.code, Person(name)))

    def _room(self, session: Session) -> TableRoom:
        room = TableRoom(session, table_in(session))
        room.start_turn()
        return room

    @property
    def current(self) -> TableRoom:
        """The table of the person whose turn it is."""
        return next(room for room in self.rooms if room.session.is_turn_here)

    def play(self, room: TableRoom, at: int = 0) -> Response:
        """Play a legal action, and let everybody follow."""
        response = room.act(room.seen.legal[at % len(room.seen.legal)])
        self.follow()
        return response

    def follow(self) -> None:
        """Let everybody follow the log to its end."""
        for room in self.rooms:
            room.look_for_news()
            while room.is_behind:
                room.follow()
            if not room.is_over:
                room.start_turn()

    def close(self) -> None:
        """Close everything."""
        for store in self.stores:
            store.close()
