"""A lesson in plain mode: the text, the table in words, the questions, and the replies to answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from cardtable.engine.phrases import read_number
from cardtable.lessons.answers import Reply
from cardtable.lessons.script import AskStep, FreeStep, ShowStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.plain.choices import (
    answer_lines,
    choice_lines,
    choices,
    is_numbered,
    read_choice,
    read_spelled_answer,
)
from cardtable.plain.lesson_words import default_task, paragraphs, task_after
from cardtable.plain.pointing import Pointing
from cardtable.plain.room import Places, PlainRoom, similar_words
from cardtable.plain.spelling import spell_cards
from cardtable.plain.view import View, describe_move, gather_lines, moves_asked_for, view_of
from cardtable.rooms.kit.response import Goto, OwnWay, Response, ShowLog
from cardtable.rooms.lesson import NO_QUESTION, Entered, Hinted, LessonRoom, Replied, StepUndone, Why
from cardtable.table.pages import plain_text
from cardtable.table.seen import Seen

STEPS_TO_REMEMBER = 3
"""The number of steps for which a learner remembers the table. After that, it is read out again before a question."""
TO_HEAR_ANSWER = "To hear the answer, type show me."


class PlainLesson(PlainRoom):
    """A lesson in plain mode."""

    room: LessonRoom

    def __init__(self, places: Places, room: LessonRoom) -> None:
        super().__init__(places)
        self.room = room
        self._view = view_of(room.lesson.game)
        self._table = LessonTable(self._view, room)
        self._players = heard_by(room.walk).players
        """The players' names before the last answer, with `You` for the viewer at that time."""

    def run(self) -> Goto | None:
        then = super().run()
        if not self.room.walk.is_over:
            saved = " Next time, it continues from this step." if self.room.is_saved else ""
            self.say(f"You left the lesson.{saved}")
        return then

    def enter(self) -> None:
        script = self.room.lesson.script
        self.say(f"{script.title}. {script.about}", "Type help to list the commands.")
        self.answer(self.room.enter())

    def answer(self, response: Response | None) -> bool:
        if fault := self.room.take_fault():
            self.say(fault)
        match response:
            case Entered(is_again=is_again):
                if is_again:
                    self._table.forget()
                self._say_step()
            case Replied(reply, is_again):
                self._say_reply(reply)
                if is_again:
                    self.say(TO_HEAR_ANSWER)
            case StepUndone():
                self.say(self.room.said)
                self._look()
            case Hinted(hint):
                self._say_hint(hint)
            case Why(ruling, move):
                self.say(*(self._reasons(move) if move else [self._spell(ruling)]))
            case OwnWay("moves", part):
                self._say_moves(part)
            case OwnWay(part):
                self._read(part)
            case ShowLog():
                self.say(*(self._log() or ["Nothing has been played in this step."]))
            case _:
                return super().answer(response)
        return True

    # Output

    def _say_step(self) -> None:
        """Read out the step, and the table if the learner needs to hear it."""
        walk = self.room.walk
        self.say(f"Step {walk.at + 1} of {len(walk.steps)}.")
        text = walk.step.spoken or walk.text
        self._speak(text)
        reads_table = self._table.is_needed
        if walk.step.point:
            named = Pointing(walk).named(walk.step.point, with_cards=not reads_table)
            self.say(f"Look at: {named}.")
        if reads_table:
            self.say(*(table := tuple(self._table.read_briefly())))
            self._speak(task_after(table, text, walk.step.task))
        elif walk.step.position is not None or not walk.at:
            self.say("To hear the table, type look.")
        self._say_choices()
        if isinstance(walk.step, ShowStep) and not walk.shows_secretly:
            turn = walk.situation.turn
            assert turn is not None, "a step shows a move only while the game is running"
            self.say(f"{walk.situation.names[turn]}'s move: {walk.situation.parse(walk.step.action)}.")

    def _say_choices(self) -> None:
        match self.room.walk.wants:
            case "action" | "actions":
                self.say(
                    *(self._view.in_lessons(self.room.walk.seen) or choice_lines(self.room.walk.seen, self._view.label))
                )
            case "choice":
                self.say(*answer_lines(list(map(self._spell, self.room.walk.choices))))
            case "points":
                self.say(f"You can point at: {Pointing(self.room.walk).things_to_name(self._points)}.")

    def prompt(self) -> str:
        walk = self.room.walk
        match walk.wants:
            case "show":
                return f"Press Enter to {'play it' if walk.situation.turn == walk.viewer else 'see the move'}:"
            case "choice":
                return "Type the letter of your answer:"
            case "points":
                example = Pointing(walk).example(self._points)
                return f"Point by typing a name, such as {example}, or several names with commas between them:"
            case "actions":
                how = " by number or in words" if self._lists_moves else ""
                return f"Type all the right moves{how}, with commas between them:"
            case "action":
                following = "end the lesson" if walk.at == len(walk.steps) - 1 else "go on"
                return f"Type your move, or press Enter to {following}:" if walk.can_go_on else "Your move:"
            case _:
                return "Press Enter to go on:"

    @property
    def _lists_moves(self) -> bool:
        """Whether the moves are listed with their numbers. Otherwise, they are described together."""
        return is_numbered(self.room.walk.seen) and not self._view.in_lessons(self.room.walk.seen)

    def _spell(self, text: str) -> str:
        """Return the text with its cards named in full."""
        return spell_cards(text, self._view.letters)

    def _speak(self, markdown: str) -> None:
        """Read out the text. Each paragraph or list item is one line."""
        self.say(*paragraphs(self._spell(plain_text(markdown))))

    def _say_reply(self, reply: Reply) -> None:
        """Read out the reply to an answer that the learner typed or was shown."""
        walk, text = self.room.walk, reply.text
        if reply.word and reply.right:
            self.say(reply.word)
        elif reply.word:
            text = f"{reply.word} {text}"
        if reply.events:
            self._table.note_move()
            self.say(*(line for event in reply.events for line in self._view.retell(event, self._players)))
        if not (reply.is_log and reply.events):  # these events have been read out
            self._speak(text)
        if isinstance(walk.step, FreeStep) and reply.events and not reply.done:
            self.say(*self._table.read_briefly())
            self._say_choices()

    def _say_hint(self, hint: str) -> None:
        """Read out a hint and how to type a move."""
        self._speak(hint)
        self.say(*self._ways_to_type())

    def help_lines(self) -> Iterator[str]:
        yield from self._ways_to_type()
        yield from super().help_lines()

    def _ways_to_type(self) -> Iterator[str]:
        """Yield a line about how to type a move, if the step asks for a move."""
        if self.room.walk.wants == "action":
            by_number = "Type your move by number or in words."
            yield by_number if self._lists_moves else self._view.question(self.room.walk.seen)

    def _reasons(self, move: str) -> tuple[str, ...]:
        """Return lines that describe the effect of a move, or the reason why it isn't legal."""
        seen = self.room.walk.seen
        return tuple(self._view.reasons(seen, read_choice(move, seen)))

    def _say_moves(self, part: str) -> None:
        """Read out the moves with their effects. Leave out the effects if the question is about them."""
        seen, view = self.room.walk.seen, self._view
        if self.room.walk.wants != "action":
            self._say_choices()
        elif part:
            self.say(*moves_asked_for(seen, view, part))
        else:
            numbered = enumerate(choices(seen), 1)
            self.say(*(view.all_moves(seen) or (f"{at} {describe_move(seen, view, move)}" for at, move in numbered)))

    def _read(self, part: str) -> None:
        seen = heard_by(self.room.walk)
        match part:
            case "board":
                self.say(*self._view.board(seen))
            case "scores":
                self.say(*(self._view.score(seen) or ["There's no score here."]))
            case "hand":
                self.say(*(self._view.hand(self.room.walk.seen) or ["You have no hand here."]))
            case _:
                self._look()

    def _look(self) -> None:
        walk = self.room.walk
        self.say(*self._table.read())
        if walk.wants not in ("next", "show"):
            self._speak(walk.step.task or default_task(walk.step.spoken or walk.step.text))
        self._say_choices()

    def _log(self) -> list[str]:
        events = [event for events in self.room.walk.seen.log for event in events]
        return [line for event in events for line in self._view.retell(event, self._players)]

    # Input

    def obey(self, text: str) -> Response | None:
        walk = self.room.walk
        self._players = heard_by(walk).players
        return super().obey(self._view.as_command(walk.seen, text) if walk.wants == "action" else text)

    def other(self, text: str) -> Response | None:
        """Treat the typed text as the answer."""
        try:
            return self._give(text)
        except ValueError as refusal:
            close = similar_words(self.room, text)
            raise ValueError(f"{refusal} Did you mean {close}?" if close else str(refusal)) from None

    def _give(self, text: str) -> Response | None:
        room, walk = self.room, self.room.walk
        match walk.wants:
            case "action":
                return room.give(self._action(text))
            case "choice":
                return room.choose(read_spelled_answer(text, walk.choices, self._spell))
            case "points":
                return room.add(Pointing(walk).read(text, self._points))
            case "actions":
                return room.add([self._action(part.strip()) for part in text.split(",") if part.strip()])
            case _:
                raise ValueError(NO_QUESTION)

    @property
    def _points(self) -> list[str]:
        """The right answers, if the step asks the learner to point at something."""
        assert isinstance(self.room.walk.step, AskStep), "only a question is answered by pointing"
        return self.room.walk.step.answer_points

    def _action(self, text: str) -> str:
        """Return the named action without checking it, because the lesson itself replies to unknown actions."""
        seen = self.room.walk.seen
        if self._lists_moves and read_number(text) is not None:
            return str(read_choice(text, seen))
        text = self._view.spell_out(seen, text)
        with suppress(ValueError):
            return str(read_choice(text, seen, ()))
        return text


