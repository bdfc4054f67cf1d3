"""A game's exercises and its test. Each answer is marked at once, and a test ends with a score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.lessons.exercises import Exercise, Judgement, exercise_of
from cardtable.lessons.learning_record import QUESTIONS, ExerciseScore
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToExercises, ToSetUp
from cardtable.rooms.kit.learning_room import LearningRoom
from cardtable.rooms.kit.response import Answer, Ask, AskText, Leave, OwnWay, Response, Stay
from cardtable.table.seen import Seen
from cardtable.table.session import fresh_code

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord

ANSWERED = "You have answered. Press Enter to go on."
MAX_NAMED = 3
"""The maximum number of right answers to name."""


@dataclass(frozen=True, slots=True)
class Judged(Response):
    """A response that shows the judgement of an answer and, if the answer is an action, the resulting table."""

    judgement: Judgement
    action: Any = None
    is_shown: bool = False
    """Whether the learner was shown the answer."""


class ExerciseRoom(LearningRoom):
    """Exercises for a learner. A test consists of ten exercises, and its score is saved."""

    def __init__(
        self, game: AnyGame, learned: LearningRecord, *, is_test: bool = False, code: DealCode | None = None
    ) -> None:
        """Begin with the exercise that has this code, or with a random exercise if there is no code."""
        self.game, self.is_test, self._learned = game, is_test, learned
        self.right, self.answered = 0, 0
        self.score: ExerciseScore | None = None
        """The learner's scores after the test, or None before its end."""
        self._open(code or fresh_code())

    def _open(self, code: DealCode) -> None:
        self.code = code
        self.exercise: Exercise = exercise_of(self.game.id, code.key())
        self._counts = True
        """Whether the next answer counts. Only the first answer to each question counts."""
        self._ask()

    def _ask(self) -> None:
        self.judgement: Judgement | None = None
        self._tell()
        self._learned.note_question(self._name, self.exercise.question)

    @property
    def _name(self) -> str:
        return f"{'test' if self.is_test else 'exercises'} {self.game.id}"

    def _tell(self, *verdict: str) -> None:
        """Reply with the parts of a verdict on the last answer, in Markdown. Plain mode makes each part a line."""
        self.verdict, self.said = verdict, " ".join(verdict)

    @property
    def can_see_best(self) -> bool:
        """Whether the learner has just given a wrong answer on the board, and can see the right one there."""
        return self.said.startswith("**No.**") and not self.exercise.choices

    @property
    def what_next(self) -> str:
        """What follows the judgement of an answer, such as `the next question`."""
        return "your score" if self.score else "the next question" if self.is_test else "the next exercise"

    @property
    def number(self) -> int:
        """The number of this question."""
        return self.answered + (self.judgement is None)

    @property
    def seen(self) -> Seen:
        return self.exercise.seen

    @property
    def acts_on_board(self) -> bool:
        return self.judgement is None and not self.exercise.choices

    @property
    def rules_place(self) -> str:
        return self.game.rules_section(self.exercise.seen.state, None)

    @property
    def best(self) -> str:
        """A sentence with the right answers. If there are many, it names only the first few."""
        right, names = self.exercise.right, [str(each) for each in self.exercise.best_actions]
        has_best = right is not None and (right.best or right.lowest) is not None
        more = f" or {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
        named = " or ".join(names[:MAX_NAMED] or [self.exercise.answer])
        return f"{'Best' if has_best else 'The answer'}: {named}{more}."

    @property
    def farewell(self) -> str:
        """A sentence for a learner who leaves a test before the end."""
        return "You didn't finish the test, so your score isn't saved." if self.is_test and self.score is None else ""

    @property
    def no_hints(self) -> str:
        """The reason why there are no hints."""
        return "A test has no hints." if self.is_test else "An exercise has no hints. Show me explains the answer."

    def take_fault(self) -> str:
        """Return a sentence if the score can't be saved and the learner doesn't know yet, otherwise an empty string."""
        fault = self._learned.pop_fault() if self.score is not None else ""
        return f"Your score isn't saved: {fault}" if fault else ""

    # Answers

    def give(self, answer: Any) -> Response:
        if self.judgement is not None:
            return Stay()
        judgement = self.exercise.judge(answer)
        self.judgement = judgement
        if self._counts:
            self._learned.note_answer(self._name, is_right=judgement.right)
            self.answered, self.right, self._counts = self.answered + 1, self.right + judgement.right, False
        if self.is_test and self.answered == QUESTIONS:
            self.score = self._learned.save_score(self.game.id, self.right)
        reason = self.exercise.judge(self.exercise.answer).why
        more = [] if judgement.right else [self.best, *([] if reason in (judgement.why, self.best) else [reason])]
        self._tell(*(("**Right.**", judgement.why) if judgement.right else (f"**No.** {judgement.why}", *more)))
        return Judged(judgement, None if self.exercise.choices else answer)

    # Commands

    def _is_answered(self) -> bool:
        return self.judgement is not None

    def _may_type(self) -> bool:
        return self.acts_on_board

    def _is_practice(self) -> bool:
        return not self.is_test

    def _why_not_show(self) -> str:
        return self.no_hints if self.is_test and self.judgement is None else ""

    def _why_not_again(self) -> str:
        return "" if self._is_answered() else "You haven't answered yet."

    @Command(
        "to the next question",
        keys=("enter",),
        also=("space", "n"),
        label="Next",
        words=("next", ""),
        typing="Enter does the same",
        exists=_is_answered,
    )
    def next(self) -> Response | None:
        if self.score is not None:
            return self._end(self.score)
        self._open(fresh_code())
        return None

    @Command(
        "the answer and why; the question then doesn't count",
        keys=("s",),
        label="Show the best",
        words=("show me", "show"),
        need=7,
        comes_first=True,
        why_not=_why_not_show,
    )
    def show_me(self) -> Response:
        best = next(iter(self.exercise.best_actions), None)
        judgement = self.exercise.judge(self.exercise.answer if best is None else best)
        self._counts = False
        self.judgement = self.judgement or judgement
        self._tell(f"**{self.best}**", judgement.why)
        return Judged(judgement, best, is_shown=True)

    @Command(
        "this question again, without counting",
        keys=("a",),
        label="Again",
        words=("again",),
        need=6,
        why_not=_why_not_again,
        exists=_is_practice,
    )
    def again(self) -> None:
        self._ask()

    @Command("type a move, or pick one from a list", exists=_may_type, no_words="Answers are typed without a command.")
    def type(self) -> Response:
        return OwnWay("type")

    @Command(
        "the exercise with a code, as in: code K7QF-2M9X",
        id="code",
        keys=("d",),
        label="Exercise code",
        words=("code",),
        takes="CODE",
        exists=_is_practice,
    )
    def go_to_code(self, code: str) -> Response | None:
        if not code:
            return AskText("Exercise code, such as K7QF-2M9X:", self.go_to_code, longest=60)
        self._open(DealCode.parse(code))
        return None

    # The end of a test

    def _end(self, score: ExerciseScore) -> Ask:
        test, play = Leave(ToExercises(self.game.id, is_test=True)), Leave(ToSetUp(self.game.id))
        choices = (
            Answer("Back to the lessons", Leave, key="q", words=("back", "quit", "q")),
            Answer("Another test", lambda: test, key="n", words=("test", "next")),
            Answer(f"Play {self.game.title} now", lambda: play, key="p", words=("play",)),
        )
        return Ask(f"You got {self.right} of {QUESTIONS} right. Your best: {score.best}.", choices, back=Leave)
