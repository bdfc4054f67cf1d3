"""The ways in which a player of Clash can end a turn with the cards in the hand."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Action, State, cards_left, cards_of


class _End(NamedTuple):
    """The table at the end of a turn, or when the player draws new cards."""

    left: int
    """The number of cards that the player has left."""
    table: tuple[Any, ...]


def covers(state: State, one: Action, other: Action) -> bool:
    """Return whether every longest way to play the turn after the first action is still possible after the second.

    The order of the plays makes no difference if the same cards end on the same piles, in the same order on each pile.
    """
    known = dict[Any, frozenset[_End]]()
    first, second = (_longest(_ends(state, action, known)) for action in (one, other))
    return first <= second


def _longest(ends: frozenset[_End]) -> frozenset[_End]:
    fewest = min(end.left for end in ends)
    return frozenset(end for end in ends if end.left == fewest)


def _ends(state: State, action: Action, known: dict[Any, frozenset[_End]]) -> frozenset[_End]:
    seat, after = state.turn or 0, GAME.advance(state, action, None)
    if after.turn != seat or after.round != state.round or after.draw_piles[seat] != state.draw_piles[seat]:
        left = cards_left(state)[seat] - len(cards_of(action))
        return frozenset([_End(left, (after.turn, after.round, after.scores, after.piles, after.hands[seat]))])
    place = after.hands[seat], after.piles
    if place not in known:
        known[place] = frozenset().union(*(_ends(after, each, known) for each in GAME.legal(after)))
    return known[place]
