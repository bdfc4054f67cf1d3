"""The types that describe a game's support for lessons: measures, zones, and the set-up of positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtable.engine.game import Event, Seat
from cardtable.engine.zones import Place
from cardtable.games import GAMES
from cardtable.lessons.written_position import WrittenPosition


class PlayedAction(NamedTuple):
    """An action and its result, from which a measure is calculated."""

    before: Any
    action: Any
    events: tuple[Event, ...]
    after: Any
    seat: Seat
    """The seat that took the action."""

    def events_of(self, kind: type[Event]) -> list[Any]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure for use in scripts. The value of a measure is a number or a word that describes an action's effect."""

    label: str
    """A short name for use in sentences, such as `Completes moved right minus Completes moved left`."""
    value_of: Callable[[PlayedAction], int | str]


class PointingZone(NamedTuple):
    """A part of the table at which a learner can point."""

    field: str
    """The name of the state's field for this zone."""
    depth: int = 0
    """The number of indexes that identify a place: 0 for a single pile, 1 for a row of places, 2 for several rows."""
    columns: int = 0
    """The number of places in a row if the state stores all rows in one sequence, and 0 for any other zone."""
    owned: str = ""
    """The word after a player's name, as in `Ann's TriCard`, if the places belong to players."""
    name_format: str = ""
    """The name of a place with no visible card, such as `the {word} row, column {column}`."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """A game's support for lessons, such as its measures and zones."""

    measures: Mapping[str, Metric] = field(default_factory=dict)
    zones: Mapping[str, PointingZone] = field(default_factory=dict)
    """The zones, keyed by the names that scripts use."""
    words: Mapping[str, int] = field(default_factory=dict)
    """The words that can replace an index after a zone's name, such as `top`. The values are indexes counted from 0."""
    find_place: Callable[[Any, str], Place | None] = lambda state, text: None
    """Return the place with this name, such as `E4`, or None if no place has this name."""
    name_place: Callable[[Any, Place, Sequence[str]], str] = lambda state, place, names: ""
    """Return a place's name, such as `North's True on HRC`, to use instead of a visible card's name, or else ""."""
    format_field: Callable[[str, Any], Any] = lambda name, value: value
    """Return a field in the form that claims use. This is for fields that contain neither cards nor numbers."""
    remark: Callable[[Any, Any], str] = lambda view, action: ""
    """Return a comment for the reply to a wrong action. The comment uses only what the player can see."""
    set_up: Callable[[Any, WrittenPosition], Any] = lambda state, position: state
    """Add the author's cards to a dealt state. Zones that this function doesn't read replace fields of the state."""


def teaching_of(game_id: str) -> Teaching:
    """Return a game's support for lessons, which is empty if the game has none."""
    found: Teaching | None = GAMES.part_of(game_id, "lessons", "TEACHING")
    return Teaching() if found is None else found
