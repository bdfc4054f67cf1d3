"""A list of things to choose from in plain mode, such as the parts of a rules page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cardtable.plain.lines import Lines

LEAVING, HELPING, LISTING = ("quit", "q", "back"), ("help", "?"), "list"
"""The words that leave a menu, those that tell what can be typed, and the one that reads the list again."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list, and what can be typed there."""

    prompt: str
    read: Callable[[], None]
    """Reads out the list."""
    help: Sequence[str]
    """What can be typed, besides the words that every menu knows."""
    choose: Callable[[str], None]
    """Carries out what was typed; raises ValueError with a sentence if that is impossible."""

    def run(self, lines: Lines) -> None:
        """Read out the list, and keep asking until the player leaves."""
        self.read()
        while text := lines.ask(self.prompt):
            word = text.lower()
            try:
                if word in LEAVING:
                    return
                if word in HELPING:
                    lines.say(*self.help, f"{LISTING}: hear the list again.", "quit: leave. Enter does the same.")
                elif word == LISTING:
                    self.read()
                else:
                    self.choose(text)
            except ValueError as refusal:
                lines.say(str(refusal))
