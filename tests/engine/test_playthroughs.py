"""Playthroughs: whole games as text, every state as each seat sees it; a change of rules is read in a diff.

A position is told by what has changed since the one before: first what everybody sees, then what a seat sees besides.
`CARDTABLE_WRITE_GOLDENS=1` writes the files anew, with the actions that stand in them where they are still open.
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
from tests.engine.laws import NAMES
from tests.engine.walks import AnyGame, each_game, parts, read_options, seen_events, unlike, values_of, walk

FOLDER = Path(__file__).with_name("playthroughs")
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
CODE = "P1AY-7HR0"
LONGEST = 80
"""The first actions of a long match will do."""


class Plan(NamedTuple):
    """A game to be written down."""

    game: AnyGame
    seats: int
    options: str
    """As `draw=none`, or `usual`."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.game.id}-{self.seats}-{re.sub('[=_ ]+', '-', self.options).lower()}.txt"

    def __repr__(self) -> str:
        return self.file.stem


def plans(game: AnyGame) -> tuple[Plan, ...]:
    """Few, some and many players at the usual table; and a table for each value of each option."""
    some = dict.fromkeys((game.seats[0], game.seats[(len(game.seats) - 1) // 2], game.seats[-1]))
    varied = (_varied(game, each.name, value) for each in fields(game.options) for value in _ends(game, each.name))
    return (*(Plan(game, seats, "usual") for seats in some), *(plan for plan in varied if plan))


def _ends(game: AnyGame, name: str) -> tuple[Any, ...]:
    """The values of an option; of a number the least and the greatest."""
    values = values_of(game, name)
    numbers = [value for value in values if type(value) is int]
    return tuple(value for value in values if value not in numbers[1:-1])


def _varied(game: AnyGame, name: str, value: Any) -> Plan | None:
    """The smallest company, or else nobody but oneself, for whom this value is a table other than the usual one."""
    for seats in (*game.seats[1:], *game.seats[:1]):
        options = game.resolve_defaults(replace(game.options(), **{name: value}), seats)
        if not game.validate_options(options, seats) and unlike(game, seats, options) != "usual":
            return Plan(game, seats, unlike(game, seats, options))
    return None


PLANS = [plan for game in SHIPPED.values() for plan in plans(game)]
each_plan = pytest.mark.parametrize("plan", PLANS, ids=repr)


@each_plan
def test_playthrough(plan: Plan) -> None:
    """The actions of the file lead, step by step, through just the positions and events that it tells of."""
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        plan.file.write_text(fresh(plan), "utf-8")
    assert plan.file.is_file(), f"CARDTABLE_WRITE_GOLDENS=1 writes {plan.file}"
    written = plan.file.read_text("utf-8")
    assert told(plan, actions_in(written)) == written


@each_game
def test_every_game_is_written_down(game: AnyGame) -> None:
    """For some seats and for each option; and at least one of the files comes to an end."""
    files = [plan.file for plan in PLANS if plan.game is game]
    assert len(set(files)) == len(files) >= 1
    assert any("\nThe end" in file.read_text("utf-8") for file in files)


def test_no_playthrough_is_left_over() -> None:
    """Each file is one of today's games and options."""
    assert {path.name for path in FOLDER.iterdir()} == {plan.file.name for plan in PLANS}


# Files
def actions_in(text: str) -> list[str]:
    return re.findall(r"^> \d+ (.*?)(?: {2}\(.*\))?$", text, re.MULTILINE)


def fresh(plan: Plan) -> str:
    """The file with its actions, or with others where those are no longer open."""
    try:
        return told(plan, actions_in(plan.file.read_text("utf-8")))
    except (OSError, ValueError, IllegalAction):
        options = read_options(plan.game, plan.seats, plan.options)
        turns = walk(plan.game, plan.seats, options, DealCode.parse(CODE).key(), Key(1)).turns[:LONGEST]
        return told(plan, [str(turn.action) for turn in turns])


def told(plan: Plan, actions: Iterable[str]) -> str:
    """The whole file."""
    return "\n".join([*_head(plan), *_story(plan, actions), ""])


def _head(plan: Plan) -> Iterator[str]:
    yield f"{plan.game.title}: {plan.seats} {'seat' if plan.seats == 1 else 'seats'}, {plan.options}, deal {CODE}"
    for name, value in parts(read_options(plan.game, plan.seats, plan.options)) or ():
        yield f"  {name} = {value}"


def _story(plan: Plan, actions: Iterable[str]) -> Iterator[str]:
    game = plan.game
    options = read_options(game, plan.seats, plan.options)
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
    if outcome := game.outcome(step.state):
        yield f"The end: {outcome.reason} {outcome.ruling}"
        yield f"  points {outcome.points}, winners {outcome.winners}, margin {outcome.margin}"


def _events(game: AnyGame, step: Step[Any], seats: int) -> Iterator[str]:
    """What a watcher is told, and what a seat is told otherwise."""
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
    """What everybody sees, field by field; then what each seat sees otherwise; then how many choices there are."""
    public = dict(_fields(game, game.view(state, None)))
    told = {name: code(value) for name, value in public.items()}
    for seat in range(seats):
        for name, value in _fields(game, game.view(state, seat)):
            told |= {f"{seat} sees {each}": text for each, text in _otherwise(name, public[name], value)}
    return told | {"choices": str(len(game.legal(state)))}


def _fields(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in parts(state) or () if not isinstance(value, game.options))


def _otherwise(name: str, public: Any, own: Any) -> Iterator[tuple[str, str]]:
    """Where the two differ: piles as a whole, of several piles the one that does."""
    several = isinstance(own, tuple) and any(isinstance(part, tuple) for part in own)
    if several and isinstance(public, tuple) and len(public) == len(own):
        for at, (theirs, mine) in enumerate(zip(public, own, strict=True)):
            yield from _otherwise(f"{name}[{at}]", theirs, mine)
    elif own != public:
        yield name, code(own)


def code(value: Any) -> str:
    """A value as short as it can be told: cards by their codes, many of the same as a number."""
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
