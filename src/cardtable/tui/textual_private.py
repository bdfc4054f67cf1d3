"""Everything of Textual that we use although it is private there: what a new version may take from us, in one place.

It holds for Textual 8.2. `tests/tui/test_textual_private.py` tests each part, and that no other file has a private name
of Textual.
"""

# ruff: noqa: SLF001 - private names are what this file is for.

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import work
from textual._styles_cache import StylesCache
from textual.app import App
from textual.command import CommandPalette
from textual.css.query import NoMatches

if TYPE_CHECKING:
    import asyncio
    from io import TextIOWrapper

    from textual.driver import Driver
    from textual.message_pump import MessagePump
    from textual.screen import Screen


def forget_closed_widgets() -> None:
    """Release the drawn lines of closed widgets, so that memory doesn't grow in a long session.

    A cache on a method keeps the last 1,024 of them alive, whole pages of rules included. It costs nothing to fill
    again. Where a later version has no such cache, there is nothing to do.
    """
    with suppress(AttributeError):
        StylesCache.get_inner_outer.cache_clear()


# Whether there is anything left to do. AttributeError says that this version can't tell.


def is_idle(pump: MessagePump) -> bool:
    """Return whether a widget or the app is waiting for its next message, or has been closed."""
    ready: Any = pump._message_queue.ready_event
    return pump._closed or bool(ready._waiters and not ready.is_set())


def needs_layout(screen: Screen[Any]) -> bool:
    """Return whether a screen has still to be laid out."""
    return screen._layout_required


def has_callbacks(screen: Screen[Any]) -> bool:
    """Return whether a screen has functions to call after its next picture."""
    return bool(screen._callbacks)


class OpenApp(App[int]):
    """An app that hands out its driver and the errors that nobody caught."""

    @property
    def current_driver(self) -> Driver | None:
        """The driver that draws on the terminal; None before the app runs."""
        return self._driver

    def fault(self, error: Exception) -> None:
        """End because of an error of our own."""
        self._handle_exception(error)

    def note_fault(self, error: Exception) -> None:
        """Take note of an error that ends the app."""

    def close_at_once(self) -> None:
        """End without waiting for the messages in the queue, and without showing anything."""
        self._close_messages_no_wait()

    def _handle_exception(self, error: Exception) -> None:
        self.note_fault(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self.close_at_once()  # Textual would show a traceback with local variables


_GATHER = CommandPalette._gather_commands
_GROUP = CommandPalette._GATHER_COMMANDS_GROUP


class SturdyPalette(CommandPalette):
    """A command palette that survives a page key before its list is there, and an exit during a search."""

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # Textual looks its rows up before it has them
            super()._action_command_list(action)

    @work(exclusive=True, group=_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):  # the app ends while it begins to search, and its list has gone
            await _GATHER.__wrapped__(self, search_value)  # type: ignore[attr-defined]  # what `work` wraps


try:
    from textual.drivers.linux_driver import LinuxDriver
except ModuleNotFoundError:  # Windows has no termios
    pass
else:

    class OpenDriver(LinuxDriver):
        """A driver that can be told where and how large to draw."""

        @property
        def loop(self) -> asyncio.AbstractEventLoop:
            """The loop that the app runs in."""
            return self._loop

        @property
        def is_writing(self) -> bool:
            """Return whether the thread that writes to the terminal runs."""
            return self._writer_thread is not None and self._writer_thread.is_alive()

        @property
        def reports_pixels(self) -> bool:
            """Return whether the terminal reports the mouse in pixels."""
            return self._mouse_pixels

        def draw_on(self, file: TextIOWrapper, size: tuple[int, int]) -> None:
            """Write to this file, and draw at this size until the terminal reports another."""
            self._file, self._size = file, size

        def terminal_size(self) -> tuple[int, int]:
            """Return the columns and rows of the terminal."""
            return super()._get_terminal_size()

        def _get_terminal_size(self) -> tuple[int, int]:
            return self.terminal_size()
