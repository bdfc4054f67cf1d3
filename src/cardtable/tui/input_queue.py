"""A queue that hands keys, clicks and pastes to the app one at a time.

Textual passes each key on to the focused widget at once, and the widget handles it later, in its own task. When several
keys arrive together, all of them go to the screen that is up at that moment; once that screen has closed, the rest of
them close the screens below it. This queue holds each key back until the app has finished with the one before, so keys
do the same whether they arrive together or far apart, and players can type ahead.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import events

from cardtable.tui.textual_private import has_callbacks, is_idle, needs_layout

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message
    from textual.screen import Screen

EAGER_POLLS = 50
"""How often the queue checks the app without a pause, before it waits between two checks."""
POLL_SECONDS = 0.002
MOST_POLLS = 5_000
"""Checks after which an app that never rests gets its input all the same, so that players can always quit. It counts
checks instead of seconds because on a busy machine seconds pass in which the app gets nothing done."""
DOUBLE_CLICK_SECONDS = 0.5
"""How soon a click on the same cell is the second half of a double click; it never counts on another screen."""


class InputQueue:
    """The input that has arrived while the app was busy, in order."""

    def __init__(self, app: App[Any], hand_on: Callable[[Message], bool]) -> None:
        """Start with an empty queue; `hand_on` gives the app a message."""
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None
        self._pressed: tuple[events.MouseDown, Screen[Any]] | None = None
        """The last press of a mouse button, and the screen it went to."""

    @property
    def is_empty(self) -> bool:
        """Tell whether no input is being held back."""
        return not self._waiting

    def put(self, message: Message) -> bool:
        """Hand on a message as soon as the app has finished with everything before it."""
        if self.is_empty and is_at_rest(self._app):
            return self._give(message)
        if self._waiting and isinstance(message, events.MouseMove) and isinstance(self._waiting[-1], events.MouseMove):
            self._waiting.pop()  # only where the pointer is now matters
        self._waiting.append(message)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._hand_out())
        return True

    def call(self, callback: Callable[[], None]) -> None:
        """Call a function in its turn, to change screens when no key asks for it; drop the input waiting after it."""
        self.put(events.Callback(callback=callback))

    async def _hand_out(self) -> None:
        try:
            while self._waiting:
                await self._rest()
                self._give(self._waiting.popleft())
        finally:
            self._task = None

    async def _rest(self) -> None:
        for poll in range(MOST_POLLS):
            if is_at_rest(self._app):
                return
            await asyncio.sleep(0 if poll < EAGER_POLLS else POLL_SECONDS)

    def _give(self, message: Message) -> bool:
        if isinstance(message, events.Callback):
            self._waiting.clear()  # it was meant for another screen
        if isinstance(message, events.MouseDown) and self._app.screen_stack:
            before, self._pressed = self._pressed, (message, self._app.screen)
            if before is not None and _is_double_click(*before, message, self._app.screen):
                return False
        return self._hand_on(message)


def is_input(message: Message) -> bool:
    """Return whether a message comes straight from the keyboard or the mouse, not from a widget that passed it up."""
    return isinstance(message, events.InputEvent | events.Paste) and not message.is_forwarded


def is_at_rest(app: App[Any]) -> bool:
    """Return whether the app has finished with the input so far and has laid out the screen on top.

    Textual offers no public way to ask. In a version in which we can't, input is never held back.
    """
    stack = app.screen_stack
    if not stack:
        return False
    with suppress(AttributeError):
        return (
            not needs_layout(stack[-1])
            and is_idle(app)
            and all(worker.is_finished for worker in app.workers)
            and all(map(_is_settled, stack))
        )
    return True


def _is_settled(screen: Screen[Any]) -> bool:
    """Return whether no widget of a screen has anything left to do."""
    return not has_callbacks(screen) and all(map(is_idle, screen.walk_children(with_self=True)))


def _is_double_click(
    first: events.MouseDown, first_screen: Screen[Any], second: events.MouseDown, screen: Screen[Any]
) -> bool:
    """Return whether the second press completes a double click whose first press opened or closed a screen."""
    return (
        screen is not first_screen
        and second.screen_offset == first.screen_offset
        and second.time - first.time <= DOUBLE_CLICK_SECONDS
    )
