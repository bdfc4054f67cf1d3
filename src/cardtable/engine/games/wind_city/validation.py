"""Validation of options and of states from files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

from cardtable.engine.games.wind_city import texts
from cardtable.engine.games.wind_city.board import (
    HOUSES,
    MAX_BEACH_HOUSES,
    MAX_COLUMNS,
    MAX_ROWS,
    SECTIONS,
    Board,
    Space,
    play_area,
)
from cardtable.engine.games.wind_city.cards import ACTIONS, MAX_CARDS, MAX_COST, MAX_STEPS, ActionCard, House, Move
from cardtable.engine.games.wind_city.houses import area_of, count_by_section, section_quota, two_family_of
from cardtable.engine.games.wind_city.insurance import next_buyer
from cardtable.engine.games.wind_city.model import COINS, Choose, Ending, Options, State, Trip
from cardtable.engine.games.wind_city.rules import choices, chosen_actions, is_one_left, legal
from cardtable.engine.games.wind_city.storm import last_move, route_of, route_past_insured
from cardtable.engine.seating import clockwise


# Options
def check_options(options: Options, seats: int) -> tuple[str, ...]:
    """Return a message for each problem with the options. All numbers must already be within their bounds."""
    faults = list[str]()
    if options.first is not None and options.first > seats:
        faults.append(texts.reject_first_player(options.first, seats))
    return (*faults, *_check_board(options.board, seats), *_check_cards(options.cards))


def _check_board(board: Board, seats: int) -> Iterator[str]:
    sizes = ("columns", MAX_COLUMNS), ("sea_rows", MAX_ROWS), ("section_rows", MAX_ROWS)
    wrong = [(field, most) for field, most in sizes if not 1 <= getattr(board, field) <= most]
    if wrong:
        field, most = wrong[0]
        yield texts.reject_board_size(field, most, getattr(board, field))
    elif faults := tuple(_check_stations(board)):
        yield from faults
    else:
        yield from _check_room(board, seats)


def _check_stations(board: Board) -> Iterator[str]:
    """Yield messages about the stations, at most one for each space, even if a file lists a huge number of them."""
    rows = board.sea_rows + max(SECTIONS.values()) * board.section_rows
    room = (rows - 1) * board.columns
    if len(board.stations) > room:
        yield texts.reject_number_of_stations(room, len(board.stations))
        return
    seen = set[tuple[int, int]]()
    for row, column in board.stations:
        if not (0 <= row < rows and 0 <= column < board.columns):
            yield texts.reject_station_outside(row, column, rows, board.columns)
        elif row == board.sea_rows:
            yield texts.reject_station_on_coast(row, column)
        elif (row, column) in seen:
            yield texts.reject_repeated_station(row, column)
        seen.add((row, column))


def _check_room(board: Board, seats: int) -> Iterator[str]:
    """Yield a message if the board doesn't have room for all the houses in every order of placement (WC-19)."""
    needed = (seats - 1) * MAX_BEACH_HOUSES[seats] + 1
    if board.columns < needed:
        yield texts.reject_short_coast(seats, needed, board.columns)
        return
    quota = section_quota(seats)
    for number, section in enumerate(play_area(board, seats).sections, 1):
        room, needed = len(section), seats * quota
        if number == 1:  # every player may place all but one of these houses outside the coast row
            room, needed = room - board.columns, seats * (quota - 1)
        if room < needed:
            yield texts.reject_small_section(number, needed, room, seats)


def _check_cards(cards: tuple[ActionCard, ...]) -> Iterator[str]:
    if not 1 <= len(cards) <= MAX_CARDS:
        yield texts.reject_number_of_cards(len(cards))
    for number, card in enumerate(cards[:MAX_CARDS], 1):
        if len(card) != ACTIONS:
            yield texts.reject_number_of_actions(number, len(card))
        else:
            yield from _check_actions(number, card)


def _check_actions(number: int, card: ActionCard) -> Iterator[str]:
    if not any(isinstance(action, Move) for action in card):
        yield texts.reject_card_without_move(number)
    for at, action in enumerate(card, 1):
        if isinstance(action, Move) and not 1 <= action.steps <= MAX_STEPS:
            yield texts.reject_steps(number, at, action.steps)
        if not 0 <= action.cost <= MAX_COST:
            yield texts.reject_cost(number, at, action.cost)


# Positions
def check_state(state: State) -> tuple[str, ...]:
    """Return a message about the first problem in a state, if any. Later checks rely on earlier ones."""
    return tuple(islice(_faults(state), 1))


