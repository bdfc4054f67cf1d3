"""Events in words at several lengths, so that each place can say as much as it has room for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cardtable.engine.game import Event
from cardtable.engine.phrases import address


@dataclass(frozen=True, slots=True)
class Telling:
    """An event in words."""

    full: tuple[str, ...]
    """Sentences with every card and place."""
    brief: tuple[str, ...] = ()
    """Shorter sentences for those who see or hear the new position as well. The tuple is empty if `full` is short."""
    line: str = ""
    """The shortest sentence. It is empty if the brief sentences are short."""
    weight: int = 1
    """How important the event is. The least important are left out first. Brief texts leave out events of weight 0."""

    @property
    def text(self) -> str:
        """The full sentences, as in the log."""
        return " ".join(self.full)

    @property
    def briefly(self) -> tuple[str, ...]:
        """The brief sentences, or the full ones if there are no others. Events of weight 0 have none."""
        return (self.brief or self.full) if self.weight else ()

    @property
    def in_a_line(self) -> str:
        """The shortest sentence."""
        return self.line or " ".join(self.brief or self.full)


Tell = Callable[[Event, Sequence[str]], Telling]
"""A game's function that puts an event into words, given each seat's name."""


def in_full(tell: Tell) -> Callable[[Event, Sequence[str]], str]:
    """Return a function that returns the log line for an event, given each seat's name."""
    return lambda event, names: tell(event, names).text


def lengths(tell: Tell, step: Sequence[Event], players: Sequence[str]) -> Iterator[str]:
    """Yield the events of a step in words: in full, with the shortest sentences, and without the events of weight 0."""
    told = [tell(event, players) for event in step]
    yield address(" ".join(each.text for each in told))
    yield address(" ".join(each.in_a_line for each in told))
    yield address(" ".join(each.in_a_line for each in told if each.weight))
