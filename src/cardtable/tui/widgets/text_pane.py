"""The text beside or below a board: a heading, the text itself, answers to choose from, and the reply to an answer."""

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
"""The maximum width of the text in columns; longer lines are hard to read."""
MORE = "pgup/pgdn"
Row = tuple[Line, int | None]
"""A line, and the number of the choice that it shows, if any."""


class PaneText(NamedTuple):
    """The content of the pane."""

    heading: str = ""
    counter: str = ""
    """Text at the right-hand end of the heading line, such as `step 3 of 9`."""
    text: str = ""
    choices: tuple[str, ...] = ()
    answer: str = ""
    """The reply to the learner's answer, or an error message."""
    hint: str = ""
    """How to continue, which is shown only if there is room."""


class TextPane(Drawing, can_focus=True):
    """A scrolling text with choices; if not everything fits, it starts at the reply to an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Choose", key_display="arrows"),
        Binding("down", "move(1)", "The answer below", show=False),
        Binding("enter,space", "pick", "Answer", key_display="enter"),
    ]

    @dataclass
    class AnswerSelected(Message):
        """Posted when the learner chooses the answer with this index."""

        at: int

    def __init__(self) -> None:
        super().__init__()
        self.content = PaneText()
        self.at = 0
        """The index of the choice under the cursor."""
        self._first: int | None = None
        """The row at the top, or None for the first row or, if not everything fits, for the reply to an answer."""

    def show(self, content: PaneText) -> None:
        """Show this content; the cursor stays where it is if the choices are the same as before."""
        if content.choices != self.content.choices:
            self.at = 0
        self.content, self._first = content, None
        self.redraw()

    def rows(self, width: int, content: PaneText) -> int:
        """Return the number of rows that the heading, the text and the choices take at this width."""
        return 1 + len(lines_of(content.text, min(width - 2 * MARGIN, WIDEST))) + len(content.choices)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        return action not in ("move", "pick") or bool(self.content.choices)

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        lines, start = self._lines(min(width - 2 * MARGIN, WIDEST), height - 1)
        last = max(0, len(lines) - height + 1)
        self._first = min(start, last) if self._first is None else max(0, min(self._first, last))
        self._draw_heading(canvas, more=len(lines) > height - 1)
        for y, (line, choice) in enumerate(lines[self._first : self._first + height - 1], 1):
            put_line(canvas, MARGIN, y, line)
            if choice is not None:
                canvas.add_target(Box(0, y, width, 1), choice)
        return canvas

    def _draw_heading(self, canvas: Canvas, *, more: bool) -> None:
        counter = f"  {MORE}  {self.content.counter}" if more else self.content.counter
        canvas.put(0, 0, " " * canvas.width, "title")
        canvas.put(MARGIN, 0, cut(self.content.heading, canvas.width - len(counter) - 3), "title")
        canvas.put_right(canvas.width - MARGIN, 0, counter, "title")

    def _lines(self, width: int, room: int) -> tuple[list[Row], int]:
        """Return all rows, and the row to start at if there isn't room for all of them."""
        text, answer = _rows(self.content.text, width), _rows(self.content.answer, width)
        hint = _rows(self.content.hint, width, "dim")
        choices = self._choice_lines(width)
        parts = [text, choices, answer]
        for rows in (_joined([*parts, hint], 1), _joined(parts, 1)):
            if len(rows) <= room:
                return rows, 0
        return _joined(parts, 0), len(text) if answer else 0

    def _choice_lines(self, width: int) -> list[Row]:
        rows: list[Row] = []
        for at, choice in enumerate(self.content.choices):
            mark, ink = (">", "cursor") if at == self.at else (" ", PLAIN)
            label = "" if _has_digits(self.content.choices) else f"{at + 1} "
            rows.append(([(cut(f"{mark} {label}{' '.join(choice.split())}", width), ink)], at))
        return rows

    def action_move(self, step: int) -> None:
        self.at = (self.at + step) % len(self.content.choices)
        self._first = min(self._first or 0, self.at)
        self.redraw()

    def action_pick(self) -> None:
        self.post_message(self.AnswerSelected(self.at))

    def scroll_lines(self, lines: int) -> None:
        """Scroll down by a number of lines."""
        self._first = (self._first or 0) + lines
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        key, choices = event.character or "", self.content.choices
        if _has_digits(choices):
            self._pick(choices.index(key) if key in choices else -1)
        elif key.isdecimal() and key.isascii():
            self._pick(int(key) - 1)

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self._pick(meaning)

    def _pick(self, at: int) -> None:
        if 0 <= at < len(self.content.choices):
            self.at = at
            self.redraw()
            self.action_pick()

    def on_mouse_scroll_down(self) -> None:
        self.scroll_lines(1)

    def on_mouse_scroll_up(self) -> None:
        self.scroll_lines(-1)


def _has_digits(choices: tuple[str, ...]) -> bool:
    """Return whether any choice is a single digit.

    In that case, the choices aren't numbered, and a digit key picks the choice with that digit.
    """
    return any(len(choice) == 1 and choice.isdecimal() and choice.isascii() for choice in choices)


def _rows(text: str, width: int, ink: str = PLAIN) -> list[Row]:
    return [(line, None) for line in lines_of(text, width, ink)]


def _joined(parts: list[list[Row]], gap: int) -> list[Row]:
    """Return the rows of all parts, with `gap` blank rows between one part and the next."""
    rows: list[Row] = []
    for part in filter(None, parts):
        rows += [([], None)] * (gap if rows else 0) + part
    return rows
