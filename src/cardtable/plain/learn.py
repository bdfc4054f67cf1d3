"""The Learn room line by line: the lessons of a game and the learner's progress."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.plain.room import Places, PlainRoom, similar_words
from cardtable.rooms.kit.response import Leave, Response
from cardtable.rooms.learn import LearnRoom, LearnRow


def list_lines(room: LearnRoom) -> Iterator[str]:
    """Yield one line for the room, then a line with the learner's progress for each game or lesson."""
    yield room.summary
    for row in room.rows:
        if row.number.isdecimal():
            yield f"{row.number} {_titled(row)}: {row.about}"


def _titled(row: LearnRow) -> str:
    return f"{row.title} ({row.progress})" if row.progress else row.title


class PlainLearn(PlainRoom):
    """The Learn room of one game or of all games."""

    room: LearnRoom

    def __init__(self, places: Places, room: LearnRoom, part: str = "") -> None:
        """Open the room. If `part` names a part of the room, such as a lesson's number, open that part at once."""
        super().__init__(places)
        self.room, self._part = room, part

    def enter(self) -> None:
        if self._part:
            self._open_part()
        else:
            self.show_room()

    def _open_part(self) -> None:
        try:
            self.answer(self.room.opens(self._part))
        except ValueError as refusal:
            self.say(str(refusal))

    def prompt(self) -> str:
        if self.room.game is None:
            return "Lessons of which game? Type its number or name, or press Enter to go back:"
        exercises = "exercises, test, " if self.room.can("exercises") else ""
        return f"Type the number of a lesson, {exercises}list or quit, or press Enter for your next lesson:"

    def show_room(self) -> None:
        self.say(*list_lines(self.room))
        if fault := self.room.take_fault():
            self.say(fault)

    def come_back(self) -> None:
        self.say(self.room.summary)

    def help_lines(self) -> Iterator[str]:
        yield "a number: open that game." if self.room.game is None else "a number: take that lesson."
        yield from super().help_lines()

    def obey(self, text: str) -> Response | None:
        return super().obey(text.removeprefix("lessons "))  # as in the lobby

    def other(self, text: str) -> Response | None:
        if not text:
            return Leave()
        try:
            return self.room.opens(text)
        except ValueError as refusal:
            close = similar_words(self.room, text)
            raise ValueError(f"{refusal} Did you mean {close}?" if close else str(refusal)) from None
