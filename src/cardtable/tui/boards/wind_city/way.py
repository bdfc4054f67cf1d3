"""The hurricane's way: the one that a plan would take, the one that it took last, and its animation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.board import Direction, Space
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import without_houses
from cardtable.engine.games.wind_city.insurance import lapse, renew
from cardtable.engine.games.wind_city.model import Moved, Renew, State
from cardtable.table.seen import Seen


class Way(NamedTuple):
    """A way of the hurricane across the board."""

    steps: dict[Space, Direction]
    """The spaces that it enters, with the direction of the last step onto each."""
    destroyed: dict[Space, Seat]
    """The spaces of the houses that it destroys, with their owners."""
    end: Space | None
    """The space where it would stop, or None if it has stopped already or leaves the board."""


NO_WAY = Way({}, {}, None)


class Walk(NamedTuple):
    """A frame of the hurricane's walk."""

    state: State
    way: Way
    """The way so far."""


def way_of(story: Iterable[Event]) -> Way:
    """Return the way that these events describe, without its end."""
    moves = [event for event in story if isinstance(event, Moved)]
    steps = {space: move.direction for move in moves for space in move.path}
    return Way(steps, {space: seat for move in moves for seat, space in move.destroyed}, None)


def last_way(log: Sequence[Sequence[Event]]) -> Way:
    """Return the last way in these steps of the log."""
    return next((way for step in reversed(log) if (way := way_of(step)) != NO_WAY), NO_WAY)


def planned_way(seen: Seen, plan: tuple[int, ...], action: Any = None) -> Way:
    """Return the way that the hurricane would take with these actions.

    While insurance is renewed, it is the way after the choice `action` if the player renews nothing else.
    """
    state: State = seen.state
    if state.phase == "renew":
        is_renewal = isinstance(action, Renew) and action in seen.legal
        state = lapse(renew(state, action.space, None) if is_renewal else state, None)
    moves = [event for event in forecast(state, plan) if isinstance(event, Moved)]
    path = [space for move in moves for space in move.path]
    left = any(move.left for move in moves)
    return way_of(moves)._replace(end=path[-1] if path and not left else None)


def way_to_show(seen: Seen, plan: tuple[int, ...], action: Any, *, is_choosing: bool, shows_effects: bool) -> Way:
    """Return the way that the plan would take or, if there's no plan, the way that the hurricane took last.

    That one stays drawn while there's nothing to choose, but never beside a choice, where it would pass for what that
    choice does. While a house is built between two moves, return both.
    """
    if plan:
        return planned_way(seen, plan, action) if shows_effects else NO_WAY
    state, past = seen.state, last_way(seen.log[-1:] if is_choosing else seen.log)
    if state.phase != "build" or not shows_effects:
        return past
    ahead = planned_way(seen, state.plan[state.done + 1 :])
    return Way(past.steps | ahead.steps, past.destroyed | ahead.destroyed, ahead.end)


def walk(state: State, story: Sequence[Event], each: int) -> Iterator[Walk]:
    """Yield `each` frames for the start and for each space that the hurricane enters."""
    moves = [event for event in story if isinstance(event, Moved)]
    way = Way({}, {}, None)
    if moves:
        yield from [Walk(state, way)] * each
    for move in moves:
        owners = {space: seat for seat, space in move.destroyed}
        for space in move.path:
            way = way._replace(steps={**way.steps, space: move.direction})
            if space in owners:
                way = way._replace(destroyed={**way.destroyed, space: owners[space]})
                state = without_houses(state, {space})
            state = state._replace(hurricane=space)
            yield from [Walk(state, way)] * each
        if move.left:
            yield from [Walk(state._replace(hurricane=None), way)] * each
