"""Exercises and tests: positions with questions. The engine marks the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from cardtable.lessons.learning_record import QUESTIONS
from cardtable.rooms.exercise import ExerciseRoom, Judged
from cardtable.rooms.kit.response import Leave, Response
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.learning_screen import CHOICE_HINT, TABLE_HINT, VERDICT_ROWS, LearningScreen
from cardtable.tui.widgets.text_pane import PaneText, TextPane


class ExerciseScreen(LearningScreen):
    """A screen that asks one question after another."""

    room: ExerciseRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ExerciseRoom.commands)

    def on_mount(self) -> None:
        self.call_after_refresh(self.show_room)

    # The text and the table

    def pane_text(self) -> PaneText:
        room = self.room
        kind = "Test" if room.is_test else "Exercises"
        score = f"{room.right} of {room.answered} right" if room.answered else ""
        number = f"question {room.number} of {QUESTIONS}" if room.is_test else score
        choices = room.exercise.choices if room.judgement is None else ()
        return PaneText(f"{kind}  {room.code}", number, self._question, choices, room.said, self._hint)

    @property
    def _hint(self) -> str:
        if self.room.judgement is not None:
            key = self.key_of(self.room.command("show-me"))
            see = f" Press {key} to see the right move." if self.room.can_see_best else ""
            return f"Press Enter for {self.room.what_next}.{see}"
        if self.room.exercise.choices:
            return CHOICE_HINT
        return TABLE_HINT if self.is_single else self.board.instructions

    @property
    def _question(self) -> str:
        """The question, which begins with the player's name if there are several players."""
        exercise = self.room.exercise
        names = exercise.situation.names
        who = f"You are {names[exercise.seat]}. " if len(names) > 1 else ""
        return f"{who}**{exercise.question}**"

    def all_texts(self) -> Sequence[PaneText]:
        choices = ("",) * max(VERDICT_ROWS, len(self.room.exercise.choices))
        return (PaneText(text=self._question, choices=choices),)

    def show_room(self) -> None:
        """Show the question without an answer."""
        exercise = self.room.exercise
        self.forget_rows()
        self.board.reset_cursor()
        is_played = not exercise.choices
        self.show_table(exercise.seen, plays=is_played, names=is_played, asks=True)
        self.avoid(exercise.best_actions)

    def answer(self, response: Response | None) -> None:
        match response:
            case Judged(action=None):
                self.show_table(self.room.exercise.seen)
                self.turn_to_text()
            case Judged(action=action):
                self.show_played(self.room.exercise.situation.session(), self.room.exercise.seat, action)
                self.turn_to_text()
            case _:
                if isinstance(response, Leave) and (farewell := self.room.farewell):
                    self.app.notify(farewell, markup=False)
                super().answer(response)
        if fault := self.room.take_fault():
            self.notify(fault, markup=False)

    # Answers

    @on(TextPane.AnswerSelected)
    def _picked(self, event: TextPane.AnswerSelected) -> None:
        self.attempt(lambda: self.room.give(self.room.exercise.choices[event.at]))
