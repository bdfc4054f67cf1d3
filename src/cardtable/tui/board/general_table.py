"""The table of the general board: the fields of the state, and the choices below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.engine.cards import Card
from cardtable.tui.board.choices import ChoiceGroup, Target
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut


def paint_general(canvas: Canvas, state: Any, groups: Sequence[ChoiceGroup], current: int) -> None:
    """Paint the fields of the state and the choices below them."""
    rows = [f"{name}: {_plain(value)}" for name, value in state._asdict().items()]
    rows = rows[: canvas.height - min(len(groups), canvas.height // 2)]
    for y, row in enumerate(rows):
        canvas.put(0, y, cut(row, canvas.width))
    room = canvas.height - len(rows)
    first = max(0, current - room + 1)
    for at, group in enumerate(groups[first : first + room], first):
        y = len(rows) + at - first
        canvas.put(0, y, cut(f"{at + 1:>3} {group.name}", canvas.width), "cursor" if at == current else PLAIN)
        canvas.add_target(Box(0, y, canvas.width, 1), Target(at))


def _plain(value: Any) -> str:
    if isinstance(value, Card):
        return value.code
    if isinstance(value, tuple):
        return " ".join(map(_plain, value)) if value else "-"
    return "-" if value is None else str(value)
