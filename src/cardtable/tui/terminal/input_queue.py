"""A queue that delivers keys, clicks and pastes to the app one at a time.

Textual passes each key to the focused widget at once, but the widget handles the key later, in its own task. If several
keys arrive together, all of them therefore go to the same widget, even if the first key closes its screen. But Textual
looks up the command of each remaining key on the screen that is open by then, so these keys may close the screens
below. This queue holds each key back until the app has handled the previous key. As a result, keys have the same effect
whether they arrive together or far apart, and players can type ahead.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual import events

from cardtable.tui.terminal.textual_private import has_callbacks, is_idle, needs_layout

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message
    from textual.screen import Screen

EAGER_POLLS = 50
"""The queue checks this many times whether the app is idle before it begins to pause between checks."""
POLL_SECONDS = 0.002
MAX_POLLS = 5_000
"""After this many checks, even a busy app gets its input, so that players can always quit.

A time limit wouldn't work, because a busy machine may keep the app waiting for several seconds.
"""
MAX_WAITING = 2_000
"""The maximum number of messages to hold back. Nobody types so far ahead, but a guest may paste megabytes."""
DOUBLE_CLICK_SECONDS = 0.5
"""The maximum time between the two clicks of a double click.

If the first click changes the screen, the second one is dropped.
"""


class InputQueue:
    """The input that arrived while the app was busy, in order."""

    def __init__(self, app: App[Any], deliver: Callable[[Message], bool]) -> None:
        """Create an empty queue. `deliver` passes a message to the app."""
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None
        self.last_input = monotonic()
        """The time of the last key, click or paste."""
        self._pressed: tuple[events.MouseDown, Screen[Any]] | None = None
        """The last press of a mouse button with the screen that received it, or None before the first press."""

    @property
    def is_empty(self) -> bool:
        """Whether no input is being held back."""
        return not self._waiting

    def put(self, message: Message) -> bool:
        """Deliver a message as soon as the app has handled all earlier messages. Drop input if too much is waiting."""
        self.last_input = monotonic()
        if self.is_empty and is_app_idle(self._app):
            return self._give(message)
        if self._waiting and isinstance(message, events.MouseMove) and isinstance(self._waiting[-1], events.MouseMove):
            self._waiting.pop()  # only the pointer's latest position matters
        if len(self._waiting) >= MAX_WAITING and is_input(message):
            return True
        self._waiting.append(message)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._empty())
        return True

    def call(self, callback: Callable[[], None]) -> None:
        """Queue a call of a function that changes screens. The call drops all input that is queued behind it."""
        self.put(events.Callback(callback=callback))

    async def _empty(self) -> None:
        try:
            while self._waiting:
                await self._until_idle()
                self._give(self._waiting.popleft())
        finally:
            self._task = None

    async def _until_idle(self) -> None:
        for poll in range(MAX_POLLS):
            if is_app_idle(self._app):
                return
            await asyncio.sleep(0 if poll < EAGER_POLLS else POLL_SECONDS)

    def _give(self, message: Message) -> bool:
        if isinstance(message, events.Callback):
            self._waiting.clear()  # this input was meant for the screen before
        if isinstance(message, events.MouseDown) and self._app.screen_stack:
            before, self._pressed = self._pressed, (message, self._app.screen)
            if before is not None and _is_double_click(*before, message, self._app.screen):
                return False
        return self._deliver(message)


def is_input(message: Message) -> bool:
    """Return whether a message comes directly from the keyboard or mouse, not from a widget that has forwarded it."""
    return isinstance(message, events.InputEvent | events.Paste) and not message.is_forwarded


def is_app_idle(app: App[Any]) -> bool:
    """Return whether the app has handled all earlier input and laid out the current screen.

    Textual has no public way to find this out. If Textual's private names are missing, no input is held back.
    """
    stack = app.screen_stack
    if not stack:
        return False
    with suppress(AttributeError):
        return (
            not needs_layout(stack[-1])
            and not has_callbacks(stack[-1])  # those of a covered screen wait until it's uncovered
            and is_idle(app)
            and all(worker.is_finished for worker in app.workers)
            and all(is_idle(widget) for screen in stack for widget in screen.walk_children(with_self=True))
        )
    return True


def _is_double_click(
    first: events.MouseDown, first_screen: Screen[Any], second: events.MouseDown, screen: Screen[Any]
) -> bool:
    """Return whether two presses form a double click whose first press opened or closed a screen."""
    return (
        screen is not first_screen
        and second.screen_offset == first.screen_offset
        and second.time - first.time <= DOUBLE_CLICK_SECONDS
    )
