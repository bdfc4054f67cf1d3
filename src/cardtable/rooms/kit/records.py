"""The player's records: saved games, learning, practice and set-ups. Each is opened on first use.

The app shows the lobby before it imports anything else, so each property imports what it needs.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.classroom.desk import Desk
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.practice.mistakes import Mistakes
    from cardtable.rooms.kit.practice_record import PracticeRecord
    from cardtable.rooms.kit.set_up_answers import SetUpMemory
    from cardtable.store.archive import Archive
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.lobby_words import SavedScores
    from cardtable.table.shared_game import Person


class Records:
    """The records of the player at this computer."""

    def __init__(
        self,
        saved_games: LazyArchive | None = None,
        tables: LazyArchive | None = None,
        person: Person | None = None,
        desk: Desk | None = None,
    ) -> None:
        """Use these saved games. By default, use the saved games in the usual place.

        A guest sits at shared tables as `person`, and `tables` has the host's saved games. In a class, the guest has a
        desk.
        """
        self._saved_games, self._tables, self.person, self.desk = saved_games, tables, person, desk

    @property
    def saved_games(self) -> LazyArchive:
        """The saved games, in a database that opens on first use."""
        if self._saved_games is None:
            from cardtable.table.lazy_archive import LazyArchive

            self._saved_games = LazyArchive()
        return self._saved_games

    @property
    def tables(self) -> LazyArchive:
        """The saved games with the shared tables."""
        return self.saved_games if self._tables is None else self._tables

    def _archive(self) -> Archive:
        return self.saved_games.archive

    @cached_property
    def learned(self) -> LearningRecord:
        """The player's progress in lessons and tests."""
        from cardtable.lessons.learning_record import LearningRecord

        return LearningRecord(self._archive, counts_answers=self.desk is not None)

    @cached_property
    def practice(self) -> PracticeRecord:
        """The player's last choices and figures in the Practice room."""
        from cardtable.rooms.kit.practice_record import PracticeRecord

        return PracticeRecord(self._archive)

    @cached_property
    def mistakes(self) -> Mistakes:
        """The exercises from the player's mistakes."""
        from cardtable.practice.mistakes import Mistakes

        return Mistakes(self._archive)

    @cached_property
    def set_ups(self) -> SetUpMemory:
        """The answers that the set-up of each game starts with."""
        from cardtable.rooms.kit.set_up_answers import SetUpMemory

        return SetUpMemory(self.saved_games, self.tables, self.person)

    @cached_property
    def scores(self) -> SavedScores:
        """The scores of the games in progress."""
        from cardtable.table.lobby_words import SavedScores

        return SavedScores(self.saved_games)

    def take_notices(self) -> list[str]:
        """Return the notices about the saved games that haven't been shown to the player yet."""
        if self._saved_games is None:
            return []
        notices, self._saved_games.notices[:] = list(self._saved_games.notices), ()
        return notices

    def close(self) -> None:
        """Close the databases of saved games."""
        if self._tables is not None:
            self._tables.close()
        if self._saved_games is not None:
            self._saved_games.close()
