"""Animations of cards that move on a grid."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from cardtable.engine.cards import Card

Table = TypeVar("Table")


class MovingCard(NamedTuple):
    """A card between two cells of a grid."""

    card: Card
    row: float
    column: float


def move_part(card: Card, source: tuple[float, float], target: tuple[float, float], part: float) -> MovingCard:
    """Return a card that has covered `part` (0 to 1) of the way from one cell (row and column) to another."""
    (row, column), (to_row, to_column) = source, target
    return MovingCard(card, row + (to_row - row) * part, column + (to_column - column) * part)


class Frame(NamedTuple, Generic[Table]):
    """One frame of an animation: the cards at rest and the moving cards."""

    table: Table
    moving: tuple[MovingCard, ...]
