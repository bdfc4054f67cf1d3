"""The layouts of the Clash board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.games.clash.model import COMPLETE_PILE
from cardtable.tui.drawing.canvas import Box, is_vast
from cardtable.tui.drawing.faces import Size


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    hand: Size
    left: int
    """The first column of the piles and of the hand."""
    pitch: int
    """The distance between the left edges of two piles."""
    top: int
    """The first row of the piles, below their names."""
    panel: int
    """The first column of the actions beside the piles or, in the largest layout, of the log. 0 if neither is there."""
    own: int
    """The row of the viewer's card counts, above the hand."""
    hand_pitch: int
    back: Size | None
    """The size of the cards in hands that the viewer can't see, or None if only their number is shown."""
    log: int
    """The first row of the log. In the compact layout, this row also says whether all piles match."""

    def pile_x(self, pile: int) -> int:
        """Return the first column of a pile. A small gap separates the Complete pile from the other piles."""
        return self.left + self.pitch * pile + (pile == COMPLETE_PILE) * (self.pitch // 4)

    @property
    def below_piles(self) -> int:
        """The row below the piles, which shows the cards that the choice would put on them."""
        return self.top + self.card.height

    @property
    def counts_x(self) -> int:
        """The first column of the players' card counts, after their names."""
        return {Size.TINY: 15, Size.MEDIUM: 24}.get(self.hand, 28)

    @property
    def hand_top(self) -> int:
        return self.own + 1

    @property
    def public(self) -> int:
        """The first row of the recap in the public view."""
        return self.hand_top + (self.back.height + 1 if self.back else 0)

    @property
    def has_log_beside(self) -> bool:
        """Whether the log is beside the piles because the list of actions fits below the hand."""
        return self.back is not None and self.log < self.own

    def choices_box(self, width: int) -> Box:
        """Return the box of the action list: beside the piles or, if the log is beside them, below the hand."""
        rows = self.own - self.top + 1
        x, y = (self.left, self.below + 2) if self.has_log_beside else (self.panel, self.top - 1)
        return Box(x, y, width - self.panel, rows)

    def log_box(self, width: int, height: int) -> Box:
        """Return the box of the log. The log is beside the piles if there is room, and otherwise below the hand."""
        if self.has_log_beside:
            return Box(self.panel, self.log, width - self.panel, self.own - self.log - 1)
        return Box(0, self.log, width, height - self.log if self.log > self.own else 1)

    @property
    def below(self) -> int:
        return self.hand_top + self.hand.height


def layout_for(width: int, height: int) -> Layout:
    """Return the largest layout that fits. `height` doesn't include the status lines."""
    if is_vast(width, height):
        return Layout(Size.GIANT, Size.GIANT, 2, 20, 10, 92, 21, 18, Size.LARGE, 2)
    if width >= 120 and height >= 30:
        return Layout(Size.HUGE, Size.HUGE, 2, 16, 8, 72, 17, 14, Size.MEDIUM, 2 if height >= 37 else 27)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.LARGE, 2, 9, 3, 44, 10, 8, None, 18)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.MEDIUM, 1, 7, 3, 33, 8, 6, None, 14)
    return Layout(Size.SMALL, Size.TINY, 0, 9, 3, 0, 5, 3, None, 8 if height > 8 else 4)
