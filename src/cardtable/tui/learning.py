"""Learning in the app: opening the Learn room, lessons, exercises and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.games import GAMES

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.reading import Lesson
    from cardtable.tui.saved_games import SavedGamesScreens
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.styled_app import StyledApp


class Learning:
    """The player's progress, and the screens for learning."""

    def __init__(self, app: StyledApp, games: SavedGamesScreens) -> None:
        self._app = app
        self._games = games
        self._learned: LearningRecord | None = None

    @property
    def learned(self) -> LearningRecord:
        """The player's progress so far."""
        if self._learned is None:
            from cardtable.lessons.learning_record import LearningRecord

            self._learned = LearningRecord(lambda: self._games.lazy_archive.archive)
        return self._learned

    def open_room(self, game_id: str) -> None:
        """Open the Learn room, or the lessons of a game."""
        from cardtable.tui.screens.learn import LearnRoom

        self._app.push_screen(LearnRoom(self.learned, game_id))

    def open_lesson(self, game_id: str, name: str, step: int | None) -> None:
        """Open a lesson where the player left off or, to look something up, at a given step."""
        if (screen := self._lesson(game_id, name, step)) is not None:
            self._app.push_screen(screen)

    def open_next_lesson(self, game_id: str) -> None:
        """Open the next lesson of a game."""
        self.open_lesson(game_id, self.learned.next_lesson(game_id).name, None)

    def open_script(self, lesson: Lesson) -> None:
        """Open a lesson from the player's own file."""
        from cardtable.tui.screens.lesson import LessonScreen

        self._app.push_screen(LessonScreen(lesson, self._app.signs, self._app.settings.speed))

    def next_lesson(self, game_id: str, name: str) -> None:
        """Replace the lesson on the screen with another one."""
        if (screen := self._lesson(game_id, name)) is not None:
            self._app.switch_screen(screen)

    def _lesson(self, game_id: str, name: str, step: int | None = None) -> LessonScreen | None:
        from cardtable.lessons.bad_script import BadScript
        from cardtable.lessons.library import find_lesson
        from cardtable.tui.screens.lesson import LessonScreen

        signs, speed = self._app.signs, self._app.settings.speed
        try:
            entry = find_lesson(game_id, name)
            return LessonScreen(entry.load(), signs, speed, entry=entry, learned=self.learned, step=step)
        except (BadScript, ValueError) as error:
            self._app.notify(str(error), markup=False)
            return None

    def open_exercises(self, game_id: str, *, is_test: bool, code: str = "") -> None:
        """Open a game's test, or its exercises starting with the one that has this code."""
        from cardtable.engine.chance import DealCode
        from cardtable.tui.screens.exercise import ExerciseScreen

        first = DealCode.parse(code) if code else None
        signs, speed = self._app.signs, self._app.settings.speed
        self._app.push_screen(ExerciseScreen(GAMES[game_id], self.learned, signs, speed, is_test=is_test, code=first))
