"""The screens between two turns, which show no hand until the next player is at the keyboard."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.engine.game import last_event
from cardtable.rooms.hand_over import HandOverRoom
from cardtable.rooms.kit.goto import ToLostGame
from cardtable.rooms.kit.response import Leave, OwnWay, Response, ShowLog
from cardtable.rooms.kit.turns import Undone
from cardtable.table.seen import Seen
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.faces import CardSet
from cardtable.tui.screens.board_screen import BoardScreen
from cardtable.tui.screens.log import open_log
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar

QUIET_SECONDS = 0.2
"""The number of seconds without a key press before a key can show the next hand. A held key mustn't show a hand."""
SECOND_CLICK = 1.0
"""The number of seconds during which a click may be the second half of the double click that ended the turn."""
SCROLL_KEYS = ("up", "down")
"""The keys that work even when pressed in quick succession, because they never show a hand."""


class HandOverScreen(RoomScreen[Response]):
    """A screen that waits for the next player, and closes with its room's response.

    Enter doesn't end the wait: because Enter also ends a turn, a player who held it down would show the next hand.
    """

    room: HandOverRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(HandOverRoom.commands)

    def __init__(self, room: HandOverRoom) -> None:
        super().__init__()
        self.room = room

    def answer(self, response: Response | None) -> None:
        match response:
            case OwnWay("ready") | Undone() | ToLostGame() | Leave():
                self.dismiss(response)
            case None | OwnWay("pass-keyboard"):
                pass  # it still waits for the next player
            case ShowLog():
                open_log(self, self.room)
            case _:
                super().answer(response)

    shown_at = inf
    last_key_at = inf
    """The time when the last key was pressed or the screen was shown, whichever was later."""
    _last_click_at = 0.0

    def on_mount(self) -> None:
        self.call_after_refresh(self.start_waiting)

    def start_waiting(self) -> None:
        """Record the time from which the players can see the screen."""
        self.shown_at = self.last_key_at = events.Event().time

    def on_key(self, event: events.Key) -> None:
        before, self.last_key_at = self.last_key_at, max(self.last_key_at, event.time)
        if event.time - before < QUIET_SECONDS and event.key not in SCROLL_KEYS:
            event.stop()
            event.prevent_default()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._last_click_at = event.time

    def on_click(self, event: events.Click) -> None:
        if self._last_click_at - self.shown_at > SECOND_CLICK and self.is_for_ready(event):
            self.dismiss(OwnWay("ready"))

    def is_for_ready(self, event: events.Click) -> bool:
        """Return whether a click means that the next player is there."""
        return True


class Curtain(HandOverScreen):
    """An opaque screen that names the next player."""

    CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain #call { width: 100%; height: auto; text-align: center; text-style: bold; }
    Curtain #why { width: 100%; height: auto; text-align: center; margin-top: 1; }
    """

    def __init__(self, room: HandOverRoom, invitation: str) -> None:
        """Call the next player to the keyboard. `invitation` says what pressing a key lets that player do."""
        super().__init__(room)
        assert room.session.turn is not None, "the game is not over"
        self._next_player, self._invitation = room.session.names[room.session.turn], invitation

    def compose(self) -> ComposeResult:
        yield Static(f"Pass the keyboard to {self._next_player}.", id="call", markup=False)
        why = f"Everyone else, look away. {self._next_player}, press space to {self._invitation}."
        yield Static(why, id="why", markup=False)
        yield KeyBar()


class PublicMoment(HandOverScreen, BoardScreen[Response]):
    """The table in the public view, with everything that has happened since the next player's last turn."""

    def __init__(self, room: HandOverRoom, before: Seen | None, prompt: str, signs: CardSet, speed: str) -> None:
        """Show the last action, and animate it if `before` has the public view before that action.

        `prompt` tells the next player which key to press.
        """
        BoardScreen.__init__(self, room.session.game.id, signs, speed)
        self.room = room
        room.has_more = lambda: any(self.board.recap_hidden)
        self._before, self._after, self._prompt = before, room.seen, prompt
        self.board.is_read_only = self.board.gives_tips = True
        self.board.can_focus = False
        self.board.recap = tuple(filter(None, self.board.recap_forms(self._after, room.since)))
        moments = self._after.game.moments
        self.board.moment = last_event(self._after.log[-1], moments)

    def on_mount(self) -> None:
        steps = self.frames_per_movement
        self.board.seen = self._before
        film = self.board.frames_for(self._after.log[-1], steps)
        self.board.show(self._after, film, notice="" if film else self._prompt)
        self.room.is_animated = self.board.is_animating
        self.refresh_bindings()

    def say(self, text: str) -> None:
        self.board.say(f"{text} {self._prompt}")

    def answer(self, response: Response | None) -> None:
        match response:
            case OwnWay("skip"):
                self.board.end_animation()
            case OwnWay("up" | "down" as way):
                self.board.scroll_recap(-1 if way == "up" else 1)
            case _:
                super().answer(response)

    def on_key(self, event: events.Key) -> None:
        if self.board.is_animating:
            self.board.end_animation()
            event.stop()
            event.prevent_default()

    def is_for_ready(self, event: events.Click) -> bool:
        """Return whether a click is on the line that asks for a click. People may click the cards to look at them."""
        lines = self.board.status_rows(self.board.size.width, self.board.size.height)
        return not self.room.hands_over or event.screen_y >= self.board.region.bottom - lines

    @on(BoardWidget.AnimationFinished)
    def _after_animation(self) -> None:
        self.room.is_animated = False
        if not self.board.notice:
            self.board.say(self._prompt)
        self.start_waiting()
        self.refresh_bindings()

    def on_mouse_scroll_up(self) -> None:
        self.board.scroll_recap(-1)

    def on_mouse_scroll_down(self) -> None:
        self.board.scroll_recap(1)

    def on_resize(self) -> None:
        self.call_after_refresh(self.refresh_bindings)  # whether the recap fits
