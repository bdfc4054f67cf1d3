"""A sensible space for the next house, for players who don't want to place all of theirs by hand."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.engine.games.wind_city.board import PlayArea, Space
from cardtable.engine.games.wind_city.houses import area_of, open_spaces
from cardtable.engine.games.wind_city.model import PlaceHouse, State


def suggested_house(state: State) -> PlaceHouse:
    """Return a legal placement: first the coast, then wherever it's farthest from the player's other houses.

    Beach houses are worth twice as much, so computer players place as many as they may, too. Houses that are far apart
    are hard to hit with one hurricane. The same position always gives the same space.
    """
    assert state.turn is not None, "houses are being placed"
    own, area = state.houses[state.turn], area_of(state)
    best = max(
        open_spaces(state, state.turn),
        key=lambda space: (
            area.is_beach(space),
            min((distance(area, space, each) for each in (*own, *_storm(state))), default=0),
            -space,
        ),
    )
    return PlaceHouse(best)


def _storm(state: State) -> tuple[Space, ...]:
    return () if state.hurricane is None else (state.hurricane,)


def distance(area: PlayArea, one: Space, other: Space) -> int:
    """Return the number of steps between two spaces; the eastern and western edges are joined."""
    columns = abs(one % 100 - other % 100)
    return abs(one // 100 - other // 100) + min(columns, area.columns - columns)


def nearest(state: State, spaces: Iterable[Space], near: Space | None) -> Space | None:
    """Return the one of these spaces that is nearest to another or else to the hurricane, if there is any."""
    near = state.hurricane if near is None else near
    return None if near is None else min(spaces, key=lambda space: distance(area_of(state), space, near), default=None)
