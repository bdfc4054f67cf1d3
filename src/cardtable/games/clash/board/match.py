"""The line that tells players that all four piles match. That is when the most plays are allowed."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.games.clash.model import HandCard, State
from cardtable.engine.games.clash.outlook import would_match
from cardtable.engine.games.clash.rules import is_matched
from cardtable.engine.games.clash.words import GIVES_FREE_PLAY
from cardtable.games.clash.board.layout import Layout
from cardtable.tui.drawing.canvas import Canvas, cut, longest_that_fits
from cardtable.tui.drawing.faces import Size

MATCHED = (
    "All four piles match: play any Complete, or one Chard of each category",
    "All match: any Complete, or one Chard of each category",
    "All match: any Complete, or one of each",
    "All match: Complete or 3 Chards",
)
"""Sentences about the plays allowed when all four piles match, from the longest to the shortest."""


WOULD_MATCH = "All four piles would match."


def paint_match(
    canvas: Canvas, layout: Layout, state: State, played: Sequence[HandCard], *, gives_free_play: bool
) -> bool:
    """Show that all four piles match now, or would match after this play. Return whether anything was shown.

    `gives_free_play` says whether this play would end the turn, so that the opponent gets the free play.
    """
    y = layout.below_piles + (layout.hand is not Size.TINY)
    width = (layout.panel - 1 if layout.panel else canvas.width) - layout.left
    if played and would_match(state, played):
        canvas.put(layout.left, y, cut(GIVES_FREE_PLAY if gives_free_play else WOULD_MATCH, width), "strong")
    elif is_matched(state):
        text = longest_that_fits(MATCHED, width)
        canvas.put(layout.left, y, cut(text, width), "strong" if played else "cursor")
    else:
        return False
    return True
