"""Exercises about good moves: a position, a move on the board, and how much that move gives away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from cardtable.rooms.kit.response import Leave, Response, Think
from cardtable.rooms.practice_exercise import NOT_FOUND, NOT_JUDGED, Compared, MoveJudged, PracticeExerciseRoom
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.learning_screen import TABLE_HINT, VERDICT_ROWS, LearningScreen
from cardtable.tui.screens.review_text import NUMBERS_HELP
from cardtable.tui.widgets.text_pane import PaneText

TRY_AGAIN = "Press Enter to try again, or `s` to see the best move."
WHAT_NEXT = {
    NOT_FOUND: f"{NOT_FOUND} Press Enter to try again.",
    NOT_JUDGED: f"{NOT_JUDGED} Press a to try again, or Enter to go on.",
}
"""The sentences that end an attempt, with the keys to continue."""


class PracticeExerciseScreen(LearningScreen):
    """A screen that shows one exercise after another."""

    room: PracticeExerciseRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PracticeExerciseRoom.commands)

    def on_mount(self) -> None:
        self.call_after_refresh(lambda: self.answer(self.room.begin()))

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        return (*NUMBERS_HELP, *super().key_help)

    # The text

    def pane_text(self) -> PaneText:
        room, source = self.room, self.room.source
        if room.exercise is None:
            return PaneText(source.title, source.counter(), source.about, answer=room.said)
        hint = ""
        if room.is_open:
            hint = TABLE_HINT if self.is_single else self.board.instructions
        elif room.review is not None and not room.may_retry:
            place = source.back_to()
            hint = f"Press Enter to go back to {place}." if place else "Press Enter for the next exercise."
        return PaneText(room.exercise.title, source.counter(), self._question, (), room.said, hint)

    @property
    def _question(self) -> str:
        exercise = self.room.exercise
        if exercise is None:
            return ""
        is_named = len(exercise.names) > 1 and self.room.seen.you is None
        who = f"You are {exercise.names[exercise.seat]}. " if is_named else ""
        context, _, task = self.room.question.rpartition(". ")
        return f"{who}{context}. **{task}**"

    def all_texts(self) -> Sequence[PaneText]:
        return (PaneText(text=self._question, choices=("",) * (VERDICT_ROWS + 1)),)

    # The table

    @property
    def is_single(self) -> bool:
        """Whether only the board or only the text is shown. Before the first position, there is no board."""
        return (self.room.exercise is None and self.board.seen is None) or super().is_single

    @property
    def hidden(self) -> str:
        return "" if self.room.exercise is None else super().hidden

    def show_room(self) -> None:
        """Show the question without an answer."""
        self.forget_rows()
        self.board.counts_margin = True
        self.board.reset_cursor()
        self.show_table(self.room.seen, plays=True)
        if (review := self.room.current.review) is not None:
            self.avoid((self.room.game.parse(review.best.action),))

    def say(self, text: str) -> None:
        self.room.said = WHAT_NEXT.get(text, text)
        self.update_text()
        self.turn_to_text()

    def answer(self, response: Response | None) -> None:
        if not self.room.is_waiting:
            self.stop_thinking()
        match response:
            case MoveJudged(action, noted):
                self._show_verdict(action, noted)
            case Compared(action, sentence):
                self._show_preview(action, sentence)
            case Think() if self.room.exercise is None:
                self.turn_to_text()
                self._arrange()
                self._focus()
                super().answer(response)
            case Think():
                self.show_table(self.room.seen)
                super().answer(response)
            case _:
                if isinstance(response, Leave) and self.room.farewell:
                    self.app.notify(self.room.farewell, markup=False)
                super().answer(response)
        self.refresh_bindings()

    def _show_preview(self, action: Any, sentence: str) -> None:
        """Show the table before a move, with the preview of that move."""
        self.show_table(self.room.seen)
        self.board.is_read_only = False  # only listed moves have previews
        self.board.show(self.room.seen, notice=sentence, choice=action)
        self.board.is_read_only = True

    def _show_verdict(self, action: Any, noted: str) -> None:
        sentences = [*map(_with_bold_start, self.room.verdict()), *([TRY_AGAIN] if self.room.may_retry else [])]
        self.room.said = f"{' '.join(sentences)} {noted}".rstrip()
        self.show_played(self.room.current.session(), self.room.seen.viewer, action)
        self.turn_to_text()


def _with_bold_start(sentence: str) -> str:
    """Return a sentence in which the start, up to the first colon, is bold."""
    start, colon, rest = sentence.partition(":")
    return f"**{start}{colon}**{rest}" if colon else sentence
