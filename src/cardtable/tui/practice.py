"""Practice in the app: opening the Practice room, games alone, exercises and progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtable.store.clock import current_time

if TYPE_CHECKING:
    from cardtable.engine.game import Preset
    from cardtable.practice.exercises import PracticeExercise
    from cardtable.practice.mistakes import Mistakes
    from cardtable.practice.sources import ExerciseSource
    from cardtable.rooms.practice import PracticeRecord
    from cardtable.tui.saved_games import SavedGamesScreens
    from cardtable.tui.styled_app import StyledApp


class Practice:
    """The screens for practice."""

    def __init__(self, app: StyledApp, games: SavedGamesScreens) -> None:
        self._app = app
        self._games = games
        self._record: PracticeRecord | None = None
        self._mistakes: Mistakes | None = None

    @property
    def record(self) -> PracticeRecord:
        """The last choices and the figures of the Practice room."""
        if self._record is None:
            from cardtable.rooms.practice import PracticeRecord

            self._record = PracticeRecord(lambda: self._games.lazy_archive.archive)
        return self._record

    @property
    def mistakes(self) -> Mistakes:
        """The exercises from the player's mistakes."""
        if self._mistakes is None:
            from cardtable.practice.mistakes import Mistakes

            self._mistakes = Mistakes(lambda: self._games.lazy_archive.archive)
        return self._mistakes

    def open_room(self, section: str = "") -> None:
        """Open the Practice room and, unless it is empty, one of its sections."""
        from cardtable.tui.screens.practice import PracticeRoom

        self._app.push_screen(PracticeRoom(self.record, self._app.signs))
        self.open_section(section)

    def open_section(self, name: str) -> None:
        """Open a section of the Practice room: `daily`, `mistakes`, `progress` or a theme; others are in the room."""
        from cardtable.practice.sources import ThemeSource
        from cardtable.practice.themes import theme_named

        match name:
            case "daily":
                self._games.play_daily()
            case "mistakes":
                self.open_mistakes()
            case "progress":
                self.open_progress()
            case _ if theme_named(name) is not None:
                self.open_exercises(ThemeSource(name))

    def play_alone(self, preset: Preset[Any], hand_size: int) -> None:
        """Open the table for a game alone, with the options of a preset and this hand size."""
        session = self.record.deal(preset, hand_size, self._app.settings.names)
        self._app.push_screen(self._games.table(session))

    def open_mistakes(self) -> None:
        """Open the exercises from mistakes, if there are any."""
        from cardtable.practice.selection import NO_EXERCISES, select
        from cardtable.practice.sources import MistakeSource

        selection = select(self.mistakes.all(), current_time())
        if selection.offered:
            self.open_exercises(MistakeSource(self.mistakes, selection))
        else:
            self._app.notify(self.mistakes.take_fault() or NO_EXERCISES, markup=False)

    def open_exercise(self, exercise: PracticeExercise, *, is_known: bool) -> None:
        """Open one exercise; answering it leaves its schedule alone.

        `is_known` says whether the player has seen the best move.
        """
        from cardtable.practice.sources import OneExercise

        self.open_exercises(OneExercise(exercise, is_known=is_known))

    def open_exercises(self, source: ExerciseSource) -> None:
        """Open the first exercise of a source, which has at least one."""
        from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen

        first = source.next()
        assert first is not None, "there is an exercise"
        self._app.push_screen(PracticeExerciseScreen(source, first, self._app.signs, self._app.settings.speed))

    def open_progress(self) -> None:
        """Open the player's progress."""
        from cardtable.tui.screens.progress import ProgressScreen

        self._app.push_screen(ProgressScreen(self._games.lazy_archive, self._app.signs))
