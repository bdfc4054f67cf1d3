"""Random games to try the laws on: tables with every option in turn, and walks through the games played at them."""

from __future__ import annotations

import os
import types
from collections.abc import Iterator
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
KEYS = st.integers(0, 2**64 - 1).map(Key)
MOST_VALUES = 7
"""A number with more values than this is tried at its ends and in between."""
LONGEST_WALK = 400
"""Matches may go on and on; a walk through one ends here."""


class Seating(NamedTuple):
    """A game and how many play it; told in a word, so that a failure reads well."""

    game: AnyGame
    seats: int

    def __repr__(self) -> str:
        return f"{self.game.id}-{self.seats}"


SEATINGS = [Seating(game, seats) for game in GAMES.values() for seats in game.seats]
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_seating = pytest.mark.parametrize("seating", SEATINGS, ids=repr)


# Tables
def values_of(game: AnyGame, name: str) -> tuple[Any, ...]:
    """The values that an option may take, by its type and bounds; none where it is too rich for that."""
    (option,) = (each for each in fields(game.options) if each.name == name)
    return _values(get_type_hints(game.options)[name], option.metadata)


def _values(kind: Any, bounds: Any) -> tuple[Any, ...]:
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(value for each in get_args(kind) for value in _values(each, bounds))
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is int:
        return _spread(bounds["low"], bounds["high"])
    return {bool: (False, True), type(None): (None,)}.get(kind, ())


def _spread(low: int, high: int) -> tuple[int, ...]:
    if high - low < MOST_VALUES:
        return tuple(range(low, high + 1))
    return low, low + 1, (low + high) // 2, high


def _settled(game: AnyGame, seats: int, options: Any) -> Iterator[Any]:
    """The options in full, where they make a game for so many."""
    settled = game.resolve_defaults(options, seats)
    if not game.validate_options(settled, seats):
        yield settled


@lru_cache(None)
def tables(game: AnyGame, seats: int) -> tuple[Any, ...]:
    """The usual options first; then each of them varied, one at a time."""
    usual = game.options()
    varied = (replace(usual, **{each.name: value}) for each in fields(usual) for value in values_of(game, each.name))
    return tuple(dict.fromkeys(full for options in (usual, *varied) for full in _settled(game, seats, options)))


def all_tables(game: AnyGame, seats: int) -> Iterator[Any]:
    """Every combination of the options."""
    names = [each.name for each in fields(game.options) if values_of(game, each.name)]
    combined = (
        game.options(**dict(zip(names, each, strict=True))) for each in product(*(values_of(game, n) for n in names))
    )
    return iter(dict.fromkeys(full for options in combined for full in _settled(game, seats, options)))


def unlike(game: AnyGame, seats: int, options: Any) -> str:
    """The options in which a table differs from the usual one, as `draw=none`; `usual` where in none."""
    usual = game.resolve_defaults(game.options(), seats)
    told = (
        f"{each.name}={_told(options, each.name)}"
        for each in fields(options)
        if getattr(options, each.name) != getattr(usual, each.name)
    )
    return " ".join(told) or "usual"


def _told(options: Any, name: str) -> str:
    value = getattr(options, name)
    return value if isinstance(value, str) else repr(value)


def read_options(game: AnyGame, seats: int, text: str) -> Any:
    """What `unlike` told, in full."""
    wanted = dict(part.split("=") for part in text.split() if part != "usual")
    known = {name: {_told(game.options(**{name: v}), name): v for v in values_of(game, name)} for name in wanted}
    return game.resolve_defaults(game.options(**{name: known[name][value] for name, value in wanted.items()}), seats)


# Walks
class Walk:
    """A random game, or its beginning where it is long; told in a line, so that a failure reads well."""

    def __init__(self, game: AnyGame, seats: int, options: Any, key: Key, luck: Key) -> None:
        self.game, self.seats, self.options, self.key, self.luck = game, seats, options, key, luck
        self.opening = game.setup(options, seats, key)
        self.turns: list[Turn] = []

    @property
    def last(self) -> Any:
        """The state where it stops."""
        return self.turns[-1].step.state if self.turns else self.opening.state

    @cached_property
    def met(self) -> tuple[Any, ...]:
        """Every action that was open on the way."""
        return tuple(dict.fromkeys(action for turn in self.turns for action in self.game.legal(turn.before)))

    def go_on(self, before: Any, action: Any, step: Step[Any]) -> None:
        self.turns.append(Turn(self, len(self.turns), before, action, step))

    def __repr__(self) -> str:
        table = f"{self.seats} seats, {unlike(self.game, self.seats, self.options)}"
        return f"{self.game.id} ({table}, key {self.key}, luck {self.luck}, {len(self.turns)} actions)"


