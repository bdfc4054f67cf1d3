"""The screen that hides every hand while the keyboard is passed to the next player."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.tui.app_screen import AppScreen
from cardtable.tui.widgets.key_bar import KeyBar

QUIET_SECONDS = 0.2
"""The number of seconds without a key press before a key lifts the curtain, so that held keys and keys typed ahead
don't lift it."""
SECOND_CLICK = 1.0
"""The number of seconds in which a click may be the second half of the double click that ended the turn."""


class Curtain(AppScreen[None]):
    """An opaque screen that names the next player and waits for them.

    Enter doesn't lift the curtain: it also ends a turn, so a player who held it down would skip the curtain.
    """

    CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain #call { width: 100%; height: auto; text-align: center; text-style: bold; }
    Curtain #why { width: 100%; height: auto; text-align: center; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "dismiss", "I'm here")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._next_player = name
        self._shown_at = inf
        self._last_key_at = inf
        """When the last key was pressed or the curtain was shown, whichever was later."""
        self._last_click_at = 0.0

    def compose(self) -> ComposeResult:
        yield Static(f"Pass the keyboard to {self._next_player}.", id="call", markup=False)
        why = f"Everyone else, look away. {self._next_player}, press space to see your cards."
        yield Static(why, id="why", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self._note_time)

    def _note_time(self) -> None:
        self._shown_at = self._last_key_at = events.Event().time

    def on_key(self, event: events.Key) -> None:
        before, self._last_key_at = self._last_key_at, max(self._last_key_at, event.time)
        if event.time - before < QUIET_SECONDS:
            event.stop()
            event.prevent_default()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._last_click_at = event.time

    def on_click(self) -> None:
        if self._last_click_at - self._shown_at > SECOND_CLICK:
            self.dismiss()
