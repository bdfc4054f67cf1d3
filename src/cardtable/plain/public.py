"""The table in plain mode as everybody may see it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtable.plain.hearing import Hearing
from cardtable.plain.room import Places, PlainRoom
from cardtable.plain.view import View
from cardtable.rooms.kit.public import PublicRoom
from cardtable.rooms.kit.response import OwnWay, Response, ShowLog


class PlainPublic(PlainRoom):
    """A table in plain mode. Any public part of it can be read out."""

    room: PublicRoom

    def __init__(self, places: Places, room: PublicRoom, view: View, hearing: Hearing) -> None:
        super().__init__(places)
        self.room, self.view, self.hearing = room, view, hearing

    def answer(self, response: Response | None) -> bool:
        match response:
            case ShowLog(last):
                self._read_log(last)
            case OwnWay("pass-keyboard"):
                pass  # the prompt for the next player comes again
            case OwnWay(part, about):
                self.read_part(part, about)
            case _:
                return super().answer(response)
        return True

    def help_lines(self) -> Iterator[str]:
        prefix = self.room.session.game.prefix
        return (line.replace("{prefix}", prefix) for line in super().help_lines())

    def _read_log(self, last: int) -> None:
        log = self.room.seen.log
        told = [event for events in self.view.gather(log[-last:] if last > 0 else log) for event in events]
        if not told:
            raise ValueError("Nothing has happened yet.")
        self.hearing.tell(told)

    def read_part(self, part: str, about: str) -> None:
        """Read out a part of the viewer's table. Raise ValueError with a sentence if there is nothing to read."""
        seen = self.room.seen
        if part == "scores":
            self.say(*(self.view.score(seen) or ["This game keeps no score until it ends."]))
            return
        word = re.compile(rf"(?<!\w){re.escape(about)}(?!\w)", re.IGNORECASE)
        lines = [line for line in self.view.board(seen) if not about or word.search(line)]
        if about and not lines:
            raise ValueError("Nothing on the table is called that. To hear what is there, type board.")
        self.say(*lines)
