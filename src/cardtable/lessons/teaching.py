"""The types for a game's part for lessons: measures, zones, and the set-up of positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtable.engine.game import Event, Seat
from cardtable.engine.zones import Place
from cardtable.lessons.written_position import WrittenPosition


class PlayedAction(NamedTuple):
    """One action and its result, for a measure to judge."""

    before: Any
    action: Any
    events: tuple[Event, ...]
    after: Any
    seat: Seat
    """The seat that acted."""

    def events_of(self, kind: type[Event]) -> list[Any]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure that scripts can use: a number or a word that describes what an action did."""

    label: str
    """A short name for use in sentences, such as `Completes moved right minus Completes moved left`."""
    value_of: Callable[[PlayedAction], int | str]


class PointingZone(NamedTuple):
    """A part of the table that can be pointed at."""

    field: str
    """The field of the state."""
    depth: int = 0
    """The number of indexes that a place has: 0 for a single pile, 1 for a row of places, 2 for several rows."""
    columns: int = 0
    """The number of places in a row if the state stores all rows one after the other, and otherwise 0."""
    owned: str = ""
    """For a place of one player, the word after the name, as in `Ann's TriCard`."""
    name_format: str = ""
    """The name of a place where no card can be seen, such as `the {word} row, column {column}`."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """A game's part for lessons, such as its measures and zones."""

    measures: Mapping[str, Metric] = field(default_factory=dict)
    zones: Mapping[str, PointingZone] = field(default_factory=dict)
    """The zones, by their names in scripts."""
    words: Mapping[str, int] = field(default_factory=dict)
    """Words that can replace an index after a zone's name, such as `top`, each with its index counted from 0."""
    find_place: Callable[[Any, str], Place | None] = lambda state, text: None
    """Return the place whose own name is this text, such as `E4`."""
    name_place: Callable[[Any, Place, Sequence[str]], str] = lambda state, place, names: ""
    """Return the name of a place that is named even if a card is visible there, such as `North's True on HRC`."""
    format_field: Callable[[str, Any], Any] = lambda name, value: value
    """Return a field of the state in the form used in claims, if it holds neither cards nor numbers."""
    remark: Callable[[Any, Any], str] = lambda view, action: ""
    """Return a comment to add to the reply to a wrong action, using only what its player can see."""
    set_up: Callable[[Any, WrittenPosition], Any] = lambda state, position: state
    """Return a dealt state with the author's cards in it; zones that aren't read here become fields of the state."""
