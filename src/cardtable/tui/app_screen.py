"""What the app knows of every screen of ours."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.screen import Screen

from cardtable.tui.faces import CardSet

Result = TypeVar("Result")


class AppScreen(Screen[Result]):
    """A screen that fills the terminal; dialogs are none."""

    FIRST_KEYS: ClassVar[tuple[str, ...]] = ()
    """What the key bar shows first where not all of it fits; if empty, it cuts the end off."""
    KEY_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Keys and what they do, for the help screen."""

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        """The rows that the help screen begins with."""
        return self.KEY_HELP

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        """Draw with these signs and animate at this speed from now on."""

    def tell_how_to_leave(self) -> None:
        """Say how to leave where players may not know: they press ctrl+c."""

    def run_app_action(self, action: str) -> None:
        """Run an action of the app once this message has been handled."""
        self.app.call_later(self.app.run_action, f"app.{action}")

    def open_rules(self, game_id: str, ruling: str = "") -> None:
        """Open the rules of a game, at a ruling."""
        self.run_app_action(f"rules({game_id!r}, {ruling!r})")
