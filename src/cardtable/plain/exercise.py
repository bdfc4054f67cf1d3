"""Exercises and tests line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.learning_record import QUESTIONS
from cardtable.plain.choices import choice_lines, read_choice, read_number
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.views import view_of
from cardtable.table.session import fresh_code

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord

HELP = {
    "look": "the table and the question again.",
    "show": "the best answer, and why; the question does not count then.",
    "code": "the exercise of a code, as in: code K7QF-2M9X.",
    "quit": "stop.",
}


class PlainExercises:
    """Asks one question after the other; a test asks ten, and its score is kept."""

    def __init__(
        self,
        game: AnyGame,
        lines: Lines,
        learned: LearningRecord,
        *,
        is_test: bool = False,
        code: DealCode | None = None,
    ) -> None:
        self._game, self._learned, self._is_test = game, learned, is_test
        self.say, self.ask = lines.say, lines.ask
        self._view = view_of(game)
        self._code = code or fresh_code()
        self._right, self._asked = 0, 0

    def run(self) -> None:
        """Ask until the test is over, or nothing more is typed."""
        kind = f"a test of {QUESTIONS} questions" if self._is_test else "exercises"
        self.say(f"{self._game.title}: {kind}. Type help for what can be typed.")
        try:
            while not self._is_test or self._asked < QUESTIONS:
                self._put()
        except EndOfInput:
            self.say(
                f"{self._right} of {self._asked} right.", *(["The test is not over; nothing is kept."] * self._is_test)
            )
            return
        score = self._learned.keep_score(self._game.id, self._right)
        self.say(f"{self._right} of {QUESTIONS} right. The best so far: {score.best}.")
        if fault := self._learned.pop_fault():
            self.say(f"The score is not kept: {fault}")

    def _put(self) -> None:
        """One question, until it is answered."""
        self._exercise = exercise_of(self._game.id, self._code.key())
        self._look()
        asked = self._asked
        while self._asked == asked:
            try:
                if self._heed(self.ask("Your answer:")):
                    break
            except ValueError as refusal:
                self.say(str(refusal))

    def _look(self) -> None:
        number = f"Question {self._asked + 1} of {QUESTIONS}, code" if self._is_test else "Exercise"
        seen = self._exercise.seen
        self.say(f"{number} {self._code}.", *self._view.table(seen), *self._view.hand(seen))
        choices = self._exercise.choices
        self.say(*(() if choices else choice_lines(seen)), self._exercise.question)
        self.say(*(f"{at} {choice}" for at, choice in enumerate(choices, 1)))

    def _heed(self, text: str) -> bool:
        """Do what was typed; whether another question follows."""
        word, _, rest = text.lower().partition(" ")
        if word == "quit":
            raise EndOfInput
        if word in ("", "help"):
            known = ((name, about) for name, about in HELP.items() if not self._is_test or name in ("look", "quit"))
            self.say("Type the number of an answer, or the answer itself.")
            self.say(*(f"{name}: {about}" for name, about in known))
        elif word == "look":
            self._look()
        elif word == "show" and not self._is_test:
            self.say(self._best, self._exercise.judge(self._exercise.answer).why)
            return self._another()
        elif word == "code" and not self._is_test:
            self._code = DealCode.parse(rest)
            return True
        else:
            return self._judge(text)
        return False

    def _judge(self, text: str) -> bool:
        judgement = self._exercise.judge(self._read(text))
        self._asked += 1
        self._right += judgement.right
        self.say("Right." if judgement.right else "Not the best.", judgement.why)
        if not judgement.right:
            self.say(self._best)
        if not self._is_test:
            self.say(f"{self._right} of {self._asked} right.")
        return self._another()

    def _read(self, text: str) -> Any:
        """The answer that was typed, by its number or in words."""
        choices = self._exercise.choices
        if not choices:
            return read_choice(text, self._exercise.seen)
        number = read_number(text)
        if text not in choices and number is not None and 0 < number <= len(choices):
            return choices[number - 1]
        return next((each for each in choices if each.lower() == text.lower()), text)

    @property
    def _best(self) -> str:
        best = list(map(str, self._exercise.best_actions[:3])) or [self._exercise.answer]
        return f"Best: {' or '.join(best)}."

    def _another(self) -> bool:
        self._code = fresh_code()
        return True
