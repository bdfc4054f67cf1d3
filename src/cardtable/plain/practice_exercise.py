"""Exercises in plain mode. The player finds a good move in each position."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.phrases import naming_subject
from cardtable.plain.room import Places, PlainRoom
from cardtable.plain.typed_moves import read_move, ways_to_type
from cardtable.plain.view import move_lines, moves_asked_for, view_of
from cardtable.practice.sources import ExerciseSource
from cardtable.rooms.exercise import ANSWERED
from cardtable.rooms.kit.response import Help, Leave, OwnWay, Response
from cardtable.rooms.practice_exercise import Compared, MoveJudged, PracticeExerciseRoom


class PlainPracticeExercises(PlainRoom):
    """Exercises that the player solves one after another."""

    room: PracticeExerciseRoom

    def __init__(self, places: Places, source: ExerciseSource) -> None:
        super().__init__(places)
        self.room = PracticeExerciseRoom(source)
        self._view = view_of(source.game)

    def enter(self) -> None:
        self.say(*filter(None, [self.room.source.about]))
        self.answer(self.room.begin())

    def prompt(self) -> str:
        room = self.room
        if room.is_open or room.may_retry:
            return "Your move:"
        place = room.source.back_to()
        return f"Press Enter {f'to go back to {place}' if place else 'for the next exercise'}, or type quit:"

    def show_room(self) -> None:
        """Read out the position and the question."""
        seen, view = self.room.seen, self._view
        self.say(f"{self.room.current.title}.", *dict.fromkeys((*view.table(seen), *view.hand(seen))))
        self.say(self.room.question, *filter(None, [view.question(seen)]), *move_lines(seen, view))

    def answer(self, response: Response | None) -> bool:
        match response:
            case MoveJudged(noted=noted):
                again = ["Try again, or type show me."] if self.room.may_retry else []
                self.say(*self.room.verdict(is_spoken=True), *again, *filter(None, [noted]))
            case Compared(action, sentence):
                self.say(sentence, *self._view.consequences(self.room.seen, action))
            case OwnWay(part, about):
                self._read(part, about)
            case Leave():
                self.say(*filter(None, [self.room.farewell]))
                return super().answer(response)
            case _:
                return super().answer(response)
        return True

    def _read(self, part: str, about: str) -> None:
        seen, view = self.room.seen, self._view
        match part:
            case "look":
                self.show_room()
            case "moves":
                self.say(*moves_asked_for(seen, view, about))
            case "why":
                action = read_move(about, seen, view)
                self.say(naming_subject(action, view.explain(seen, action)))
            case _:
                read = {"board": view.board, "scores": view.score, "hand": view.hand}[part]
                self.say(*(read(seen) or [f"You have no {part} here."]))

    def obey(self, text: str) -> Response | None:
        if self.room.exercise is None:
            return super().obey(text)
        seen = self.room.seen
        is_move = self.room.is_open and text.lower() in {str(action).lower() for action in seen.legal}
        return self.other(text) if is_move else super().obey(self._view.as_command(seen, text))

    def help_lines(self) -> Iterator[str]:
        if self.room.is_open or self.room.may_retry:
            yield f"Type {ways_to_type(self.room.seen, self._view)}."
        yield from super().help_lines()

    def other(self, text: str) -> Response | None:
        """Treat the typed text as the answer."""
        if not text:
            return Help()
        if not (self.room.is_open or self.room.may_retry):
            raise ValueError(ANSWERED)
        action = read_move(text, self.room.seen, self._view)
        if self.room.may_retry:
            self.room.retry()
        return self.room.give(action)
