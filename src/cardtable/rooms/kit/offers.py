"""What the lobby offers, apart from new games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtable.games import GAMES
from cardtable.rooms.kit.goto import ToGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardtable.lessons.library import LessonEntry
    from cardtable.rooms.kit.records import Records
    from cardtable.rooms.kit.response import Response
    from cardtable.rooms.kit.tables import TableOffer
    from cardtable.store.here import Here
    from cardtable.store.listing import DamagedGame
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive

FIRST_STEPS = 3
"""The number of finished games and lessons at which a player stops being a newcomer."""


@dataclass(frozen=True, slots=True)
class LobbyOffers:
    """What the lobby offers, apart from new games."""

    entries: Sequence[GameEntry] = ()
    """The saved games that can be read, with the latest first."""
    damaged: Sequence[DamagedGame] = ()
    is_newcomer: bool = False
    known: frozenset[str] = frozenset()
    """The ids of the games that the player knows from a finished game or a finished lesson."""
    lesson: LessonEntry | None = None
    """The next lesson of a game whose lessons the player has begun but not finished, or None."""
    tables: Sequence[TableOffer] = ()
    """The shared tables with a game in progress, with the latest first."""
    here: Sequence[Here] = ()
    """Everybody else who is here now."""
    fault: str = ""
    """The reason why the saved games can't be read. It is empty if they can be read."""

    @property
    def in_progress(self) -> list[GameEntry]:
        """The games that can be continued, with the latest first.

        Before them come the shared tables where it is the player's move.
        """
        own = [table for table in self.tables if table.is_own]
        found = [entry for entry in self.entries if entry.outcome is None and not entry.is_shared]
        found += [table.entry for table in own if not table.is_your_move]
        found.sort(key=lambda entry: entry.touched, reverse=True)
        return [table.entry for table in own if table.is_your_move] + found

    @property
    def open_tables(self) -> list[TableOffer]:
        """The tables of others that have a free seat."""
        return [table for table in self.tables if table.free and not table.is_own]

    def table_of(self, entry: GameEntry) -> TableOffer | None:
        """Return the shared table of a game in progress, or None if it is played at one screen."""
        return next((table for table in self.tables if table.entry is entry), None)


def read_offers(records: Records) -> LobbyOffers:
    """Return the lobby's offers for the player with these records. No database is created."""
    from cardtable.rooms.kit.tables import others_here, read_tables
    from cardtable.store.errors import StorageError
    from cardtable.store.listing import list_games
    from cardtable.store.paths import may_exist
    from cardtable.table.storage_words import storage_sentence

    saved_games = records.saved_games
    try:
        tables, here = read_tables(records), others_here(records)
        if not may_exist(saved_games.path):
            return LobbyOffers(is_newcomer=True, tables=tables, here=here)
        saved_games.refresh()
        found = list_games(saved_games.archive)
        lessons = saved_games.archive.all_progress("lesson ")
    except StorageError as error:
        return LobbyOffers(fault=storage_sentence(error))
    learned = [
        name.split(" ")[1] for name, data in lessons.items() if isinstance(data, dict) and data.get("done") is True
    ]
    played = [entry.kind for entry in found.entries if entry.outcome is not None]
    return LobbyOffers(
        found.entries,
        found.damaged,
        is_newcomer=not found.damaged and len(learned) + len(played) < FIRST_STEPS,
        known=frozenset(learned + played),
        lesson=_next_lesson(saved_games) if lessons else None,
        tables=tables,
        here=here,
    )


def open_saved(records: Records, reference: str) -> Response:
    """Return the response that opens a game in progress, which is named by its number or its shared table's code."""
    if reference.isdecimal():
        return ToGame(int(reference))
    from cardtable.rooms.kit.shared import open_by_code  # only now, because it takes time to load

    return open_by_code(records, reference)


def _next_lesson(saved_games: LazyArchive) -> LessonEntry | None:
    from cardtable.lessons.learning_record import LearningRecord

    return LearningRecord(lambda: saved_games.archive).suggestion()


def lesson_in_words(lesson: LessonEntry) -> str:
    """Return a lesson's name in words, such as `lesson 2 of Clash: A first turn.`"""
    return f"lesson {int(lesson.number)} of {GAMES.title(lesson.game_id)}: {lesson.title}."
