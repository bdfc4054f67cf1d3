"""Exercises without end, and tests made of them: a position, a question, and the engine's judgement of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.lessons.exercises import Exercise, Judgement, exercise_of
from cardtable.lessons.learning_record import QUESTIONS
from cardtable.table.session import fresh_code
from cardtable.tui.board import BoardWidget
from cardtable.tui.faces import CardSet
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog, TextDialog
from cardtable.tui.screens.learning_screen import LearningScreen
from cardtable.tui.widgets.menu import Item
from cardtable.tui.widgets.text_pane import PaneText, TextPane

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord


JUDGED = 3
"""Rows for what is said to an answer."""


class ExerciseScreen(LearningScreen):
    """Asks one question after the other; a test asks ten, each once, and keeps the score."""

    FIRST_KEYS = ("Table/text", "Another", "Answer", "Name it", "Show the best", "Again", "Leave", "Type a code")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,n", "another", "Another", key_display="enter"),
        Binding("s", "show_best", "Show the best", priority=True),
        Binding("a", "again", "Again"),
        Binding("d", "code", "Type a code"),
        Binding("slash", "type", "Type an action, or find one in the list", key_display="/", show=False),
    ]

    class Finished(Message):
        """The test is over: `test` for another, `room` or `play`."""

        def __init__(self, what: str, game_id: str) -> None:
            super().__init__()
            self.what, self.game_id = what, game_id

    def __init__(
        self,
        game: AnyGame,
        learned: LearningRecord,
        signs: CardSet,
        speed: str,
        *,
        is_test: bool,
        code: DealCode | None = None,
    ) -> None:
        super().__init__(game, signs, speed)
        self.is_test = is_test
        self._learned = learned
        self.right, self.asked = 0, 0
        self.code = code or fresh_code()
        self.exercise: Exercise = exercise_of(game.id, self.code.key())
        self.judgement: Judgement | None = None
        self._counts = True
        """Whether the answer counts: only the first to a question does."""
        self._answer = ""

    def on_mount(self) -> None:
        self.call_after_refresh(self._put)

    # What is shown

    def told(self) -> PaneText:
        kind = "Test" if self.is_test else "Exercises"
        score = f"{self.right} of {self.asked} right" if self.asked else ""
        number = f"question {self.asked + (self.judgement is None)} of {QUESTIONS}" if self.is_test else score
        hint = self.board.how if self.judgement is None else "Enter asks another."
        choices = self.exercise.choices if self.judgement is None else ()
        if choices:
            hint = "Choose an answer: its number, or arrows and Enter."
        elif self.judgement is None and self.is_single:
            hint = "t shows the table."
        return PaneText(f"{kind}  {self.code}", number, self._question, choices, self._answer, hint)

    @property
    def _question(self) -> str:
        """With the name of whoever is asked, where it is one of several."""
        names = self.exercise.situation.names
        who = f"You are {names[self.exercise.seat]}. " if len(names) > 1 else ""
        return f"{who}**{self.exercise.question}**"

    def most_told(self) -> Sequence[PaneText]:
        return (PaneText(text=self._question, choices=("",) * max(JUDGED, len(self.exercise.choices))),)

    def _put(self) -> None:
        """Put the question."""
        self.judgement, self._answer = None, ""
        self._needs.clear()
        is_played = not self.exercise.choices
        self.lay(self.exercise.seen, plays=is_played, names=is_played, asks=True)
        self.board.step_aside(self.exercise.best_actions)

    def _ask(self, code: DealCode) -> None:
        self.code, self._counts = code, True
        self.exercise = exercise_of(self.game.id, code.key())
        self._put()

    # Answers

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        self._act(event.action)

    @on(TextPane.AnswerSelected)
    def _picked(self, event: TextPane.AnswerSelected) -> None:
        if self.judgement is None:
            self._act(self.exercise.choices[event.at])

    def _act(self, action: Any) -> None:
        """Judge an answer, and show what comes of it."""
        if self.judgement is not None:
            return
        try:
            judgement = self.exercise.judge(action)
        except ValueError as error:
            self._answer = str(error)
            self.say()
            self.show_text()
            return
        self.judgement = judgement
        if self._counts:
            self.asked, self.right, self._counts = self.asked + 1, self.right + judgement.right, False
        self._answer = self._worded(judgement)
        self._play(None if self.exercise.choices else action)
        self.show_text()

    def _play(self, action: Any) -> None:
        """Show what would come of an action; where the answer is none, the table stays."""
        if action is None:
            self.lay(self.exercise.seen)
            return
        session = self.exercise.situation.session()
        self.board.seen = session.look(self.exercise.seat)
        story = session.act(action)
        self.lay(session.look(self.exercise.seat), story)

    def _worded(self, judgement: Judgement) -> str:
        if judgement.right:
            return f"**Right.** {judgement.why}"
        shows = "" if self.exercise.choices else " `s` shows it."
        return f"**Not the best.** {judgement.why} {self._best}{shows}"

    @property
    def _best(self) -> str:
        """The best answers, three of them at most."""
        names = [str(each) for each in self.exercise.best_actions] or [self.exercise.answer]
        more = f" or {len(names) - 3} more" if len(names) > 3 else ""
        return f"Best: {' or '.join(names[:3])}{more}."

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a test nothing is shown or tried again."""
        match action:
            case "another":
                return self.judgement is not None
            case "show_best":
                return self.judgement is not None or not self.is_test
            case "again":
                return self.judgement is not None and not self.is_test
            case "code":
                return not self.is_test
            case "type":
                return self.judgement is None and not self.exercise.choices
            case _:
                return super().check_action(action, parameters)

    def action_another(self) -> None:
        if self.is_test and self.asked >= QUESTIONS:
            self._end()
        else:
            self._ask(fresh_code())

    def action_again(self) -> None:
        self._put()

    def action_show_best(self) -> None:
        """Play the best answer on the board; whoever has not answered yet has then been told."""
        best = next(iter(self.exercise.best_actions), None)
        judgement = self.exercise.judge(self.exercise.answer if best is None else best)
        if self.judgement is None:
            self.judgement, self._counts = judgement, False
        self._answer = f"**{self._best}** {judgement.why}"
        self._play(best)
        self.show_text()

    def action_code(self) -> None:
        """Put the exercise of a code that somebody names."""

        def fault(text: str) -> str:
            try:
                DealCode.parse(text)
            except ValueError as error:
                return str(error)
            return ""

        def take(text: str | None) -> None:
            if text is not None:
                self._ask(DealCode.parse(text))

        self.app.push_screen(TextDialog("The code of an exercise, eight symbols like K7QF-2M9X:", "", fault, 60), take)

    def action_type(self) -> None:
        self.app.push_screen(
            ActionDialog(self.exercise.seen), lambda action: self._act(action) if action is not None else None
        )

    # The end of a test

    def _end(self) -> None:
        score = self._learned.save_score(self.game.id, self.right)
        if fault := self._learned.pop_fault():
            self.notify(f"The score is not kept: {fault}", markup=False)
        items = (
            Item("room", "Back to the lessons", key="q"),
            Item("test", "Another test", key="n"),
            Item("play", f"Play {self.game.title} now", key="p"),
        )
        text = f"{self.right} of {QUESTIONS} right. The best so far: {score.best}."
        self.app.push_screen(ChoiceDialog(text, items), self._after_end)

    def _after_end(self, answer: str | None) -> None:
        self.post_message(self.Finished(answer or "room", self.game.id))
