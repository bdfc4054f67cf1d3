"""A timer stopped from its own callback, with a clock that says when the callback was slow."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
import textual.timer
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip

from cardtable.tui.widgets.animated import FRAME_SECONDS, AnimatedDrawing
from cardtable.tui.widgets.ticker import Ticker

TOO_SHORT_TO_SLEEP = 0.0002


class SlowClock:
    """A clock that starts at 0, and then says that the first and the second tick are due almost at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ticks = 0
        self._has_started = False
        monkeypatch.setattr(textual.timer, "_time", SimpleNamespace(get_time=self.now))

    def now(self) -> float:
        """Return the time in seconds; the first call comes from the timer as it starts."""
        if not self._has_started:
            self._has_started = True
            return 0.0
        return min(self.ticks + 1, 2) * FRAME_SECONDS - TOO_SHORT_TO_SLEEP


class BlankDrawing(AnimatedDrawing):
    def render_line(self, y: int) -> Strip:
        return Strip.blank(self.size.width)


class OneDrawing(App[int]):
    def compose(self) -> ComposeResult:
        yield BlankDrawing()


def test_a_ticker_stopped_by_its_own_slow_callback_never_ticks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with OneDrawing().run_test() as pilot:
            clock = SlowClock(monkeypatch)

            def tick() -> None:
                clock.ticks += 1
                ticker.stop()

            ticker = Ticker(pilot.app, FRAME_SECONDS, tick)
            await _let_timers_run(pilot)
            assert clock.ticks == 1

    asyncio.run(play())


def test_an_animation_whose_last_frame_is_drawn_slowly_ends_once(monkeypatch: pytest.MonkeyPatch) -> None:
    next_frame = AnimatedDrawing._next_frame

    async def play() -> None:
        app = OneDrawing()
        async with app.run_test() as pilot:
            clock = SlowClock(monkeypatch)

            def next_frame_slowly(drawing: AnimatedDrawing) -> None:
                clock.ticks += 1
                next_frame(drawing)

            monkeypatch.setattr(AnimatedDrawing, "_next_frame", next_frame_slowly)
            app.query_one(AnimatedDrawing).play_frames(["the only frame"])
            await _let_timers_run(pilot)
            assert clock.ticks == 1
            assert not app.query_one(AnimatedDrawing).is_animating

    asyncio.run(play())


async def _let_timers_run(pilot: Pilot[int]) -> None:
    """Give each task a few turns; with the slow clock, the first two ticks wait for nothing else."""
    for _ in range(20):
        await asyncio.sleep(0)
    await pilot.pause()
