"""What a lesson must know of a game: its measures, its zones, and how a position is laid.  One value a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtable.engine.game import Event, Place, Seat
from cardtable.lessons.written_position import WrittenPosition


class PlayedAction(NamedTuple):
    """One action, for a measure to judge."""

    before: Any
    action: Any
    events: tuple[Event, ...]
    after: Any
    seat: Seat
    """Who acted."""

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


@dataclass(frozen=True, slots=True)
class Metric:
    """A number, or a word, that says how an action went."""

    about: str
    """In a few words, for a sentence: `cards gone right less cards gone left`."""
    of: Callable[[PlayedAction], int | str]


class PointingZone(NamedTuple):
    """A part of the table that can be pointed at."""

    field: str
    """Of the state."""
    depth: int = 0
    """0 for a pile that is one place, 1 for a row of places, 2 for rows of places."""
    columns: int = 0
    """Where the state has rows one behind the other: so many places a row."""
    is_of_players: bool = False
    """Whether the first number is that of a seat."""
    called: str = ""
    """How one of its places is called where no card is seen, as `the {word} row, column {column}`."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """All that lessons know of one game."""

    measures: Mapping[str, Metric] = field(default_factory=dict)
    zones: Mapping[str, PointingZone] = field(default_factory=dict)
    """By the names that a script may use."""
    words: Mapping[str, int] = field(default_factory=dict)
    """Words that stand for a number, from 0, behind a zone: `top` for the first row."""
    spot: Callable[[Any, str], Place | None] = lambda state, text: None
    """A place with a name of its own, as `E4`."""
    shown: Callable[[str, Any], Any] = lambda name, value: value
    """A field of the state as a claim writes it, where that is neither cards nor numbers."""
    remark: Callable[[Any, Any], str] = lambda view, action: ""
    """What is to be said of an action that was not wanted, beside what would happen; from what its player sees."""
    lay: Callable[[Any, WrittenPosition], Any] = lambda state, laying: state
    """A dealt state with the author's cards in it; what it leaves unread is read as a field of the state."""
