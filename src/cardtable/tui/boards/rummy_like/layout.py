"""Where things stand on the board of Rummy-like, by the room there is."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.games.rummy_like.model import TRICARDS_EACH
from cardtable.tui.faces import Size

CATEGORY = 3
"""So many kinds share a category; a gap parts the categories."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand, chosen by the room there is."""

    card: Size
    """Of the cards in the middle."""
    own: Size
    """Of one's own TriCards."""
    players: int
    """First row of the players; on one row all together where cards are TINY."""
    middle: int
    """The row of the names above the cards in the middle."""
    panel: int
    """First column of the list of what can be chosen; 0 where there is none."""
    open: int
    """The row of the deck and of what lies open."""
    table: int
    """The row of the names of the nine kinds; the counts, the TriCards and the worth come below."""
    label: int
    """First column of the nine kinds."""
    pitch: int
    log: int
    """First row of what happened last."""

    @property
    def small(self) -> bool:
        return self.card is Size.TINY

    def kind_x(self, at: int) -> int:
        return self.label + self.pitch * at + at // CATEGORY

    @property
    def counts(self) -> int:
        return self.table + 1

    def own_y(self, at: int) -> int:
        return self.counts + 1 + at * self.own.height

    @property
    def worth(self) -> int:
        return self.own_y(TRICARDS_EACH)

    @property
    def slot(self) -> int:
        """From one card in the middle to the next."""
        return self.card.width + 2


def layout_for(width: int, height: int) -> Layout:
    """The largest layout that fits `height` rows, the status lines not counted."""
    if width >= 120 and height >= 37:
        return Layout(Size.LARGE, Size.MEDIUM, 2, 6, 64, 13, 15, 13, 11, 28)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.SMALL, 1, 4, 40, 10, 11, 11, 7, 17)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.SMALL, 1, 4, 31, 8, 9, 9, 5, 15)
    return Layout(Size.TINY, Size.TINY, 1, 3, 0, 2, 4, 6, 3, 9)