def _faults(state: State) -> Iterator[str]:
    yield from chain(_check_piles(state), _check_houses(state), _check_hurricane(state), _check_players(state))
    if state.phase in ("hurricane", "houses"):
        yield from _check_set_up(state)
    elif state.trip is not None:
        yield from _check_trip(state, state.trip)


def _check_piles(state: State) -> Iterator[str]:
    cards, drawn = state.options.cards, () if state.card is None else (state.card,)
    if Counter((*state.pile, *state.discards, *drawn)) != Counter(range(1, len(cards) + 1)):
        yield texts.reject_card_places(len(cards))
    elif (state.card is None) != (state.phase in ("hurricane", "houses", "over")):
        yield texts.CARD_DRAWN
    elif (not state.plan) != (state.card is None or state.phase == "plan"):
        yield texts.PLAN_CHOSEN
    elif state.plan and state.card is not None and Choose(state.plan) not in choices(cards[state.card - 1]):
        yield texts.PLAN_OF_CARD
    elif (state.trip is None) != (state.phase != "build") or not _is_done_possible(state):
        yield texts.ONE_BY_ONE
    if state.run_out < 0 or state.run_out - (state.phase == "over") >= state.options.piles > 0:
        yield texts.reject_pile_count(state.options.piles)


def _is_done_possible(state: State) -> bool:
    return 0 <= state.done < len(state.plan) if state.phase == "build" else state.done == 0


def _check_houses(state: State) -> Iterator[str]:
    area, spaces = area_of(state), list(chain.from_iterable(state.houses))
    marked = state.two_family, state.insured, state.lapsing
    if len(set(spaces)) < len(spaces) or not set(spaces) <= set(chain.from_iterable(area.sections)):
        yield texts.HOUSES_ON_LAND
    elif any(own != tuple(sorted(own)) for own in (*state.houses, *marked)):
        yield texts.SOUTH_TO_NORTH
    elif not {*state.two_family, *state.insured} <= set(spaces) or not set(state.lapsing) <= set(state.insured):
        yield texts.HOUSE_IS_HOUSE
    elif any(len(set(own)) < len(own) for own in marked):
        yield texts.LISTED_TWICE
    elif any(len(own) + len(two_family_of(state, seat)) > HOUSES for seat, own in enumerate(state.houses)):
        yield texts.TWELVE_HOUSES
    elif any(sum(map(area.is_beach, own)) > MAX_BEACH_HOUSES[len(state.houses)] for own in state.houses):
        yield texts.COAST_TOO_FULL


def _check_hurricane(state: State) -> Iterator[str]:
    at = state.hurricane
    if at is not None and not area_of(state).is_on_board(at):
        yield texts.HURRICANE_ON_BOARD
    elif (at is None) != (state.phase == "hurricane" or state.ending == "northern-edge"):
        yield texts.HURRICANE_FIRST


def _check_players(state: State) -> Iterator[str]:
    seats = range(len(state.houses))
    alive = [seat for seat in seats if seat not in state.out]
    if len(state.coins) != len(seats) or min(state.coins) < 0 or not set(state.out) <= set(seats) or not alive:
        yield texts.PLAYER_LEFT
    elif len(set(state.out)) < len(state.out) or any(state.coins[seat] or state.houses[seat] for seat in state.out):
        yield texts.OUT_WITH_NOTHING
    elif (state.phase == "over") != (state.turn is None) or (len(alive) == 1 and state.phase != "over"):
        yield texts.OVER_WITHOUT_TURN
    elif state.ending != ending_of(state) or (state.ending is None) != (state.phase != "over"):
        yield texts.NOT_OVER_YET
    elif state.active not in alive or state.turn not in (None, *alive):
        yield texts.TAKES_PART
    else:
        yield from _check_turn(state)


def ending_of(state: State) -> Ending | None:
    """Return the reason for the game's end, as implied by the other fields, or None if they imply no ending."""
    if state.phase != "over":
        return None
    if state.hurricane is None:
        return "northern-edge"
    if is_one_left(state):
        return "last-player"
    is_pile_used_up = state.run_out == state.options.piles > 0 and not state.pile
    return "pile" if is_pile_used_up else None


