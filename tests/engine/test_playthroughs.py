"""Playthroughs: text files of whole games, with each state as every seat sees it, so that a diff shows rule changes.

For each state they show what changed: first what everyone sees, then what a seat sees in addition.
`CARDTABLE_WRITE_GOLDENS=1` rewrites the files, with the same actions if they are still legal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardtable.engine.cards import Card
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import IllegalAction, Seat, Step, play, reveals, start
from cardtable.engine.games import SHIPPED
from tests.engine.walks import (
    NAMES,
    AnyGame,
    format_non_default,
    parse_options,
    parts,
    seen_events,
    values_of,
    walk,
)

FOLDER = Path(__file__).with_name("playthroughs")
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
CODE = "P1AY-7HR0"
MAX_ACTIONS = 80
"""The maximum number of actions in a playthrough."""


class Plan(NamedTuple):
    """A game to write a playthrough of."""

    game: AnyGame
    seats: int
    options: str
    """The option that isn't the default, such as `draw=none`, or `usual`."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.game.id}-{self.seats}-{re.sub('[=_ ]+', '-', self.options).lower()}.txt"

    def __repr__(self) -> str:
        return self.file.stem


def plans(game: AnyGame) -> tuple[Plan, ...]:
    """Return plans for few, some and many players with default options, and one for each value of each option."""
    some = dict.fromkeys((game.seats[0], game.seats[(len(game.seats) - 1) // 2], game.seats[-1]))
    varied = (_varied(game, each.name, value) for each in fields(game.options) for value in _ends(game, each.name))
    return (*(Plan(game, seats, "usual") for seats in some), *(plan for plan in varied if plan))


def _ends(game: AnyGame, name: str) -> tuple[Any, ...]:
    """Return the values of an option; for a number, only the least and the greatest."""
    values = values_of(game, name)
    numbers = [value for value in values if type(value) is int]
    return tuple(value for value in values if value not in numbers[1:-1])


def _varied(game: AnyGame, name: str, value: Any) -> Plan | None:
    """Return a plan with the fewest players, preferably two or more, for whom this value isn't the default."""
    for seats in (*game.seats[1:], *game.seats[:1]):
        options = game.resolve_defaults(replace(game.options(), **{name: value}), seats)
        if not game.validate_options(options, seats) and format_non_default(game, seats, options) != "usual":
            return Plan(game, seats, format_non_default(game, seats, options))
    return None


PLANS = [plan for game in SHIPPED.values() for plan in plans(game)]
each_plan = pytest.mark.parametrize("plan", PLANS, ids=repr)


@each_plan
def test_playthrough(plan: Plan) -> None:
    """The actions in a file lead to the same states and events as when it was written."""
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        plan.file.write_text(rewrite_playthrough(plan), "utf-8")
    assert plan.file.is_file(), f"CARDTABLE_WRITE_GOLDENS=1 writes {plan.file}"
    written = plan.file.read_text("utf-8")
    assert write_playthrough(plan, actions_in(written)) == written


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_every_game_has_playthroughs(game: AnyGame) -> None:
    """At least one of them reaches the end of the game."""
    files = [plan.file for plan in PLANS if plan.game is game]
    assert len(set(files)) == len(files) >= 1
    assert any("\nThe end" in file.read_text("utf-8") for file in files)


def test_no_playthrough_is_left_over() -> None:
    """Every file belongs to a game and options that exist."""
    assert {path.name for path in FOLDER.iterdir()} == {plan.file.name for plan in PLANS}


# Files
def actions_in(text: str) -> list[str]:
    return re.findall(r"^> \d+ (.*?)(?: {2}\(.*\))?$", text, re.MULTILINE)


def rewrite_playthrough(plan: Plan) -> str:
    """Return the file with the same actions, or with new ones if those are no longer legal."""
    try:
        return write_playthrough(plan, actions_in(plan.file.read_text("utf-8")))
    except (OSError, ValueError, IllegalAction):
        options = parse_options(plan.game, plan.seats, plan.options)
        turns = walk(plan.game, plan.seats, options, DealCode.parse(CODE).key(), Key(1)).turns[:MAX_ACTIONS]
        return write_playthrough(plan, [str(turn.action) for turn in turns])


def write_playthrough(plan: Plan, actions: Iterable[str]) -> str:
    """Return the text of a whole file."""
    return "\n".join([*_head(plan), *_story(plan, actions), ""])


def _head(plan: Plan) -> Iterator[str]:
    yield f"{plan.game.title}: {plan.seats} {'seat' if plan.seats == 1 else 'seats'}, {plan.options}, deal {CODE}"
    for name, value in parts(parse_options(plan.game, plan.seats, plan.options)) or ():
        yield f"  {name} = {value}"


def _story(plan: Plan, actions: Iterable[str]) -> Iterator[str]:
    game = plan.game
    options = parse_options(game, plan.seats, plan.options)
    step = start(game, options, plan.seats, DealCode.parse(CODE).key())
    before = dict[str, str]()
    yield from _events(game, step, plan.seats)
    for number, text in enumerate(actions, 1):
        now = position(game, plan.seats, step.state)
        yield from _changes(before, now)
        before, action, truth = now, game.parse(text), step.state
        step = play(game, truth, action)
        news = "  (something new)" if reveals(game, truth, action, step.events) else ""
        yield f"> {number} {action}{news}"
        yield from _events(game, step, plan.seats)
    yield from _changes(before, position(game, plan.seats, step.state))
    if outcome := game.named_outcome(step.state, NAMES):
        yield f"The end: {outcome.reason} {outcome.ruling}"
        yield f"  points {outcome.points}, winners {outcome.winners}, margin {outcome.margin}"


def _events(game: AnyGame, step: Step[Any], seats: int) -> Iterator[str]:
    """Yield log lines for spectators, and those that a seat sees differently."""
    stories = {
        viewer: [game.describe(event, NAMES) for event in seen_events(step.events, viewer)] for viewer in viewers(seats)
    }
    for at, line in enumerate(stories[None]):
        yield f"  {line}"
        yield from (f"    {viewer}: {stories[viewer][at]}" for viewer in range(seats) if stories[viewer][at] != line)


def _changes(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    for name in dict.fromkeys((*before, *now)):
        if before.get(name) != now.get(name):
            yield f"  {name}: {now.get(name, 'as everybody sees it')}"


# Positions
def viewers(seats: int) -> tuple[Seat | None, ...]:
    return (None, *range(seats))


def position(game: AnyGame, seats: int, state: Any) -> dict[str, str]:
    """Return the fields that everyone sees, those that a seat sees differently, and the number of legal actions."""
    public = dict(_fields(game, game.view(state, None)))
    texts = {name: code(value) for name, value in public.items()}
    for seat in range(seats):
        for name, value in _fields(game, game.view(state, seat)):
            texts |= {f"{seat} sees {each}": text for each, text in _otherwise(name, public[name], value)}
    return texts | {"choices": str(len(game.legal(state)))}


def _fields(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in parts(state) or () if not isinstance(value, game.options))


def _otherwise(name: str, public: Any, own: Any) -> Iterator[tuple[str, str]]:
    """Yield the differences: a whole pile, or, of several piles, those that differ."""
    several = isinstance(own, tuple) and any(isinstance(part, tuple) for part in own)
    if several and isinstance(public, tuple) and len(public) == len(own):
        for at, (theirs, mine) in enumerate(zip(public, own, strict=True)):
            yield from _otherwise(f"{name}[{at}]", theirs, mine)
    elif own != public:
        yield name, code(own)


def code(value: Any) -> str:
    """Return a short text for a value: cards as codes, with many equal ones as a count."""
    inside = parts(value)
    if value is None or isinstance(value, Card):
        return value.code if value else "."
    if is_dataclass(value) or (inside is not None and hasattr(value, "_fields")):
        return f"{type(value).__name__}({', '.join(f'{name}={code(part)}' for name, part in inside or ())})"
    if inside is None:
        return str(value)
    if any(isinstance(part, tuple) for _, part in inside):
        return " / ".join(code(part) for _, part in inside)
    return " ".join(_runs(code(part) for _, part in inside)) or "-"


def _runs(codes: Iterable[str]) -> Iterator[str]:
    for each, run in groupby(codes):
        count = len(list(run))
        yield f"{count}*{each}" if count > 3 and each != "." else " ".join([each] * count)
