"""Help as plain text: a name, and below it what it means; no boxes, which are read aloud and say nothing."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

WIDEST = 100
"""Columns."""


class PlainHelp:
    """How cyclopts prints its help pages."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        if not panel.entries:
            return
        _print(console, f"{panel.title}:")
        for entry in panel.entries:
            _print(console, f"  {', '.join(entry.display_labels_with_metavar)}")
            if about := _plain(entry.description):
                _print(console, _wrapped(console, about, "      "))
        _print(console, "")

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """The first line."""
        if usage:
            _print(console, f"Usage: {_plain(usage).strip().removeprefix('Usage: ')}\n")

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """What the command does."""
        if about := _plain(description):
            _print(console, _wrapped(console, about, "") + "\n")


def _plain(text: Any) -> str:
    """The words of whatever cyclopts has made of them: a text, rich's or its own."""
    inner = getattr(text, "primary_renderable", text)
    return str(getattr(inner, "plain", inner)).strip() if inner is not None else ""


def _wrapped(console: Console, text: str, indent: str) -> str:
    """The text within the width; its lines stay lines."""
    width = min(console.width, WIDEST)
    return "\n".join(
        fill(
            line, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
        )
        for line in text.splitlines()
    )


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
