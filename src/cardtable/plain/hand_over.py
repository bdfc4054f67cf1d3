"""The table in plain mode without any hand, shown until the next player is at the keyboard."""

from __future__ import annotations

from contextlib import suppress

from cardtable.engine.phrases import join_words
from cardtable.plain.lines import EndOfInput
from cardtable.plain.public import PlainPublic
from cardtable.plain.room import find_command
from cardtable.plain.signals import Resumed
from cardtable.rooms.hand_over import HandOverRoom
from cardtable.rooms.kit.response import Leave, Response
from cardtable.rooms.kit.turns import AskEverybody, Undone
from cardtable.rooms.table import TableRoom


class PlainHandOver(PlainPublic):
    """A table that waits until the next player is at the keyboard."""

    room: HandOverRoom

    def __init__(self, table: PlainPublic, room: TableRoom, prompt: str, *, may_undo: bool = False) -> None:
        """Prepare to wait, with a prompt such as `Pass the keyboard to Ben`."""
        super().__init__(table.places, HandOverRoom(room, may_undo=may_undo), table.view, table.hearing)
        self._table, self._prompt = table, prompt

    def wait_for(self, name: str) -> bool:
        """Wait until the player with this name presses Enter. Return False if the last move is undone instead."""
        undo = ", or type undo" if self.room.offers_undo else ""
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
                        self._table.answer(response)
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
