"""Exercises about good moves. Each has a position, the player's move, and the loss from that move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardtable.practice.answers import answer_sentence, best_sentence, question_text, rival_of
from cardtable.practice.exercises import PracticeExercise, is_right
from cardtable.practice.words import lesson_sentence
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToLesson
from cardtable.rooms.kit.learning_room import LearningRoom
from cardtable.rooms.kit.public import MOVES, WHY, why_move
from cardtable.rooms.kit.response import Leave, OwnWay, Response, Say, Stay, Think

if TYPE_CHECKING:
    from cardtable.players.worker import Question
    from cardtable.practice.review import MoveReview
    from cardtable.practice.sources import ExerciseSource
    from cardtable.table.seen import Seen

LOOKING = "Looking for a position..."
NOT_FOUND = "No position was found."
NOT_JUDGED = "This move couldn't be judged."


@dataclass(frozen=True, slots=True)
class MoveJudged(Response):
    """Show the verdict on an answer or on the best move. If a move was played, show the table after it."""

    action: Any = None
    noted: str = ""
    """A sentence that says when the exercise will be repeated."""


@dataclass(frozen=True, slots=True)
class Compared(Response):
    """Show the preview of a move before the table changes."""

    action: Any
    sentence: str
    """A sentence that describes the move."""


class PracticeExerciseRoom(LearningRoom):
    """A room that shows one exercise after another. Their source contains at least one exercise."""

    def __init__(self, source: ExerciseSource) -> None:
        self.source, self.game = source, source.game
        self.exercise: PracticeExercise | None = None
        """The current exercise, or None while a position is being searched for."""
        self.farewell = ""
        """The text that the player sees after the last exercise."""
        self._reset()

    def _reset(self) -> None:
        """Forget the player's answer and the verdict on it."""
        self._has_answered, self._missed = False, ""
        self._ask()

    def _ask(self) -> None:
        """Ask the question again as if the player hadn't answered."""
        self.review: MoveReview | None = None
        """The verdict on the answer, or None if there isn't one yet."""
        self.has_failed = False
        """Whether the search for a verdict or a position has failed."""
        self.shows_best = False
        """Whether the best move is shown on the board."""
        self._is_shown = False
        """Whether the player asked for the best move."""
        self._shows_rival = True
        """Whether the next comparison begins with the best move."""
        self.is_waiting = False
        """True during a search for a position or a verdict."""
        self.said = ""

    # Exercises

    def begin(self) -> Response | None:
        """Open the first or the next exercise. After the last exercise, leave the room."""
        return self._open(self.source.next())

    def _open(self, found: PracticeExercise | Question | None) -> Response | None:
        self._reset()
        if found is None:
            self.farewell = self.source.farewell()
            return Leave()
        if isinstance(found, PracticeExercise):
            self.exercise = found
            return None
        self.exercise, self.is_waiting = None, True
        return Think(found, self._found, LOOKING)

    def _found(self, exercise: PracticeExercise | None) -> Response | None:
        if exercise is not None:
            return self._open(exercise)
        self.is_waiting, self.has_failed = False, True
        return Say(NOT_FOUND)

    @property
    def current(self) -> PracticeExercise:
        """The current exercise."""
        assert self.exercise is not None, "there is a position"
        return self.exercise

    @property
    def seen(self) -> Seen:
        return self.current.seen

    @property
    def question(self) -> str:
        """The question for the player."""
        return question_text(self.current, is_known=self.source.is_known)

    @property
    def is_open(self) -> bool:
        """True while the question is waiting for an answer."""
        return self.exercise is not None and not (self.is_over or self.is_waiting)

    @property
    def is_over(self) -> bool:
        """Whether there is a verdict or no verdict is possible."""
        return self.review is not None or self.has_failed

    @property
    def may_retry(self) -> bool:
        """Whether the last answer was wrong and the best move hasn't been shown yet."""
        return self.review is not None and not is_right(self.review) and not self.shows_best

    @property
    def acts_on_board(self) -> bool:
        return self.is_open

    @property
    def rules_place(self) -> str:
        return "" if self.exercise is None else self.game.rules_section(self.seen.state, None)

    # Answers

    def give(self, action: Any) -> Response | None:
        """Answer the question. Raise ValueError with a sentence if the move isn't legal."""
        if not self.is_open:
            return Stay()
        question = self.current.question(action)
        if (known := self.current.known(action)) is not None:
            return self._judge(known, action)
        self.is_waiting = True
        return Think(question, lambda review: self._judge(review, action), f"Judging {action}...")

    def _judge(self, review: MoveReview | None, action: Any) -> Response:
        if review is None:
            return self._fail()
        self.is_waiting, self.review = False, self.current.agreeing(review)
        self.shows_best = self.review.played.action == self.review.best.action
        if not is_right(self.review):
            self._missed = self.review.played.action
        return MoveJudged(action, self._note(is_right(self.review)))

    def _fail(self) -> Response:
        self.is_waiting, self.has_failed = False, True
        return Say(NOT_JUDGED)

    def _note(self, was_right: bool) -> str:
        """Record the first answer. Return a sentence about it for the player."""
        if self._has_answered:
            return ""
        self._has_answered = True
        return self.source.note(self.current, was_right)

    def verdict(self, *, is_spoken: bool = False) -> Iterator[str]:
        """Yield sentences about the answer, or about the best move if the player asked to see that instead."""
        assert self.review is not None, "there is a verdict"
        best = best_sentence(self.current, self.review, self._missed, is_spoken=is_spoken)
        if self._is_shown:
            yield best
            yield from filter(None, [self._lesson and self._lesson[0]])
            return
        yield answer_sentence(self.current, self.review, self._missed, is_spoken=is_spoken)
        if is_right(self.review) and not self.shows_best:
            yield best

    @property
    def _lesson(self) -> tuple[str, str, str] | None:
        """A sentence about the lesson that explains the mistake, with the ids of the game and the lesson, or None."""
        exercise, review = self.exercise, self.review
        if exercise is None or review is None or review.played.action == review.best.action:
            return None
        return lesson_sentence(self.game, exercise.decision(self.game.parse(review.played.action)), review)

    # Commands

    def _can_go_on(self) -> bool:
        return self.is_over and not self.may_retry

    def _may_begin_again(self) -> bool:
        return self.exercise is not None and not self.may_retry and (self.is_over or self.is_waiting)

    def _may_see_best(self) -> bool:
        return self.exercise is not None and not self.shows_best

    def _has_lesson(self) -> bool:
        return self._lesson is not None

    def _name_of_next(self) -> str:
        return "Back" if self.source.back_to() else "Next"

    @Command(
        "try again",
        keys=("enter",),
        also=("space", "a"),
        label="Try again",
        words=("again",),
        typing="or type another move",
        exists=lambda room: room.may_retry,
    )
    def retry(self) -> None:
        self._ask()

    @Command(
        "to the next exercise, or back after the last",
        keys=("enter",),
        also=("space", "n"),
        label=_name_of_next,
        words=("next", ""),
        typing="Enter does the same",
        exists=_can_go_on,
    )
    def next(self) -> Response | None:
        return self.begin()

    @Command("leave it and go on", keys=("n",), words=("next",), exists=lambda room: room.may_retry)
    def skip(self) -> Response | None:
        return self.begin()

    @Command(
        "the best move; where answers count, this counts as a wrong one",
        keys=("s",),
        label="Show the best",
        need=7,
        comes_first=True,
        words=("show me", "show"),
        exists=_may_see_best,
    )
    def show_best(self) -> Response | None:
        """Play the best move on the board. If the player hasn't answered yet, this counts as a wrong answer."""
        if (review := self.review or self.current.review) is not None:
            return self._show(review)
        self.is_waiting = True
        return Think(self.current.question(self.seen.legal[0]), self._show, "Looking for the best move...")

    def _show(self, review: MoveReview | None) -> Response:
        if review is None:
            return self._fail()
        self.review, self.has_failed, self.shows_best, self._is_shown = review, False, True, True
        self.is_waiting = False
        return MoveJudged(self.game.parse(review.best.action), self._note(False))

    def _can_compare(self) -> bool:
        return (
            self._can_go_on()
            and self.review is not None
            and rival_of(self.current, self.review, self._missed) is not None
        )

    @Command(
        "see what the best move and the other one do, one after the other",
        keys=("b",),
        label="Compare",
        need=6,
        words=("compare",),
        exists=_can_compare,
    )
    def compare(self) -> Response:
        assert self.review is not None, "there is a verdict"
        self._shows_rival = not self._shows_rival
        best = self.game.parse(self.review.best.action)
        action = rival_of(self.current, self.review, self._missed) if self._shows_rival else best
        name = self.game.name_action(action)
        return Compared(action, f"{'The other move' if self._shows_rival else 'The best move'}: {name}.")

    @Command("this exercise again", keys=("a",), label="Again", need=6, words=("again",), exists=_may_begin_again)
    def again(self) -> None:
        self._ask()

    @Command("the lesson about what was missed", keys=("l",), label="Lesson", words=("lesson",), exists=_has_lesson)
    def lesson(self) -> Response:
        assert self._lesson is not None, "the command exists only then"
        return ToLesson(*self._lesson[1:])

    @Command(
        "type a move, or pick one from a list",
        no_words="Answers are typed without a command.",
        exists=lambda room: room.is_open,
    )
    def type(self) -> Response:
        return OwnWay("type")

    def _has_position(self) -> bool:
        return self.exercise is not None

    @replace(MOVES, exists=_has_position)
    def moves(self, group: str) -> Response:
        return OwnWay("moves", group)

    @replace(WHY, exists=_has_position)
    def why(self, move: str) -> Response:
        return why_move(self.seen, move)
