"""Help pages as plain text without boxes, for screen readers. Each description is below the name it describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtable.formats.wrapping import wrap_words

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

MAX_WIDTH = 100
"""The maximum width of a help page in columns."""


class PlainHelp:
    """A formatter for cyclopts' help pages."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        if not panel.entries:
            return
        _print(console, f"{panel.title}:")
        for entry in panel.entries:
            _print(console, f"  {', '.join(entry.display_labels_with_metavar)}")
            if description := _plain_text(entry.description):
                _print(console, _wrap_lines(console, description, "      "))
        _print(console, "")

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Print the usage line."""
        if usage:
            _print(console, f"Usage: {_plain_text(usage).strip().removeprefix('Usage: ')}\n")

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """Print the description of the command."""
        if text := _plain_text(description):
            _print(console, _wrap_lines(console, text, "") + "\n")


def _plain_text(content: Any) -> str:
    """Return the text of a string, a rich Text or a cyclopts renderable."""
    inner = getattr(content, "primary_renderable", content)
    return str(getattr(inner, "plain", inner)).strip() if inner is not None else ""


def _wrap_lines(console: Console, text: str, indent: str) -> str:
    """Wrap each line of the text to the console's width."""
    width = min(console.width, MAX_WIDTH) - len(indent)
    rows = (row for line in text.splitlines() for row in wrap_words(line.split(), width, breaks_words=False))
    return "\n".join((indent + row).rstrip() for row in rows)


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