class LessonTable:
    """The table of a lesson in words, with a record of what the learner has heard about it."""

    def __init__(self, view: View, room: LessonRoom) -> None:
        self._view, self._room = view, room
        self._heard: tuple[str, ...] = ()
        self._heard_at = 0
        """The step at which the table was last read out."""
        self._has_moved = False
        """Whether a move has been played since the table was read out, even if it was undone."""

    @property
    def _walk(self) -> Walkthrough:
        return self._room.walk

    def note_move(self) -> None:
        """Remember that the learner has heard a move, so that the table is read out before the next question."""
        self._has_moved = True

    def forget(self) -> None:
        """Forget what the learner has heard, so that the next reading is complete."""
        self._heard = ()

    @property
    def is_needed(self) -> bool:
        """Whether the learner must hear the table to answer this step's question."""
        walk = self._walk
        if walk.wants in ("next", "show"):
            return False
        is_new = walk.step.position is not None or self._has_moved or self._heard != self._lines()
        return is_new or walk.at - self._heard_at > STEPS_TO_REMEMBER

    def read(self) -> tuple[str, ...]:
        """Return all lines about the table."""
        self._heard, self._heard_at, self._has_moved = self._lines(), self._walk.at, False
        return self._heard

    def read_briefly(self) -> Iterator[str]:
        """Yield the lines that matter for this step. Between free moves, leave out unchanged lines."""
        heard, step = self._heard, self._walk.step
        beginnings = tuple(step.reads or self._walk.lesson.script.reads)
        lines = [line for line in self.read() if not beginnings or line.startswith(beginnings)]
        if isinstance(step, FreeStep) and self._walk.has_begun_step:
            lines = [line for line in lines if line not in heard]
        elif not step.reads:
            lines = [line for line in lines if line not in heard or not self._view.is_lasting(line)]
        return gather_lines(lines, self._view.gathered)

    def _lines(self) -> tuple[str, ...]:
        seen = heard_by(self._walk)
        return (*self._view.table(seen), *self._view.hand(seen), *filter(None, [self._view.turn(seen)]))


def heard_by(walk: Walkthrough) -> Seen:
    """Return the table as it is read out to the viewer, who is called "you"."""
    return replace(walk.seen, you=walk.viewer)
