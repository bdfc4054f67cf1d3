"""Access to saved games for commands. Every problem is raised as a RequestError."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.listing import list_games
from cardtable.store.rows import GameEntry
from cardtable.store.shared_games import all_seats
from cardtable.table.dealing import session_from_record
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.storage_words import damage_sentence, storage_sentence


@contextmanager
def open_saved_games() -> Iterator[LazyArchive]:
    """Open the saved games. At the end, print any notices about them and close them."""
    saved_games = LazyArchive()
    try:
        yield saved_games
    except (StorageError, GameNotFound, UnreadableGame, BadFile) as error:
        raise RequestError(storage_sentence(error)) from None
    finally:
        print_notices(saved_games)
        saved_games.close()


def print_notices(saved_games: LazyArchive) -> None:
    """Print the notices about the saved games to standard error."""
    while saved_games.notices:
        sys.stderr.write(f"{saved_games.notices.pop(0)}\n")


def find_saved_game(saved_games: LazyArchive, number: str | None) -> GameEntry:
    """Return the saved game with this number. Without a number, return the game in progress that was played last."""
    if number is None:
        listing = list_games(saved_games.archive)
        damage = damage_sentence(listing.damaged)
        guests_only = _tables_of_guests(saved_games)
        in_progress = [entry for entry in listing.entries if entry.outcome is None and entry.id not in guests_only]
        if not in_progress:
            raise RequestError(damage or "You have no game in progress. `cardtable play` starts one.")
        if damage:
            sys.stderr.write(f"{damage}\n")
        return in_progress[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 12):
        raise RequestError(
            f"'{safe_text(number)}' isn't the number of a game. `cardtable games` lists your saved games."
        )
    return saved_games.archive.entry(int(number))


def _tables_of_guests(saved_games: LazyArchive) -> set[int]:
    """Return the numbers of the shared tables with no seat of anybody at this computer."""
    tables = all_seats(saved_games.archive).items()
    return {number for number, seats in tables if not any(each.person and not each.is_guests for each in seats)}


def open_game(id_or_file: str) -> tuple[Session, int | None]:
    """Return a saved or recorded game at its latest move, and its number. The number of a recorded game is None.

    Text that has only digits is a game's number. To open a file with such a name, type a path such as `./12`.
    """
    if not id_or_file.isdecimal():
        return session_from_record(id_or_file), None
    with open_saved_games() as saved_games:
        number = find_saved_game(saved_games, id_or_file).id
        return saved_games.load(number), number
