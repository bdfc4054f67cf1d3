"""The base class of the app's screens."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar, cast

from textual.screen import Screen

from cardtable.rooms.kit.response import Goto, Response
from cardtable.store.settings import Settings
from cardtable.tui.drawing.canvas import side_margin
from cardtable.tui.drawing.faces import CardSet

if TYPE_CHECKING:
    from cardtable.tui.terminal.input_queue import InputQueue

ResultT = TypeVar("ResultT")


class AppWithSettings(Protocol):
    """An app that has settings."""

    settings: Settings
    colourless: bool


class AppWithPlaces(Protocol):
    """An app that opens places."""

    def open(self, place: Goto, *, instead: bool = False) -> None:
        """Open a place. With `instead`, the place replaces the screen on top."""

    def carry_out(self, response: Response | None) -> None:
        """Carry out a room's response if it doesn't depend on the current screen."""


class AppWithInput(Protocol):
    """An app that knows when a player pressed a key."""

    input: InputQueue


class AppScreen(Screen[ResultT]):
    """A screen that fills the terminal, unlike a dialog."""

    KEY_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Keys and their descriptions for the help screen."""
    IS_PAGE: ClassVar[bool] = False
    """Whether the screen is drawn as a page in the middle of a very large terminal."""

    def on_resize(self) -> None:
        """Leave the same margin on both sides of a page."""
        self.styles.padding = (0, side_margin(*self.app.size) if self.IS_PAGE else 0)

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        """The first rows of the help screen."""
        return self.KEY_HELP

    @property
    def settings(self) -> Settings:
        """The app's settings."""
        return cast(AppWithSettings, self.app).settings

    @property
    def is_colourless(self) -> bool:
        """Whether the terminal shows no colours."""
        return cast(AppWithSettings, self.app).colourless

    @property
    def idle_seconds(self) -> float:
        """The time since the last key, click or paste."""
        return monotonic() - cast(AppWithInput, self.app).input.last_input

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        """Set the characters for cards and the animation speed."""

    def tell_how_to_leave(self) -> None:
        """Tell players who press ctrl+c how to leave."""

    def key_for(self, command: str) -> str:
        """Return the current key of a command on this screen, or an empty string if there is no such key."""
        bindings = (active.binding for active in self.active_bindings.values())
        return next((self.app.get_key_display(binding) for binding in bindings if binding.id == command), "")

    def run_app_action(self, action: str) -> None:
        """Run an action of the app after the current message."""
        self.app.call_later(self.app.run_action, f"app.{action}")

    def go(self, place: Goto, *, instead: bool = False) -> None:
        """Open a place after the current message. With `instead`, the place replaces this screen."""
        self.app.call_later(cast(AppWithPlaces, self.app).open, place, instead=instead)

    def carry_out(self, response: Response | None) -> None:
        """Carry out a response if it doesn't depend on the current screen."""
        cast(AppWithPlaces, self.app).carry_out(response)
