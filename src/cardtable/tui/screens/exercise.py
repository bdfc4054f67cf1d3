"""Exercises and tests: positions, each with a question whose answer the engine marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.lessons.exercises import Exercise, Judgement, exercise_of
from cardtable.lessons.learning_record import QUESTIONS
from cardtable.rooms.goto import ToExercises, ToSetUp
from cardtable.table.session import fresh_code
from cardtable.tui.faces import CardSet
from cardtable.tui.screens.dialogs import ChoiceDialog, TextDialog, check_with
from cardtable.tui.screens.learning_screen import CHOICE_HINT, TABLE_HINT
from cardtable.tui.screens.question import VERDICT_ROWS, QuestionScreen
from cardtable.tui.widgets.menu import Item
from cardtable.tui.widgets.text_pane import PaneText, TextPane

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.table.seen import Seen
    from cardtable.table.session import Session


class ExerciseScreen(QuestionScreen):
    """A screen that asks one question after another; a test asks ten and saves the score."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "code", "Exercise code"),
    ]

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
        self.right, self.answered = 0, 0
        self.code = code or fresh_code()
        self.exercise: Exercise = exercise_of(game.id, self.code.key())
        self.judgement: Judgement | None = None
        self._counts = True
        """Whether the next answer counts: only the first answer to a question does."""

    @property
    def seen(self) -> Seen:
        return self.exercise.seen

    def session(self) -> Session:
        return self.exercise.situation.session()

    # The text

    def pane_text(self) -> PaneText:
        kind = "Test" if self.is_test else "Exercises"
        score = f"{self.right} of {self.answered} right" if self.answered else ""
        number = f"question {self.answered + (self.judgement is None)} of {QUESTIONS}" if self.is_test else score
        hint = self.board.instructions if self.judgement is None else "Press Enter for the next question."
        choices = self.exercise.choices if self.judgement is None else ()
        if choices:
            hint = CHOICE_HINT
        elif self.judgement is None and self.is_single:
            hint = TABLE_HINT
        return PaneText(f"{kind}  {self.code}", number, self._question, choices, self.reply, hint)

    @property
    def _question(self) -> str:
        """The question, which begins with the player's name if there are several players."""
        names = self.exercise.situation.names
        who = f"You are {names[self.exercise.seat]}. " if len(names) > 1 else ""
        return f"{who}**{self.exercise.question}**"

    def all_texts(self) -> Sequence[PaneText]:
        return (PaneText(text=self._question, choices=("",) * max(VERDICT_ROWS, len(self.exercise.choices))),)

    def show_question(self) -> None:
        self.judgement, self.reply = None, ""
        self.forget_rows()
        self.board.reset_cursor()
        is_played = not self.exercise.choices
        self.show_table(self.seen, plays=is_played, names=is_played, asks=True)
        self.avoid(self.exercise.best_actions)

    def _open(self, code: DealCode) -> None:
        """Go to the exercise with this code."""
        self.code, self._counts = code, True
        self.exercise = exercise_of(self.game.id, code.key())
        self.show_question()

    # Answers

    @on(TextPane.AnswerSelected)
    def _picked(self, event: TextPane.AnswerSelected) -> None:
        if self.judgement is None:
            self.answer(self.exercise.choices[event.at])

    def answer(self, action: Any) -> None:
        if self.judgement is not None:
            return
        try:
            judgement = self.exercise.judge(action)
        except ValueError as error:
            self.refuse(str(error))
            return
        self.judgement = judgement
        if self._counts:
            self.answered, self.right, self._counts = self.answered + 1, self.right + judgement.right, False
        self.show_reply(self._verdict(judgement), None if self.exercise.choices else action)

    def _verdict(self, judgement: Judgement) -> str:
        if judgement.right:
            return f"**Right.** {judgement.why}"
        hint = "" if self.exercise.choices else " Press `s` to see it."
        return f"**No.** {judgement.why} {self._best}{hint}"

    @property
    def _best(self) -> str:
        """The best answers, at most three of them."""
        names = [str(each) for each in self.exercise.best_actions] or [self.exercise.answer]
        more = f" or {len(names) - 3} more" if len(names) > 3 else ""
        return f"Best: {' or '.join(names[:3])}{more}."

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now; in a test, players can't see the best answer first or answer again."""
        match action:
            case "next":
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

    def action_next(self) -> None:
        if self.is_test and self.answered >= QUESTIONS:
            self._end()
        else:
            self._open(fresh_code())

    def action_show_best(self) -> None:
        """Play the best answer on the board; an answer given after that doesn't count."""
        best = next(iter(self.exercise.best_actions), None)
        judgement = self.exercise.judge(self.exercise.answer if best is None else best)
        if self.judgement is None:
            self.judgement, self._counts = judgement, False
        self.show_reply(f"**{self._best}** {judgement.why}", best)

    def action_code(self) -> None:
        """Ask for a code and open its exercise."""

        def open_exercise(text: str | None) -> None:
            if text is not None:
                self._open(DealCode.parse(text))

        check = check_with(DealCode.parse)
        self.app.push_screen(TextDialog("Exercise code, such as K7QF-2M9X:", "", check, 60), open_exercise)

    # The end of a test

    def _end(self) -> None:
        score = self._learned.save_score(self.game.id, self.right)
        if fault := self._learned.pop_fault():
            self.notify(f"Your score isn't saved: {fault}", markup=False)
        items = (
            Item("room", "Back to the lessons", key="q"),
            Item("test", "Another test", key="n"),
            Item("play", f"Play {self.game.title} now", key="p"),
        )
        text = f"You got {self.right} of {QUESTIONS} right. Your best: {score.best}."
        self.app.push_screen(ChoiceDialog(text, items), self._after_end)

    def _after_end(self, answer: str | None) -> None:
        if answer == "test":
            self.go(ToExercises(self.game.id, is_test=True), instead=True)
        elif answer == "play":
            self.go(ToSetUp(self.game.id))
        else:
            self.dismiss()
