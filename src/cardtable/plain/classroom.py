"""A class in plain mode: a pupil's page and the teacher's page."""

from __future__ import annotations

from cardtable.plain.room import Places, PlainRoom
from cardtable.rooms.classroom import ClassRoom
from cardtable.rooms.kit.response import Response, Say
from cardtable.rooms.teacher import LookRoom, TeacherRoom


class PlainClass(PlainRoom):
    """A pupil's page. The pupil chooses an item by number."""

    room: ClassRoom

    def __init__(self, places: Places, room: ClassRoom) -> None:
        super().__init__(places)
        self.room = room

    def prompt(self) -> str:
        tables = "table, " if self.room.has_tables else ""
        return f"Type a number, {tables}list or lobby, or press Enter for the next item:"

    def show_room(self) -> None:
        room = self.room
        self.say(f"{room.title}.", room.summary, *(row.heard for row in room.rows), *filter(None, [room.fault]))

    def come_back(self) -> None:
        self.room.refresh()
        self.say(f"You are back at the class. {self.room.summary}")

    def obey(self, text: str) -> Response | None:
        self.room.refresh()  # the teacher may have opened tables
        return super().obey(text)

    def other(self, text: str) -> Response | None:
        return self.room.open(text) if text.isdecimal() else super().other(text)


class PlainTeacher(PlainRoom):
    """The teacher's page."""

    room: TeacherRoom

    def __init__(self, places: Places, room: TeacherRoom) -> None:
        super().__init__(places)
        self.room = room

    def prompt(self) -> str:
        return "Type a pupil's name, look and a name, say and a text, draw, help or lobby, or press Enter for the list:"

    def show_room(self) -> None:
        self.say(*self.room.heard())

    def come_back(self) -> None:
        self.room.look_for_news()
        self.say(f"You are back at the class. {self.room.title}.")

    def other(self, text: str) -> Response | None:
        return Say(self.room.about(self.room.find(text)))


class PlainLook(PlainRoom):
    """A look over a pupil's shoulder."""

    room: LookRoom

    def __init__(self, places: Places, room: LookRoom) -> None:
        super().__init__(places)
        self.room = room

    def prompt(self) -> str:
        return "Press Enter to look again, or type back:"

    def ask(self) -> str:
        return self.lines.ask(self.prompt(), self._news, 1.0)

    def _news(self) -> list[str]:
        """Look again, which also keeps the look from ending. When the screen first comes, return it with the prompt."""
        was_empty = not self.room.rows
        return [*self._screen(), self.prompt()] if self.room.look_for_news() and was_empty else []

    def show_room(self) -> None:
        self.say(f"{self.room.title}:", *(self._screen() or ["It will appear in a moment."]))

    def _screen(self) -> list[str]:
        return [row for row in self.room.rows if row]
