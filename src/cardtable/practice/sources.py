"""Sources of exercises. A source gives the player one exercise after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtable.engine.chance import DealCode
from cardtable.engine.phrases import counted
from cardtable.games import GAMES
from cardtable.practice.answers import repetition_sentence
from cardtable.practice.exercises import PracticeExercise
from cardtable.practice.theme import theme_exercise, themes
from cardtable.table.session import fresh_code

if TYPE_CHECKING:
    from cardtable.engine.game import AnyGame
    from cardtable.players.worker import Question
    from cardtable.practice.mistakes import Mistakes
    from cardtable.practice.selection import Selection


class ExerciseSource:
    """A source of exercises about one game. By default, answers aren't recorded."""

    game: AnyGame
    is_known = False
    """Whether the player has already seen the best moves."""
    counts = False
    """Whether first answers are recorded, so that exercises come back."""
    title = about = ""
    """The topic of the exercises, as a short title and a sentence. Both are shown during the search for an exercise."""

    def next(self) -> PracticeExercise | Question | None:
        """Return the next exercise, a request for another process to find it, or None after the last exercise."""
        raise NotImplementedError  # subclasses have the exercises

    def counter(self) -> str:
        """Return text about the number of exercises. The text appears at the end of the title line."""
        return ""

    def back_to(self) -> str:
        """Return the place to go after the last exercise, such as `the review`, or an empty string before then."""
        return ""

    def note(self, exercise: PracticeExercise, is_right: bool) -> str:
        """Record the first answer. Return a sentence about it for the player, or an empty string."""
        return ""

    def farewell(self) -> str:
        """Return the message for the player after the last exercise."""
        return ""


class MistakeSource(ExerciseSource):
    """Exercises from the player's mistakes."""

    counts = True

    def __init__(self, mistakes: Mistakes, selection: Selection) -> None:
        self.game = selection.offered[0].exercise.game
        self._mistakes = mistakes
        self._listed = {each.exercise.name: each for each in selection.offered}
        self._names = list(self._listed)
        self._are_due, self._later = selection.due > 0, len(selection.later)
        self._next = 0

    def next(self) -> PracticeExercise | None:
        """Return the next exercise, or None after the last one."""
        self._next += 1
        return self._listed[self._names[self._next - 1]].exercise if self._next <= len(self._names) else None

    def counter(self) -> str:
        """Return text such as `2 of 3 due`, or `2 of 5, 13 more` if other exercises are waiting."""
        more = f", {self._later} more" if self._later else " due" if self._are_due else ""
        return f"{min(self._next, len(self._names))} of {len(self._names)}{more}"

    def back_to(self) -> str:
        return "" if self._next < len(self._names) else "the Practice room"

    def note(self, exercise: PracticeExercise, is_right: bool) -> str:
        """Save the date of an exercise's next repetition. Return a sentence about the date."""
        sentence = repetition_sentence(self._mistakes.note(self._listed[exercise.name], is_right))
        return f"{sentence} {self._mistakes.take_fault()}".rstrip()

    def farewell(self) -> str:
        """Return the message after the last exercise."""
        if self._later:
            return f"For {counted(self._later, 'more exercise')}, choose Your mistakes again."
        return "No more exercises are due." if self._are_due else "That was the last exercise."


@dataclass(frozen=True, slots=True)
class ThemeQuestion:
    """A request to find the exercise with this theme and code."""

    theme: str
    """The name of the theme, because a theme itself can't be sent to another process."""
    code: DealCode

    def answer(self) -> PracticeExercise:
        """Return the exercise."""
        return theme_exercise(themes()[self.theme], self.code)


class ThemeSource(ExerciseSource):
    """An endless supply of exercises about a theme. Another process finds the exercises."""

    def __init__(self, theme: str) -> None:
        self.game, self._theme = GAMES.practised, theme
        self.title, self.about = themes()[theme].title, themes()[theme].about

    def next(self) -> ThemeQuestion:
        """Return the request for a new exercise."""
        return ThemeQuestion(self._theme, fresh_code())


class OneExercise(ExerciseSource):
    """A single exercise from a review."""

    def __init__(self, exercise: PracticeExercise, *, is_known: bool) -> None:
        self.game, self.is_known = exercise.game, is_known
        self._waiting = [exercise]

    def next(self) -> PracticeExercise | None:
        """Return the exercise the first time, then None."""
        return self._waiting.pop() if self._waiting else None

    def back_to(self) -> str:
        return "the review"
