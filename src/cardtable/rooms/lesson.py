"""A lesson that a learner takes: the replies to answers, the commands in each step, and what comes after the lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from cardtable.engine.game import Event
from cardtable.engine.phrases import last_sentence
from cardtable.engine.zones import Place
from cardtable.lessons.answers import Reply
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import LessonEntry, has_exercises, lessons_of
from cardtable.lessons.script import AskStep, FreeStep, ShowStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToExercises, ToLesson, ToSetUp
from cardtable.rooms.kit.learning_room import IN_SIGHT, PROGRESS_NOT_SAVED, LearningRoom
from cardtable.rooms.kit.response import Answer, Ask, Leave, OwnWay, Response, Say, ShowLog, Stay
from cardtable.table.seen import Seen

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.reading import Lesson

NO_QUESTION = "There's no question here. Press Enter to go on."
NO_MOVE = "This step asks for no move."
AGAIN = "Press Enter again to choose '{}', or go to another choice with the arrows."
TYPED = "Answers are typed without a command."
"""The reason why the list of answers can't be opened in plain mode."""


@dataclass(frozen=True, slots=True)
class Entered(Response):
    """Show the learner's new step, after an animation of the moves that lead to it."""

    events: tuple[Event, ...] = ()
    is_again: bool = False
    """Whether the learner has returned to this step."""


@dataclass(frozen=True, slots=True)
class Replied(Response):
    """Show the reply to an answer from the learner or `Show me`, and play the reply's moves on the board."""

    reply: Reply
    is_again: bool = False
    """Whether the player gave the same wrong answer again, so that `Show me` may help."""


@dataclass(frozen=True, slots=True)
class StepUndone(Response):
    """Show the step after an undo of the last move."""


@dataclass(frozen=True, slots=True)
class Hinted(Response):
    """Show this hint."""

    hint: str


@dataclass(frozen=True, slots=True)
class Why(Response):
    """Show the ruling behind the step. For a typed move, show its result or the reason why it isn't legal."""

    ruling: str
    move: str = ""


@dataclass(frozen=True, slots=True)
class ListPlaces(Response):
    """Let the learner choose the answer from a list of places."""


