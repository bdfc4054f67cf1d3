"""All uses of Textual's private names, which may change in any version of Textual.

All code here was written for Textual 8.2. `tests/tui/terminal/test_textual_private.py` tests each part, and checks that
no other file uses private names.
"""

# ruff: noqa: SLF001 - this file exists to use private names.

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rich.color import ColorSystem
from rich.segment import Segment
from textual import work
from textual._compositor import ChopsUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.strip import Strip

if TYPE_CHECKING:
    import asyncio
    from io import TextIOWrapper

    from rich.console import Console, RenderableType
    from textual.driver import Driver
    from textual.message_pump import MessagePump
    from textual.screen import Screen


def forget_closed_widgets() -> None:
    """Empty a cache in Textual that keeps the last 1,024 closed widgets and their contents in memory.

    Do nothing in a version of Textual that doesn't have this cache.
    """
    with suppress(AttributeError):
        StylesCache.get_inner_outer.cache_clear()


def screen_rows(screen: Screen[Any]) -> list[str]:
    """Return the text of each row of a screen, without colours."""
    return [strip.text for strip in screen._compositor.render_strips(screen.size)]


# Checks whether Textual has work left to do. They raise AttributeError in a version in which we can't tell.


def is_idle(pump: MessagePump) -> bool:
    """Return whether a widget or the app is waiting for its next message or has been closed."""
    ready: Any = pump._message_queue.ready_event
    return pump._closed or bool(ready._waiters and not ready.is_set())


def needs_layout(screen: Screen[Any]) -> bool:
    """Return whether a screen is waiting to be laid out."""
    return screen._layout_required


def has_callbacks(screen: Screen[Any]) -> bool:
    """Return whether a screen has functions to call after its next refresh."""
    return bool(screen._callbacks)


class CroppedUpdate(ChopsUpdate):
    """Changed parts of the screen, cropped on both sides. Textual's own updates begin at a widget's left edge."""

    def render_segments(self, console: Console) -> str:
        """Return the output for the terminal."""
        system = console._color_system or ColorSystem.TRUECOLOR
        sequences = list[str]()
        for y, start, end in self.spans:
            for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(x, start), min(stop, end)
                if strip is not None and first < last:
                    sequences.append(f"\x1b[{y + 1};{first + 1}H")
                    for text, style, _ in cropped(strip, first - x, last - x):
                        sequences.append(Strip.render_style(style, text, system) if style else text)
        return "".join(sequences)


def cropped(strip: Strip, start: int, end: int) -> list[Segment]:
    """Return the segments for some cells of a strip. A new strip would be slower, because it creates caches."""
    *_, segments = Segment.divide(strip, (start, end))
    return segments


class OpenApp(App[int]):
    """An app that writes little output, and gives access to its driver and to unhandled errors."""

    @property
    def current_driver(self) -> Driver | None:
        """The driver that draws on the terminal, or None before the app runs."""
        return self._driver

    def fault(self, error: Exception) -> None:
        """Exit because of an error outside Textual."""
        self._handle_exception(error)

    def note_fault(self, error: Exception) -> None:
        """Record an error that ends the app."""

    def close_at_once(self) -> None:
        """Exit without handling queued messages and without showing anything."""
        self._close_messages_no_wait()

    def _handle_exception(self, error: Exception) -> None:
        self.note_fault(error)
        super()._handle_exception(error)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate):
            renderable = CroppedUpdate(renderable.chops, renderable.spans, renderable.chop_ends)
        super()._display(screen, renderable)

    def _fatal_error(self) -> None:
        self.close_at_once()  # Textual would show a traceback with local variables


_GATHER = CommandPalette._gather_commands
_GROUP = CommandPalette._GATHER_COMMANDS_GROUP


class SturdyPalette(CommandPalette):
    """A command palette that survives a page key pressed before its list exists, and an app exit during a search."""

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # Textual looks up rows before they exist
            super()._action_command_list(action)

    @work(exclusive=True, group=_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):  # the app exits as a search starts, and the list is gone
            await _GATHER.__wrapped__(self, search_value)  # type: ignore[attr-defined]  # what `work` wraps


try:
    from textual.drivers.linux_driver import LinuxDriver
except ModuleNotFoundError:  # Windows has no termios
    pass
else:

    class OpenDriver(LinuxDriver):
        """A driver with a choice of output file and size."""

        @property
        def loop(self) -> asyncio.AbstractEventLoop:
            """The app's event loop."""
            return self._loop

        @property
        def is_writing(self) -> bool:
            """True while the writer thread is running."""
            return self._writer_thread is not None and self._writer_thread.is_alive()

        @property
        def reports_pixels(self) -> bool:
            """Whether the terminal reports mouse positions in pixels."""
            return self._mouse_pixels

        def draw_on(self, file: TextIOWrapper, size: tuple[int, int]) -> None:
            """Write to this file, using this size until the terminal reports another one."""
            self._file, self._size = file, size

        def terminal_size(self) -> tuple[int, int]:
            """Return the columns and rows of the terminal."""
            return super()._get_terminal_size()

        def _get_terminal_size(self) -> tuple[int, int]:
            return self.terminal_size()
