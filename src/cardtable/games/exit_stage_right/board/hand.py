"""The hand, with the effect of playing each Single face up, and the Complete deck beside the hand."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

from cardtable.engine.cards import FACE_DOWN, Single
from cardtable.engine.games.exit_stage_right.model import Shifted
from cardtable.engine.phrases import address
from cardtable.games.exit_stage_right.board.layout import Layout
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Box, Canvas, cut, wrap
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import Size, count_label

BRIEFLY = {"won": "+{}", "lost": "-{}", "right": "{} >", "left": "< {}"}
"""The formats for the effect of a Single where there is no room for words."""
Foresee = Callable[[Single], Shifted | None]
"""A function that returns the shift after a Single is played face up, or None if the board mustn't show that shift."""


def paint_hand(canvas: Canvas, board: BoardWidget, layout: Layout, seen: Seen, foresee: Foresee) -> None:
    """Paint the hand of the viewer (in the public view, of the current player), and the deck if there are choices."""
    owner = seen.viewer if seen.viewer is not None else seen.turn
    if owner is None or not (seen.state.hands[owner] or board.groups):
        return
    hand = seen.state.hands[owner]
    size, pitch = layout.hand_for(len(hand), canvas.width)
    y, x = layout.hand_top, 0 if size is Size.TINY else layout.left
    if x:
        name = address(f"{seen.player(owner)}'s") if len(seen.names) > 1 else ""
        longest = max(map(cell_len, name.split()), default=0)
        room = layout.left if longest == layout.left else layout.left - 1
        lines = wrap(f"{name if longest <= room else cut(seen.player(owner), room)} hand", room, 3)
        canvas.block(0, y + (min(size.height, 3) - len(lines) + 1) // 2, lines, "dim")
    boxes = [Box(x + at * pitch, y, size.width, size.height) for at in range(len(hand))]
    for at, box in enumerate(boxes):
        canvas.mark_place(box, "hand", owner, at)
        if board.groups:
            canvas.add_target(box, Target(at))
    chosen = board.group if board.groups else -1
    for at in sorted(range(len(hand)), key=lambda at: at == chosen):  # the chosen card covers its neighbours
        box = boxes[at]
        foot = str(at + 1) if board.groups else ""
        _paint_card(canvas, board, size, box, hand[at], foot, chosen=at == chosen)
        if (shifted := foresee(hand[at])) is not None:
            _paint_outcome(canvas, size, box, shifted, chosen=at == chosen)
    if board.groups:
        x += len(hand) * pitch + (1 if size is Size.TINY or pitch < size.width else 2)
        _paint_deck(canvas, board, layout, seen, min(x, layout.hand_end(canvas.width) - size.width), size)


def _paint_card(
    canvas: Canvas, board: BoardWidget, size: Size, box: Box, card: Single, key: str, *, chosen: bool
) -> None:
    head, foot = (key, "") if size is Size.STRIP else ("", key)
    draw_face(canvas, (box.x, box.y), card, size, board.signs, chosen=chosen, head=head, foot=foot)
    if chosen:
        canvas.put(box.x + 1, box.y, card.code, "cursor")


def _paint_outcome(canvas: Canvas, size: Size, box: Box, shifted: Shifted, *, chosen: bool) -> None:
    """On or below a Single, paint its effect: the cards won and lost or, if there are none, the cards moved."""
    outcome = {"won": len(shifted.won), "lost": len(shifted.lost)}
    inks = ["face-green", "face-red"] if size is Size.STRIP else ["gain", "loss"]
    if not any(outcome.values()):
        outcome, inks = {"right": shifted.right, "left": shifted.left}, ["face" if size is Size.STRIP else "dim"] * 2
    first_row = box.y + (2 if size is Size.STRIP else size.height)
    for at, (way, count) in enumerate(outcome.items()):
        ink = "cursor" if chosen and size is Size.STRIP else inks[at]
        if count and size is Size.MEDIUM:
            canvas.put(box.x + 2 * at, first_row, BRIEFLY[way].format(count).replace(" ", ""), ink)
        elif count and size is not Size.TINY:
            is_long = size is Size.STRIP and way in ("right", "left")
            text = BRIEFLY[way].format(count) if is_long else f"{count} {way}"
            canvas.put(box.x + 1, first_row + at, text.center(box.width - 2), ink)


def _paint_deck(canvas: Canvas, board: BoardWidget, layout: Layout, seen: Seen, x: int, size: Size) -> None:
    at = len(board.groups) - 1
    chosen, left = at == board.group, len(seen.state.complete_deck)
    foot = count_label(left, board.signs)
    card = FACE_DOWN if left else None
    draw_face(canvas, (x, layout.hand_top), card, size, board.signs, chosen=chosen, foot=foot)
    canvas.add_target(Box(x, layout.hand_top, size.width, size.height), Target(at))
    beside, label = x + size.width + 1, "Completes"
    if beside + len(label) <= layout.hand_end(canvas.width):
        canvas.put(beside, layout.hand_top + (size.height - 1) // 2, label, "dim")
