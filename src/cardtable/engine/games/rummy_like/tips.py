"""Tips for players of Rummy-like in their first turns."""

from __future__ import annotations

from cardtable.engine.game import Tip
from cardtable.engine.games.rummy_like.model import Discarded, Led, Played, ReturnedToHand, Sent, State

GOAL = "Goal: sets of four Chards of a kind. A set scores 1 for each of your TriCards that shows it."
LEAD = "Lead a TriCard: each player then plays a Chard of one of its three kinds."
PICK_UP = "When all have played, you pick up all the Chards, yours too, and send two on."
GO_ROUND = "When all have played, the leader picks up the Chards and sends two on, and the next player sends one on."
CARDS = "A Chard has one characteristic, a TriCard three."
SEND = "Keep the Chards that bring you closer to a set, and send others."

BLOCK = "While you keep one Chard of a kind, nobody else can have all four."


def tips(state: State) -> tuple[Tip, ...]:
    """Return the tips: the goal for each player's first two tricks, and what to do in this part of a trick."""
    played = (Played, Discarded)
    goal = Tip(GOAL, played, 2, is_goal=True)
    match state.phase:
        case "lead":
            return goal, Tip(LEAD, (Led,)), Tip(PICK_UP, (Sent, ReturnedToHand)), Tip(CARDS, played)
        case "play":
            return goal, Tip(PICK_UP if state.turn == state.leader else GO_ROUND, played), Tip(CARDS, played)
        case "send":
            return goal, Tip(SEND, (Sent,)), Tip(BLOCK, (Sent,), 2)
    return (goal,)
