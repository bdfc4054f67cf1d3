"""The data and parameters of an OpenSpiel game, without the library's own classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.chance import ALPHABET, CODE_SYMBOLS, DealCode, Key
from cardtable.engine.game import AnyGame, Event, Seat, seen_by, start
from cardtable.formats.options import DEFAULT, OptionField, fields_of
from cardtable.lab.environments.settings import MAX_MOVES, EnvironmentSettings, make_settings, rewards
from cardtable.lab.environments.text import event_text, view_text

UNSET = -1
"""The value of a numeric parameter when its option isn't set."""


# Parameters
def parameters_of(game: AnyGame) -> dict[str, Any]:
    """Return an OpenSpiel game's default parameters. A caller's values must have the same types as the defaults."""
    options = {field.name: _default(field) for field in fields_of(game)}
    return {"players": make_settings(game, None, None).seats, "rewards": "points", "max_moves": MAX_MOVES, **options}


def settings_of(game: AnyGame, parameters: Mapping[str, Any]) -> EnvironmentSettings:
    """Return the settings for these parameters. Raise ValueError with a message if a value isn't allowed."""
    given = {**parameters_of(game), **parameters}
    options = {field.name: _option(field, given[field.name]) for field in fields_of(game)}
    return make_settings(game, given["players"], options, given["rewards"], given["max_moves"])


def _default(field: OptionField) -> Any:
    if field.default is not None:
        return field.default
    is_number = all(type(choice.value) is int for choice in field.choices if choice.value is not None)
    return UNSET if is_number else DEFAULT


def _option(field: OptionField, value: Any) -> Any:
    if isinstance(value, str):
        return field.parse(value)
    return None if field.default is None and value == UNSET else value


# Positions
@dataclass(frozen=True, slots=True)
class LogEntry:
    """An action with the events that it led to. The entry for the deal has no seat and no action."""

    seat: Seat | None
    action: str
    events: tuple[Event, ...]
    texts: dict[Seat, str] = field(default_factory=dict, compare=False, repr=False)
    """A cache of the results of `text_for`. A search requests the same results many times."""

    def __reduce__(self) -> tuple[type[LogEntry], tuple[Seat | None, str, tuple[Event, ...]]]:
        # Leave out the cache, so that equal entries are saved alike.
        return LogEntry, (self.seat, self.action, self.events)

    def as_seen_by(self, viewer: Seat) -> LogEntry:
        """Return a copy of the entry with only the information that this seat has."""
        events = tuple([seen_by(event, viewer) for event in self.events])
        return LogEntry(self.seat, self.action if self.seat == viewer else "", events)

    def text_for(self, viewer: Seat) -> str:
        """Return the entry as text for this seat. The text includes the seat's own actions."""
        if viewer not in self.texts:
            own = [f"> {self.action}"] if self.seat == viewer and self.action else []
            self.texts[viewer] = "\n".join([*own, *(event_text(event, viewer) for event in self.events)])
        return self.texts[viewer]


@dataclass(frozen=True, slots=True)
class Position:
    """A position with its log. The position has no state until the deal code is complete."""

    deal: tuple[int, ...] = ()
    """The symbols of the deal code that have been drawn so far, as numbers."""
    state: Any = None
    log: tuple[LogEntry, ...] = ()

    def __deepcopy__(self, memo: object) -> Position:
        return self  # all values are immutable, and copying them would take longer than a move

    def draw(self, settings: EnvironmentSettings, symbol: int) -> Position:
        """Return the position after chance draws a symbol of the deal code. The last symbol deals the cards."""
        deal = (*self.deal, symbol)
        if len(deal) < CODE_SYMBOLS:
            return Position(deal)
        key = DealCode.parse("".join(ALPHABET[each] for each in deal)).key()
        state, events = start(settings.game, settings.options, settings.seats, key)
        return Position(deal, state, (LogEntry(None, "", events),))

    def play(self, settings: EnvironmentSettings, action: Any) -> Position:
        """Return the position after a legal action."""
        seat = settings.game.turn(self.state)
        state, events = settings.game.apply(self.state, action)
        return Position(self.deal, state, (*self.log, LogEntry(seat, str(action), events)))

    def resample(self, settings: EnvironmentSettings, viewer: Seat, key: Key) -> Position:
        """Return a random position that looks the same to this seat. Its log contains only what the seat knows."""
        state = settings.game.determinize(self.state, viewer, key)
        return Position(self.deal, state, tuple([entry.as_seen_by(viewer) for entry in self.log]))

    def is_over(self, settings: EnvironmentSettings) -> bool:
        """Return whether the game is over or has been cut off."""
        return self.state is not None and (len(self.log) > settings.max_moves or settings.game.turn(self.state) is None)

    def returns(self, settings: EnvironmentSettings) -> tuple[float, ...]:
        """Return each seat's reward. The rewards are 0 if the game is in progress or has been cut off."""
        outcome = None if self.state is None else settings.game.outcome(self.state)
        return (0.0,) * settings.seats if outcome is None else rewards(outcome, settings.rewards)

    def information(self, settings: EnvironmentSettings, viewer: Seat) -> str:
        """Return the seat's current view and everything that the seat has seen and done, as text."""
        if self.state is None:
            return ""
        return "\n".join(
            [*(entry.text_for(viewer) for entry in self.log), view_text(settings.game, self.state, viewer)]
        )
