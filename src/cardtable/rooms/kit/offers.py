"""The offers of the lobby, apart from new games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtable.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardtable.lessons.library import LessonEntry
    from cardtable.store.listing import DamagedGame
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive

FIRST_STEPS = 3
"""The number of finished games and lessons at which a player stops being a newcomer."""


@dataclass(frozen=True, slots=True)
class LobbyOffers:
    """The offers of the lobby, apart from new games."""

    entries: Sequence[GameEntry] = ()
    """The saved games that can be read, with the latest first."""
    damaged: Sequence[DamagedGame] = ()
    is_newcomer: bool = False
    known: frozenset[str] = frozenset()
    """The ids of the games that the player knows from a finished game or a finished lesson."""
    lesson: LessonEntry | None = None
    """The next lesson of a game of which the player has begun but not finished the lessons, or None."""
    fault: str = ""
    """The reason why the saved games can't be read. It is empty if they can be read."""

    @property
    def in_progress(self) -> list[GameEntry]:
        """The games that can be continued, with the latest first."""
        return [entry for entry in self.entries if entry.outcome is None]


def read_offers(saved_games: LazyArchive) -> LobbyOffers:
    """Return the lobby's offers for a player with these saved games. No database is created."""
    from cardtable.store.errors import StorageError
    from cardtable.store.listing import list_games
    from cardtable.store.paths import may_exist
    from cardtable.table.storage_words import storage_sentence

    if not may_exist(saved_games.path):
        return LobbyOffers(is_newcomer=True)
    try:
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
    )


def _next_lesson(saved_games: LazyArchive) -> LessonEntry | None:
    from cardtable.lessons.learning_record import LearningRecord

    return LearningRecord(lambda: saved_games.archive).suggestion()


def lesson_in_words(lesson: LessonEntry) -> str:
    """Return a lesson's name in words, such as `lesson 2 of Clash: A first turn.`"""
    return f"lesson {int(lesson.number)} of {GAMES.title(lesson.game_id)}: {lesson.title}."
