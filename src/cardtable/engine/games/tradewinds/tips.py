"""What players of Tradewinds are told in their first turns."""

from __future__ import annotations

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.game import Tip
from cardtable.engine.games.tradewinds.model import Blew, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import GOAL, SEAT_NAMES


def tips(state: State) -> tuple[Tip, ...]:
    """Return the goal, and what the Complete that is played does."""
    goal = Tip(GOAL, (Blew,), is_goal=True)
    if state.turn is None:
        return (goal,)
    across = opposite(state.turn)
    you, they = SEAT_NAMES[state.turn], SEAT_NAMES[across]
    scoring = scoring_mask(state.covering, state.sides[across])
    letters = " ".join(each.letter for each in CHARACTERISTICS if each.mask & scoring)
    points = f"+1 for {letters}, the letters of its True cards, -1 for others" if letters else "-1 each"
    blow = f"{you} blows {they.lower()}: top Singles that match the card you play move one pile."
    collect = f"Singles that leave the grid go to {they}: {points}."
    return goal, Tip(blow, (Blew,)), Tip(collect, (Blew,))
