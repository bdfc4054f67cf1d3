"""A timer that can be stopped from its own callback."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump


class Ticker:
    """A timer that calls a function at regular intervals until it is stopped, and never afterwards.

    Textual's own timer may call the function once more. A bug report for Textual could read as follows:

    A timer made by `set_interval` ticks once more after `Timer.stop()` if its own callback stops it and its next tick
    is due within half a millisecond, which can happen after a slow callback. `stop` cancels the timer's task, but a
    task that cancels itself only ends at its next `await` that suspends. `textual._time.sleep` doesn't suspend for less
    than 0.0005 seconds. `Timer._active.wait()` doesn't suspend either, because `stop` has just set that event. So
    `_run` reaches `_tick` again. It would be enough if `_run` ended once `self._task is None`. Seen in Textual 8.2.
    """

    def __init__(self, pump: MessagePump, seconds: float, function: Callable[[], object]) -> None:
        self._function = function
        self._is_stopped = False
        self._timer = pump.set_interval(seconds, self._tick)

    def _tick(self) -> None:
        if not self._is_stopped:
            self._function()

    def stop(self) -> None:
        """Stop the timer permanently."""
        self._is_stopped = True
        self._timer.stop()
