"""Tips for players in their first turns: the goal and the possible actions."""

from __future__ import annotations

from cardtable.engine.game import Seat, Tip
from cardtable.table.seen import Seen


def first_tips(seen: Seen) -> tuple[Tip, ...]:
    """Return the viewer's tips for the first turns, with the goal first. After these turns, there are no tips.

    If it isn't the viewer's turn, as in the public view, the goal is the only tip.
    """
    seat = seen.turn if seen.viewer is None else seen.viewer
    if seen.turn is None or seat is None:
        return ()
    has_turn = seen.turn == seen.viewer
    tips = (tip for tip in seen.game.tips(seen.state) if tip.is_goal or has_turn)
    return tuple(tip for tip in tips if _is_needed(seen, seat, tip))


def goal_of(seen: Seen) -> str:
    """Return a sentence about the goal, or "" for a game without one."""
    return next((tip.text for tip in seen.game.tips(seen.state) if tip.is_goal), "")


def _is_needed(seen: Seen, seat: Seat, tip: Tip) -> bool:
    left = tip.times
    for event in (event for step in seen.log[1:] for event in step):
        left -= event.seat == seat and isinstance(event, tip.until)
        if not left:
            return False
    return True
