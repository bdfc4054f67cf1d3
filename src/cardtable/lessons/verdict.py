"""What a lesson replies to an answer or a move."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.game import Event


@dataclass(frozen=True, slots=True)
class Verdict:
    """The reply to an answer or a move."""

    right: bool
    text: str
    """The reply in Markdown, which is never empty."""
    events: tuple[Event, ...] = ()
    """The events that the viewer saw, for the animation; there are none if nothing was played."""
    done: bool = False
    """Whether the step is done, so that the learner can go on."""
    partial: bool = False
    """Whether everything in the answer is right but something is missing."""
    shown: bool = False
    """Whether the answer was shown to the learner, so that it counts as neither right nor wrong."""
    ignored: bool = False
    """Whether the answer named something that isn't there, such as an empty place; that counts neither way."""
