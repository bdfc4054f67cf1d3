"""Places on the table."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A place on the table: the name of a zone, and a position in that zone, counted from 0.

    For example, `Place("stage", row, column)` is a cell, `Place("hand", seat, index)` is a card in a hand, and
    `Place("won")` is a pile.
    """

    zone: str
    row: int = 0
    column: int = 0
