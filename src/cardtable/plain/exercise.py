"""Exercises and tests in plain mode, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.learning_record import QUESTIONS
from cardtable.plain.choices import answer_lines, choice_lines, read_choice, read_spelled_answer, ways_to_type
from cardtable.plain.lesson_words import task_after
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.spelling import spell_cards
from cardtable.plain.views import view_of
from cardtable.table.pages import plain_text
from cardtable.table.session import fresh_code

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord

HELP = {
    "look": "read the table and the question again.",
    "board": "read what is on the table.",
    "scores": "read the score.",
    "hand": "read your hand again.",
    "show me": "show the answer and the reason; the question then doesn't count.",
    "code": "go to the exercise with a code, as in: code K7QF-2M9X.",
    "quit": "stop.",
}
NOT_IN_A_TEST = ("show me", "code")


_ARROW = re.compile(r" ([<>])(\w+)")
"""Where a card goes, such as ` >4` or ` <lost`."""
_DIRECTIONS = {"<": "left to ", ">": "right to "}


class PlainExercises:
    """A series of questions; a test asks ten of them and saves the score."""

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
        """Ask questions until the test is over or the input ends."""
        kind = f"a test of {QUESTIONS} questions" if self._is_test else "exercises"
        self.say(f"{self._game.title}: {kind}. Type help to list the commands.")
        try:
            while not self._is_test or self._asked < QUESTIONS:
                self._ask_one()
        except EndOfInput:
            unfinished = ["You didn't finish the test, so your score isn't saved."] if self._is_test else []
            self.say(f"{self._right} of {self._asked} right.", *unfinished)
            return
        score = self._learned.save_score(self._game.id, self._right)
        self.say(f"{self._right} of {QUESTIONS} right. Your best score: {score.best}.")
        if fault := self._learned.pop_fault():
            self.say(f"Your score isn't saved: {fault}")

    def _ask_one(self) -> None:
        """Ask one question until it is answered or skipped."""
        number = f"Question {self._asked + 1} of {QUESTIONS}, code" if self._is_test else "Exercise"
        self._heading = f"{number} {self._code}."
        self._exercise = exercise_of(self._game.id, self._code.key())
        self._code = fresh_code()
        self._say_exercise()
        prompt = "Type the letter of your answer:" if self._exercise.choices else "Your move:"
        self._repeat(self._obey, prompt)

    def _repeat(self, obey: Callable[[str], bool], prompt: str) -> None:
        """Ask until what was typed is carried out and needs no other line."""
        is_asked = True
        while is_asked:
            try:
                is_asked = obey(self.ask(prompt))
            except ValueError as refusal:
                self.say(str(refusal))

    def _go_on(self) -> None:
        """Wait for Enter, so that the reply isn't drowned in the next table."""
        if not self._is_test or self._asked < QUESTIONS:
            kind = "question" if self._is_test else "exercise"
            self._repeat(self._obey_between, f"Press Enter for the next {kind}, or type look or quit:")

    def _obey_between(self, text: str) -> bool:
        """Carry out what was typed after the reply; return whether to wait on."""
        word, _, rest = text.lower().partition(" ")
        if word in ("quit", "q"):
            raise EndOfInput
        if word == "look":
            self._say_exercise()
        elif word == "code" and not self._is_test:
            self._code = DealCode.parse(rest)
            return False
        elif text:
            raise ValueError("You have answered. Press Enter to go on.")
        return bool(text)

    def _say_exercise(self) -> None:
        seen = self._exercise.seen
        question = self._spell(self._exercise.question)
        table = [*self._view.table(seen), *self._view.hand(seen), *filter(None, [self._view.turn(seen)])]
        self.say(self._heading, question, *table, *filter(None, [task_after(table, question)]))
        choices = list(map(self._spell, self._exercise.choices))
        self.say(*(answer_lines(choices) or self._view.in_lessons(seen) or choice_lines(seen, self._view.label)))

    def _obey(self, text: str) -> bool:
        """Carry out what was typed; return whether this question still needs an answer."""
        word, _, rest = text.lower().partition(" ")
        if word in ("quit", "q"):
            raise EndOfInput
        if word in ("", "help"):
            self._say_help()
        elif word == "look":
            self._say_exercise()
        elif word in ("board", "scores", "hand"):
            read = {"board": self._view.board, "scores": self._view.score, "hand": self._view.hand}[word]
            self.say(*(read(self._exercise.seen) or [f"You have no {word} here."]))
        elif word in ("hint", "moves", "why"):
            kind, ways = (
                ("A test", "") if self._is_test else ("An exercise", " To hear the answer and why, type show me.")
            )
            raise ValueError(f"{kind} has no hints.{ways}")
        elif word == "show" and not self._is_test:
            self._say_answer()
            self._go_on()
            return False
        elif word == "code" and not self._is_test:
            self._code = DealCode.parse(rest)
            return False
        else:
            self._judge(self._read(text))
            return False
        return True

    def _spell(self, text: str) -> str:
        """Return a text without Markdown, with the names of the cards in it and with words for arrows."""
        words = _ARROW.sub(lambda found: f" {_DIRECTIONS[found[1]] * found[2].isdecimal()}{found[2]}", plain_text(text))
        return spell_cards(words, self._view.letters)

    def _say_help(self) -> None:
        lettered = "the letter of an answer, or the whole answer"
        self.say(f"Type {lettered if self._exercise.choices else ways_to_type(self._exercise.seen)}.")
        words = [word for word in HELP if not (self._is_test and word in NOT_IN_A_TEST)]
        self.say(*(f"{word}: {HELP[word]}" for word in words))

    def _judge(self, answer: Any) -> None:
        """Say whether the answer was right, and count the answer."""
        judgement = self._exercise.judge(answer)
        self._asked += 1
        self._right += judgement.right
        why = self._spell(judgement.why)
        self.say(*(["Right.", why] if judgement.right else [f"No. {why}"]))
        if not judgement.right:
            self._say_answer(why)
        if not self._is_test:
            self.say(f"{self._right} of {self._asked} right.")
        self._go_on()

    def _say_answer(self, *told: str) -> None:
        """Say which answer is right or best, and why, unless that has been told."""
        why = self._spell(self._exercise.judge(self._exercise.answer).why)
        self.say(self._best, *([] if why in told else [why]))

    def _read(self, text: str) -> Any:
        """Return the answer that was typed; raise ValueError if the text isn't an answer."""
        if self._exercise.choices:
            return read_spelled_answer(text, self._exercise.choices, self._spell)
        seen = self._exercise.seen
        return read_choice(self._view.spell_out(seen, text), seen)

    @property
    def _best(self) -> str:
        best = list(map(str, self._exercise.best_actions[:3])) or [self._exercise.answer]
        return self._spell(f"{'Best' if self._has_a_best else 'The answer'}: {' or '.join(best)}.")

    @property
    def _has_a_best(self) -> bool:
        """True if moves are ranked by a measure rather than being either right or wrong."""
        right = self._exercise.right
        return right is not None and (right.best or right.lowest) is not None