def _check_turn(state: State) -> Iterator[str]:
    if (state.turn == state.active) == (state.phase == "insure") and state.phase not in ("houses", "over"):
        yield texts.ONLY_INSURANCE
    elif state.phase == "houses" and not _is_placing(state):
        yield texts.PLACED_IN_TURN
    elif state.phase == "renew" and len(legal(state)) < 2:
        yield texts.RENEWAL_POSSIBLE
    elif state.phase != "renew" and state.lapsing:
        yield texts.LAPSES_ONLY_THEN
    elif not set(state.lapsing) <= set(state.houses[state.active]):
        yield texts.OWN_LAPSES
    elif state.phase in ("insure", "build") and len(legal(state)) < 2:
        yield texts.HAS_CHOICE
    elif state.phase == "offer" and next_buyer(state, state.active) is None:
        yield texts.BUYER_EXISTS


def _is_placing(state: State) -> bool:
    """Return whether the number of each player's placed houses and the next player are both correct (WC-3)."""
    seats, placed = len(state.houses), sum(map(len, state.houses))
    order, (rounds, extra) = clockwise(seats, state.active), divmod(placed, seats)
    counts = [len(state.houses[seat]) for seat in order]
    expected = [rounds + (at < extra) for at in range(seats)]
    is_turn = placed < seats * HOUSES and state.turn == order[extra]
    return is_turn and counts == expected and len(legal(state)) > 0


def _check_set_up(state: State) -> Iterator[str]:
    """Yield messages for a state in which the hurricane or the houses are still being placed."""
    if state.phase == "hurricane" and any(state.houses):
        yield texts.HURRICANE_BEFORE_HOUSES
    elif state.phase == "houses" and state.hurricane not in area_of(state).start_spaces:
        yield texts.HURRICANE_IN_HARBOUR
    elif state.two_family or state.insured:
        yield texts.PLAIN_HOUSES
    elif state.out or state.coins != (COINS,) * len(state.houses):
        yield texts.COINS_UNTOUCHED
    elif state.discards or state.run_out:
        yield texts.PILE_UNTOUCHED
    else:
        yield from _check_sections(state)


def _check_sections(state: State) -> Iterator[str]:
    """Yield a message if a player can't place the rest of their houses."""
    seats = len(state.houses)
    quota = section_quota(seats)
    for own in state.houses:
        counts = count_by_section(state.options.board, seats, own)
        if max(counts) > quota:
            yield texts.reject_section_count(quota)
        elif counts[0] == quota and not area_of(state).is_beach(own[0]):
            yield texts.COAST_MISSED


def _check_trip(state: State, trip: Trip) -> Iterator[str]:
    """Yield messages unless the actions carried out lead to this state, in which a player is placing a house."""
    chosen = chosen_actions(state)
    carried_out = chosen[: state.done]
    moves = [action.cost for action in carried_out if isinstance(action, Move)]
    if isinstance(chosen[state.done], Move):
        yield texts.HOUSE_CHOSEN
    elif not sum(moves) <= trip.owed <= sum(action.cost for action in carried_out):
        yield texts.WRONG_DEBT
    elif not area_of(state).is_on_board(trip.start):
        yield texts.STARTED_ON_BOARD
    else:
        yield from _check_path(state, trip, chosen)


def _check_path(state: State, trip: Trip, chosen: tuple[Move | House, ...]) -> Iterator[str]:
    area, path = area_of(state), _path_so_far(state, trip.start, chosen)
    if path is None or (trip.start, *path)[-1] != state.hurricane:
        yield texts.WRONG_PLACE
        return
    hit = set(path).intersection(chain.from_iterable(state.houses))
    if not hit <= set(state.insured):
        yield texts.HOUSE_LEFT_STANDING
    elif trip.moved != bool(path) or (trip.calm and (hit or any(map(area.is_sea, path)))):
        yield texts.WRONG_TRIP


def _path_so_far(state: State, start: Space, chosen: tuple[Move | House, ...]) -> tuple[Space, ...] | None:
    """Return the spaces that the hurricane has entered so far, or None if the moves would take it off the board."""
    board, seats, at, path = state.options.board, len(state.houses), start, tuple[Space, ...]()
    last = last_move(chosen)
    for number, action in enumerate(chosen[: state.done]):
        if isinstance(action, Move):
            entered, leaves = route_of(board, seats, at, action.direction, action.steps)
            at = (at, *entered)[-1]
            if number == last and at in state.insured and not leaves:  # WC-9
                beyond, leaves = route_past_insured(area_of(state), at, action.direction, state.insured)
                entered, at = entered + beyond, (at, *beyond)[-1]
            if leaves:
                return None
            path += entered
    return path
