"""An exercise in plain mode: a position in which to find a good move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from cardtable.engine.phrases import naming_subject
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.typed_moves import read_move, ways_to_type
from cardtable.plain.views import view_of
from cardtable.plain.views.view import move_lines, moves_asked_for
from cardtable.practice.answers import answer_sentence, best_sentence, question_text
from cardtable.practice.exercises import SIMULATIONS, PracticeExercise, is_right
from cardtable.practice.judge import judge
from cardtable.practice.review import MoveReview
from cardtable.practice.sources import ExerciseSource
from cardtable.practice.words import lesson_sentence

NEXT_OR_QUIT = "Press Enter for the next exercise, or type quit:"
HELP = {
    "look": "read the table and the question again.",
    "board": "read what is on the table.",
    "hand": "read your hand again.",
    "scores": "read the score.",
    "moves": "read all your moves, with their effects.",
    "why MOVE": "read why a move is legal or not.",
    "show me": "hear the best move.",
    "quit": "leave this exercise.",
}
SHOW_ME_COUNTS = "hear the best move; before your first answer, that counts as a wrong one."
"""The help for `show me` in an exercise that is repeated until it is solved."""


class PlainPracticeExercise:
    """An exercise being solved."""

    def __init__(self, exercise: PracticeExercise, lines: Lines, note: Callable[[bool], None] | None = None) -> None:
        """Prepare an exercise; `note`, if answers count, is called with whether the first one was right."""
        self._exercise, self._lines, self._note = exercise, lines, note
        self.say = lines.say
        self._seen = exercise.seen
        self._view = view_of(exercise.game)
        self._is_noted = False

    def run(self) -> None:
        """Ask until the player finds a good move or wants to see it; EndOfInput means that the player has left."""
        self._say_position()
        while not self._has_answered(self._lines.ask("Your move:")):
            pass

    def _say_position(self) -> None:
        seen = self._seen
        self.say(f"{self._exercise.title}.", *dict.fromkeys((*self._view.table(seen), *self._view.hand(seen))))
        self.say(
            question_text(self._exercise), *filter(None, [self._view.question(seen)]), *move_lines(seen, self._view)
        )

    def _has_answered(self, text: str) -> bool:
        """Obey what was typed; return whether the exercise is over."""
        seen, view = self._seen, self._view
        word, _, rest = view.as_command(seen, text).lower().partition(" ")
        readings = {"board": view.board, "hand": view.hand, "scores": view.score}
        try:
            if word == "quit":
                raise EndOfInput
            if word in ("", "help"):
                self.say(f"Type {ways_to_type(seen, view)}.")
                self.say(*(f"{name}: {what}" for name, what in self._help().items()))
            elif word == "look":
                self._say_position()
            elif word in readings:
                self.say(*(readings[word](seen) or [f"You have no {word} here."]))
            elif word == "moves":
                self.say(*moves_asked_for(seen, view, rest))
            elif word == "why":
                self._explain(rest)
            elif text.lower() == "show me":
                self._show_best()
                return True
            else:
                return self._judge(self._read(text))
        except ValueError as refusal:
            self.say(str(refusal))
        return False

    def _help(self) -> dict[str, str]:
        return HELP | {"show me": SHOW_ME_COUNTS} if self._note is not None else HELP

    def _read(self, text: str) -> Any:
        return read_move(text, self._seen, self._view)

    def _explain(self, text: str) -> None:
        if not text:
            raise ValueError(f"Type why followed by a move, as in: why {self._seen.legal[0]}.")
        action = self._read(text)
        self.say(naming_subject(action, self._view.explain(self._seen, action)))

    def _judge(self, action: Any) -> bool:
        """Judge an answer; return whether it was right."""
        review = self._review(action)
        self._note_once(is_right(review))
        self.say(answer_sentence(self._exercise, review, is_spoken=True))
        if not is_right(review):
            self.say("Try again, or type show me.")
            return False
        if review.played.action != review.best.action:
            self.say(best_sentence(self._exercise, review, is_spoken=True))
        return True

    def _show_best(self) -> None:
        self._note_once(False)
        review = self._exercise.review or self._review(self._seen.legal[0])
        self.say(best_sentence(self._exercise, review, is_spoken=True))
        decision = self._exercise.decision(self._exercise.game.parse(review.played.action))
        if (lesson := lesson_sentence(self._exercise.game, decision, review)) is not None:
            self.say(lesson[0])

    def _review(self, action: Any) -> MoveReview:
        """Return the review of an answer; raise ValueError with a message if it isn't legal."""
        if (known := self._exercise.known(action)) is not None:
            return known
        decision = self._exercise.decision(action)
        with self._lines.working():
            return self._exercise.agreeing(judge(self._exercise.game, decision, SIMULATIONS))

    def _note_once(self, was_right: bool) -> None:
        if self._note is not None and not self._is_noted:
            self._is_noted = True
            self._note(was_right)


def solve(source: ExerciseSource, lines: Lines) -> None:
    """Solve the exercises of a source until the last one, or until the player leaves."""
    found: Any = source.next()
    lines.say(*filter(None, [source.about]))
    with suppress(EndOfInput):
        while found is not None:
            if isinstance(found, PracticeExercise):
                exercise = found
            else:
                lines.say("Looking for a position...")
                with lines.working():
                    exercise = found.answer()
            told = list[str]()
            note = partial(_note, source, exercise, told) if source.counts else None
            PlainPracticeExercise(exercise, lines, note).run()
            lines.say(*filter(None, told))
            if not source.back_to() and lines.ask(NEXT_OR_QUIT).lower() in ("quit", "q"):
                return
            found = source.next()
        lines.say(*filter(None, [source.farewell()]))


def _note(source: ExerciseSource, exercise: PracticeExercise, told: list[str], is_right: bool) -> None:
    told.append(source.note(exercise, is_right))
