"""The end of a round: the cards that each player has left, the points, and how near each player is to the target."""

from __future__ import annotations

from cardtable.engine.games.clash.model import RoundEnded, State
from cardtable.engine.phrases import counted
from cardtable.table.session import Seen
from cardtable.tui.canvas import Box, Canvas, cut, wrap
from cardtable.tui.panels import paint_score

FEWEST_ROWS = 14
"""The smallest table on which the result fits."""


def paint_scoring(canvas: Canvas, seen: Seen, event: RoundEnded) -> None:
    """Paint the result of a round."""
    state: State = seen.state
    target = state.options.target
    canvas.title_bar(f"Clash  end of round {state.round - 1}", f"first to {target}" if target else "")
    canvas.block(1, 2, wrap(seen.describe(event), canvas.width - 2, 2), "strong")
    points = abs(event.left[0] - event.left[1])
    for seat, name in enumerate(seen.names):
        y = 5 + 3 * seat
        left = counted(event.left[seat], "card")
        canvas.put(1, y, cut(f"{name}: {left} left", canvas.width - 2))
        gain = points if seat == event.winner else 0
        paint_score(canvas, Box(1, y + 1, canvas.width - 2, 1), gain, event.scores[seat], target)
    canvas.put(1, 12, cut(f"Next: round {state.round}. {seen.names[state.dealer]} deals.", canvas.width - 2))
