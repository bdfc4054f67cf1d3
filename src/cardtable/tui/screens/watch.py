"""The screen for watching a game that is open in another window."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from cardtable.rooms.kit.response import Response, ShowLog
from cardtable.rooms.watch import CLOSED, POLL_SECONDS, WatchRoom
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.faces import CardSet
from cardtable.tui.screens.board_screen import BoardScreen
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.room_screen import RoomScreen

WATCHING = "You're watching. Press q to leave."


class WatchScreen(RoomScreen[None], BoardScreen[None]):
    """A board that shows each new move."""

    room: WatchRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(WatchRoom.commands)

    def __init__(self, room: WatchRoom, signs: CardSet) -> None:
        BoardScreen.__init__(self, room.session.game.id, signs)
        self.room = room
        self.board.can_focus = False  # so that its keys do nothing

    def on_mount(self) -> None:
        self.show_room()
        self.set_interval(POLL_SECONDS, self._poll)

    def _poll(self) -> None:
        if self.room.look_for_news():
            self.show_room()

    def show_room(self) -> None:
        self.board.show(self.room.seen, notice=self.room.fault, prompt=CLOSED if self.room.is_closed else WATCHING)
        self.refresh_bindings()

    def say(self, text: str) -> None:
        self.board.say(text)

    def answer(self, response: Response | None) -> None:
        if isinstance(response, ShowLog):
            seen = self.room.seen
            self.app.push_screen(LogScreen(f"{seen.game.title}: log", seen, opens_replay=False))
        else:
            super().answer(response)
