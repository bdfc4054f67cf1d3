"""Where the hurricane can go in one turn, for warnings."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import Board, Direction, Space, play_area, row_of
from cardtable.engine.games.wind_city.cards import MAX_CHOSEN, Card, Move
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.games.wind_city.storm import Route, route_of, route_past_insured


class Reach(NamedTuple):
    """The possible ways of the hurricane in one turn."""

    spaces: frozenset[Space]
    """The spaces that it can enter."""
    can_leave: bool
    """Whether it can leave the board, which ends the game."""


def reach(state: State) -> Reach:
    """Return the possible ways of the hurricane with every card that hasn't been discarded."""
    assert state.hurricane is not None, "the hurricane is on the board"
    cards = tuple(card for number, card in enumerate(state.options.cards, 1) if number not in state.discards)
    return _reach(state.options.board, len(state.houses), cards, state.hurricane, state.insured)


@lru_cache(maxsize=64)
def _reach(board: Board, seats: int, cards: tuple[Card, ...], start: Space, insured: tuple[Space, ...]) -> Reach:
    entered, can_leave = set[Space](), False
    waiting = [(start, tuple(action for action in card if isinstance(action, Move)), 0) for card in cards]
    while waiting:
        at, moves, made = waiting.pop()
        for number, move in enumerate(moves):
            path, leaves = route_of(board, seats, at, move.direction, move.steps)
            end = path[-1] if path else at
            past = _past(board, seats, end, move.direction, insured)
            entered.update(path, past.path)
            can_leave = can_leave or leaves or past.leaves
            if not leaves and made + 1 < MAX_CHOSEN:
                waiting.append((end, moves[:number] + moves[number + 1 :], made + 1))
    return Reach(frozenset(entered), can_leave)


def _past(board: Board, seats: int, at: Space, direction: Direction, insured: tuple[Space, ...]) -> Route:
    """Return where the hurricane goes on if it would stop on an insured house (WC-9)."""
    if at not in insured:
        return Route((), leaves=False)
    return route_past_insured(play_area(board, seats), at, direction, insured)


def steps_to_end(state: State) -> int:
    """Return how many steps to the north take the hurricane off the board, or 0 while it can't move."""
    if state.hurricane is None or state.phase in ("houses", "over"):
        return 0
    return area_of(state).rows - row_of(state.hurricane)
