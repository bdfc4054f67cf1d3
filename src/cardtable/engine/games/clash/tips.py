"""Tips for players of Clash in their first turns."""

from __future__ import annotations

from cardtable.engine.game import Tip
from cardtable.engine.games.clash.model import COMPLETE_PILE, Drew, Passed, Played, State

GOAL = "Goal: play all your cards first. Each card the other player has left is a point."
GOAL_OF_SINGLE_ROUND = "Goal: be the first to play all your cards."
OPENING = "Chards go on the three piles of their categories, Completes on the fourth."
FIT = "Completes need two characteristics of the top one; Chards, one new to the pile."
FIT_IN_FULL = (
    "A Complete fits if it shares two characteristics with the Complete on top, or if the three Chards on top make it; "
    "a Chard fits if it matches the Complete on top and isn't already on top of its pile."
)
TURN = "Play all that fits, one after another, then any Chard last; draw back to seven."


def tips(state: State) -> tuple[Tip, ...]:
    """Return the tips: the goal for each player's first two turns, how to open, and the rule for the first turn."""
    ends = (Drew, Passed)
    goal = Tip(GOAL_OF_SINGLE_ROUND if state.options.is_single_round else GOAL, ends, 2, is_goal=True)
    if not state.piles[COMPLETE_PILE]:
        return goal, Tip(OPENING, (Played,))
    has_opened = state.round == 1 and state.turn == state.dealer  # the opening drew a card, too
    times = 1 + has_opened
    return goal, Tip(FIT, ends, times, spoken=FIT_IN_FULL), Tip(TURN, ends, times)
