"""Where things stand on the board of Tradewinds, by the room there is."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.tui.faces import Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where things stand, chosen by the room there is: columns and rows of the screen, from 0."""

    card: Size
    left: int
    """First column of the grid."""
    top: int
    """First row of the grid."""
    pitch: int
    """From one pile's left edge to the next."""
    down: int
    """From one pile's top edge to the next below."""
    east: int
    """First column of what stands beside the grid in the east; 0 where the winds stand in one line."""
    panel: int
    """First column of the panel; 0 where there is none."""
    covering: int
    """First row of what decides what scores."""
    figures: Size | None
    """How large the covering Completes are drawn with their T/F cards round them; None for a table."""
    course: int
    """First row of what the choice would do; 0 where the marks on the grid must do."""
    log: int
    log_end: int
    """The row after what happened."""
    hand: Size
    hand_left: int
    hand_top: int
    hand_pitch: int
    nets: tuple[int, int, int, int]
    """What each card of the hand would bring: first column and row, from one column to the next, and how many rows."""

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: float) -> int:
        return round(self.top + self.down * row)

    def net(self, at: int) -> tuple[int, int]:
        """Return the column and row for what this card of the hand would bring."""
        left, top, right, rows = self.nets
        return left + at // rows * right, top + at % rows


def layout_for(width: int, height: int) -> Layout:
    """The largest layout that fits `height` rows, the status lines not counted."""
    if width >= 120 and height >= 37:
        return Layout(
            card=Size.LARGE, left=13, top=3, pitch=12, down=7, east=47, panel=64, covering=1, figures=Size.LARGE,
            course=15, log=24, log_end=36,
            hand=Size.LARGE, hand_left=4, hand_top=26, hand_pitch=9, nets=(4, 31, 9, 1),
        )  # fmt: skip
    if width >= 80 and height >= 21:
        return Layout(
            card=Size.LARGE, left=8, top=2, pitch=8, down=5, east=33, panel=41, covering=1, figures=Size.MEDIUM,
            course=12, log=14, log_end=18,
            hand=Size.MEDIUM, hand_left=6, hand_top=18, hand_pitch=6, nets=(46, 18, 17, 3),
        )  # fmt: skip
    if width >= 60 and height >= 17:
        return Layout(
            card=Size.MEDIUM, left=8, top=2, pitch=9, down=3, east=36, panel=45, covering=1, figures=None,
            course=12, log=13, log_end=14,
            hand=Size.MEDIUM, hand_left=0, hand_top=14, hand_pitch=6, nets=(37, 14, 12, 3),
        )  # fmt: skip
    return Layout(
        card=Size.TINY, left=0, top=3, pitch=13, down=1, east=0, panel=0, covering=2, figures=None,
        course=0, log=8, log_end=9,
        hand=Size.TINY, hand_left=0, hand_top=6, hand_pitch=6, nets=(0, 7, 6, 1),
    )  # fmt: skip
