"""Random games to check the laws on, with every option."""

from __future__ import annotations

import os
import types
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Event, Game, Seat, Step, seen_by
from cardtable.engine.walk import turns
from cardtable.games import GAMES

AnyGame = Game[Any, Any, Any]
PROFILE = os.environ.get("CARDTABLE_PROFILE", "quick")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
KEYS = st.integers(0, 2**64 - 1).map(Key)
MAX_VALUES = 7
"""If a number has more values than this, only the ends and two in between are tried."""
MAX_WALK = 400
"""The maximum number of actions in a walk, because some matches never end."""


class Seating(NamedTuple):
    """A game and a number of seats, with a short repr for test ids."""

    game: AnyGame
    seats: int

    def __repr__(self) -> str:
        return f"{self.game.id}-{self.seats}"


SEATINGS = [Seating(game, seats) for game in GAMES.values() for seats in game.seats]
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_seating = pytest.mark.parametrize("seating", SEATINGS, ids=repr)


# Tables
def values_of(game: AnyGame, name: str) -> tuple[Any, ...]:
    """Return the values that an option may take, by its type and bounds; empty for any other type."""
    (option,) = (each for each in fields(game.options) if each.name == name)
    return _values(get_type_hints(game.options)[name], option.metadata)


def _values(kind: Any, bounds: Any) -> tuple[Any, ...]:
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(value for each in get_args(kind) for value in _values(each, bounds))
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is int:
        return _sample_range(bounds["low"], bounds["high"])
    return {bool: (False, True), type(None): (None,)}.get(kind, ())


def _sample_range(low: int, high: int) -> tuple[int, ...]:
    if high - low < MAX_VALUES:
        return tuple(range(low, high + 1))
    return low, low + 1, (low + high) // 2, high


def _valid_options(game: AnyGame, seats: int, options: Any) -> Iterator[Any]:
    """Yield the options with their defaults resolved, if they are valid."""
    resolved = game.resolve_defaults(options, seats)
    if not game.validate_options(resolved, seats):
        yield resolved


@lru_cache(None)
def tables(game: AnyGame, seats: int) -> tuple[Any, ...]:
    """Return the default options, then every variation of a single option."""
    default = game.options()
    varied = (
        replace(default, **{each.name: value}) for each in fields(default) for value in values_of(game, each.name)
    )
    return tuple(dict.fromkeys(full for options in (default, *varied) for full in _valid_options(game, seats, options)))


def all_tables(game: AnyGame, seats: int) -> Iterator[Any]:
    """Yield every valid combination of options."""
    names = [each.name for each in fields(game.options) if values_of(game, each.name)]
    combined = (
        game.options(**dict(zip(names, each, strict=True))) for each in product(*(values_of(game, n) for n in names))
    )
    return iter(dict.fromkeys(full for options in combined for full in _valid_options(game, seats, options)))


def format_non_default(game: AnyGame, seats: int, options: Any) -> str:
    """Return the options that aren't the default, such as `draw=none`; `usual` if all are."""
    default = game.resolve_defaults(game.options(), seats)
    changed = (
        f"{each.name}={_format_option(options, each.name)}"
        for each in fields(options)
        if getattr(options, each.name) != getattr(default, each.name)
    )
    return " ".join(changed) or "usual"


def _format_option(options: Any, name: str) -> str:
    value = getattr(options, name)
    return value if isinstance(value, str) else repr(value)


def parse_options(game: AnyGame, seats: int, text: str) -> Any:
    """Return the resolved options for a text from `format_non_default`."""
    texts = dict(part.split("=") for part in text.split() if part != "usual")
    values = {
        name: {_format_option(game.options(**{name: v}), name): v for v in values_of(game, name)} for name in texts
    }
    return game.resolve_defaults(game.options(**{name: values[name][each] for name, each in texts.items()}), seats)


# Walks
class Walk:
    """A random game, or the beginning of a long one, with a one-line repr for failures.

    `key` deals the game and `luck` chooses its actions.
    """

    def __init__(self, game: AnyGame, seats: int, options: Any, key: Key, luck: Key) -> None:
        self.game, self.seats, self.options, self.key, self.luck = game, seats, options, key, luck
        self.opening = game.setup(options, seats, key)
        self.turns: list[Turn] = []

    @property
    def last(self) -> Any:
        """The final state."""
        return self.turns[-1].step.state if self.turns else self.opening.state

    @cached_property
    def all_legal(self) -> tuple[Any, ...]:
        """Every action that was legal at some turn."""
        return tuple(dict.fromkeys(action for turn in self.turns for action in self.game.legal(turn.before)))

    def add_turn(self, before: Any, action: Any, step: Step[Any]) -> None:
        self.turns.append(Turn(self, len(self.turns), before, action, step))

    def __repr__(self) -> str:
        table = f"{self.seats} seats, {format_non_default(self.game, self.seats, self.options)}"
        return f"{self.game.id} ({table}, key {self.key}, luck {self.luck}, {len(self.turns)} actions)"


