"""Exercises about good moves: a position, a move on the board, and how much that move gives away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from cardtable.practice.answers import answer_sentence, best_sentence, question_text
from cardtable.practice.exercises import PracticeExercise, is_right
from cardtable.practice.words import lesson_sentence
from cardtable.rooms.goto import ToLesson
from cardtable.tui.review_text import NUMBERS_HELP
from cardtable.tui.screens.learning_screen import TABLE_HINT
from cardtable.tui.screens.question import VERDICT_ROWS, QuestionScreen
from cardtable.tui.thinking import Asker
from cardtable.tui.widgets.text_pane import PaneText

if TYPE_CHECKING:
    from cardtable.players.worker import Question
    from cardtable.practice.review import MoveReview
    from cardtable.practice.sources import ExerciseSource
    from cardtable.table.seen import Seen
    from cardtable.table.session import Session
    from cardtable.tui.faces import CardSet

LOOKING = "Looking for a position..."
NOT_FOUND = "No position was found. Press Enter to try again."
NOT_JUDGED = "This move couldn't be judged. Press a to try again, or Enter to go on."
TRY_AGAIN = "Press Enter to try again, or `s` to see the best move."


class PracticeExerciseScreen(QuestionScreen):
    """A screen that shows one exercise after another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,a", "retry", "Try again", key_display="enter"),
        Binding("enter,space", "next", "Next", key_display="enter"),
        Binding("n", "next", "Next exercise", show=False),
        Binding("enter,space", "finish", "Back", key_display="enter"),
        Binding("enter,space", "act", "Table", key_display="enter"),
        Binding("n", "finish", "Back", show=False),
        Binding("a", "again", "Again"),
        Binding("l", "lesson", "Lesson"),
    ]

    def __init__(self, source: ExerciseSource, first: PracticeExercise | Question, signs: CardSet, speed: str) -> None:
        super().__init__(source.game, signs, speed)
        self.source = source
        self.exercise: PracticeExercise | None = None
        """The exercise, or None while a position is being looked for."""
        self.review: MoveReview | None = None
        """The verdict on the answer."""
        self._first = first
        self._has_answered = False
        """Whether an answer to this exercise has been noted, which is done only for the first."""
        self._has_failed = False
        """Whether there was no verdict on the answer, or no position."""
        self._shows_best = False
        """Whether the best move is on the board."""
        self._asker = Asker(self)

    def begin(self) -> None:
        self._open(self._first)

    def on_unmount(self) -> None:
        self._asker.close()

    @property
    def seen(self) -> Seen:
        assert self.exercise is not None, "there is a position"
        return self.exercise.seen

    def session(self) -> Session:
        assert self.exercise is not None, "there is a position"
        return self.exercise.session()

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        return (*NUMBERS_HELP, *super().key_help)

    # The text

    def pane_text(self) -> PaneText:
        if self.exercise is None:
            return PaneText(self.source.title, self.source.counter(), self.source.about, answer=self.reply)
        hint = ""
        if self.is_open:
            hint = TABLE_HINT if self.is_single else self.board.instructions
        elif self.review is not None and not self._may_retry:
            place = self.source.back_to()
            hint = f"Press Enter to go back to {place}." if place else "Press Enter for the next exercise."
        return PaneText(self.exercise.title, self.source.counter(), self._question(self.exercise), (), self.reply, hint)

    def _question(self, exercise: PracticeExercise) -> str:
        who = f"You are {exercise.names[exercise.seat]}. " if len(exercise.names) > 1 else ""
        return f"{who}**{question_text(exercise, is_known=self.source.is_known)}**"

    def all_texts(self) -> Sequence[PaneText]:
        question = "" if self.exercise is None else self._question(self.exercise)
        return (PaneText(text=question, choices=("",) * (VERDICT_ROWS + 1)),)

    # Exercises

    def _open(self, found: PracticeExercise | Question | None) -> None:
        """Show an exercise once it is found, or return to where the player came from after the last one."""
        self._asker.stop()
        self._has_answered = self._has_failed = self._shows_best = False
        self.review = None
        if found is None:
            if farewell := self.source.farewell():
                self.app.notify(farewell, markup=False)
            self.dismiss()
        elif isinstance(found, PracticeExercise):
            self.exercise = found
            self.show_question()
        else:
            self.exercise, self.reply = None, LOOKING
            self._asker.ask(found, self._found)
            self.turn_to_text()
            self._arrange()
            self._focus()
            self.update_text()

    def _found(self, exercise: PracticeExercise | None) -> None:
        if exercise is None:
            self._has_failed, self.reply = True, NOT_FOUND
            self.update_text()
        else:
            self._open(exercise)

    def show_question(self) -> None:
        assert self.exercise is not None, "there is a position"
        self._asker.stop()
        self.review, self._has_failed, self._shows_best, self.reply = None, False, False, ""
        self.forget_rows()
        self.board.reset_cursor()
        self.show_table(self.seen, plays=True)
        if self.exercise.review is not None:
            self.avoid((self.game.parse(self.exercise.review.best.action),))

    @property
    def is_single(self) -> bool:
        """True if only the board or the text is shown: there is no board before the first position."""
        return (self.exercise is None and self.board.seen is None) or super().is_single

    @property
    def is_open(self) -> bool:
        """True while the question waits for an answer."""
        return self.exercise is not None and self.review is None and not self._has_failed and not self._asker.is_asking

    # Answers

    def answer(self, action: Any) -> None:
        if not self.is_open:
            return
        assert self.exercise is not None, "the question is open"
        try:
            question = self.exercise.question(action)
        except ValueError as error:
            self.refuse(str(error))
            return
        if (known := self.exercise.known(action)) is not None:
            self._judge(known, action)
            return
        self._ask(question, f"Judging {action}...", lambda review: self._judge(review, action))

    def _ask(self, question: Question, what: str, then: Any) -> None:
        self._asker.ask(question, then)
        self.show_reply(what, None)

    def _judge(self, review: MoveReview | None, action: Any) -> None:
        """Show the verdict on an answer."""
        assert self.exercise is not None, "a move was judged"
        if review is None:
            self._fail()
            return
        review = self.exercise.agreeing(review)
        self.review, self._shows_best = review, review.played.action == review.best.action
        text = _with_bold_start(answer_sentence(self.exercise, review))
        if not is_right(review):
            text += f" {TRY_AGAIN}"
        elif review.played.action != review.best.action:
            text += f" {_with_bold_start(best_sentence(self.exercise, review))}"
        self.show_reply(f"{text}{self._note(is_right(review))}", action)

    def _fail(self) -> None:
        self._has_failed = True
        self.show_reply(NOT_JUDGED, None)

    def _note(self, was_right: bool) -> str:
        """Note the first answer, and return what to add to the reply."""
        assert self.exercise is not None, "there is an answer"
        if self._has_answered:
            return ""
        self._has_answered = True
        return f"\n\n{self.source.note(self.exercise, was_right)}".rstrip()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        is_over = self.review is not None or self._has_failed
        match action:
            case "retry":
                return self._may_retry
            case "next" | "finish":
                return is_over and bool(self.source.back_to()) == (action == "finish")
            case "again":
                return self.exercise is not None and (is_over or self._asker.is_asking)
            case "show_best":
                return self.exercise is not None and not self._shows_best
            case "type":
                return self.is_open
            case "turn" if self.exercise is None:
                return False
            case "lesson":
                return self._lesson is not None
            case _:
                return super().check_action(action, parameters)

    @property
    def _may_retry(self) -> bool:
        """True if the last answer was wrong and the best move hasn't been shown since."""
        return self.review is not None and not is_right(self.review) and not self._shows_best

    @property
    def _lesson(self) -> tuple[str, str, str] | None:
        """A sentence about the lesson for what was missed, with the game's id and the lesson's name."""
        exercise, review = self.exercise, self.review
        if exercise is None or review is None or review.played.action == review.best.action:
            return None
        return lesson_sentence(self.game, exercise.decision(self.game.parse(review.played.action)), review)

    def action_retry(self) -> None:
        self.show_question()

    def action_next(self) -> None:
        self._open(self.source.next())

    def action_finish(self) -> None:
        self.action_next()

    def action_show_best(self) -> None:
        """Play the best move on the board; before an answer, this counts as a wrong one."""
        assert self.exercise is not None, "there is a position"
        if (review := self.review or self.exercise.review) is not None:
            self._asker.stop()
            self._show_best(review)
        else:
            self._ask(self.exercise.question(self.seen.legal[0]), "Looking for the best move...", self._show_best)

    def _show_best(self, review: MoveReview | None) -> None:
        assert self.exercise is not None, "there is a position"
        if review is None:
            self._fail()
            return
        self.review, self._has_failed, self._shows_best = review, False, True
        lesson = "" if self._lesson is None else f" {self._lesson[0]}"
        best = _with_bold_start(best_sentence(self.exercise, review))
        self.show_reply(f"{best}{lesson}{self._note(False)}", self.game.parse(review.best.action))

    def action_lesson(self) -> None:
        """Open the lesson about what was missed."""
        if self._lesson is not None:
            _, game_id, name = self._lesson
            self.go(ToLesson(game_id, name))


def _with_bold_start(sentence: str) -> str:
    """Return a sentence in which everything up to the first colon is bold."""
    start, colon, rest = sentence.partition(":")
    return f"**{start}{colon}**{rest}"
