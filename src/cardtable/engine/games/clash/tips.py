"""Tips for players of Clash in their first turns."""

from __future__ import annotations

from cardtable.engine.game import Tip
from cardtable.engine.games.clash.model import COMPLETE_PILE, Drew, Passed, Played, State
from cardtable.engine.games.clash.rules import is_matched

GOAL = "Goal: play all your cards first. Each card the other player has left is a point."
GOAL_OF_SINGLE_ROUND = "Goal: be the first to play all your cards."
OPENING = "Chards go on the three piles of their categories, Completes on the fourth."
TURN = (
    "Play as many cards as fit, one after another. Any Chard can go 'last' and end your turn. You draw back to seven."
)
FIT = "To fit, a Complete needs two characteristics of the top one, a Chard one that its pile doesn't show."
FIT_IN_FULL = (
    "A Complete fits if it shares exactly two characteristics with the Complete on top, or if the three Chards on top "
    "make it. A Chard fits if the Complete on top has it and its pile doesn't show it already."
)
MATCHED = "The three Chards make the top Complete, so now any Complete fits, or one Chard of each category together."


def tips(state: State) -> tuple[Tip, ...]:
    """Return the goal, and how to open or how a turn goes, for each player's first two turns."""
    ends = (Drew, Passed)
    goal = Tip(GOAL if state.options.target else GOAL_OF_SINGLE_ROUND, ends, 2, is_goal=True)
    if not state.piles[COMPLETE_PILE]:
        return goal, Tip(OPENING, (Played,))
    fits = MATCHED if is_matched(state) else FIT  # in plain mode, the table itself says that all piles match
    return goal, Tip(TURN, ends, 2), Tip(fits, ends, 2, spoken=FIT_IN_FULL)