class Turn:
    """One action of a walk, with the state before it and the step after it."""

    def __init__(self, walk: Walk, at: int, before: Any, action: Any, step: Step[Any]) -> None:
        self.walk, self.at, self.before, self.action, self.step = walk, at, before, action, step
        self.game, self.seats = walk.game, walk.seats
        self._determinized: dict[tuple[Seat | None, bool], Any] = {}

    @property
    def actor(self) -> Seat:
        seat = self.game.turn(self.before)
        assert seat is not None, "every turn has an actor"
        return seat

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """A spectator and every seat."""
        return (None, *range(self.seats))

    @property
    def luck(self) -> Key:
        """A key for laws that need one, different each turn."""
        return Key(self.walk.luck + self.at + 1 & 2**64 - 1)

    @property
    def states(self) -> tuple[Any, ...]:
        """The state before the action, and also the one after it if the game is over."""
        after = self.step.state
        return (self.before, after) if self.game.turn(after) is None else (self.before,)

    def determinized(self, viewer: Seat | None, state: Any = None) -> Any:
        """Return a sample consistent with the viewer's view of a state, by default the state before the action."""
        before = state is None or state is self.before
        if (viewer, before) not in self._determinized:
            seen = self.game.view(self.before if before else state, viewer)
            self._determinized[viewer, before] = self.game.determinize(seen, viewer, self.luck)
        return self._determinized[viewer, before]

    def __repr__(self) -> str:
        actions = ", ".join(f"{turn.action}" for turn in self.walk.turns[: self.at])
        return f"In {self.walk}\nafter {self.at} actions ({actions})\nat seat {self.actor}'s {self.action}"


@lru_cache(64)
def walk(game: AnyGame, seats: int, options: Any, key: Key, luck: Key) -> Walk:
    """Return a random game."""
    made = Walk(game, seats, options, key, luck)
    for before, action, step in islice(turns(game, made.opening.state, luck), MAX_WALK):
        made.add_turn(before, action, step)
    return made


@st.composite
def walks(draw: st.DrawFn, game: AnyGame, seats: int) -> Walk:
    """Draw a walk with any of the `tables`; the simplest has the default options."""
    return walk(game, seats, draw(st.sampled_from(tables(game, seats))), draw(KEYS), draw(KEYS))


def fixed_walks(game: AnyGame, seats: int, count: int) -> Iterator[Walk]:
    """Yield walks that are always the same, cycling through the `tables`."""
    at = tables(game, seats)
    return (walk(game, seats, at[n % len(at)], Key(n), Key(~n & 2**64 - 1)) for n in range(count))


def revealing_walk(game: AnyGame, seats: int, options: Any, key: Key) -> Walk:
    """Return a game in which each action reveals as much as possible, to reach states with few hidden cards."""
    made, luck = Walk(game, seats, options, key, key), key
    while (choices := game.legal(made.last)) and len(made.turns) < MAX_WALK:
        steps = [game.apply(made.last, action) for action in choices]
        hidden = [count_hidden(game.view(step.state, None)) for step in steps]
        best = [at for at, backs in enumerate(hidden) if backs == min(hidden)]
        pick, luck = draw_below(luck, len(best))
        made.add_turn(made.last, choices[best[pick]], steps[best[pick]])
    return made


# Values
WITHOUT_CARDS = frozenset((int, str, bool, type(None), *(game.options for game in GAMES.values())))
"""Types that hold no cards; options may only mention some."""
FIELD_NAMES: dict[type, tuple[str, ...]] = {}
"""The field names of dataclasses seen so far, as a cache."""


def parts(value: Any) -> tuple[tuple[str, Any], ...] | None:
    """Return the named parts of a tuple or dataclass; None for anything else."""
    if isinstance(value, tuple):
        return tuple(zip(getattr(value, "_fields", map(str, range(len(value)))), value, strict=True))
    kind = type(value)
    if hasattr(kind, "__dataclass_fields__"):  # a class among the values has no parts
        return tuple((name, getattr(value, name)) for name in _field_names(kind))
    return None


def _field_names(kind: Any) -> tuple[str, ...]:
    if kind not in FIELD_NAMES:
        FIELD_NAMES[kind] = tuple(each.name for each in fields(kind))
    return FIELD_NAMES[kind]


def leaves(value: Any) -> Iterator[Any]:
    """Yield every value inside that has no parts, in order."""
    inside = parts(value)
    if inside is None:
        yield value
    else:
        for _, part in inside:
            yield from leaves(part)


def cards_in(value: Any, skip: tuple[str, ...] = ()) -> list[Card]:
    """Return every card inside, hidden ones included, in order."""
    found: list[Card] = []
    _gather_cards((value,), skip, found)
    return found


def _gather_cards(inside: Iterable[Any], skip: tuple[str, ...], found: list[Card]) -> None:
    for value in inside:
        if isinstance(value, Card):
            found.append(value)
        elif type(value) is tuple:
            _gather_cards(value, skip, found)
        elif type(value) not in WITHOUT_CARDS:
            _gather_cards((part for name, part in parts(value) or () if name not in skip), skip, found)


def count_hidden(value: Any, skip: tuple[str, ...] = ()) -> int:
    return sum(card is FACE_DOWN for card in cards_in(value, skip))


def seen_events(events: tuple[Event, ...], viewer: Seat | None) -> tuple[Event, ...]:
    """Return the events as the viewer sees them."""
    return tuple(seen_by(event, viewer) for event in events)
