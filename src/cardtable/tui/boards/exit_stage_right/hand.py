"""The hand, with the effect of each Single face up, and the Complete deck beside it."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

from cardtable.engine.cards import FACE_DOWN, Single
from cardtable.engine.phrases import address
from cardtable.engine.zones import Place
from cardtable.table.seen import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.exit_stage_right.layout import Layout
from cardtable.tui.canvas import Box, Canvas, cut, wrap
from cardtable.tui.cards import draw_face
from cardtable.tui.choices import Target
from cardtable.tui.faces import Size, count_label

Net = Callable[[Single], int | None]
"""A function that returns the effect of a Single face up, or None if the effect isn't shown."""


def paint_hand(canvas: Canvas, board: BoardWidget, layout: Layout, seen: Seen, net: Net) -> None:
    """Paint the hand of the viewer, or of the player to move, and the deck if there is anything to choose."""
    owner = seen.viewer if seen.viewer is not None else seen.turn
    if owner is None or not (seen.state.hands[owner] or board.groups):
        return
    y, x = layout.hand_top, 0 if layout.hand is Size.TINY else layout.left
    if x:
        name = address(f"{seen.player(owner)}'s") if len(seen.names) > 1 else ""
        longest = max(map(cell_len, name.split()), default=0)
        room = layout.left if longest == layout.left else layout.left - 1
        lines = wrap(f"{name if longest <= room else cut(seen.player(owner), room)} hand", room, 3)
        canvas.block(0, y + (layout.hand.height - len(lines) + 1) // 2, lines, "dim")
    hand = seen.state.hands[owner]
    for at, card in enumerate(hand):
        box = Box(x + at * layout.hand_pitch, y, layout.hand.width, layout.hand.height)
        _paint_card(canvas, board, layout, box, Place("hand", owner, at), card, net(card))
    if board.groups:
        x += len(hand) * layout.hand_pitch + (1 if layout.hand is Size.TINY else 2)
        _paint_deck(canvas, board, layout, seen, x)


def _paint_card(
    canvas: Canvas, board: BoardWidget, layout: Layout, box: Box, place: Place, card: Single, net: int | None
) -> None:
    """Paint a card with its effect in the upper border, if there is room beside the card's letter."""
    chosen = bool(board.groups) and place.column == board.group
    effect = "" if net is None else f"{net:+d}"
    head = effect if len(effect) < box.width - 2 else ""
    foot = str(place.column + 1) if board.groups else ""
    draw_face(canvas, (box.x, box.y), card, layout.hand, board.signs, chosen=chosen, head=head, foot=foot)
    canvas.mark_place(box, *place)
    if board.groups:
        canvas.add_target(Box(box.x, box.y, layout.hand_pitch, layout.hand.height), Target(place.column))
    if chosen:
        canvas.put(box.x + 1, box.y, card.code, "cursor")
    if net is not None and layout.hand is not Size.TINY and not chosen:
        canvas.restyle(Box(box.x + box.width - 1 - len(head), box.y, len(head), 1), "face")


def _paint_deck(canvas: Canvas, board: BoardWidget, layout: Layout, seen: Seen, x: int) -> None:
    at = len(board.groups) - 1
    chosen, left = at == board.group, len(seen.state.complete_deck)
    foot = count_label(left, board.signs)
    card = FACE_DOWN if left else None
    draw_face(canvas, (x, layout.hand_top), card, layout.hand, board.signs, chosen=chosen, foot=foot)
    canvas.add_target(Box(x, layout.hand_top, layout.hand.width, layout.hand.height), Target(at))
    beside, label = x + layout.hand.width + 1, "Completes"
    if beside + len(label) <= canvas.width:
        canvas.put(beside, layout.hand_top + (layout.hand.height - 1) // 2, label, "dim")
