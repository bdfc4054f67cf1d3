"""Wind City as arrays. The board has one number per space: rows from south to north, and each row from west to east."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from typing import get_args

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import HOUSES, Space, play_area, space_at
from cardtable.engine.games.wind_city.cards import ACTIONS, MAX_CHOSEN, MAX_COST
from cardtable.engine.games.wind_city.houses import HIGH_WORTH
from cardtable.engine.games.wind_city.model import (
    Action,
    Build,
    Choose,
    Done,
    Insure,
    Offer,
    Options,
    Phase,
    PlaceHouse,
    PlaceHurricane,
    Renew,
    State,
    Trip,
)
from cardtable.lab.environments.parts import (
    GameEncoding,
    Numbers,
    Part,
    number,
    one_of,
    own_first,
    own_seat,
    per_seat,
    which_seat,
)

_PHASES: tuple[Phase, ...] = get_args(Phase)
_MAX_COINS = 255
_MAX_PILES = 10


def _actions(options: Options, seats: int) -> tuple[Action, ...]:
    area = play_area(options.board, seats)
    land = [space for section in area.sections for space in section]
    numbers = range(1, ACTIONS + 1)
    return (
        *map(PlaceHurricane, area.start_spaces),
        *map(PlaceHouse, land),
        *[Choose(plan) for size in range(1, MAX_CHOSEN + 1) for plan in permutations(numbers, size)],
        *map(Renew, land),
        *(Offer(True), Offer(False)),
        *map(Insure, land),
        *map(Build, land),
        Done(),
    )


def _mark(out: Numbers, spaces: Iterable[Space | None], indexes: Mapping[Space | None, int]) -> None:
    """Write a 1 for each of these spaces that is on the board."""
    for space in spaces:
        if space in indexes:
            out[indexes[space]] = 1


def _most_points(options: Options) -> int:
    return HOUSES * HIGH_WORTH  # WC-15


def _fill_plan(out: Numbers, view: State, seat: Seat) -> None:
    for row, chosen in zip(out.reshape(MAX_CHOSEN, ACTIONS), view.plan, strict=False):
        row[chosen - 1] = 1


def _parts(options: Options, seats: int) -> tuple[Part, ...]:
    area, cards = play_area(options.board, seats), range(1, len(options.cards) + 1)
    board = [space_at(row, column) for row in range(area.rows) for column in range(area.columns)]
    indexes: dict[Space | None, int] = {space: index for index, space in enumerate(board)}
    spaces = len(board)

    def plane(name: str, meaning: str, find: Callable[[State], Iterable[Space | None]]) -> Part:
        def fill(out: Numbers, view: State, seat: Seat) -> None:
            _mark(out, find(view), indexes)

        return Part(name, spaces, 1, meaning, fill)

    def fill_houses(out: Numbers, view: State, seat: Seat) -> None:
        for row, owner in zip(out.reshape(seats, spaces), own_first(seats, seat), strict=True):
            _mark(row, view.houses[owner], indexes)

    def fill_discards(out: Numbers, view: State, seat: Seat) -> None:
        for card in view.discards:
            out[card - 1] = 1

    def trip(name: str, high: int, meaning: str, value: Callable[[Trip], int]) -> Part:
        return number(name, high, meaning, lambda view: value(view.trip) if view.trip else 0)

    return (
        own_seat(seats),
        which_seat("to move", "the player to move", lambda view: view.turn, seats),
        which_seat("turn", "the player whose turn it is", lambda view: view.active, seats),
        one_of("phase", _PHASES, f"1 for the phase: {', '.join(_PHASES)}", lambda view: view.phase),
        per_seat("coins", _MAX_COINS, "coins", lambda view: view.coins, seats),
        per_seat("out", 1, "1 if the player is out", lambda view: [at in view.out for at in range(seats)], seats),
        plane("hurricane", "the hurricane's space", lambda view: [view.hurricane]),
        Part("houses", seats * spaces, 1, "spaces with a house; your own first, then clockwise", fill_houses),
        plane("two-family houses", "spaces with a two-family house", lambda view: view.two_family),
        plane("insured", "spaces with an insured house", lambda view: view.insured),
        plane("lapsing", "spaces whose insurance ends unless it is renewed now", lambda view: view.lapsing),
        one_of("card", cards, "the card drawn this turn, if you may see it", lambda view: view.card),
        Part("plan", MAX_CHOSEN * ACTIONS, 1, "the actions chosen on it, in order, if you may see them", _fill_plan),
        number("done", MAX_CHOSEN, "chosen actions carried out", lambda view: view.done),
        plane("trip start", "the space from which the hurricane set out", lambda view: [view.trip and view.trip.start]),
        trip("trip moved", 1, "1 if the hurricane has moved this turn", lambda trip: trip.moved),
        trip("trip calm", 1, "1 if the turn is calm so far", lambda trip: trip.calm),
        trip("trip owed", MAX_CHOSEN * MAX_COST, "coins owed for the actions so far", lambda trip: trip.owed),
        Part("discards", len(cards), 1, "cards discarded", fill_discards),
        number("pile size", len(cards), "cards in the pile", lambda view: len(view.pile)),
        number("pile run out", _MAX_PILES, "times the pile has run out", lambda view: view.run_out),
    )


ENCODING = GameEncoding(GAME, _actions, _parts, _most_points)
