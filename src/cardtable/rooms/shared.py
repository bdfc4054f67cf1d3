"""Ways to a shared table, where each person plays at their own screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardtable.formats.text import fold_name
from cardtable.rooms.goto import ToTable
from cardtable.rooms.records import Records
from cardtable.rooms.response import Answer, Ask, Response, Say
from cardtable.store.rows import GameEntry
from cardtable.store.settings import load_settings
from cardtable.store.shared_games import SharedSeat, read_seats
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.shared_game import Person, find_table, join, watch


def sit_down(records: Records, entry: GameEntry) -> Response:
    """Sit down at the shared table of a game. Ask where, because several people may use this computer."""
    saved_games = records.saved_games
    seats = read_seats(saved_games.archive, entry.id)
    gone = (each for each in seats if each.person and not saved_games.is_running(each.holder))
    back = [_come_back(saved_games, entry, each) for each in gone]
    free = [_join(saved_games, entry)] if any(not each.person for each in seats) else []
    return Ask("This game is played at a shared table. Where do you sit?", (*back, *free, _watch(saved_games, entry)))


def _come_back(saved_games: LazyArchive, entry: GameEntry, seat: SharedSeat) -> Answer:
    name = entry.names[seat.seat]
    sit = partial(join, saved_games, entry.code, Person(name, seat.person))
    return Answer(f"{name}'s seat", partial(_to_table, sit), words=(name.lower(),))


def _join(saved_games: LazyArchive, entry: GameEntry) -> Answer:
    sit = partial(join_as_usual, saved_games, entry.code)
    return Answer("A free seat", partial(_to_table, sit), key="f", words=("free", "join"))


def _watch(saved_games: LazyArchive, entry: GameEntry) -> Answer:
    return Answer("Watch, without a hand", partial(_to_table, partial(watch, saved_games, entry.code)), key="w",
                  words=("watch",))  # fmt: skip


def _to_table(sit: Callable[[], Session]) -> Response:
    try:
        return ToTable(sit())
    except RequestError as refusal:
        return Say(str(refusal))


def join_as_usual(saved_games: LazyArchive, code: str) -> Session:
    """Sit down at a table without having typed a name: at the only seat whose person has left, or with a usual name.

    Raise RequestError if that isn't possible.
    """
    number = find_table(saved_games, code)
    seats = read_seats(saved_games.archive, number)
    gone = [each for each in seats if each.person and not saved_games.is_running(each.holder)]
    if len(gone) == 1 and all(each.person for each in seats):
        return join(saved_games, code, Person("", gone[0].person))
    taken = {each.person for each in seats} | set(map(fold_name, saved_games.archive.entry(number).names))
    usual = next((name for name in load_settings().names if name and fold_name(name) not in taken), "")
    return join(saved_games, code, Person(usual))
