"""A learner's way through a lesson, step by step. The app and plain mode share it, so they show the same text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Event, IllegalAction, Seat, is_masked, seen_by
from cardtable.engine.zones import Place
from cardtable.formats.strict_json import BadFile
from cardtable.lessons.answers import (
    NOT_YET,
    RIGHT,
    WOULD_HAPPEN,
    WRONG,
    Reply,
    answer_of,
    compare_actions,
    compare_things,
    find_things,
    word_before,
)
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.reading import Lesson
from cardtable.lessons.script import AnyStep, AskStep, FreeStep, RightAnswers, ShowStep, TellStep, TryStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.written_position import seat_of
from cardtable.table.pages import ruling
from cardtable.table.seen import Seen

T = TypeVar("T")
STEP_DONE = "This step is done. Go on to the next one."


class Walkthrough:
    """A lesson and the learner's progress. An impossible request raises ValueError with a message for the learner."""

    def __init__(
        self, lesson: Lesson, progress: LessonProgress | None = None, *, start: tuple[int, Situation] | None = None
    ):
        """Open a lesson and resume any saved progress. Raise BadScript if the lesson's position is impossible.

        Only the checker uses `start`, which is the step and the situation to begin with.
        """
        self.lesson = lesson
        self.at, situation = start or (0, self._situation_at(0, lesson.situation()))
        self._entered: list[Situation] = [situation] * (self.at + 1)
        self._answers: dict[int, str] = {}
        self._begin(situation)
        if progress is not None:
            self._resume(progress)

    # Where the learner is

    @property
    def steps(self) -> Sequence[AnyStep]:
        """All steps of the lesson."""
        return self.lesson.script.steps

    @property
    def is_over(self) -> bool:
        """Whether the learner has left the last step."""
        return self.at >= len(self.steps)

    @property
    def step(self) -> AnyStep:
        """The current step, or the last step once the lesson is over."""
        return self.steps[min(self.at, len(self.steps) - 1)]

    @property
    def progress(self) -> LessonProgress:
        """The progress to save, so that the learner can resume the lesson."""
        return LessonProgress(self.at, dict(self._answers))

    @property
    def situation(self) -> Situation:
        """The position, including hidden cards. Displays use `seen` instead."""
        return self._situation

    @property
    def can_go_on(self) -> bool:
        """Whether the learner may continue: the step is done or requires nothing."""
        return not self.is_over and (self._done or isinstance(self.step, TellStep | FreeStep))

    @property
    def can_go_back(self) -> bool:
        """Whether there is a previous step."""
        return self.at > 0

    # For display

    @property
    def text(self) -> str:
        """The step's text, in Markdown."""
        return self.step.text

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from, or an empty tuple if the step isn't a multiple-choice question."""
        return tuple(self.step.choices) if isinstance(self.step, AskStep) else ()

    @property
    def wants(self) -> str:
        """The learner's next task: `next`, `show`, `action`, `choice`, `points` or `actions`."""
        if self.is_over or self._done:
            return "next"
        match self.step:
            case ShowStep():
                return "show"
            case TryStep() | FreeStep():
                return "action"
            case AskStep(choices=choices, answer_points=points):
                return "choice" if choices else "points" if points else "actions"
            case _:
                return "next"

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view is shown. During a step, it changes only if the learner freely plays all the seats."""
        if isinstance(self.step, FreeStep) and self.step.others == "me" and self._session.turn is not None:
            return self._session.turn
        return self._viewer

    @property
    def seen(self) -> Seen:
        """The table as the viewer sees it."""
        return self._session.look(self.viewer)

    @property
    def points(self) -> tuple[Place, ...]:
        """The places that the step points at, until a move is made. After that, the cards may be somewhere else."""
        if self._session.actions:
            return ()
        return self._from_script(lambda: self._situation.places(self.viewer, self.step.point))

    @property
    def right(self) -> tuple[Any, ...]:
        """The right actions, or an empty tuple if the step requires none. Displays never preselect one of them."""
        step = self.step
        right = step.right if isinstance(step, TryStep) else step.answer_actions if isinstance(step, AskStep) else None
        return () if right is None or self._done else self._from_script(lambda: self._situation.right_actions(right))

    @property
    def right_places(self) -> tuple[Place, ...]:
        """The right places, or an empty tuple if the learner doesn't have to point at anything."""
        texts = self.step.answer_points if isinstance(self.step, AskStep) else ()
        return self._from_script(lambda: self._situation.places(self.viewer, texts))

    @property
    def hint(self) -> str:
        """The author's hint, or an empty string. In free play with a measure, the hint also names the best action."""
        step = self.step
        if isinstance(step, FreeStep) and step.measure and self._situation.legal:
            best = self._situation.right_actions(RightAnswers(best=step.measure, and_then=step.and_then))[0]
            return f"{step.hint}\n{best}: {self._situation.foresee(best, step.and_then)}".strip()
        return step.hint if isinstance(step, TryStep | AskStep | FreeStep) else ""

    @property
    def why(self) -> str:
        """The ruling behind the step, with its number. It is empty if the step has no ruling or an unknown one."""
        number = self.step.ruling
        if number is None:
            return ""
        try:
            return f"{number}: {ruling(number)}"
        except ValueError:
            return ""

    # Answers

    @property
    def shows_secretly(self) -> bool:
        """Whether the game hides part of this step's move from the viewer, such as a card played face down."""
        step = self._expect(ShowStep)
        first, *_ = self._from_script(lambda: self._situation.play(self._situation.parse_legal(step.action)).events)
        return is_masked(seen_by(first, self.viewer))

    def play(self) -> Reply:
        """Play the action of a show step."""
        step = self._expect(ShowStep)
        if self._done:
            raise ValueError(STEP_DONE)
        action = self._from_script(lambda: self._situation.parse_legal(step.action))
        return self._play(action, step.then)

    def play_on(self) -> Reply:
        """Play the action of a show step. If there is no text about the action, continue at once.

        The learner stays in this step if the next step has its own position, which would hide the result.
        """
        step, reply = self.step, self.play()
        following = self.steps[self.at + 1 : self.at + 2]
        if following and following[0].position is None and not (isinstance(step, ShowStep) and step.then):
            self.next()
        return reply

    def act(self, action: Any) -> Reply:
        """Play an action in a try step or in free play. The action may be given as text."""
        if not isinstance(self.step, TryStep | FreeStep) or self.is_over:
            raise ValueError("There is nothing to play in this step.")
        if self._done:
            raise ValueError(STEP_DONE)
        try:
            parsed = self._situation.parse(action) if isinstance(action, str) else action
            if parsed not in self._situation.legal:
                return Reply(False, self._authors_reply(parsed) or self._situation.explain(parsed))
        except ValueError as error:
            return Reply(False, str(error), ignored=True)
        return self._try(self.step, parsed) if isinstance(self.step, TryStep) else self._play_freely(self.step, parsed)

    def answer(self, answer: str | Iterable[Any]) -> Reply:
        """Answer a question with a choice, or with places, cards or actions. All of these may be given as text."""
        step = self._expect(AskStep)
        if self._done:
            raise ValueError(STEP_DONE)
        if step.choices:
            if answer not in step.choices:
                raise ValueError(f"That isn't one of the answers: {', '.join(step.choices)}.")
            return self._judge(step, answer == step.answer, step.wrong.get(str(answer), ""))
        items = [answer] if isinstance(answer, str) else list(answer)
        if (condition := step.answer_actions) is not None:
            return self._judge(step, *self._from_script(lambda: compare_actions(self._situation, condition, items)))
        view = self.seen.state
        wanted = self._from_script(lambda: find_things(self._situation, view, step.answer_points))
        return self._judge(step, *compare_things(self._situation, view, wanted, items, step.hint, step.wrong))

    def show_me(self) -> Reply:
        """Play a right action or give the right answer on the learner's behalf."""
        return replace(self._show_me(), shown=True, word="")

    def _show_me(self) -> Reply:
        step = self.step
        if self._done or self.is_over:
            raise ValueError(STEP_DONE)
        match step:
            case ShowStep():
                return self.play()
            case TryStep():
                action = self._first_right(step.right)
                reply = step.then or self._authors_reply(action) or self._situation.explain(action)
                return self._accept(step, action, reply)
            case AskStep():
                answer = self._from_script(lambda: answer_of(self._situation, self.viewer, step))
                return self._judge(step, True, f"The answer: {answer}")
            case FreeStep():
                best = RightAnswers(best=step.measure, and_then=step.and_then) if step.measure else None
                return self.act(self._first_right(best or RightAnswers.model_validate({"any": True})))
            case _:
                raise ValueError("There is nothing to show in this step.")

    # Moving between steps

    def next(self) -> None:
        """Continue to the next step. Raise ValueError if the current step isn't done."""
        if not self.can_go_on:
            raise ValueError("The lesson is over." if self.is_over else "This step isn't done yet.")
        situation = self._entered[self.at] if isinstance(self.step, FreeStep) else self._situation
        self._enter(self.at + 1, situation)

    def back(self) -> None:
        """Go back to the start of the previous step. Raise ValueError if the current step is the first one."""
        if not self.can_go_back:
            raise ValueError("This is the first step.")
        self.at -= 1
        self._answers = {step: text for step, text in self._answers.items() if step < self.at}
        self._begin(self._entered[self.at])

    @property
    def has_begun_step(self) -> bool:
        """Whether the learner has done anything in this step, so that restarting makes sense."""
        return self._done or self._turns > 0 or self._situation is not self._entered[self.at]

    def restart_step(self) -> None:
        """Return to the start of the step."""
        if not self.is_over:
            self._answers.pop(self.at, None)
            self._begin(self._entered[self.at])

    def _begin(self, situation: Situation) -> None:
        self._situation = situation
        self._session = situation.session()
        self._viewer = self._viewer_of(situation)
        self._done = False
        self._turns = 0

    def _viewer_of(self, situation: Situation) -> Seat:
        """Return the seat whose view is shown. A player who acts in the step sees their own view."""
        acts = isinstance(self.step, TryStep | FreeStep) and situation.turn is not None
        name = None if acts else self.step.seat or self.lesson.script.seat
        if name is not None:
            return self._from_script(lambda: seat_of(situation.names, name))
        return situation.turn if situation.turn is not None else 0

    def _enter(self, at: int, situation: Situation) -> None:
        if at < len(self.steps):
            situation = self._situation_at(at, situation)
        self.at = at
        self._entered[at:] = [situation]
        self._begin(situation)

    def _situation_at(self, at: int, before: Situation) -> Situation:
        return before if self.steps[at].position is None else self.lesson.situation(at)

    def _resume(self, progress: LessonProgress) -> None:
        """Repeat the learner's actions. Stop at an action that no longer fits because the script has changed."""
        for at in range(min(max(progress.step, 0), len(self.steps))):
            try:
                if isinstance(self.step, TryStep) and (text := progress.answers.get(at)) is not None:
                    self.act(text)
                if not self.can_go_on:
                    self.show_me()
                self.next()
            except BadFile:
                raise
            except (ValueError, IllegalAction):
                return

    # Judging

    def _expect(self, kind: type[Any]) -> Any:
        if self.is_over or not isinstance(self.step, kind):
            raise ValueError("That isn't what this step asks for.")
        return self.step

    def _from_script(self, evaluate: Callable[[], T]) -> T:
        """Return what `evaluate` returns. If the script is wrong, raise BadScript with the file and step."""
        try:
            return evaluate()
        except BadFile:
            raise
        except (ValueError, IllegalAction) as error:
            raise self.lesson.error(min(self.at, len(self.steps) - 1), error) from None

    def _first_right(self, condition: RightAnswers) -> Any:
        right = self._from_script(lambda: self._situation.right_actions(condition))
        if not right:
            raise self.lesson.error(self.at, "no action is right.")
        return right[0]

    def _play(self, action: Any, text: str) -> Reply:
        """Play a right action. Reply with the text, or with the log if the text is empty."""
        viewer = self.viewer
        turn = self._session.turn
        events = self._session.act(action)
        if viewer != turn:
            events = self._session.look(viewer).log[-1]
        self._situation = situation = self._situation.after(action)
        self._done = True
        log = " ".join(situation.game.describe(event, situation.names) for event in events)
        return Reply(True, text or log or f"{action}.", events, is_log=not text, done=True)

    def _try(self, step: TryStep, action: Any) -> Reply:
        reply = self._authors_reply(action)
        if action not in self._from_script(lambda: self._situation.right_actions(step.right)):
            reply = reply or self._from_script(lambda: self._situation.assess(step.right, action, WOULD_HAPPEN))
            return Reply(False, reply, word=word_before(reply, NOT_YET))
        accepted = self._accept(step, action, "\n\n".join(filter(None, (reply, step.then))))
        return replace(accepted, word=word_before(accepted.text, RIGHT))

    def _authors_reply(self, action: Any) -> str:
        """Return the author's reply to this action, or an empty string if the author wrote none for it."""
        answers = self.step.answers if isinstance(self.step, TryStep) else {}
        for text, reply in answers.items():
            with suppress(ValueError):
                if self._situation.parse(text) == action:
                    return reply
        return ""

    def _accept(self, step: TryStep, action: Any, text: str) -> Reply:
        reply = self._play(action, text)
        if step.goes_on:
            self._answers[self.at] = str(action)
        else:
            self._situation = self._entered[self.at]  # where the next step starts; the result stays in view
        return reply

    def _play_freely(self, step: FreeStep, action: Any) -> Reply:
        """Play an action in free play. If the other seats play at random, play their actions too."""
        player = self._session.turn
        events = self._session.act(action)
        self._situation = self._situation.after(action)
        self._turns += 1
        while step.others == "random" and self._session.turn not in (None, player):
            events += self._play_randomly(player)
        log = [self._situation.game.describe(event, self._situation.names) for event in events]
        self._done = self._session.turn is None or 0 < step.turns <= self._turns
        if self._session.turn is None and (outcome := self._session.look(player).outcome):
            log += [each for each in re.split(r"(?<=\.) ", outcome.reason) if each not in " ".join(log)]
        return Reply(True, " ".join(log) or f"{action}.", events, is_log=True, done=self._done)

    def _play_randomly(self, viewer: Seat | None) -> tuple[Event, ...]:
        """Play a random action, the same in every run of the lesson. Return the events that the viewer sees."""
        pick, _ = draw_below(Key(len(self._session.actions) * 7919 + self.at), len(self._situation.legal))
        action = self._situation.legal[pick]
        played = self._situation.play(action)
        self._session.act(action)
        self._situation = self._situation.after(action)
        return tuple(seen_by(event, viewer) for event in played.events)

    def _judge(self, step: AskStep, right: bool, reply: str = "", missing: int = 0, ignored: bool = False) -> Reply:
        if ignored:
            return Reply(False, reply, ignored=True)
        if missing:
            return Reply(False, f"Good. {missing} more to go.", partial=True)
        text = reply or (step.then or "That's it." if right else step.hint or "Look again.")
        self._done = right
        return Reply(right, text, done=right, word=word_before(text, RIGHT if right else WRONG))
