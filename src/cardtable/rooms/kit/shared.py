"""Ways to a shared table, where each person plays at their own screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from cardtable.formats.text import fold_name
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, AskText, Response, Say
from cardtable.rooms.kit.tables import read_tables, seats_left
from cardtable.store.errors import StorageError
from cardtable.store.rows import GameEntry
from cardtable.store.settings import load_settings
from cardtable.store.shared_games import SharedSeat, read_seats
from cardtable.table.entries import title
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.shared_game import Person, find_table, join, keep_copy_in, watch
from cardtable.table.storage_words import storage_sentence

NO_TABLES = "There are no shared tables now. To open one, choose a game and invite others."
MAX_TABLES = 12
"""The maximum number of shared tables to list. Others can be joined by their codes."""


def ask_for_table(records: Records) -> Response:
    """Ask at which of the shared tables the player wants to sit. The latest come first."""
    try:
        tables = read_tables(records)[:MAX_TABLES]
    except StorageError as error:
        return Say(storage_sentence(error))
    if not tables:
        return Say(NO_TABLES)
    titles = Counter(title(table.entry) for table in tables)
    choices = (
        Answer(
            f"{title(table.entry)}, {table.entry.code}",
            partial(sit_down, records, table.entry),
            words=_words(table.entry, number, names_it=titles[title(table.entry)] == 1),
            detail=table.about,
        )
        for number, table in enumerate(tables, 1)
    )
    return Ask("Which table?", tuple(choices))


def _words(entry: GameEntry, number: int, *, names_it: bool) -> tuple[str, ...]:
    """Return what a player can type for a table: its number in the list, its code or, if no other has it, its game."""
    code = entry.code.lower()
    return (str(number), code, code.replace("-", ""), *([title(entry).lower(), entry.kind] if names_it else []))


def open_by_code(records: Records, code: str) -> Response:
    """Sit down at the table with this code, or ask for a seat. Raise RequestError if that isn't possible."""
    return sit_down(records, records.tables.archive.entry(find_table(records.tables, code)))


def sit_down(records: Records, entry: GameEntry) -> Response:
    """Sit down at the shared table of a game.

    A guest has one seat. At the computer with the tables, ask for a seat, because several people may use that computer.
    Seats of guests aren't offered there.
    """
    tables = records.tables
    seats = read_seats(tables.archive, entry.id)
    if (person := records.person) is not None:
        is_known = any(not each.person or each.person == person.key for each in seats)
        come = partial(join, person=person, replaces=True) if is_known else watch
        return _to_table(records, partial(come, tables, entry.code))
    gone = seats_left(tables, seats)
    return Ask("This game is played at a shared table. Where do you sit?", tuple(_places(records, entry, gone, seats)))


def _places(records: Records, entry: GameEntry, gone: list[SharedSeat], seats: list[SharedSeat]) -> Iterator[Answer]:
    tables, code = records.tables, entry.code
    for seat in gone:
        name = entry.names[seat.seat]
        sit = partial(_to_table, records, partial(join, tables, code, Person(name, seat.person)))
        yield Answer(f"{name}'s seat", sit, words=(name.lower(),))
    if any(not each.person for each in seats):
        yield Answer("A free seat", partial(_take_free_seat, records, code), key="f", words=("free", "join"))
    sit = partial(_to_table, records, partial(watch, tables, code))
    yield Answer("Watch, without a hand", sit, key="w", words=("watch",))


def _take_free_seat(records: Records, code: str) -> Response:
    """Sit down under a usual name. If there is none, ask for a name, so that the others know who has come."""
    tables = records.tables
    if _usual_name(tables, find_table(tables, code)):
        return _to_table(records, partial(join_as_usual, tables, code))

    def take(name: str) -> Response:
        return ToTable(join(tables, code, Person.named(name)))

    return AskText("What is your name at this table?", take)


def _to_table(records: Records, sit: Callable[[], Session]) -> Response:
    try:
        session = sit()
    except RequestError as refusal:
        return Say(str(refusal))
    if records.tables is not records.saved_games:
        keep_copy_in(records.saved_games, session)
    return ToTable(session)


def join_as_usual(saved_games: LazyArchive, code: str) -> Session:
    """Sit down at a table without having typed a name: at the only seat whose person has left, or with a usual name.

    Raise RequestError if that isn't possible.
    """
    number = find_table(saved_games, code)
    seats = read_seats(saved_games.archive, number)
    gone = seats_left(saved_games, seats)
    if len(gone) == 1 and all(each.person for each in seats):
        return join(saved_games, code, Person("", gone[0].person))
    return join(saved_games, code, Person(_usual_name(saved_games, number)))


def _usual_name(saved_games: LazyArchive, number: int) -> str:
    """Return the first name in the settings that nobody at this table has. The result is empty if there is none."""
    seats, names = read_seats(saved_games.archive, number), saved_games.archive.entry(number).names
    taken = {each.person for each in seats} | set(map(fold_name, names))
    return next((name for name in load_settings().names if name and fold_name(name) not in taken), "")
