"""The data of an OpenSpiel game and its parameters, without the library's own classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.chance import ALPHABET, CODE_SYMBOLS, DealCode, Key
from cardtable.engine.game import AnyGame, Event, Seat, seen_by, start
from cardtable.environments.settings import MAX_MOVES, EnvironmentSettings, make_settings, rewards
from cardtable.environments.text import event_text, view_text
from cardtable.formats.options import DEFAULT, OptionField, fields_of

UNSET = -1
"""The value of a numeric parameter whose option is left unset."""


# Parameters
def parameters_of(game: AnyGame) -> dict[str, Any]:
    """Return the parameters of an OpenSpiel game with their defaults; values must have the types of these defaults."""
    options = {field.name: _default(field) for field in fields_of(game)}
    return {"players": make_settings(game, None, None).seats, "rewards": "points", "max_moves": MAX_MOVES, **options}


def settings_of(game: AnyGame, parameters: Mapping[str, Any]) -> EnvironmentSettings:
    """Return the settings for these parameters; raise ValueError with a message for a value that isn't allowed."""
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
    """An action with the events that it led to; the entry of the deal has no seat and no action."""

    seat: Seat | None
    action: str
    events: tuple[Event, ...]
    texts: dict[Seat, str] = field(default_factory=dict, compare=False, repr=False)
    """The results of `text_for`, cached because a search asks for the same ones again and again."""

    def __reduce__(self) -> tuple[type[LogEntry], tuple[Seat | None, str, tuple[Event, ...]]]:
        return LogEntry, (self.seat, self.action, self.events)  # equal entries are saved alike

    def as_seen_by(self, viewer: Seat) -> LogEntry:
        """Return only the part of the entry that this seat knows."""
        events = tuple([seen_by(event, viewer) for event in self.events])
        return LogEntry(self.seat, self.action if self.seat == viewer else "", events)

    def text_for(self, viewer: Seat) -> str:
        """Return the entry as text for this seat, with its own actions."""
        if viewer not in self.texts:
            own = [f"> {self.action}"] if self.seat == viewer and self.action else []
            self.texts[viewer] = "\n".join([*own, *(event_text(event, viewer) for event in self.events)])
        return self.texts[viewer]


@dataclass(frozen=True, slots=True)
class Position:
    """A position with its log; while chance draws the deal code, there is no state yet."""

    deal: tuple[int, ...] = ()
    """The symbols of the deal code that have been drawn, as numbers."""
    state: Any = None
    log: tuple[LogEntry, ...] = ()

    def __deepcopy__(self, memo: object) -> Position:
        return self  # it consists of immutable values, and copying them takes longer than a move

    def draw(self, settings: EnvironmentSettings, symbol: int) -> Position:
        """Return the position after a symbol of the deal code is drawn; the last one deals the cards."""
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
        """Return a position that this seat can't tell from this one, with a log of only what the seat knows."""
        state = settings.game.determinize(self.state, viewer, key)
        return Position(self.deal, state, tuple([entry.as_seen_by(viewer) for entry in self.log]))

    def is_over(self, settings: EnvironmentSettings) -> bool:
        """Return whether the game is over or has been cut off."""
        return self.state is not None and (len(self.log) > settings.max_moves or settings.game.turn(self.state) is None)

    def returns(self, settings: EnvironmentSettings) -> tuple[float, ...]:
        """Return each seat's reward: 0 while the game goes on, or if it is cut off."""
        outcome = None if self.state is None else settings.game.outcome(self.state)
        return (0.0,) * settings.seats if outcome is None else rewards(outcome, settings.rewards)

    def information(self, settings: EnvironmentSettings, viewer: Seat) -> str:
        """Return the text of everything that a seat has seen and done, and of its view now."""
        if self.state is None:
            return ""
        return "\n".join(
            [*(entry.text_for(viewer) for entry in self.log), view_text(settings.game, self.state, viewer)]
        )
