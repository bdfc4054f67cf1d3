"""The layouts of the Tradewinds board."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.tui.faces import Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The positions of everything on the board, in columns and rows of the screen."""

    card: Size
    left: int
    """The first column of the grid."""
    top: int
    """The first row of the grid."""
    pitch: int
    """The distance between the left edges of two piles."""
    down: int
    """The distance between the top edges of two piles."""
    east: int
    """The first column of the east wind, to the right of the grid, or 0 if all winds are on one line."""
    panel: int
    """The first column of the panel, or 0 if there is no panel."""
    covering: int
    """The first row of the covering Completes."""
    figures: Size | None
    """The size of the covering Completes with their T/F cards, or None to show a table instead."""
    preview: int
    """The first row of the text about the choice's effect, or 0 to show the effect only on the grid."""
    log: int
    log_end: int
    """The row after the log."""
    hand: Size
    hand_left: int
    hand_top: int
    hand_pitch: int
    nets: tuple[int, int] | None = None
    """The first column and row of the list of each card's score, or None to show the scores below the cards."""

    @property
    def has_log_in_panel(self) -> bool:
        """True if the panel has room for the log below what scores."""
        return self.panel > 0 and self.log < self.hand_top and self.figures is not None

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: float) -> int:
        return round(self.top + self.down * row)

    def hand_card(self, at: int) -> tuple[int, int]:
        """Return the column and row of a card in the hand."""
        return self.hand_left + at * self.hand_pitch, self.hand_top

    def net(self, at: int) -> tuple[int, int]:
        """Return the column and row for the score of this card in the hand."""
        if self.nets:
            return self.nets[0] + at // 3 * (17 if self.figures else 12), self.nets[1] + at % 3
        x, y = self.hand_card(at)
        return x, y + self.hand.height


def layout_for(width: int, height: int) -> Layout:
    """Return the largest layout that fits; `height` doesn't include the status lines."""
    if width >= 120 and height >= 37:
        return Layout(
            card=Size.HUGE, left=9, top=2, pitch=14, down=8, east=52, panel=64, covering=1, figures=Size.LARGE,
            preview=15, log=24, log_end=37,
            hand=Size.LARGE, hand_left=2, hand_top=28, hand_pitch=10,
        )  # fmt: skip
    if width >= 120 and height >= 30:
        return Layout(
            card=Size.HUGE, left=9, top=2, pitch=14, down=8, east=52, panel=64, covering=1, figures=Size.MEDIUM,
            preview=12, log=14, log_end=27,
            hand=Size.MEDIUM, hand_left=9, hand_top=27, hand_pitch=6, nets=(46, 27),
        )  # fmt: skip
    if width >= 80 and height >= 21:
        return Layout(
            card=Size.LARGE, left=8, top=2, pitch=8, down=5, east=33, panel=41, covering=1, figures=Size.MEDIUM,
            preview=12, log=14, log_end=18,
            hand=Size.MEDIUM, hand_left=8, hand_top=18, hand_pitch=6, nets=(46, 18),
        )  # fmt: skip
    if width >= 80 and height >= 15:
        return Layout(
            card=Size.MEDIUM, left=7, top=2, pitch=9, down=3, east=34, panel=41, covering=1, figures=Size.MEDIUM,
            preview=0, log=15, log_end=16,
            hand=Size.MEDIUM, hand_left=8, hand_top=12, hand_pitch=6, nets=(46, 12),
        )  # fmt: skip
    if width >= 60 and height >= 17:
        return Layout(
            card=Size.MEDIUM, left=8, top=2, pitch=9, down=3, east=36, panel=45, covering=1, figures=None,
            preview=12, log=13, log_end=14,
            hand=Size.MEDIUM, hand_left=6, hand_top=14, hand_pitch=5, nets=(37, 14),
        )  # fmt: skip
    return Layout(
        card=Size.TINY, left=0, top=3, pitch=13, down=1, east=0, panel=0, covering=2, figures=None,
        preview=0, log=8, log_end=9,
        hand=Size.TINY, hand_left=0, hand_top=6, hand_pitch=6,
    )  # fmt: skip
