"""Tips for players of Tradewinds in their first turns."""

from __future__ import annotations

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.game import Tip
from cardtable.engine.games.tradewinds.model import Blew, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.texts import GOAL, SEAT_NAMES


def tips(state: State) -> tuple[Tip, ...]:
    """Return the tips: the goal, and the effect of playing a Complete."""
    goal = Tip(GOAL, (Blew,), is_goal=True)
    if state.turn is None:
        return (goal,)
    across = opposite(state.turn)
    you, they = SEAT_NAMES[state.turn], SEAT_NAMES[across]
    mask = scoring_mask(state.covering, state.sides[across])
    scoring = [each for each in CHARACTERISTICS if each.mask & mask]
    points = "-1 each"
    if scoring:
        points = f"+1 for {' '.join(each.letter for each in scoring)}, the letters of its True cards, -1 for others"
    move = "Singles that match the card you play move one pile"
    collect = "Singles that leave the grid go to"
    return (  # plain mode says on every turn where the player blows, and what scores there
        goal,
        Tip(f"{you} blows {they.lower()}: top {move}.", (Blew,), spoken=f"Top {move} in your direction."),
        Tip(
            f"{collect} {they}: {points}.",
            (Blew,),
            spoken=f"{collect} the player opposite: each that scores there counts 1, any other minus 1.",
        ),
    )
