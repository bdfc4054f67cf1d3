"""An app with settings for its theme, its style of cards and the speed of its animations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from textual.css.stylesheet import Stylesheet
from textual.events import Event, Key

from cardtable.rooms.kit.keys import valid_keys
from cardtable.store.settings import load_settings, save_settings, with_overrides
from cardtable.tui.drawing.colours import OWN_THEMES, variables_for
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet
from cardtable.tui.screens.app_screen import AppScreen
from cardtable.tui.terminal.lifecycle import ResilientApp

FEW_COLOURS = {"felt": "textual-dark", "felt-light": "textual-light"}
"""The replacements for our own themes on a terminal with 16 colours."""


class StyleRules(Stylesheet):
    """The style rules of all screens. A screen adds its rules when it is opened for the first time."""

    def reparse(self) -> None:
        """Parse only the rules that aren't in Textual's cache. A change of colours empties the cache."""
        self.parse()


class StyledApp(ResilientApp):
    """An app that loads, applies and saves the settings."""

    def __init__(self, *, ascii_only: bool = False) -> None:
        self._saved_settings = load_settings()
        self.settings = with_overrides(self._saved_settings)
        self._ascii_only = ascii_only
        self._has_answer = False
        """Whether a notice is shown that answers a key."""
        super().__init__()
        self.stylesheet = StyleRules(variables=self.get_css_variables())
        for theme in OWN_THEMES:
            self.register_theme(theme)
        if not self.colourless and self.settings.theme in self.available_themes:
            few = self.console.color_system in ("standard", "windows")
            self.theme = (FEW_COLOURS if few else {}).get(self.settings.theme, self.settings.theme)

    def notify(self, message: str, *, timeout: float | None = None, **options: Any) -> None:
        """Show a notice. A notice without a time of its own answers a key, so the next key removes it."""
        super().notify(message, timeout=timeout, **options)
        self._has_answer |= timeout is None

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key) and self._has_answer:
            self._has_answer = False
            self.clear_notifications()
        await super().on_event(event)

    def on_mount(self) -> None:
        """Apply the keys that the player has changed."""
        self._apply_keys()

    def _apply_keys(self) -> None:
        self.set_keymap(valid_keys(self.settings.keys))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        border = "ascii" if self.signs is ASCII else "round"
        return variables_for(self.current_theme, colourless=self.colourless) | {"dialog-border": border}

    @property
    def signs(self) -> CardSet:
        """The characters used to draw cards."""
        if self.settings.cards == "auto":
            return ASCII if self._ascii_only else BLOCKS
        return ASCII if self.settings.cards == "ascii" else BLOCKS

    def change(self, **choices: Any) -> None:
        """Change settings, apply them at once and save them."""
        # The file may have been changed by another process since.
        self._saved_settings = replace(load_settings(), **choices)
        self.settings = replace(self.settings, **choices)
        self.theme = choices.get("theme", self.theme)
        self._apply_keys()
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.apply_settings(self.signs, self.settings.speed)
        self.refresh_css(animate=False)
        try:
            save_settings(self._saved_settings)
        except OSError:
            self.notify("Your settings can't be saved, so they only last until you quit.", markup=False)

    def watch_theme(self, theme: str) -> None:
        if self.is_running and theme != self.settings.theme and not self.colourless:
            self.change(theme=theme)
