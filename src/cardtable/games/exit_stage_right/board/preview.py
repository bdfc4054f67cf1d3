"""The preview of a move on the stage: each Complete's new place, and the Completes that would be won or lost."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.games.exit_stage_right.model import Movement, Shifted
from cardtable.games.exit_stage_right.board.layout import Layout
from cardtable.tui.drawing.canvas import Box, Canvas
from cardtable.tui.drawing.faces import CardSet, Size, face

FATES = {"won": "WON", "lost": "LOST"}


def paint_preview(canvas: Canvas, layout: Layout, signs: CardSet, shifted: Shifted) -> None:
    """Mark the cards that would leave the stage, and the new cells of the other cards."""
    moves = shifted.moves
    staying = [move for move in moves if move.target.zone == "stage"]
    reached = {move.target for move in staying}
    for move in moves:
        _paint_arrow(canvas, layout, move)
        if move.target.zone != "stage":
            _paint_leaving(canvas, layout, move, is_reached=move.source in reached)
    for move in staying:
        if shifted.stage[move.target.row][move.target.column] is None:
            _paint_outline(canvas, layout, signs, move)
        else:
            _paint_arrival(canvas, layout, move)


def jumps(moves: Sequence[Movement]) -> str:
    """Return the cards that jump, with the columns where they land, such as `HBS>4 FRT<1`."""
    return " ".join(
        f"{each.card.code}{_sign(each)}{each.target.column + 1}"
        for each in moves
        if each.jumps and each.target.zone == "stage"
    )


def _sign(move: Movement) -> str:
    return ">" if move.goes_right else "<"


def _ink(move: Movement) -> str:
    return "gold" if move.goes_right else "loss"


def _label(move: Movement) -> str:
    """Return a card's code and direction, such as `HGC >`."""
    return f"{move.card.code} >" if move.goes_right else f"< {move.card.code}"


def _box(layout: Layout, row: int, column: int) -> Box:
    return Box(layout.x(column), layout.y(row), layout.card.width, layout.card.height)


def _paint_arrow(canvas: Canvas, layout: Layout, move: Movement) -> None:
    """Paint an arrow beside a card, in the upper half if it points right and in the lower half if it points left."""
    x, y, width, height = _box(layout, move.source.row, move.source.column)
    gap = layout.pitch - width
    if not gap:
        canvas.put(x, y, _sign(move), _ink(move))
    elif move.goes_right:
        canvas.put(x + width, y + height // 2 - 1, ">" * gap, "gold")
    else:
        canvas.put(x - gap, y + height // 2 + 1, "<" * gap, "loss")


def _paint_leaving(canvas: Canvas, layout: Layout, move: Movement, *, is_reached: bool) -> None:
    """Fill the frame of a card that would leave the stage, and write on the card whether it would be won or lost.

    If another card would land in the cell, a small card has no room for the words, so they are in the margin.
    """
    box, ink = _box(layout, move.source.row, move.source.column), move.target.zone
    fate, foot = FATES[ink], box.y + box.height - 1
    if box.height == 1:
        canvas.restyle(Box(box.x + 1, box.y, box.width - 1, 1), ink)
        return
    for side in (
        Box(box.x, box.y, box.width, 1), Box(box.x, foot, box.width, 1),
        Box(box.x, box.y, 1, box.height), Box(box.x + box.width - 1, box.y, 1, box.height),
    ):  # fmt: skip
        canvas.restyle(side, ink)
    if layout.card is not Size.MEDIUM:
        canvas.put(box.x + box.width - 3, box.y, 2 * _sign(move), ink)
    if not is_reached:
        canvas.put(box.x, foot, fate.center(box.width), ink)
    elif layout.has_headings:
        canvas.put(box.x + 1, foot, fate, ink)
    else:
        x = layout.right + layout.has_wide_gaps if ink == "won" else layout.left - len(fate) - 1
        canvas.put(x, foot, fate, ink)
        if layout.has_wide_gaps:
            canvas.put(x, foot - 1, move.card.code, ink)


def _paint_outline(canvas: Canvas, layout: Layout, signs: CardSet, move: Movement) -> None:
    """Paint the outline of a card in the empty cell where the card would land, with its code and direction."""
    box, ink, label = _box(layout, move.target.row, move.target.column), _ink(move), _label(move)
    if box.height == 1:
        canvas.put(box.x + 2, box.y, label.replace(" ", ""), ink)
        return
    canvas.block(box.x, box.y, face(None, layout.card, signs, head=layout.head(*move.target[1:])), ink)
    label = label if layout.card is not Size.MEDIUM else label.replace(" ", "").center(box.width - 1)
    canvas.put(box.x + (box.width - len(label) + move.goes_right) // 2, box.y + box.height // 2, label, ink)


def _paint_arrival(canvas: Canvas, layout: Layout, move: Movement) -> None:
    """Paint a moving card's code on the cell where it would land, at the foot of the card that is there now."""
    box, label = _box(layout, move.target.row, move.target.column), _label(move)
    if box.height > 1:
        label = label if len(label) < box.width - 1 else label.replace(" ", "")
        x = box.x + box.width - 1 - len(label)
        canvas.put(x, box.y + box.height - 1, label, _ink(move))
