"""What a lesson says: a heading, a text, answers to choose from, and what is said to the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.tui.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.prose import Line, lines_of, put_line
from cardtable.tui.widgets.drawn import Drawing

MARGIN = 1
WIDEST = 78
"""Columns of the text, so that it can be read."""
MORE = "pgup/pgdn"
Row = tuple[Line, int | None]
"""A line, and the choice that it is."""


class PaneText(NamedTuple):
    """All that stands in the pane."""

    heading: str = ""
    counter: str = ""
    """At the right of the heading: `step 3 of 9`."""
    text: str = ""
    choices: tuple[str, ...] = ()
    answer: str = ""
    """What is said to the learner's answer, or in place of it."""
    hint: str = ""
    """How to go on, where there is room to say it."""


class TextPane(Drawing, can_focus=True):
    """Draws what is told; where not all of it fits, the text gives way to the answer, and it can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Choose", key_display="arrows"),
        Binding("down", "move(1)", "The answer below", show=False),
        Binding("enter,space", "pick", "Answer", key_display="enter"),
    ]

    @dataclass
    class AnswerSelected(Message):
        """The learner chose this answer, counted from 0."""

        at: int

    def __init__(self) -> None:
        super().__init__()
        self.told = PaneText()
        self.at = 0
        """The choice under the cursor."""
        self._first: int | None = None
        """The row at the top; None for where it matters most."""

    def tell(self, told: PaneText) -> None:
        """Show this; the cursor stays on its choice as long as they are the same."""
        if told.choices != self.told.choices:
            self.at = 0
        self.told, self._first = told, None
        self.redraw()

    def rows(self, width: int, told: PaneText) -> int:
        """How many rows it takes to show all of it at this width, the heading included."""
        return 1 + len(lines_of(told.text, min(width - 2 * MARGIN, WIDEST))) + len(told.choices)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Answers can be chosen while there are some."""
        return action not in ("move", "pick") or bool(self.told.choices)

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        lines, matters = self._lines(min(width - 2 * MARGIN, WIDEST), height - 1)
        last = max(0, len(lines) - height + 1)
        self._first = min(matters, last) if self._first is None else max(0, min(self._first, last))
        self._draw_heading(canvas, more=len(lines) > height - 1)
        for y, (line, choice) in enumerate(lines[self._first : self._first + height - 1], 1):
            put_line(canvas, MARGIN, y, line)
            if choice is not None:
                canvas.add_target(Box(0, y, width, 1), choice)
        return canvas

    def _draw_heading(self, canvas: Canvas, *, more: bool) -> None:
        counter = f"  {MORE}  {self.told.counter}" if more else self.told.counter
        canvas.put(0, 0, " " * canvas.width, "title")
        canvas.put(MARGIN, 0, cut(self.told.heading, canvas.width - len(counter) - 3), "title")
        canvas.put_right(canvas.width - MARGIN, 0, counter, "title")

    def _lines(self, width: int, room: int) -> tuple[list[Row], int]:
        """Every row, and the choice that it is; and the row to begin at where there is room for some of them only."""
        text, answer = _rows(self.told.text, width), _rows(self.told.answer, width)
        hint = _rows(self.told.hint, width, "dim")
        choices = self._choice_lines(width)
        parts = [text, choices, answer]
        for rows in (_joined([*parts, hint], 1), _joined(parts, 1)):
            if len(rows) <= room:
                return rows, 0
        return _joined(parts, 0), len(text) if answer else 0

    def _choice_lines(self, width: int) -> list[Row]:
        rows: list[Row] = []
        for at, choice in enumerate(self.told.choices):
            mark, ink = (">", "cursor") if at == self.at else (" ", PLAIN)
            label = "" if _are_numbers(self.told.choices) else f"{at + 1} "
            rows.append(([(cut(f"{mark} {label}{' '.join(choice.split())}", width), ink)], at))
        return rows

    def action_move(self, step: int) -> None:
        self.at = (self.at + step) % len(self.told.choices)
        self._first = min(self._first or 0, self.at)
        self.redraw()

    def action_pick(self) -> None:
        self.post_message(self.AnswerSelected(self.at))

    def scroll_lines(self, lines: int) -> None:
        """Show what stands so many lines below."""
        self._first = (self._first or 0) + lines
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        key, choices = event.character or "", self.told.choices
        if _are_numbers(choices):
            self._pick(choices.index(key) if key in choices else -1)
        elif key.isdecimal() and key.isascii():
            self._pick(int(key) - 1)

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self._pick(meaning)

    def _pick(self, at: int) -> None:
        if 0 <= at < len(self.told.choices):
            self.at = at
            self.redraw()
            self.action_pick()

    def on_mouse_scroll_down(self) -> None:
        self.scroll_lines(1)

    def on_mouse_scroll_up(self) -> None:
        self.scroll_lines(-1)


def _are_numbers(choices: tuple[str, ...]) -> bool:
    """Whether some are figures themselves: then a figure means that answer, and none is written before them."""
    return any(len(choice) == 1 and choice.isdecimal() and choice.isascii() for choice in choices)


def _rows(text: str, width: int, ink: str = PLAIN) -> list[Row]:
    return [(line, None) for line in lines_of(text, width, ink)]


def _joined(parts: list[list[Row]], gap: int) -> list[Row]:
    """The parts that there are, one under the other with empty rows between them."""
    rows: list[Row] = []
    for part in filter(None, parts):
        rows += [([], None)] * (gap if rows else 0) + part
    return rows
