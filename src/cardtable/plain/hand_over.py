"""A table in plain mode as everybody may see it, even while nobody's hand may be shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from cardtable.engine.phrases import join_words
from cardtable.plain.hearing import Hearing
from cardtable.plain.lines import EndOfInput
from cardtable.plain.room import Places, PlainRoom, find_command
from cardtable.plain.signals import Resumed
from cardtable.plain.views.view import View
from cardtable.rooms.command import Leave, Response
from cardtable.rooms.public import OwnWay, PublicRoom, ShowLog
from cardtable.rooms.table import AskEverybody, HandOverRoom, TableRoom, Undone

UNDONE = "The last move is undone. To play it again, type redo."
"""A message that doesn't name the move, which may be secret."""


class PlainTable(PlainRoom):
    """A table in plain mode, any public part of which can be read out."""

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
        """Read out a part of the viewer's table; raise ValueError with a sentence if there's nothing to read."""
        seen = self.room.seen
        if part == "scores":
            self.say(*(self.view.score(seen) or ["This game keeps no score until it ends."]))
            return
        word = re.compile(rf"(?<!\w){re.escape(about)}(?!\w)", re.IGNORECASE)
        lines = [line for line in self.view.board(seen) if not about or word.search(line)]
        if about and not lines:
            raise ValueError("Nothing on the table is called that. To hear what is there, type board.")
        self.say(*lines)


class PlainHandOver(PlainTable):
    """A table that waits until the next player is at the keyboard."""

    room: HandOverRoom

    def __init__(self, table: PlainTable, room: TableRoom, prompt: str, *, may_undo: bool = False) -> None:
        """Wait with a prompt such as `Pass the keyboard to Ben`."""
        super().__init__(table.places, HandOverRoom(room, may_undo=may_undo), table.view, table.hearing)
        self._prompt = prompt

    def wait_for(self, name: str) -> bool:
        """Wait until the player with this name presses Enter; return False if the last move is undone instead."""
        undo = ", or type undo" if self.room.can("undo") and not self.room.session.why_no_undo() else ""
        prompt = f"{self._prompt}{undo}; {name} presses Enter."
        while True:
            with suppress(Resumed):  # nobody's hand was shown
                if not (text := self.lines.ask(prompt)):
                    return True
                try:
                    response = self.obey(text)
                    if isinstance(response, AskEverybody):
                        response = self.ask_for(response)
                    if isinstance(response, Undone):
                        self.say(UNDONE)
                        return False
                    if not self.answer(self.room.table.leave() if isinstance(response, Leave) else response):
                        raise EndOfInput
                except ValueError as refusal:
                    self.say(str(refusal))

    def obey(self, text: str) -> Response | None:
        if find_command(self.room, text) is None:
            public = [each.words[0] for each in self.room.offered if each.words and each.words[0]]
            raise ValueError(f"Press Enter first. Before that, you can type {join_words(public, 'or')}.")
        return super().obey(text)
