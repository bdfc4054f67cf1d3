"""Exercises and tests in plain mode, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardtable.lessons.learning_record import QUESTIONS
from cardtable.plain.choices import answer_lines, choice_lines, read_choice, read_spelled_answer, ways_to_choose
from cardtable.plain.lesson_words import task_after
from cardtable.plain.room import Places, PlainRoom
from cardtable.plain.spelling import spell_cards
from cardtable.plain.view import view_of
from cardtable.rooms.exercise import ANSWERED, ExerciseRoom, Judged
from cardtable.rooms.kit.response import Goto, Help, OwnWay, Response
from cardtable.table.pages import plain_text

_ARROW = re.compile(r" ([<>])(\w+)")
"""A pattern for the destination of a card, such as ` >4` or ` <lost`."""
_DIRECTIONS = {"<": "left to ", ">": "right to "}


class PlainExercises(PlainRoom):
    """A series of questions that are asked one after another."""

    room: ExerciseRoom

    def __init__(self, places: Places, room: ExerciseRoom) -> None:
        super().__init__(places)
        self.room = room
        self._view = view_of(room.game)

    def run(self) -> Goto | None:
        then = super().run()
        if self.room.score is None:
            self.say(self._count, *filter(None, [self.room.farewell]))
        return then

    def enter(self) -> None:
        kind = f"a test of {QUESTIONS} questions" if self.room.is_test else "exercises"
        self.say(f"{self.room.game.title}: {kind}. Type help to list the commands.")
        self.show_room()

    def prompt(self) -> str:
        room = self.room
        if room.judgement is None:
            return "Type the letter of your answer:" if room.exercise.choices else "Your move:"
        return f"Press Enter for {room.what_next}, or type look or quit:"

    def show_room(self) -> None:
        """Read out the question and the table."""
        room, seen = self.room, self.room.exercise.seen
        number = f"Question {room.number} of {QUESTIONS}, code" if room.is_test else "Exercise"
        question = self.spell(room.exercise.question)
        table = [*self._view.table(seen), *self._view.hand(seen), *filter(None, [self._view.turn(seen)])]
        self.say(f"{number} {room.code}.", question, *table, *filter(None, [task_after(table, question)]))
        choices = list(map(self.spell, room.exercise.choices))
        self.say(*(answer_lines(choices) or self._view.in_lessons(seen) or choice_lines(seen, self._view.label)))

    def answer(self, response: Response | None) -> bool:
        match response:
            case Judged():
                self._say_judgement(response)
            case OwnWay(part):
                self._read(part)
            case _:
                return super().answer(response)
        return True

    def _say_judgement(self, judged: Judged) -> None:
        room = self.room
        self.say(*map(self.spell, room.verdict))
        if not (judged.is_shown or room.is_test):
            self.say(self._count)
        if fault := room.take_fault():
            self.say(fault)

    @property
    def _count(self) -> str:
        return f"{self.room.right} of {self.room.answered} right."

    def _read(self, part: str) -> None:
        if part == "look":
            self.show_room()
        else:
            read = {"board": self._view.board, "scores": self._view.score, "hand": self._view.hand}[part]
            self.say(*(read(self.room.exercise.seen) or [f"You have no {part} here."]))

    def help_lines(self) -> Iterator[str]:
        if self.room.judgement is None:
            lettered = "the letter of an answer, or the whole answer"
            yield f"Type {lettered if self.room.exercise.choices else ways_to_choose(self.room.exercise.seen)}."
        yield from super().help_lines()

    def other(self, text: str) -> Response | None:
        """Treat the typed text as the answer."""
        if self.room.judgement is not None:
            raise ValueError(ANSWERED)
        if not text:
            return Help()
        if text.lower() in ("hint", "moves", "why"):
            raise ValueError(self.room.no_hints)
        return self.room.give(self._answer(text))

    def _answer(self, text: str) -> Any:
        """Return the answer that was typed. Raise ValueError if the text isn't an answer."""
        exercise = self.room.exercise
        if exercise.choices:
            return read_spelled_answer(text, exercise.choices, self.spell)
        return read_choice(self._view.spell_out(exercise.seen, text), exercise.seen)

    def spell(self, text: str) -> str:
        """Return the text without Markdown. Cards are named in full, and arrows are replaced by words."""
        words = _ARROW.sub(lambda found: f" {_DIRECTIONS[found[1]] * found[2].isdecimal()}{found[2]}", plain_text(text))
        return spell_cards(words, self._view.letters)
