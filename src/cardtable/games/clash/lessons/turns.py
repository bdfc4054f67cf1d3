"""A search for the longest turn in Clash. The search tries every order of the cards in the hand."""

from __future__ import annotations

from cardtable.engine.games.clash.model import Action, EndTurn, Hand, PlayLast, State, cards_of
from cardtable.engine.games.clash.rules import advance, legal

Plays = tuple[Action, ...]
"""The plays of one turn, in order."""
_Cache = dict[tuple[Hand, tuple[object, ...]], Plays]


def count_cards(line: Plays) -> int:
    """Return the number of cards that these plays use."""
    return sum(len(cards_of(action)) for action in line)


def longest_turn(state: State) -> Plays:
    """Return the sequence of plays that uses the most cards this turn. If several use as many, return the first.

    A sequence ends when the player draws new cards, because they can't be known in advance.
    """
    return _longest(state, {})


def turn_with(state: State, action: Action) -> int:
    """Return the maximum number of cards that can be played this turn if this action comes first."""
    after = advance(state, action, None)
    return count_cards((action,)) + (count_cards(longest_turn(after)) if goes_on(state, after) else 0)


def goes_on(before: State, after: State) -> bool:
    """Return whether the turn continues and the player has drawn no new cards."""
    return (after.round, after.turn, after.draw_piles) == (before.round, before.turn, before.draw_piles)


def _longest(state: State, cache: _Cache) -> Plays:
    assert state.turn is not None, "the round isn't over"
    hand, top = state.hands[state.turn], tuple([pile[0] if pile else None for pile in state.piles])
    if (hand, top) not in cache:
        cache[hand, top] = _best_line(state, cache)
    return cache[hand, top]


def _best_line(state: State, cache: _Cache) -> Plays:
    assert state.turn is not None, "the round isn't over"
    best: Plays = ()
    for action in legal(state):
        if isinstance(action, EndTurn):
            continue
        line: Plays = (action,)
        if not isinstance(action, PlayLast):
            after = advance(state, action, None)
            if goes_on(state, after):
                line += _longest(after, cache)
        if count_cards(line) > count_cards(best):
            best = line
        if count_cards(best) == len(state.hands[state.turn]):
            break
    return best
