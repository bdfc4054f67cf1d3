"""Between two hands: nothing of anyone's cards is on the screen while the keyboard changes hands."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from cardtable.tui.widgets.key_bar import KeyBar


class Curtain(Screen[None]):
    """An opaque screen that says who comes next and waits for them."""

    CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain #call { width: 100%; height: auto; text-align: center; text-style: bold; }
    Curtain #why { width: 100%; height: auto; text-align: center; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "I am here")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_of_next = name

    def compose(self) -> ComposeResult:
        yield Static(f"Pass the keyboard to {self._name_of_next}.", id="call", markup=False)
        yield Static(
            f"Everybody else looks away. {self._name_of_next} presses Enter to see the cards.", id="why", markup=False
        )
        yield KeyBar()

    def on_click(self) -> None:
        self.dismiss()
