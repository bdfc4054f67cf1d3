"""Tips for players of Exit Stage Right in their first turns."""

from __future__ import annotations

from cardtable.engine.game import Tip
from cardtable.engine.games.exit_stage_right.model import CENTRE, COLUMNS, Shifted, State

GOAL = "Goal: win more Completes (off on the right) than you lose (off on the left)."
GOAL_SPOKEN = f"Goal: win more Completes (right of column {COLUMNS}) than you lose (left of column 1)."
EVERY_ONE_COUNTS = "Every Complete counts."
PLAY = "Each play moves the whole stage. Try to move more Completes right than left."
REFILL = "When centre cells are empty, you can refill them from the deck instead."
REFILL_SPOKEN = f"When cells of the centre, column {CENTRE + 1}, are empty, you can refill them instead."


def tips(state: State) -> tuple[Tip, ...]:
    """Return the tips for each player's first two turns: the goal, and the effect of a play."""
    until = (Shifted,)
    more = f" {EVERY_ONE_COUNTS}" if len(state.hands) == 1 else ""
    return (
        Tip(f"{GOAL}{more}", until, 2, is_goal=True, spoken=f"{GOAL_SPOKEN}{more}"),
        Tip(PLAY, until, 2),
        Tip(REFILL, until, 2, spoken=REFILL_SPOKEN),
    )
