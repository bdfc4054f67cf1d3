"""What players of Tradewinds are told in their first turns."""

from __future__ import annotations

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.game import Tip
from cardtable.engine.games.tradewinds.model import Blew, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import GOAL, SEAT_NAMES
from cardtable.engine.phrases import join_words


def tips(state: State) -> tuple[Tip, ...]:
    """Return the goal, and what the Complete that is played does."""
    goal = Tip(GOAL, (Blew,), is_goal=True)
    if state.turn is None:
        return (goal,)
    across = opposite(state.turn)
    you, they = SEAT_NAMES[state.turn], SEAT_NAMES[across]
    mask = scoring_mask(state.covering, state.sides[across])
    scoring = [each for each in CHARACTERISTICS if each.mask & mask]
    points, spoken = "-1 each", "each deducts 1"
    if scoring:
        points = f"+1 for {' '.join(each.letter for each in scoring)}, the letters of its True cards, -1 for others"
        spoken = f"{join_words(each.name for each in scoring)} score 1 there, others deduct 1"
    blows = f"{they.lower()}: top Singles that match the card you play move one pile."
    collect = "Singles that leave the grid go to"
    return (  # in plain mode without the names of the seats, as no board shows which player has which seat
        goal,
        Tip(f"{you} blows {blows}", (Blew,), spoken=f"You blow {blows}"),
        Tip(
            f"{collect} {they}: {points}.",
            (Blew,),
            spoken=f"{collect} the player opposite, in the {they.lower()}: {spoken}.",
        ),
    )
