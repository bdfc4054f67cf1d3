"""Between two hands: nothing of anyone's cards is on the screen while the keyboard changes hands."""

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
"""Seconds without any key before the one that lifts the curtain. Keys typed before it was on the screen don't lift it,
and neither does a key that is held down, however late they arrive."""
SECOND_CLICK = 1.0
"""Seconds after the fall in which a click may still be the second half of the one that brought it down."""


class Curtain(AppScreen[None]):
    """An opaque screen that says who comes next and waits for them.

    It is not lifted by Enter, which ends a turn: a key that is held down would run through it.
    """

    CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain #call { width: 100%; height: auto; text-align: center; text-style: bold; }
    Curtain #why { width: 100%; height: auto; text-align: center; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "dismiss", "I am here")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_of_next = name
        self._fell = inf
        """When the curtain was drawn."""
        self._pressed = inf
        """When the last key arrived or the curtain was drawn, whichever was later."""
        self._clicked = 0.0
        """When a mouse button was last pressed."""

    def compose(self) -> ComposeResult:
        yield Static(f"Pass the keyboard to {self._name_of_next}.", id="call", markup=False)
        why = f"Everybody else looks away. {self._name_of_next} presses space to see the cards."
        yield Static(why, id="why", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self._note_fall)

    def _note_fall(self) -> None:
        self._fell = self._pressed = events.Event().time

    def on_key(self, event: events.Key) -> None:
        before, self._pressed = self._pressed, max(self._pressed, event.time)
        if event.time - before < QUIET_SECONDS:
            event.stop()
            event.prevent_default()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._clicked = event.time

    def on_click(self) -> None:
        if self._clicked - self._fell > SECOND_CLICK:
            self.dismiss()
