"""The hurricane's routes: the route of a plan, the last route taken, and the route in an animation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.board import Direction, Space
from cardtable.engine.games.wind_city.houses import area_of, without_houses
from cardtable.engine.games.wind_city.insurance import lapse, renew
from cardtable.engine.games.wind_city.model import Moved, Renew, State
from cardtable.engine.games.wind_city.outlook import foresee
from cardtable.table.seen import Seen

WAVES = 2
"""The number of waves that run over the land when the hurricane comes ashore."""


class DrawnRoute(NamedTuple):
    """A route of the hurricane across the board."""

    steps: dict[Space, Direction]
    """The spaces that the hurricane enters, each with the direction of the last step onto that space."""
    destroyed: dict[Space, Seat]
    """The spaces where the hurricane destroys houses, with the owners of these houses."""
    end: Space | None
    """The space where the hurricane would stop, or None if it has already stopped or would leave the board."""


NO_ROUTE = DrawnRoute({}, {}, None)


class RouteFrame(NamedTuple):
    """A frame in the animation of the hurricane's movement."""

    state: State
    route: DrawnRoute
    """The route up to this frame."""
    surge: int = 0
    """The number of spaces from the hurricane to the wave around it, or 0 without a wave."""


def drawn_route(story: Iterable[Event]) -> DrawnRoute:
    """Return the route that these events describe, with None as its end."""
    moves = [event for event in story if isinstance(event, Moved)]
    steps = {space: move.direction for move in moves for space in move.path}
    return DrawnRoute(steps, {space: seat for move in moves for seat, space in move.destroyed}, None)


def last_route(log: Sequence[Sequence[Event]]) -> DrawnRoute:
    """Return the last route that the hurricane has taken in these steps of the log."""
    return next((route for step in reversed(log) if (route := drawn_route(step)) != NO_ROUTE), NO_ROUTE)


def planned_route(seen: Seen, plan: tuple[int, ...], action: Any = None) -> DrawnRoute:
    """Return the route that the hurricane would take with these actions.

    While insurance is being renewed, return the route after the choice `action`, as if the player renewed nothing else.
    """
    state: State = seen.state
    if state.phase == "renew":
        is_renewal = isinstance(action, Renew) and action in seen.legal
        state = lapse(renew(state, action.space, None) if is_renewal else state, None)
    planned = foresee(state, plan)
    return drawn_route(planned.moves)._replace(end=planned.end if planned.path else None)


def route_to_show(
    seen: Seen, plan: tuple[int, ...], action: Any, *, is_choosing: bool, shows_effects: bool
) -> DrawnRoute:
    """Return the plan's route. If there is no plan, return the last route that the hurricane has taken."""
    if plan:
        return planned_route(seen, plan, action) if shows_effects else NO_ROUTE
    state, past = seen.state, last_route(seen.log[-1:] if is_choosing else seen.log)
    if state.phase != "build" or not shows_effects:
        return past
    ahead = planned_route(seen, state.plan[state.done + 1 :])
    return DrawnRoute(past.steps | ahead.steps, past.destroyed | ahead.destroyed, ahead.end)


def walk(state: State, story: Sequence[Event], each: int) -> Iterator[RouteFrame]:
    """Yield `each` frames for the start, as many for every space entered, and as many for every wave at a landfall."""
    moves = [event for event in story if isinstance(event, Moved)]
    route = DrawnRoute({}, {}, None)
    if moves:
        yield from [RouteFrame(state, route)] * each
    for move in moves:
        owners = {space: seat for seat, space in move.destroyed}
        for space in move.path:
            route = route._replace(steps={**route.steps, space: move.direction})
            if space in owners:
                route = route._replace(destroyed={**route.destroyed, space: owners[space]})
                state = without_houses(state, {space})
            is_landfall = _is_sea(state, state.hurricane) and not _is_sea(state, space)
            state = state._replace(hurricane=space)
            yield from [RouteFrame(state, route)] * each
            for surge in range(1, WAVES + 1) if is_landfall else ():
                yield from [RouteFrame(state, route, surge)] * each
        if move.left:
            yield from [RouteFrame(state._replace(hurricane=None), route)] * each


def _is_sea(state: State, space: Space | None) -> bool:
    return space is not None and area_of(state).is_sea(space)
