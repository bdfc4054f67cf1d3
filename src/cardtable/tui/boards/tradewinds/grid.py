"""The grid of piles, with marks that show where the choice would blow each Single."""

from __future__ import annotations

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.games.tradewinds.model import COLUMNS, OFF, PILES, Blew, Flight, Grid, Pile
from cardtable.tui.animation import Frame
from cardtable.tui.boards.tradewinds.layout import Layout
from cardtable.tui.boards.tradewinds.winds import ARROWS
from cardtable.tui.canvas import Box, Canvas
from cardtable.tui.cards import draw_face
from cardtable.tui.faces import CardSet, Size, count_label

GUTTER = 7
"""The columns to the left of the grid."""


def paint_grid(signs: CardSet, canvas: Canvas, layout: Layout, frame: Frame[Grid], preview: Blew | None) -> None:
    """Paint the piles, the moving Singles, and where the choice would blow them."""
    marks = {flight.source: flight for flight in preview.flights} if preview else {}
    for at, pile in enumerate(frame.table):
        row, column = divmod(at, len(COLUMNS))
        x, y = layout.x(column), layout.y(row)
        mark = _mark(preview, marks[at], 3 if layout.card.height < 5 else 5) if preview and at in marks else ""
        left = x + (2 if layout.card is Size.TINY else 0)
        canvas.mark_place(Box(left, y, layout.card.width, layout.card.height), "grid", row, column)
        if layout.card in (Size.HUGE, Size.LARGE):
            _paint_large(signs, canvas, layout.card, (x, y), at, pile, mark)
        elif layout.card is Size.MEDIUM:
            _paint_medium(signs, canvas, x, y, at, pile, mark)
        else:
            _paint_tiny(signs, canvas, x, y, at, pile, mark)
    if layout.card in (Size.HUGE, Size.LARGE):
        canvas.block(0, layout.y(2), _legend(signs, frame.table), "dim")
    for moving in frame.moving:
        x = layout.x(moving.column) + (2 if layout.card is Size.TINY else 0)
        draw_face(canvas, (x, layout.y(moving.row)), moving.card, layout.card, signs)


def _legend(signs: CardSet, table: Grid) -> tuple[str, ...]:
    """Return the text on the lower border of a pile, with a pile of the grid as the example."""
    lower = [(pile, card) for pile in table for card in pile.face_up[1:] if len(card.name) <= GUTTER]
    if not lower:
        return ()
    pile, card = lower[0]
    count = len(pile.face_up) + len(pile.face_down)
    return f"{count_label(count, signs)} =", f"{count} cards", f"{card.code} = a", card.name, "below"


def _paint_large(
    signs: CardSet, canvas: Canvas, size: Size, at: tuple[int, int], number: int, pile: Pile, mark: str
) -> None:
    """Paint a pile with the mark in the empty row of the face, and the letters of lower cards in its bottom border."""
    (x, y), top = at, _top(pile)
    count, inside = count_label(len(pile.face_up) + len(pile.face_down), signs), size.width - 2
    room = inside - len(count)
    foot = _below(pile, room).ljust(room, signs.border[4]) + count if top else ""
    draw_face(canvas, at, top, size, signs, head=PILES[number], foot=foot)
    row = y + (size.height - 3 if size is Size.HUGE else 1)
    canvas.put(x + 1, row, mark.center(inside) if mark else "", "gold")


def _paint_medium(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    """Paint a pile, with its name, the mark and the letters of lower cards beside the face."""
    top = _top(pile)
    foot = count_label(len(pile.face_up) + len(pile.face_down), signs) if top else ""
    draw_face(canvas, (x, y), top, Size.MEDIUM, signs, foot=foot)
    canvas.put(x + 5, y, PILES[at], "dim")
    canvas.put(x + 5, y + 1, mark, "gold")
    canvas.put(x + 5, y + 2, _below(pile, 3), "dim")


def _paint_tiny(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    top, count = _top(pile), len(pile.face_up) + len(pile.face_down)
    canvas.put(x, y, PILES[at], "dim")
    draw_face(canvas, (x + 2, y), top, Size.TINY, signs)
    beside = _below(pile, 2) + str(count) if top else ""
    canvas.put(x + 5, y, beside, "dim")
    canvas.put(x + 5 + len(beside) + (len(beside + mark) < 7), y, mark, "gold")


def _top(pile: Pile) -> Card | None:
    """Return the top card of a pile, which is face down only during an animation, or None for a gap."""
    return pile.face_up[0] if pile.face_up else FACE_DOWN if pile.face_down else None


def _below(pile: Pile, room: int) -> str:
    """Return the letters of the face-up cards below the top card, with a plus for those that don't fit."""
    letters = "".join(card.code for card in pile.face_up[1:])
    return letters if len(letters) <= room else f"{letters[: room - 1]}+"


def _mark(blew: Blew, flight: Flight, room: int) -> str:
    """Return the destination of a pile's Singles: `>A3`, or `> -1` for one that leaves the grid and deducts."""
    arrow = ARROWS[blew.seat]
    _, target, cards = flight
    if target != OFF:
        return (arrow * len(cards) if len(cards) < 3 else f"{len(cards)}{arrow}") + PILES[target]
    scoring = sum(card in blew.scored for card in cards)
    points = "".join(f"{sign}{count}" for sign, count in (("+", scoring), ("-", len(cards) - scoring)) if count)
    return next(mark for mark in (f"{arrow} {points}", arrow + points, points) if len(mark) <= room or mark == points)
