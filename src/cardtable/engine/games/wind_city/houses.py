"""The houses of Wind City: placing, buying and scoring them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import chain, pairwise
from typing import Literal, NamedTuple

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import (
    HOUSES,
    MAX_BEACH_HOUSES,
    SECTIONS,
    Board,
    PlayArea,
    Space,
    distance,
    play_area,
    row_of,
)
from cardtable.engine.games.wind_city.model import NoPurchase, PlaceHouse, State

WORTH, HIGH_WORTH = 10, 20  # WC-15
CLOSED_ROWS = 3  # WC-11
"""The number of northern rows. While the hurricane is in one of them, nobody can buy a house."""


def area_of(state: State) -> PlayArea:
    """Return the part of the board that is in use in this game."""
    return play_area(state.options.board, len(state.houses))


# Placing
class HouseRoom(NamedTuple):
    """The places where a player may put their next house (WC-3)."""

    sections: tuple[bool, ...]
    """One truth value per land section, from south to north: whether the section has room for the house."""
    coast: Literal["open", "full", "needed"]
    """Whether the coast has room. `needed` means that the player's last house in section 1 must be a beach house."""


def section_quota(seats: int) -> int:
    """Return the number of houses that each player places in each land section (WC-3)."""
    return HOUSES // SECTIONS[seats]


def count_by_section(board: Board, seats: int, own: tuple[Space, ...]) -> list[int]:
    """Return the number of a player's houses in each land section. `own` must be sorted."""
    height, shore = board.section_rows * 100, board.sea_rows * 100
    ends = [bisect_left(own, shore + at * height) for at in range(SECTIONS[seats] + 1)]
    return [end - start for start, end in pairwise(ends)]


def room_for(board: Board, seats: int, own: tuple[Space, ...]) -> HouseRoom:
    """Return the places where a player with these houses may put the next house (WC-3). `own` must be sorted."""
    counts, quota = count_by_section(board, seats, own), section_quota(seats)
    beach = bisect_left(own, (board.sea_rows + 1) * 100)
    coast: Literal["open", "full", "needed"] = "full" if beach >= MAX_BEACH_HOUSES[seats] else "open"
    if counts[0] == quota - 1 and not beach:
        coast = "needed"
    return HouseRoom(tuple([count < quota for count in counts]), coast)


def coast_left(state: State, seat: Seat) -> tuple[int, int]:
    """Return how many of a player's remaining houses must go on the coast, and how many can go there (WC-3)."""
    board, seats, own = state.options.board, len(state.houses), state.houses[seat]
    area, taken = play_area(board, seats), set(chain.from_iterable(state.houses))
    free = sum(area.is_beach(space) and space not in taken for space in area.sections[0])
    placed, room = sum(map(area.is_beach, own)), section_quota(seats) - count_by_section(board, seats, own)[0]
    return int(not placed), min(MAX_BEACH_HOUSES[seats] - placed, room, free)


@cache
def _spaces_in(room: HouseRoom, board: Board, seats: int) -> tuple[Space, ...]:
    area = play_area(board, seats)
    spaces = chain.from_iterable(section for at, section in enumerate(area.sections) if room.sections[at])
    if room.coast == "needed":
        return tuple(space for space in spaces if area.is_beach(space) or space not in area.sections[0])
    return tuple(space for space in spaces if room.coast == "open" or not area.is_beach(space))


def open_spaces(state: State, seat: Seat) -> list[Space]:
    """Return every space where a player may place their next house (WC-3)."""
    houses, board = state.houses, state.options.board
    taken = set(chain.from_iterable(houses))
    spaces = _spaces_in(room_for(board, len(houses), houses[seat]), board, len(houses))
    return [space for space in spaces if space not in taken]


def suggested_house(state: State) -> PlaceHouse:
    """Return a legal placement of the player's next house.

    Beach houses come first, because they are worth twice as much. Computer players, too, place as many beach houses as
    they may. Each house goes as far as possible from the hurricane and from the player's other houses, because the
    hurricane rarely hits several houses that are far apart. The same position always gives the same space.
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


def nearest(state: State, spaces: Iterable[Space], near: Space | None) -> Space | None:
    """Return the space nearest to `near` (to the hurricane if `near` is None), or None if there are no spaces."""
    near = state.hurricane if near is None else near
    return None if near is None else min(spaces, key=lambda space: distance(area_of(state), space, near), default=None)


# Buying
def two_family_of(state: State, seat: Seat) -> tuple[Space, ...]:
    """Return the spaces of a player's two-family houses."""
    return tuple(space for space in state.two_family if space in state.houses[seat])


def stock(state: State, seat: Seat) -> int:
    """Return the number of a player's houses that were destroyed and haven't been bought back (WC-11)."""
    return HOUSES - len(state.houses[seat]) - len(two_family_of(state, seat))


def building_sites(state: State) -> tuple[Space, ...]:
    """Return the spaces where the current player could place a bought house (WC-11)."""
    at, seat = state.hurricane, state.active
    if at is None or _is_far_north(state) or not stock(state, seat):
        return ()
    taken = (*state.two_family, *state.insured)
    return tuple([space for space in state.houses[seat] if row_of(space) > row_of(at) and space not in taken])


def _is_far_north(state: State) -> bool:
    return state.hurricane is None or row_of(state.hurricane) >= area_of(state).rows - CLOSED_ROWS


def why_no_purchase(state: State) -> NoPurchase:
    """Return the reason why the current player has no space for a bought house (WC-11)."""
    if not stock(state, state.active):
        return "none-lost"
    return "far-north" if _is_far_north(state) else "no-place"


# Scoring
def is_valuable(state: State, space: Space) -> bool:
    """Return whether a house is a beach house or a two-family house."""
    return area_of(state).is_beach(space) or space in state.two_family


def worth(state: State, space: Space) -> int:
    """Return the value that a house on this space has at the end of the game (WC-15)."""
    return HIGH_WORTH if is_valuable(state, space) else WORTH


def points_of(state: State) -> tuple[int, ...]:
    """Return the points that each player would have if the game ended now (WC-15)."""
    return tuple(sum(worth(state, space) for space in own) for own in state.houses)


def without_houses(state: State, spaces: Iterable[Space]) -> State:
    """Return the state without the houses on these spaces."""
    gone = set(spaces)
    houses = tuple(tuple(house for house in own if house not in gone) for own in state.houses)
    return state._replace(houses=houses, two_family=tuple(each for each in state.two_family if each not in gone))
