"""What the boards of several games draw alike: lists of choices with their effects, and the cards of a hand."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Card
from cardtable.engine.game import Place
from cardtable.tui.board import BoardWidget
from cardtable.tui.canvas import Box, Canvas, cut
from cardtable.tui.choices import ListedAction, Target
from cardtable.tui.faces import Size, face, ink_of

Choices = Sequence[tuple[ListedAction, Target]]


def ways_here(board: BoardWidget) -> Choices:
    """Return the ways of the group under the cursor."""
    return [(way, Target(board.group, at)) for at, way in enumerate(board.groups[board.group].ways)]


def paint_choices(
    canvas: Canvas, board: BoardWidget, area: Box, choices: Choices, current: int, title: str = ""
) -> int:
    """Paint a title and below it a line for each choice, scrolled to the current one; return the rows used."""
    if title:
        canvas.put(area.x, area.y, cut(title, area.width), "strong")
    room = area.height - bool(title)
    first = max(0, min(current - room // 2, len(choices) - room))
    shown = choices[first : first + room]
    for down, (way, target) in enumerate(shown, bool(title)):
        line = Box(area.x, area.y + down, area.width, 1)
        _paint_action(canvas, board, line, way, target, chosen=first + down - bool(title) == current)
    if len(choices) > room:
        canvas.put_right(area.x + area.width, area.y, f"{current + 1}/{len(choices)}", "dim")
    return bool(title) + len(shown)


def _paint_action(
    canvas: Canvas, board: BoardWidget, line: Box, way: ListedAction, target: Target, *, chosen: bool
) -> None:
    effect, ink = board.effect_of(way), board.ink_of_way(way, chosen=chosen)
    text = cut(f"{'>' if chosen else ' '} {way.label}", line.width - len(effect) - 1)
    paint_line(canvas, line, text.ljust(line.width - len(effect)) + effect, ink, target)


def paint_line(canvas: Canvas, line: Box, text: str, ink: str, target: Target) -> None:
    """Paint a line that can be clicked over its whole width."""
    canvas.put(line.x, line.y, text.ljust(line.width), ink)
    canvas.spot(line, target)


def paint_only_way(canvas: Canvas, board: BoardWidget, y: int) -> None:
    """Paint the way under the cursor, where a list has no room."""
    if board.choice is not None:
        count = f"{board.way + 1}/{len(board.groups[board.group].ways)}"
        canvas.put(0, y, cut(f"{count} {board.choice.label}  {board.effect_of(board.choice)}", canvas.width), "cursor")


def paint_held(
    canvas: Canvas, board: BoardWidget, card: Card, box: Box, place: Place, *, size: Size, pitch: int, chosen: bool
) -> None:
    """Paint a card of the hand; while there are choices, with its number, and so that it can be clicked."""
    foot = str(place.column + 1) if board.groups else ""
    canvas.block(box.x, box.y, face(card, size, board.signs, chosen=chosen, foot=foot), ink_of(card))
    canvas.lay(box, *place)
    if board.groups:
        canvas.spot(Box(box.x, box.y, pitch, size.height), Target(place.column))
