"""Tips for players of Wind City in their first turns."""

from __future__ import annotations

from cardtable.engine.game import Tip
from cardtable.engine.games.wind_city.model import Declined, Insured, Offered, Showed, State

GOAL = "Goal: most points. A house scores 10; on the coast or with two families, 20."
TIES = "Coins only break ties."
COSTS = "A stop on a weather station earns 5, a turn over empty land 3."
STEER = "The hurricane destroys houses on its way. Steer it past yours, and through the others'."
OFFER = "If others insure, you get 3 for each house, or 6 for one that scores 20."
SHADED = "Some cards can take the hurricane to shaded land; at least half can take it to darker land."
SPOKEN = "For each house, you hear how many of the cards can take the hurricane there."


def tips(state: State) -> tuple[Tip, ...]:
    """Return the tips for each player's first two turns: the goal, and the costs and earnings of a turn."""
    goal = Tip(GOAL, (Showed,), 2, is_goal=True)
    if state.phase == "plan":
        return Tip(COSTS, (Showed,), 2), goal, Tip(STEER, (Showed,), 2), Tip(TIES, (Showed,), 2)
    if state.phase == "insure":
        return goal, Tip(SHADED, (Insured, Declined), 2, spoken=SPOKEN)
    return (goal, Tip(OFFER, (Offered,))) if state.phase == "offer" else (goal,)
