"""Tables by draw: a teacher opens a game for all, and everybody gets a seat at one of the tables by lot.

A seat that nobody has yet is kept for a latecomer, and a computer player plays there meanwhile.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import join_words
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.store import shared_games
from cardtable.store.errors import Behind, DamagedDatabase, GameNotFound
from cardtable.store.rows import GameEntry
from cardtable.store.shared_games import GUEST, SharedSeat
from cardtable.table.entries import outcome_text, title
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session, fresh_code
from cardtable.table.shared_game import fresh_table_code

DRAW = "draw"
"""The kind of note that marks a drawn table. The note's text is the number of the draw."""
LATE = "late "
"""The beginning of the text that a seat has in place of a person while it is kept for a latecomer."""
LEVEL = "medium"
SIZES = range(2, 5)
"""The possible numbers of players at a table."""


class DrawnTable(NamedTuple):
    """A table of a draw."""

    entry: GameEntry
    seats: Sequence[SharedSeat]

    def has(self, guest: str) -> bool:
        """Return whether a guest has a seat here."""
        return any(each.person == f"{GUEST}{guest}" for each in self.seats)

    @property
    def late_seat(self) -> SharedSeat | None:
        """A seat that is kept for a latecomer, or None if there is none or the game is over."""
        is_over = self.entry.outcome is not None
        return None if is_over else next((each for each in self.seats if each.person.startswith(LATE)), None)

    def line(self, pupils: Mapping[str, str]) -> str:
        """Return a line that says who plays and how the game stands. `pupils` has the names of pupils by their ids."""
        names = list(self.entry.names)
        for each in self.seats:
            known = pupils.get(each.person.removeprefix(GUEST), names[each.seat])
            names[each.seat] = "a computer player" if each.person.startswith(LATE) else known
        entry = replace(self.entry, names=tuple(names))
        result = f"move {entry.length + 1}" if entry.outcome is None else outcome_text(entry)
        return f"{title(entry)}, {join_words(names)}: {result}."


def draw_tables(tables: LazyArchive, game: AnyGame, size: int, pupils: Mapping[str, str]) -> int:
    """Seat these pupils, whose names are keyed by id, at new tables of this size. Return the number of tables.

    Raise StorageError if the tables can't be saved.
    """
    order = list(pupils)
    random.shuffle(order)  # who sits together is no secret of the game
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    number = max(_draws(tables).values(), default=0) + 1
    with tables.archive.transaction():
        for group in groups:
            _open(tables, game, size, {each: pupils[each] for each in group}, number)
    return len(groups)


def _open(tables: LazyArchive, game: AnyGame, size: int, group: Mapping[str, str], draw: int) -> str:
    """Open a table for these pupils and for latecomers, and return its code."""
    standard = player_names(game.seat_names[:size], size)
    names = (*group.values(), *standard[len(group) :])
    session, code = Session(game, game.options(), names, fresh_code()), fresh_table_code(tables)
    archive, number = tables.archive, tables.add_game(session, code=code)
    late = {seat: f"{LATE}{seat}" for seat in range(len(group), size)}
    shared_games.add_seats(archive, number, {**dict(enumerate(f"{GUEST}{each}" for each in group)), **late})
    for seat, person in late.items():
        shared_games.set_stand_in(archive, number, SharedSeat(seat, "", person), LEVEL)
    shared_games.add_note(archive, number, DRAW, 0, str(draw))
    return code


def _draws(tables: LazyArchive) -> dict[int, int]:
    """Return the draw that each drawn table belongs to, by the number of the table's game."""
    rows = tables.archive.query("SELECT game, text FROM note WHERE kind = ?", DRAW)
    return {game: int(text) for game, text in rows if str(text).isascii() and str(text).isdecimal()}


def last_draw(tables: LazyArchive) -> list[DrawnTable]:
    """Return the tables of the last draw. Raise StorageError if they can't be read."""
    draws, found = _draws(tables), list[DrawnTable]()
    last = max(draws.values(), default=0)
    for number in sorted(game for game, draw in draws.items() if draw == last):
        with suppress(GameNotFound, DamagedDatabase):
            archive = tables.archive
            found.append(DrawnTable(archive.entry(number), shared_games.read_seats(archive, number)))
    return found


def take_drawn_seat(tables: LazyArchive, guest: str, name: str) -> str:
    """Return the code of the table where a guest has a seat in the last draw. A latecomer gets a seat now.

    Raise LookupError with a sentence if there is no draw or the guest's game is over. Raise StorageError if the tables
    can't be read or saved.
    """
    with tables.archive.transaction():
        drawn = last_draw(tables)
        if not drawn:
            raise LookupError("The teacher hasn't opened tables for the class yet.")
        own = next((each for each in drawn if each.has(guest)), None)
        if own is not None and own.entry.outcome is not None:
            raise LookupError(f"Your game is over. {own.line({})}")
        if own is not None:
            return own.entry.code
        for each in drawn:
            if (seat := each.late_seat) is not None:
                with suppress(Behind):  # once the game has begun, the seat keeps its name
                    person = f"{GUEST}{guest}"
                    shared_games.take_seat(tables.archive, each.entry.id, seat, person, "", name)
                return each.entry.code
        game, size = GAMES[drawn[0].entry.kind], len(drawn[0].entry.names)
        return _open(tables, game, size, {guest: name}, max(_draws(tables).values()))
