"""Help as plain text: a name, and below it what it means; no boxes, which are read aloud and say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtable.formats.wrapping import wrap

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
    room = min(console.width, WIDEST) - len(indent)
    rows = (row for line in text.splitlines() for row in wrap(line.split(), room, breaks_words=False))
    return "\n".join((indent + row).rstrip() for row in rows)


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
