"""The Practice room's saved choices and its figures: hand sizes, due exercises, and the latest games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from cardtable.engine.games.info import PRACTISED
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.practice.progress import ExerciseProgress, exercise_progress
from cardtable.store.errors import StorageError
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.daily import daily_history, today
from cardtable.table.entries import latest_name
from cardtable.table.pars import Pars
from cardtable.table.practised import practice
from cardtable.table.session import Session, fresh_code
from cardtable.table.statistics import solo_games
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.engine.game import Preset
    from cardtable.store.archive import Archive
    from cardtable.store.rows import GameEntry

MAX_GAMES = 5
"""The maximum number of finished games to list."""
_NAME = "practice"
"""The name under which the last choices are saved in the database."""


class PracticeFigures(NamedTuple):
    """The exercises and the latest games of a player."""

    exercises: ExerciseProgress = ExerciseProgress()
    games: Sequence[GameEntry] = ()
    """The latest finished games, with the most recent first."""
    pars: Pars = Pars()
    """The pars of the deals."""
    has_played_daily: bool = False
    """Whether the player has finished today's daily deal."""
    fault: str = ""
    """The reason why nothing could be read. It is empty if there was no error."""


class PracticeRecord:
    """The saved choices and the figures of one player."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        self._archive = archive
        self._hand_sizes: dict[str, int] | None = None

    def hand_size(self, preset: str) -> int:
        """Return the hand size that the player last chose for this preset, or the default."""
        if self._hand_sizes is None:
            self._hand_sizes = self._saved_hand_sizes()
        default: int = GAMES.practised.resolve_defaults(GAMES.practised.options(), 1).hand_size
        return self._hand_sizes.get(preset, default)

    def _saved_hand_sizes(self) -> dict[str, int]:
        data = None
        with suppress(StorageError):  # the room says why the saved games can't be read
            if may_exist(archive_file()):
                data = self._archive().progress(_NAME)
        match data:
            case {"hand_sizes": dict(sizes)}:
                found = sizes
            case {"hand_size": size}:  # in the first version, one for all presets
                found = {preset.name: size for preset in practice().presets}
            case _:
                found = {}
        return {name: size for name, size in found.items() if type(size) is int and size in practice().hand_sizes}

    def deal(self, preset: Preset[Any], hand_size: int, names: Sequence[str]) -> Session:
        """Return a new solo game.

        Its player is the first of the people who usually play. If there are none, its player is the person who played
        last. The hand size is remembered for the preset, at least until the program ends.
        """
        self._save_hand_size(preset.name, hand_size)
        game = GAMES.practised
        options = game.resolve_defaults(replace(preset.options, hand_size=hand_size), 1)
        return Session(game, options, self.player(names), fresh_code())

    def player(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the name of the first person who usually plays. If there is none, return the last player's name."""
        return player_names((*names, *self._latest_name(), *GAMES.practised.seat_names)[:1], 1)

    def _save_hand_size(self, preset: str, size: int) -> None:
        self.hand_size(preset)
        assert self._hand_sizes is not None, "they have been read"
        self._hand_sizes[preset] = size
        with suppress(StorageError):  # the table says that nothing is saved
            self._archive().save_progress(_NAME, {"hand_sizes": self._hand_sizes})

    def _latest_name(self) -> tuple[str, ...]:
        with suppress(StorageError):
            return latest_name(self._archive().entries())
        return ()

    def figures(self, now: datetime) -> PracticeFigures:
        """Return the figures. If the database can't be read, return only the reason."""
        try:
            if not may_exist(archive_file()):
                return PracticeFigures()
            archive = self._archive()
            entries, day = archive.entries(), today()
            played = solo_games(entries, PRACTISED.id)[: -MAX_GAMES - 1 : -1]
            has_played_daily = day in daily_history(entries, day).days
            return PracticeFigures(exercise_progress(archive, now), played, Pars.load(archive), has_played_daily)
        except StorageError as error:
            return PracticeFigures(fault=storage_sentence(error))
