"""The rest of a game, which the table can play for a player who can win nothing more without a refill."""

from __future__ import annotations

from functools import lru_cache

from cardtable.engine.games.exit_stage_right import texts
from cardtable.engine.games.exit_stage_right.model import Action, Refill, State
from cardtable.engine.games.exit_stage_right.rules import (
    advance,
    legal,
    legal_refills,
    must_refill,
    standing,
    wins_without_refill,
)
from cardtable.engine.phrases import capitalized, counted

MAX_SINGLES = 3
"""The largest number of Singles for which every way to play them is tried. Three have at most 384 ways."""


def plan_rest(state: State) -> tuple[Action, ...]:
    """Return the actions with which the rest of the game begins. Then each player plays the first legal action."""
    return _last_singles(state) or ()


def explain_rest(state: State) -> str:
    """Return a sentence about a win without another refill, or "" if there is none or it might not be best."""
    by = len(state.won) - len(state.lost)
    stop = f"{capitalized(texts.STOP_HERE)}: win by {by}."
    if wins_without_refill(state) and legal_refills(state):
        deck = counted(len(state.complete_deck), "Complete")
        return f"{stop} Then nothing moves any more, and the deck keeps {deck}."
    if by > 0 and _last_singles(state) is not None:
        left = len(state.hands[0])
        singles = "last Single" if left == 1 else f"last {left} Singles"
        return f"{stop} Without a refill, your {singles} can win nothing more."
    return ""


@lru_cache(maxsize=8)
def _last_singles(state: State) -> tuple[Action, ...] | None:
    """Return a way to play the last Singles that keeps the margin, or None if the margin could grow or must shrink.

    Only a player who plays alone and sees all the Singles that are left can stop refilling like this.
    """
    if len(state.hands) > 1 or state.draw_deck or not 0 < len(state.hands[0]) <= MAX_SINGLES or must_refill(state):
        return None
    margin, actions = _best_singles(state)
    return actions if margin == standing(state)[0] else None


def _best_singles(state: State) -> tuple[int, tuple[Action, ...]]:
    """Return the largest margin without voluntary refills, and the actions that lead to it."""
    singles = [action for action in legal(state) if not isinstance(action, Refill)]
    # If an empty stage must be refilled, no new Complete can leave it with the one or two Singles that are left then.
    if not singles:
        return standing(state)[0], ()
    found = [(action, *_best_singles(advance(state, action, None))) for action in singles]
    best, margin, later = max(found, key=lambda each: each[1])
    return margin, (best, *later)