class LessonRoom(LearningRoom):
    """A lesson that a learner takes."""

    def __init__(
        self,
        lesson: Lesson,
        *,
        entry: LessonEntry | None = None,
        learned: LearningRecord | None = None,
        step: int | None = None,
        is_heard: bool = False,
    ) -> None:
        """Open the lesson at the step where the learner left off, or at a given step to look something up.

        No progress is saved for a lesson that opens at a given step. `is_heard` is true if the learner hears the lesson
        without seeing its table. In that case, the learner presses Enter after each move. Raise BadScript if the
        lesson's script is invalid.
        """
        self.lesson, self.entry, self.is_heard = lesson, entry, is_heard
        self.game = lesson.game
        self.is_looked_up = step is not None
        self._learned = learned if entry is not None and step is None else None
        progress = LessonProgress(step or 0)
        if self._learned is not None and entry is not None:
            progress = LessonProgress.from_data(self._learned.lesson(entry.game_id, entry.name).data)
        self.walk = Walkthrough(lesson, progress)
        self.answers: list[Any] = []
        """The right answers so far, if the question has several: places, actions, or their names."""
        self._moves: list[Callable[[], Reply]] = []
        """The moves made in this step. Each is a function that plays the move again."""

    @property
    def is_saved(self) -> bool:
        """Whether the lesson will continue at this step next time."""
        return self._learned is not None

    @property
    def seen(self) -> Seen:
        return self.walk.seen

    @property
    def acts_on_board(self) -> bool:
        return self.walk.wants in ("action", "actions", "points")

    @property
    def rules_place(self) -> str:
        return self.walk.step.ruling or self.lesson.script.rulings[0]

    def take_fault(self) -> str:
        """Return a sentence if progress can't be saved and the learner doesn't know yet, otherwise an empty string."""
        fault = self._learned.pop_fault() if self._learned is not None else ""
        return f"{PROGRESS_NOT_SAVED} {fault}" if fault else ""

    @property
    def _name(self) -> str:
        """The name under which the learner's progress is saved."""
        assert self.entry is not None, "progress is saved only for lessons of a game"
        return f"lesson {self.entry.game_id} {self.entry.name}"

    def _save(self) -> None:
        if self._learned is not None and self.entry is not None:
            walk = self.walk
            self._learned.save_lesson(self.entry.game_id, self.entry.name, walk.progress, is_over=walk.is_over)

    # Answers

    def choose(self, choice: str) -> Response:
        """Answer a question with one of its choices."""
        return self._judge(lambda: self.walk.answer(choice)) if self.walk.wants == "choice" else Stay()

    def give(self, answer: Any) -> Response:
        match self.walk.wants:
            case "actions":
                return self.add([answer])
            case "action":
                return self._judge(lambda: self.walk.act(answer))
            case _:
                return Stay()

    def ask_again(self, action: Any) -> Response:
        """Play the action. If Enter may have been pressed only to read on, first ask if this action is the answer."""
        if not self.walk.right or len(self.walk.seen.legal) == 1:
            return self.give(action)
        return Say(AGAIN.format(action))

    def add(self, answers: Sequence[Any]) -> Response:
        """Judge these answers together with the earlier right answers. Keep the new answers only if they are right."""
        if self.walk.wants not in ("points", "actions"):
            return Stay()
        if self.answers and all(each in self.answers for each in answers):
            raise ValueError("You've already answered that. Now answer what's missing.")
        given = [*self.answers, *answers]
        response = self._judge(lambda: self.walk.answer(given))
        if response.reply.right or response.reply.partial:
            self.answers = given
        if response.reply.partial and not any(isinstance(each, Place) for each in answers):
            self.said += f" So far: {', '.join(map(str, given))}."
        return response

    def _judge(self, judge: Callable[[], Reply]) -> Replied:
        reply = judge()
        if reply.ignored:
            raise ValueError(reply.text)
        if reply.events:
            self._moves.append(judge)
        text = self._reply_text(reply)
        if self._learned is not None and self._asks_now(reply):
            self._learned.note_answer(self._name, is_right=reply.right)
        is_again = bool(reply.word) and not reply.right and text in self.said
        self.said = f"{text} {SHOW_ME}" if is_again else text
        if reply.events or reply.done:
            self._save()
        return Replied(reply, is_again)

    def _asks_now(self, reply: Reply) -> bool:
        """Whether a reply is to an answer by the learner that counts as right or wrong."""
        return not (reply.shown or reply.partial or isinstance(self.walk.step, ShowStep))

    def _reply_text(self, reply: Reply) -> str:
        if isinstance(self.walk.step, ShowStep):
            return self.walk.step.then
        return f"**{reply.word}** {reply.text}" if reply.word else reply.text

    # Going through the lesson

    def enter(self) -> Response:
        """Return the response that shows the learner's step. After the last step, it shows the end of the lesson."""
        return self._enter(Entered())

    def _enter(self, response: Entered) -> Response:
        self.said = ""
        self.answers.clear()
        self._moves.clear()
        if self._learned is not None and not self.walk.is_over:
            self._learned.note_question(self._name, last_sentence(self.walk.text))
        return self._end() if self.walk.is_over else response

    def _wants_next(self) -> bool:
        return self.walk.wants == "next" and not self.walk.is_over

    def _wants_show(self) -> bool:
        return self.walk.wants == "show"

    def _asks(self) -> bool:
        return self.walk.wants not in ("next", "show")

    def _why_not_skip(self) -> str:
        return "" if self.walk.can_go_on else f"Answer first. {self.if_stuck}"

    @property
    def if_stuck(self) -> str:
        """A sentence about the commands that help with this step's question."""
        return f"If you're stuck, use {'hint or ' if self._has_hint else ''}show me."

    @Command(
        "to the next step",
        keys=("enter",),
        also=("space", "n"),
        label="Next",
        words=("next", ""),
        typing="Enter does the same",
        exists=_wants_next,
    )
    def next(self) -> Response:
        self.walk.next()
        self._save()
        return self.enter()

    @Command(
        "to the next step",
        keys=("n",),
        label="Next",
        words=("next", ""),
        typing="Enter does the same",
        need=8,
        why_not=_why_not_skip,
        exists=_asks,
    )
    def skip(self) -> Response:
        return self.next()

    @Command(
        "the move that the lesson shows",
        keys=("enter",),
        also=("space",),
        label="Play it",
        words=("play", ""),
        typing="Enter does the same",
        exists=_wants_show,
    )
    def play(self) -> Response:
        at = self.walk.at
        response = self._judge(self.walk.play if self.is_heard else self.walk.play_on)
        return response if self.walk.at == at else self._enter(Entered(response.reply.events))

    def _why_no_hint(self) -> str:
        if not self._asks():
            return NO_QUESTION
        return "" if self._has_hint else f"There's no hint for this step. {self.if_stuck}"

    @property
    def _has_hint(self) -> bool:
        """Whether the step has a hint. This check doesn't compute the hint."""
        step = self.walk.step
        has_best = isinstance(step, FreeStep) and bool(step.measure)
        return has_best or (isinstance(step, TryStep | AskStep | FreeStep) and bool(step.hint))

    @Command("a hint", label="Hint", words=("hint",), need=7, why_not=_why_no_hint)
    def hint(self) -> Response:
        hint = self.walk.hint
        more = f" (That's the only hint. {SHOW_ME})" if hint in self.said else ""
        self.said = f"**Hint.** {hint}{more}"
        return Hinted(hint)

    def _why_not_show(self) -> str:
        return NO_QUESTION if self.walk.wants == "next" else ""

    def _show_label(self) -> str:
        return "Show me" if self._asks() else ""

    @Command(
        "the right answer or move",
        keys=("s",),
        label=_show_label,
        words=("show me", "show"),
        need=6,
        comes_first=True,
        why_not=_why_not_show,
    )
    def show_me(self) -> Response:
        response = self._judge(self.walk.show_me)
        self.answers = list(self.walk.right_places)
        return response

    def _why_label(self) -> str:
        return "Why?" if self.walk.why else ""

    @Command(
        "the rule behind this step",
        keys=("w",),
        label=_why_label,
        words=("why", "why?"),
        takes="MOVE",
        typing="with a move, what that would do, as in: why 1",
        need=5,
    )
    def why(self, move: str) -> Response:
        if move and self.walk.wants != "action":
            return Say(f"{NO_MOVE} To hear its rule, type why.")
        return Why(self.walk.why, move) if move or self.walk.why else Say("There's no rule behind this step.")

    def _why_not_back(self) -> str:
        return "" if self.walk.can_go_back else "This is the first step."

    @Command(
        "to the previous step",
        keys=("b",),
        also=("backspace",),
        label="Back",
        words=("back",),
        need=4,
        why_not=_why_not_back,
    )
    def back(self) -> Response:
        self.walk.back()
        self._save()
        return self._enter(Entered(is_again=True))

    def _again_label(self) -> str:
        has_tried = not self.walk.is_over and (self.said or self.answers or self.walk.has_begun_step)
        return "Again" if has_tried else ""

    @Command("this step from its start", keys=("a",), label=_again_label, words=("again",), need=3)
    def again(self) -> Response:
        self.walk.restart_step()
        return self._enter(Entered(is_again=True))

    def _why_not_undo(self) -> str:
        return "" if self._moves else "There's nothing to undo in this step."

    @Command("undo the last move of this step", label="Undo", words=("undo",), need=2, why_not=_why_not_undo)
    def undo(self) -> Response:
        *moves, _ = self._moves
        self.walk.restart_step()
        for move in moves:
            move()
        self._moves, self.said = moves, "The last move is undone."
        self._save()
        return StepUndone()

    # What is shown

    def _wants_moves(self) -> bool:
        return self.walk.wants in ("action", "actions")

    def _wants_places(self) -> bool:
        return self.walk.wants == "points"

    def _why_no_moves(self) -> str:
        return "" if self._wants_moves() else NO_MOVE

    @Command("type a move, or pick one from a list", exists=_wants_moves, no_words=TYPED)
    def type(self) -> Response:
        return OwnWay("type")

    @Command("pick what to point at from a list", keys=("i",), exists=_wants_places, no_words=TYPED)
    def list(self) -> Response:
        return ListPlaces()

    @Command(
        "your moves and what each would do", words=("moves",), takes="PART", why_not=_why_no_moves, no_key=IN_SIGHT
    )
    def moves(self, part: str) -> Response:
        return OwnWay("moves", part)

    @Command("what has happened in this step", words=("log",))
    def log(self) -> Response:
        return ShowLog()

    # The end

    @property
    def following(self) -> LessonEntry | None:
        """The next lesson, or None after the last lesson and after a lesson from the player's own file."""
        entries = lessons_of(self.game.id)
        at = entries.index(self.entry) + 1 if self.entry in entries else len(entries)
        return entries[at] if at < len(entries) else None

    def _end(self) -> Ask:
        is_in_class = self._learned is not None and self._learned.counts_answers
        choices = [] if self.is_looked_up or is_in_class else [*self._next_choice(), self._play_choice()]
        choices += (
            Answer("Back", Leave, key="q", words=("back", "quit", "q")),
            Answer("Start this lesson again", self._start_again, key="a", words=("again",)),
        )
        return Ask("You have finished this lesson.", choices, back=Leave)

    def _next_choice(self) -> Iterator[Answer]:
        """Yield the choice of the next lesson or, after the last lesson, of the test, if the game has exercises."""
        if (following := self.following) is not None:
            then = Leave(ToLesson(following.game_id, following.name))
            yield Answer(f"Next lesson: {following.title}", lambda: then, key="n", words=("next",))
        elif has_exercises(self.game.id):
            test = Leave(ToExercises(self.game.id, is_test=True))
            yield Answer("Take the test", lambda: test, key="n", words=("test", "next"))

    def _play_choice(self) -> Answer:
        return Answer(f"Play {self.game.title} now", partial(Leave, ToSetUp(self.game.id)), "p", ("play",))

    def _start_again(self) -> Response:
        self.walk = Walkthrough(self.lesson)
        return self._enter(Entered(is_again=True))


SHOW_ME = f"Press `{LessonRoom.command('show-me').fixed_key}` to see the answer."
"""A sentence that a screen adds to a reply if the learner has already received the same reply."""