class Turn:
    """One action of a walk, and all that came of it."""

    def __init__(self, walk: Walk, at: int, before: Any, action: Any, step: Step[Any]) -> None:
        self.walk, self.at, self.before, self.action, self.step = walk, at, before, action, step
        self.game, self.seats = walk.game, walk.seats
        self._determinized: dict[tuple[Seat | None, bool], Any] = {}

    @property
    def actor(self) -> Seat:
        seat = self.game.turn(self.before)
        assert seat is not None, "somebody acted"
        return seat

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Each seat, and somebody who watches."""
        return (None, *range(self.seats))

    @property
    def luck(self) -> Key:
        """A key for what the law needs, another one each turn."""
        return Key(self.walk.luck + self.at + 1 & 2**64 - 1)

    @property
    def states(self) -> tuple[Any, ...]:
        """The state before the action; the one after it too, where the game is over."""
        after = self.step.state
        return (self.before, after) if self.game.turn(after) is None else (self.before,)

    def determinized(self, viewer: Seat | None, state: Any = None) -> Any:
        """Another truth that looks the same to the viewer, before the action, or after it where that state is given."""
        before = state is None or state is self.before
        if (viewer, before) not in self._determinized:
            seen = self.game.view(self.before if before else state, viewer)
            self._determinized[viewer, before] = self.game.determinize(seen, viewer, self.luck)
        return self._determinized[viewer, before]

    def __repr__(self) -> str:
        told = ", ".join(f"{turn.action}" for turn in self.walk.turns[: self.at])
        return f"In {self.walk}\nafter {self.at} actions ({told})\nat seat {self.actor}'s {self.action}"


@lru_cache(64)
def walk(game: AnyGame, seats: int, options: Any, key: Key, luck: Key) -> Walk:
    """Random play from this deal."""
    made = Walk(game, seats, options, key, luck)
    for before, action, step in islice(turns(game, made.opening.state, luck), LONGEST_WALK):
        made.go_on(before, action, step)
    return made


@st.composite
def walks(draw: st.DrawFn, game: AnyGame, seats: int) -> Walk:
    """Walks at every table for so many seats; the simplest is at the usual one."""
    return walk(game, seats, draw(st.sampled_from(tables(game, seats))), draw(KEYS), draw(KEYS))


def some_walks(game: AnyGame, seats: int, count: int) -> Iterator[Walk]:
    """Walks that are always the same, going round the tables."""
    at = tables(game, seats)
    return (walk(game, seats, at[n % len(at)], Key(n), Key(~n & 2**64 - 1)) for n in range(count))


def clearing_walk(game: AnyGame, seats: int, options: Any, key: Key) -> Walk:
    """Play that turns up as much as it can, to come to states in which little is hidden."""
    made, luck = Walk(game, seats, options, key, key), key
    while (choices := game.legal(made.last)) and len(made.turns) < LONGEST_WALK:
        steps = [game.apply(made.last, action) for action in choices]
        hidden = [count_backs(game.view(step.state, None)) for step in steps]
        best = [at for at, backs in enumerate(hidden) if backs == min(hidden)]
        pick, luck = draw_below(luck, len(best))
        made.go_on(made.last, choices[best[pick]], steps[best[pick]])
    return made


# Values
OPTIONS = tuple(game.options for game in GAMES.values())
"""Options may talk of cards, and hold none."""
FIELD_NAMES: dict[type, tuple[str, ...]] = {}
"""The names of each dataclass's fields, once they have been looked up."""


def parts(value: Any) -> tuple[tuple[str, Any], ...] | None:
    """The named parts of a tuple or dataclass; None where it has none."""
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
    """Everything in it that has no parts, in reading order."""
    inside = parts(value)
    if inside is None:
        yield value
    else:
        for _, part in inside:
            yield from leaves(part)


def cards_in(value: Any, leaving_out: tuple[str, ...] = ()) -> list[Card]:
    """Every card and every back in it, in reading order."""
    found: list[Card] = []
    _gather_cards(value, leaving_out, found)
    return found


def _gather_cards(value: Any, leaving_out: tuple[str, ...], found: list[Card]) -> None:
    if isinstance(value, Card):
        found.append(value)
    elif type(value) is tuple:
        for part in value:
            _gather_cards(part, leaving_out, found)
    elif not isinstance(value, OPTIONS):
        for name, part in parts(value) or ():
            if name not in leaving_out:
                _gather_cards(part, leaving_out, found)


def count_backs(value: Any, leaving_out: tuple[str, ...] = ()) -> int:
    return sum(card is FACE_DOWN for card in cards_in(value, leaving_out))


def seen_events(events: tuple[Event, ...], viewer: Seat | None) -> tuple[Event, ...]:
    """The story as the viewer witnessed it."""
    return tuple(seen_by(event, viewer) for event in events)
