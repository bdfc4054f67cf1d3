"""A drawing with animations. Any key or click ends an animation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.message import Message

from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.ticker import Ticker

FRAME_SECONDS = 0.05


class AnimatedDrawing(Drawing):
    """A drawing that can play an animation before it shows its final state."""

    @dataclass
    class AnimationFinished(Message):
        """Posted when the last action's animation has ended, or at once if nothing is animated."""

        is_hurried: bool = False
        """Whether the player ended the animation with Enter, and so doesn't want to wait for anything else."""

    def __init__(self) -> None:
        super().__init__()
        self._frames: list[Any] = []
        self._ticker: Ticker | None = None

    def play_frames(self, frames: Sequence[Any]) -> None:
        """Play these frames, or post `AnimationFinished` at once if there are no frames."""
        self._frames = list(frames)
        if self._frames:
            self._ticker = Ticker(self, FRAME_SECONDS, self._next_frame)
            self.redraw()
        else:
            self.end_animation()

    def _next_frame(self) -> None:
        self._frames.pop(0)
        if self._frames:
            self.redraw()
        else:
            self.end_animation()

    def _stop_animation(self) -> None:
        self._frames = []
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None

    def end_animation(self, *, is_hurried: bool = False) -> None:
        """End the animation, and show the table that follows it."""
        self._stop_animation()
        self.redraw()
        self.post_message(self.AnimationFinished(is_hurried))

    @property
    def is_animating(self) -> bool:
        """Whether an animation is running. Any key or click ends the animation."""
        return self._ticker is not None

    def on_key(self, event: events.Key) -> None:
        """End the animation. Enter and Space do nothing else, so players can't play before they see the table."""
        if self.is_animating:
            if event.key in ("enter", "space"):
                event.stop()
                event.prevent_default()
            self.end_animation(is_hurried=event.key == "enter")
