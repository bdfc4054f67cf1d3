"""Leads somebody through a lesson, step by step; headless, so that every way of showing it says the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Event, IllegalAction, Place, Seat, seen_by
from cardtable.formats.strict_json import BadFile
from cardtable.lessons.answers import IMAGINED, answer_of, compare_actions, compare_things, things
from cardtable.lessons.progress import LessonProgress
from cardtable.lessons.reading import Lesson
from cardtable.lessons.script import AskStep, FreeStep, RightAnswers, ShowStep, TellStep, TryStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.written_position import seat_of
from cardtable.table.pages import ruling
from cardtable.table.session import Seen

T = TypeVar("T")
AnyStep = TellStep | ShowStep | TryStep | AskStep | FreeStep


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an answer."""

    right: bool
    text: str
    """To be shown; never empty."""
    events: tuple[Event, ...] = ()
    """What the one who looks saw happen, for the film; empty where nothing was played."""
    done: bool = False
    """Whether the step is done, so that one may go on."""
    partly: bool = False
    """Whether everything that was named is right, and something is missing."""
    shown: bool = False
    """Whether it was done for the learner, who so was neither right nor wrong."""


class Walkthrough:
    """One lesson and where somebody is in it.  What is asked wrongly is a ValueError with a sentence."""

    def __init__(
        self, lesson: Lesson, progress: LessonProgress | None = None, *, stand: tuple[int, Situation] | None = None
    ):
        """Open it, where `progress` says or at its beginning; BadScript where its position cannot be laid.

        For the checker: `stand` at a step, in a scene.
        """
        self.lesson = lesson
        self.at, scene = stand or (0, self._scene_of(0, lesson.scene()))
        self._entered: list[Situation] = [scene] * (self.at + 1)
        self._answers: dict[int, str] = {}
        self._begin(scene)
        if progress is not None:
            self._resume(progress)

    # Where one is
    @property
    def steps(self) -> Sequence[AnyStep]:
        """All steps of the lesson."""
        return self.lesson.script.steps

    @property
    def is_over(self) -> bool:
        """Whether the last step is done and left."""
        return self.at >= len(self.steps)

    @property
    def step(self) -> AnyStep:
        """The step one is at, the last one once the lesson is over."""
        return self.steps[min(self.at, len(self.steps) - 1)]

    @property
    def progress(self) -> LessonProgress:
        """From where one can go on another time."""
        return LessonProgress(self.at, dict(self._answers))

    @property
    def scene(self) -> Situation:
        """The position, hidden cards too; not for showing."""
        return self._scene

    @property
    def can_go_on(self) -> bool:
        """Whether the step is done, or need not be."""
        return not self.is_over and (self._done or isinstance(self.step, TellStep | FreeStep))

    @property
    def can_go_back(self) -> bool:
        """Whether there is a step before."""
        return self.at > 0

    # What is shown
    @property
    def text(self) -> str:
        """What the step says, in Markdown."""
        return self.step.text

    @property
    def choices(self) -> tuple[str, ...]:
        """Of a question that has some."""
        return tuple(self.step.choices) if isinstance(self.step, AskStep) else ()

    @property
    def wants(self) -> str:
        """What the step waits for: `next`, `show`, `action`, `choice`, `points` or `actions`."""
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
        """From which seat one looks, the same all through a step but in free play with oneself."""
        if isinstance(self.step, FreeStep) and self.step.others == "me" and self._session.turn is not None:
            return self._session.turn
        return self._viewer

    @property
    def seen(self) -> Seen:
        """The table as it is seen in this step."""
        return self._session.look(self.viewer)

    @property
    def points(self) -> tuple[Place, ...]:
        """What the step points at; once something is played the cards may have moved, and nothing is pointed at."""
        if self._session.actions:
            return ()
        return self._sentence(lambda: self._scene.places(self.viewer, self.step.point))

    @property
    def right(self) -> tuple[Any, ...]:
        """The actions that are right now, where one is tried or named; nobody should begin on one by chance."""
        step = self.step
        asked = step.right if isinstance(step, TryStep) else step.answer_actions if isinstance(step, AskStep) else None
        if asked is None or self._done:
            return ()
        return self._sentence(lambda: self._scene.right(asked))

    @property
    def hint(self) -> str:
        """A word of help, if the step has one: the author's, or for free play the action with the best measure."""
        step = self.step
        if isinstance(step, FreeStep) and step.measure and self._scene.legal:
            best = self._scene.right(RightAnswers(best=step.measure, and_then=step.and_then))[0]
            return f"{step.hint}\n{best}: {self._scene.foreseen(best, step.and_then)}".strip()
        return step.hint if isinstance(step, TryStep | AskStep | FreeStep) else ""

    @property
    def why(self) -> str:
        """The ruling behind the step, with its number; empty where the pages have none."""
        number = self.step.ruling or self.lesson.script.rulings[0]
        try:
            return f"{number}: {ruling(number)}"
        except ValueError:
            return ""

    # Answers
    def play(self) -> Verdict:
        """Play what a show step shows."""
        step = self._expect(ShowStep)
        if self._done:
            raise ValueError("That has been shown.")
        return self._played(self._sentence(lambda: self._scene.open_action(step.action)), step.text, right=True)

    def act(self, action: Any) -> Verdict:
        """The player's action, or the text of one, in a try and in free play."""
        if not isinstance(self.step, TryStep | FreeStep) or self.is_over:
            raise ValueError("Nothing is to be played in this step.")
        if self._done:
            raise ValueError("That is done; go on to the next step.")
        try:
            chosen = self._scene.read(action) if isinstance(action, str) else action
            if chosen not in self._scene.legal:
                return Verdict(False, self._own_words(chosen) or self._scene.refusal(chosen))
        except ValueError as error:
            return Verdict(False, str(error))
        return self._tried(self.step, chosen) if isinstance(self.step, TryStep) else self._freely(self.step, chosen)

    def answer(self, given: str | Iterable[Any]) -> Verdict:
        """The player's answer to a question: a choice; places, cards or their texts; or actions or their texts."""
        step = self._expect(AskStep)
        if self._done:
            raise ValueError("That is answered; go on to the next step.")
        if step.choices:
            if given not in step.choices:
                raise ValueError(f"There is no such answer; there is {', '.join(step.choices)}.")
            return self._judged(step, given == step.answer, step.wrong.get(str(given), ""))
        items = [given] if isinstance(given, str) else list(given)
        if step.answer_actions is not None:
            asked = step.answer_actions
            return self._judged(step, *self._sentence(lambda: compare_actions(self._scene, asked, items)))
        view = self.seen.state
        wanted = self._sentence(lambda: things(self._scene, view, step.answer_points))
        return self._judged(step, *compare_things(self._scene, view, wanted, items, step.hint))

    def show_me(self) -> Verdict:
        """Do it for the player: play a right action, or say the right answer."""
        return replace(self._shown(), shown=True)

    def _shown(self) -> Verdict:
        step = self.step
        if self._done or self.is_over:
            raise ValueError("That is done; go on to the next step.")
        match step:
            case ShowStep():
                return self.play()
            case TryStep():
                action = self._one_right(step.right)
                reason = step.then or self._own_words(action) or self._scene.refusal(action)
                return self._win(step, action, reason)
            case AskStep():
                answer = self._sentence(lambda: answer_of(self._scene, self.viewer, step))
                return self._judged(step, True, f"The answer: {answer}")
            case FreeStep():
                most = RightAnswers(best=step.measure, and_then=step.and_then) if step.measure else None
                return self.act(self._one_right(most or RightAnswers.model_validate({"any": True})))
            case _:
                raise ValueError("There is nothing to do in this step.")

    # Going about
    def next(self) -> None:
        """Go on to the next step; ValueError where this one is not done."""
        if not self.can_go_on:
            raise ValueError("The lesson is over." if self.is_over else "This step is not done yet.")
        scene = self._entered[self.at] if isinstance(self.step, FreeStep) else self._scene
        self._enter(self.at + 1, scene)

    def back(self) -> None:
        """Go to the step before, as it was; ValueError at the first."""
        if not self.can_go_back:
            raise ValueError("This is the first step.")
        self.at -= 1
        self._answers = {step: text for step, text in self._answers.items() if step < self.at}
        self._begin(self._entered[self.at])

    def again(self) -> None:
        """Begin the step anew."""
        if not self.is_over:
            self._answers.pop(self.at, None)
            self._begin(self._entered[self.at])

    # How it is done
    def _begin(self, scene: Situation) -> None:
        """Lay the table like this."""
        self._scene = scene
        self._session = scene.session()
        self._viewer = self._who_looks(scene)
        self._done = False
        self._turns = 0

    def _who_looks(self, scene: Situation) -> Seat:
        """Whoever is to act looks from their own seat."""
        acts = isinstance(self.step, TryStep | FreeStep) and scene.turn is not None
        named = None if acts else self.step.seat or self.lesson.script.seat
        if named is not None:
            return self._sentence(lambda: seat_of(scene.names, named))
        return scene.turn if scene.turn is not None else 0

    def _enter(self, at: int, scene: Situation) -> None:
        if at < len(self.steps):
            scene = self._scene_of(at, scene)
        self.at = at
        self._entered[at:] = [scene]
        self._begin(scene)

    def _scene_of(self, at: int, before: Situation) -> Situation:
        return before if self.steps[at].position is None else self.lesson.scene(at)

    def _resume(self, progress: LessonProgress) -> None:
        """Do again what was done; up to where it still can be."""
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

    def _expect(self, kind: type[Any]) -> Any:
        if self.is_over or not isinstance(self.step, kind):
            raise ValueError("That is not what this step asks for.")
        return self.step

    def _sentence(self, ask: Callable[[], T]) -> T:
        """What the script comes to here; BadScript with file and step where it comes to nothing."""
        try:
            return ask()
        except BadFile:
            raise
        except (ValueError, IllegalAction) as error:
            raise self.lesson.bad(min(self.at, len(self.steps) - 1), error) from None

    def _one_right(self, right: RightAnswers) -> Any:
        found = self._sentence(lambda: self._scene.right(right))
        if not found:
            raise self.lesson.bad(self.at, "no action is right.")
        return found[0]

    def _played(self, action: Any, text: str, *, right: bool) -> Verdict:
        viewer = self.viewer
        turn = self._session.turn
        scene = self._scene.after(action)
        witnessed = self._session.act(action)
        if viewer != turn:
            witnessed = self._session.look(viewer).log[-1]
        self._scene = scene
        self._done = True
        said_of_it = text or " ".join(scene.game.describe(event, scene.names) for event in witnessed) or f"{action}."
        return Verdict(right, said_of_it, witnessed, done=True)

    def _tried(self, step: TryStep, action: Any) -> Verdict:
        own = self._own_words(action)
        if action not in self._sentence(lambda: self._scene.right(step.right)):
            return Verdict(False, own or self._sentence(lambda: self._scene.why_wrong(step.right, action, IMAGINED)))
        return self._win(step, action, "\n\n".join(filter(None, (own, step.then))))

    def _own_words(self, action: Any) -> str:
        """What the author says to this action; empty where that is nothing."""
        answers = self.step.answers if isinstance(self.step, TryStep) else {}
        for text, words in answers.items():
            with suppress(ValueError):
                if self._scene.read(text) == action:
                    return words
        return ""

    def _win(self, step: TryStep, action: Any, text: str) -> Verdict:
        verdict = self._played(action, text, right=True)
        if step.goes_on:
            self._answers[self.at] = str(action)
        else:
            self._scene = self._entered[self.at]  # the next step begins there; what was played may still be looked at
        return verdict

    def _freely(self, step: FreeStep, action: Any) -> Verdict:
        """An action of free play, and then those of the others, where they play."""
        player = self._session.turn
        events = self._session.act(action)
        self._scene = self._scene.after(action)
        self._turns += 1
        told = [self._scene.game.describe(event, self._scene.names) for event in events]
        while step.others == "random" and self._session.turn not in (None, player):
            events_of_others = self._somebody(player)
            events += events_of_others
            told += [self._scene.game.describe(event, self._scene.names) for event in events_of_others]
        self._done = self._session.turn is None or 0 < step.turns <= self._turns
        if self._session.turn is None and (outcome := self._session.look(player).outcome):
            told += [each for each in re.split(r"(?<=\.) ", outcome.reason) if each not in " ".join(told)]
        return Verdict(True, " ".join(told) or f"{action}.", events, self._done)

    def _somebody(self, viewer: Seat | None) -> tuple[Event, ...]:
        """Any action of whoever is asked, the same one each time the lesson is taken."""
        pick, _ = draw_below(Key(len(self._session.actions) * 7919 + self.at), len(self._scene.legal))
        action = self._scene.legal[pick]
        played = self._scene.played(action)
        self._session.act(action)
        self._scene = self._scene.after(action)
        return tuple(seen_by(event, viewer) for event in played.events)

    # Questions
    def _judged(self, step: AskStep, right: bool, own: str = "", missing: int = 0) -> Verdict:
        if missing:
            return Verdict(False, f"So far so good: {missing} {'is' if missing == 1 else 'are'} missing.", partly=True)
        if not right:
            return Verdict(False, own or step.hint or "Look again.")
        self._done = True
        return Verdict(True, own or step.then or "Yes, that is it.", done=True)
