"""The layouts of the Tradewinds board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.tui.drawing.canvas import Box, is_vast
from cardtable.tui.drawing.faces import Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    left: int
    """The first column of the grid."""
    top: int = 2
    """The first row of the grid."""
    pitch: int
    """The distance between the left edges of two piles."""
    down: int
    """The distance between the top edges of two piles."""
    east: int
    """The first column of the east wind, right of the grid, or 0 if all winds are on one line above the grid."""
    panel: int
    """The first column of the panel, or 0 if there is no panel."""
    figures: Size | None = None
    """The size of the covering Completes with their T/F cards. The size is None if a table replaces the cards."""
    wants: int = 1
    """The first row of the T/F cards and of what scores. They replace the score, or are below the hand."""
    collected: int = 1
    """The first row of the collected Singles: in place of the score, or below the T/F cards."""
    preview: int = 0
    """The first row of the text about the choice's effect. The row is 0 if only the grid shows the effect."""
    log: Box
    """The box of the log. If the box has no rows, the status lines show the last turns when they have room."""
    hand: Size
    hand_left: int
    hand_top: int
    hand_pitch: int
    hand_columns: int = 6
    """The number of cards in each row of the hand."""
    nets: tuple[int, int] | None = None
    """The first column and row of the list of each card's score, or None if the scores are below the cards."""

    @property
    def is_roomy(self) -> bool:
        """Whether the gaps between the piles show where Singles fly, and the panel shows the score in large digits."""
        return self.card in (Size.GIANT, Size.HUGE, Size.WIDE, Size.PILE)

    @property
    def is_open(self) -> bool:
        """Whether everything is shown at the same time."""
        return self.wants > 1

    @property
    def right(self) -> int:
        """The first column to the right of the grid."""
        return self.x(2) + self.card.width

    @property
    def bottom(self) -> int:
        """The first row below the grid."""
        return self.y(2) + self.card.height

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: float) -> int:
        return round(self.top + self.down * row)

    def hand_card(self, at: int) -> tuple[int, int]:
        """Return the column and row of a card in the hand."""
        row, column = divmod(at, self.hand_columns)
        gap = 1 + (self.hand is Size.HUGE)
        return self.hand_left + column * self.hand_pitch, self.hand_top + row * (self.hand.height + gap)

    def net(self, at: int) -> tuple[int, int]:
        """Return the column and row for the score of this card in the hand."""
        if self.nets:
            return self.nets[0] + at // 3 * (17 if self.figures else 12), self.nets[1] + at % 3
        x, y = self.hand_card(at)
        return x, y + self.hand.height


def layout_for(width: int, height: int) -> Layout:
    """Return the largest layout that fits. `height` doesn't include the status lines."""
    if is_vast(width, height):
        return Layout(
            card=Size.GIANT, left=13, top=4, pitch=20, down=12, east=72, panel=85, figures=Size.LARGE,
            wants=28, collected=39, log=Box(131, 10, width - 131, height - 10),
            hand=Size.HUGE, hand_left=85, hand_top=10, hand_pitch=15, hand_columns=3,
        )  # fmt: skip
    if width >= 120 and height >= 37:
        return Layout(
            card=Size.HUGE, left=13, pitch=17, down=9, east=64, panel=76, figures=Size.MEDIUM,
            log=Box(76, 28, width - 76, height - 28),
            hand=Size.HUGE, hand_left=76, hand_top=10, hand_pitch=15, hand_columns=3,
        )  # fmt: skip
    if width >= 110 and height >= 26:
        return Layout(
            card=Size.WIDE, left=12, pitch=14, down=8, east=54, panel=66, log=Box(66, 22, width - 66, height - 22),
            hand=Size.LARGE, hand_left=66, hand_top=9, hand_pitch=10, hand_columns=3,
        )  # fmt: skip
    if width >= 80 and height >= 21:
        return Layout(
            card=Size.PILE, left=11, pitch=10, down=6, east=41, panel=51, log=Box(51, 21, width - 51, 0),
            hand=Size.LARGE, hand_left=51, hand_top=9, hand_pitch=10, hand_columns=3,
        )  # fmt: skip
    if width >= 80 and height >= 15:
        return Layout(
            card=Size.MEDIUM, left=7, pitch=9, down=3, east=34, panel=41, figures=Size.MEDIUM,
            log=Box(0, 15, width, min(1, height - 15)),
            hand=Size.MEDIUM, hand_left=8, hand_top=12, hand_pitch=6, nets=(46, 12),
        )  # fmt: skip
    if width >= 60 and height >= 17:
        return Layout(
            card=Size.MEDIUM, left=8, pitch=9, down=3, east=36, panel=45, preview=12, log=Box(0, 13, width, 1),
            hand=Size.MEDIUM, hand_left=6, hand_top=14, hand_pitch=5, nets=(37, 14),
        )  # fmt: skip
    if height >= 14:
        return Layout(
            card=Size.MEDIUM, left=7, pitch=12, down=3, east=0, panel=0, log=Box(0, 14, width, min(2, height - 14)),
            hand=Size.TINY, hand_left=0, hand_top=12, hand_pitch=6,
        )  # fmt: skip
    return Layout(
        card=Size.TINY, left=0, top=3, pitch=13, down=1, east=0, panel=0, log=Box(0, 8, width, 1),
        hand=Size.TINY, hand_left=0, hand_top=6, hand_pitch=6,
    )  # fmt: skip
