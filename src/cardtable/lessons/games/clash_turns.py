"""The longest turn that a hand of Clash is good for: every order of its cards is tried."""

from __future__ import annotations

from cardtable.engine.games.clash.model import Action, EndTurn, Hand, PlayLast, State, cards_of
from cardtable.engine.games.clash.rules import advance, legal

Line = tuple[Action, ...]
"""Plays of one turn, one after the other."""
_Known = dict[tuple[Hand, tuple[object, ...]], Line]


def cards_laid(line: Line) -> int:
    """By all plays of a line."""
    return sum(len(cards_of(action)) for action in line)


def longest_turn(state: State) -> Line:
    """The plays that lay the most cards of the hand on turn; the first such line where there are several.

    It ends where new cards are drawn: they are not known before.
    """
    return _longest(state, {})


def turn_with(state: State, action: Action) -> int:
    """Cards that a turn can lay that begins, or goes on, with this action."""
    after = advance(state, action, None)
    return cards_laid((action,)) + (cards_laid(longest_turn(after)) if goes_on(state, after) else 0)


def goes_on(before: State, after: State) -> bool:
    """Whether the same turn goes on, and with no new cards in hand."""
    return (after.round, after.turn, after.draw_piles) == (before.round, before.turn, before.draw_piles)


def _longest(state: State, known: _Known) -> Line:
    assert state.turn is not None, "somebody is on turn"
    hand, showing = state.hands[state.turn], tuple([pile[0] if pile else None for pile in state.piles])
    if (hand, showing) not in known:
        known[hand, showing] = _best_line(state, known)
    return known[hand, showing]


def _best_line(state: State, known: _Known) -> Line:
    assert state.turn is not None, "somebody is on turn"
    best: Line = ()
    for action in legal(state):
        if isinstance(action, EndTurn):
            continue
        line: Line = (action,)
        if not isinstance(action, PlayLast):
            after = advance(state, action, None)
            if goes_on(state, after):
                line += _longest(after, known)
        if cards_laid(line) > cards_laid(best):
            best = line
        if cards_laid(best) == len(state.hands[state.turn]):
            break
    return best
