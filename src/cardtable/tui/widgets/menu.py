"""A menu. Players pick items with the arrow keys and Enter, with an item's own key, or with a click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, mark_more, shorten
from cardtable.tui.widgets.drawn import Drawing

INLINE_GAP = 1
"""The number of columns between items on the same line, in addition to two columns for the cursor."""


class Item(NamedTuple):
    """A menu item, or a heading."""

    id: str
    """The item's id, or an empty string for a heading. Headings can't be picked."""
    label: str
    about: str = ""
    """A sentence that the screen shows while the cursor is on the item."""
    key: str = ""
    """The key that picks the item at once. A screen should bind this key too, so that the help lists it.

    The key is in front of an item that shares its line or has a detail, and at the right edge of any other item.
    """
    detail: str = ""
    """Text in a second column. If there is too little room, the text ends at a comma or a semicolon."""
    note: str = ""
    """Text at the right edge, shown if there is room."""
    more: str = ""
    """Text on a separate row, below the detail."""
    longer: str = ""
    """A longer text, used if there is room. It replaces the detail or, if there is no detail, the label."""
    is_inline: bool = False
    """Whether the item shares a line with its neighbours."""
    ink: str = PLAIN
    """The ink of an item that shares its line."""


class Menu(Drawing, can_focus=True):
    """A column of items, which scrolls if the items don't all fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_line(-1)", show=False),
        Binding("down", "move_line(1)", show=False),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("home", "move_to(0)", "First item", show=False),
        Binding("end", "move_to(-1)", "Last item", show=False),
        Binding("enter,space", "pick", "Choose", key_display="enter"),
    ]

    @dataclass
    class Selected(Message):
        """Posted when the player picks an item."""

        id: str

    class Highlighted(Message):
        """Posted when the cursor has moved or the items have changed."""

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self.items = list(items)
        self.at = 0
        self._first = 0

    @property
    def item(self) -> Item | None:
        """The item under the cursor, or None if there is no such item."""
        return self.items[self.at] if 0 <= self.at < len(self.items) else None

    def show(self, items: Sequence[Item]) -> None:
        """Replace the items. The cursor stays on the same item if the new items include it."""
        ids, before = [item.id for item in items], self.item
        self.items = list(items)
        stays = before is not None and self.at > 0 and before.id in ids
        self.at = ids.index(before.id) if stays and before else max(0, min(self.at, len(ids) - 1))
        self._step_off_headings(1)
        self.redraw()
        self.refresh_bindings()
        self.post_message(self.Highlighted())

    def rows(self, width: int) -> int:
        """Return the number of rows that all items take at this width."""
        return sum(map(self._height, self._lines(width)))

    def drawn(self, width: int, height: int) -> Canvas:
        canvas, lines = Canvas(width, height), self._lines(width)
        self._first = self._scrolled(lines, height)
        column = max((cell_len(_inline_text(item)) for item in self.items if item.detail), default=0) + 2
        y = 0
        for line in lines[self._first : self._first + height]:
            for x, at in line:
                item = self.items[at]
                if not item.id:
                    canvas.put(0, y, cut(item.label, width), "strong")
                elif item.is_inline:
                    self._draw_inline(canvas, x, y, at)
                else:
                    self._draw_row(canvas, y, at, column)
            y += self._height(line)
        mark_more(canvas, height, above=self._first > 0, below=self._first + height < len(lines))
        return canvas

    def _height(self, line: list[tuple[int, int]]) -> int:
        return 2 if self.items[line[0][1]].more else 1

    def _lines(self, width: int) -> list[list[tuple[int, int]]]:
        """Return the items on each line, as pairs of first column and index."""
        lines: list[list[tuple[int, int]]] = []
        end, was_inline = 0, False
        for at, item in enumerate(self.items):
            size = cell_len(_inline_text(item)) + INLINE_GAP
            if item.is_inline and was_inline and end + size - INLINE_GAP <= width:
                lines[-1].append((end, at))
            else:
                lines.append([(0, at)])
                end = 0
            end, was_inline = end + size, item.is_inline
        return lines

    def _draw_inline(self, canvas: Canvas, x: int, y: int, at: int) -> None:
        text = cut(_inline_text(self.items[at]), canvas.width - x)
        canvas.put(x, y, f">{text[1:]}" if at == self.at else text, "cursor" if at == self.at else self.items[at].ink)
        if at != self.at and (key := self.items[at].key):
            canvas.put(x + 2, y, key, "gold")
        canvas.add_target(Box(x, y, cell_len(text), 1), at)

    def _draw_row(self, canvas: Canvas, y: int, at: int, column: int) -> None:
        item, end = self.items[at], canvas.width
        has_key_in_front = bool(item.key and item.detail)
        room = end - 3 if item.key and not has_key_in_front else end
        if item.longer and not item.detail and cell_len(item.longer) + 2 <= room:
            item = item._replace(label=item.longer)
        text = _inline_text(item) if has_key_in_front else f"  {item.label}"
        label = f">{text[1:]}" if at == self.at else text
        canvas.put(0, y, cut(label, room), "strong" if item.detail else PLAIN)
        if has_key_in_front:
            canvas.put(2, y, item.key, "gold")
        elif item.key:
            canvas.put_right(end, y, f"{item.key} ", "dim")
        used = cell_len(label)
        if item.more:
            canvas.put(column, y + 1, cut(item.more, end - column), "dim")
        has_room = item.longer and column + cell_len(item.longer) <= room
        if item.detail and (detail := item.longer if has_room else shorten(item.detail, room - column)):
            canvas.put(column, y, detail, "dim")
            used = column + cell_len(detail)
        if item.note and used + 2 + cell_len(item.note) <= room:
            canvas.put_right(room, y, item.note)
        if at == self.at:
            canvas.restyle(Box(0, y, end, 1), "cursor")
        canvas.add_target(Box(0, y, end, 2 if item.more else 1), at)

    def _scrolled(self, lines: list[list[tuple[int, int]]], height: int) -> int:
        """Return the index of the first line to show so that the cursor and the heading above it are visible."""
        if height < 1 or not lines:
            return 0
        here = next((number for number, line in enumerate(lines) if any(at == self.at for _, at in line)), 0)
        lowest = max(0, here + 1 - height)
        has_heading = here and not self.items[lines[here - 1][0][1]].id and height > 1
        return max(lowest, min(self._first, here - 1 if has_heading else here, max(0, len(lines) - height)))

    def _step_off_headings(self, step: int) -> None:
        for _ in self.items:
            if self.items[self.at].id:
                return
            self.at = (self.at + step) % len(self.items)

    def action_move(self, step: int) -> None:
        if self.items:
            self.at = (self.at + step) % len(self.items)
            self._step_off_headings(step)
            self.redraw()
            self.post_message(self.Highlighted())

    def action_move_to(self, at: int) -> None:
        """Move to the first item (0) or to the last one (-1)."""
        if picked := [number for number, item in enumerate(self.items) if item.id]:
            self.at = picked[at]
            self.redraw()
            self.post_message(self.Highlighted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now. An empty menu has nothing to pick."""
        return action != "pick" or bool(self.items)

    def action_move_line(self, step: int) -> None:
        """Move the cursor to the line above or below. A line may have several items."""
        lines = [line for line in self._lines(self.size.width) if self.items[line[0][1]].id]
        here = next((number for number, line in enumerate(lines) if any(at == self.at for _, at in line)), None)
        if here is None:
            return
        column = next(x for x, at in lines[here] if at == self.at)
        _, self.at = min(lines[(here + step) % len(lines)], key=lambda item: abs(item[0] - column))
        self.redraw()
        self.post_message(self.Highlighted())

    def action_pick(self) -> None:
        if self.item is not None and self.item.id:
            self.post_message(self.Selected(self.item.id))

    def on_key(self, event: events.Key) -> None:
        for item in self.items:
            if item.key and item.key in (event.character, event.key):
                event.stop()
                self.post_message(self.Selected(item.id))

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self.at = meaning
            self.redraw()
            self.post_message(self.Highlighted())
            self.action_pick()


def _inline_text(item: Item) -> str:
    return f"  {item.key} {item.label}" if item.key else f"  {item.label}"
