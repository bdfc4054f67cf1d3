"""A form with a row for each question. Players answer with the left and right keys or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, mark_more, wrap
from cardtable.tui.widgets.drawn import Drawing

FORM_KEYS = (("up, down", "go to another line"), ("left, right", "change the answer"))
"""The first rows of the help screen when there is a form."""
VALUE_COLUMN = 18
NARROW = 60
"""The width, in columns, below which the help needs a third line."""
ROOMY_WIDTH = 100
"""The smallest width, in columns, at which every row has its help beside it."""
HELP_COLUMN = 58
"""The column where the help starts if it is beside the rows."""


@dataclass
class FormRow:
    """A question answered with one of its choices or, if it has none, with text. A row with neither is a button."""

    id: str
    label: str
    about: str = ""
    choices: Sequence[tuple[Any, str]] = field(default=())
    at: int = 0
    text: str | None = None
    empty: str = ""
    """The placeholder for an empty answer."""
    offers: Sequence[str] = ()
    """Suggestions that the left and right keys offer, so that players needn't type them."""
    has_list: bool = False
    """Whether Enter opens a list of the choices, rather than selecting the next choice."""
    is_typed: bool = True
    """Whether typing a character on a text row changes the text. Otherwise, only Enter starts a change."""

    when_typed: str = ""
    """A sentence to show if the player types a letter that has no meaning on this row."""

    @property
    def can_turn(self) -> bool:
        """Whether the left and right keys change the answer."""
        return max(len(self.choices), len(self.offers)) > 1

    @property
    def is_button(self) -> bool:
        """Whether the row is a button and has no answer."""
        return not self.choices and self.text is None

    @property
    def value(self) -> Any:
        """The value of the answer."""
        return self.choices[self.at][0] if self.choices else self.text

    @property
    def shown(self) -> str:
        """The text of the answer on the screen."""
        return self.choices[self.at][1] if self.choices else (self.text or self.empty)

    def choose(self, value: Any) -> None:
        """Select this value if it is one of the choices."""
        values = [choice for choice, _ in self.choices]
        if value in values:
            self.at = values.index(value)


class Form(Drawing, can_focus=True):
    """A list of questions with their answers, one question in each row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Move", key_display="arrows"),
        Binding("down", "move(1)", "Next row", show=False),
        Binding("left", "turn(-1)", "Previous answer", show=False),
        Binding("right", "turn(1)", "Next answer", show=False),
        Binding("home", "go_to_button", "To Start"),
        Binding("home", "go_to(0)", "First row", show=False),
        Binding("end", "go_to(-1)", "Last row", show=False),
        Binding("enter,space", "enter", "Choose", key_display="enter"),
    ]

    @dataclass
    class Changed(Message):
        """Posted when a row has a new answer."""

        row: FormRow

    @dataclass
    class Typed(Message):
        """Posted when the player types a character on a text row."""

        row: FormRow
        text: str

    class Moved(Message):
        """Posted when the cursor has moved to another row."""

    @dataclass
    class Submitted(Message):
        """Posted when the player presses Enter on a text row, a button, or a row with a list."""

        row: FormRow

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[FormRow] = []
        self.at = 0
        self.fault = ""
        """An error message, which replaces the help for the current row below the rows."""
        self.explains_rows = False
        """Whether each row has its help beside it if there is room. If not, only the current row's help is shown."""

    @property
    def row(self) -> FormRow:
        """The row under the cursor."""
        return self.rows[self.at]

    @property
    def takes_letters(self) -> bool:
        """Whether letters typed on this row belong to the row and don't run commands."""
        return self.is_on_text or (bool(self.rows) and bool(self.row.when_typed))

    @property
    def is_on_text(self) -> bool:
        """Whether the cursor is on a row for typed text."""
        return bool(self.rows) and self.row.text is not None and self.row.is_typed

    @property
    def types_letters(self) -> bool:
        """Whether a letter typed on the current row begins its answer."""
        return self.is_on_text and not self.row.when_typed

    def show(self, rows: list[FormRow]) -> None:
        """Show these rows. The cursor stays on the row with the same id."""
        here = self.rows[self.at].id if self.rows else ""
        ids = [row.id for row in rows]
        self.rows, self.at = rows, ids.index(here) if here in ids else 0
        self.redraw()
        self.post_message(self.Moved())

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        help_rows = 2 if width >= NARROW else 3
        pitch = self._roomy_pitch(width, height - help_rows - 1)
        text = self.fault or ("" if pitch or not self.rows else _help(self.row, width))
        if not pitch:  # a long help text may use the rows that the form leaves free
            help_rows = max(help_rows, min(len(wrap(text, width, height)), height - len(self.rows) - 1))
        room = height - help_rows - 1
        if pitch:
            for at, row in enumerate(self.rows):
                self._draw_row(canvas, pitch * at, at, row, HELP_COLUMN - 1)
                about = wrap(_help(row, HELP_COLUMN - 1), width - HELP_COLUMN, pitch)
                canvas.block(HELP_COLUMN, pitch * at, about, PLAIN if at == self.at else "dim")
        else:
            first = max(0, self.at - room + 1)
            for at, row in enumerate(self.rows[first : first + room], first):
                self._draw_row(canvas, at - first, at, row, width)
            mark_more(canvas, room, above=first > 0, below=first + room < len(self.rows))
        canvas.block(0, height - help_rows, wrap(text, width, help_rows), "strong" if self.fault else "dim")
        return canvas

    def _roomy_pitch(self, width: int, height: int) -> int:
        """Return the distance between rows with their help beside them, or 0 if there is no room for the help."""
        if not self.explains_rows or width < ROOMY_WIDTH:
            return 0
        return next((pitch for pitch in (3, 2) if pitch * len(self.rows) <= height), 0)

    def _draw_row(self, canvas: Canvas, y: int, at: int, row: FormRow, width: int) -> None:
        here = at == self.at
        mark = ">" if here else " "
        if row.is_button:
            canvas.put(0, y, f"{mark} [ {row.label} ]", "cursor" if here else "strong")
            canvas.add_target(Box(0, y, canvas.width, 1), (at, 0))
            return
        canvas.put(0, y, cut(f"{mark} {row.label}", VALUE_COLUMN), "strong" if here else PLAIN)
        value = cut(row.shown, width - VALUE_COLUMN - 4)
        turns = row.can_turn
        shown = f"< {value} >" if turns else f"  {value}"
        canvas.put(VALUE_COLUMN, y, shown, "cursor" if here else "dim" if row.shown == row.empty else PLAIN)
        enter_turns = bool(row.choices) and not row.has_list
        canvas.add_target(Box(0, y, canvas.width, 1), (at, 1 if enter_turns else 0))
        if turns:
            canvas.add_target(Box(VALUE_COLUMN, y, 2, 1), (at, -1))
        if turns and not enter_turns:
            canvas.add_target(Box(VALUE_COLUMN + 2 + cell_len(value), y, 2, 1), (at, 1))

    def action_move(self, step: int) -> None:
        self.action_go_to(self.at + step)

    def action_go_to(self, at: int) -> None:
        """Move the cursor to a row. -1 means the last row."""
        if self.rows and self.fault == self.row.when_typed:
            self.fault = ""
        self.at = at % len(self.rows)
        self.redraw()
        self.post_message(self.Moved())

    def action_go_to_button(self) -> None:
        self.action_go_to(0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the key that jumps to the button in the first row only if there is such a button."""
        return action != "go_to_button" or (self.at > 0 and self.rows[0].is_button)

    def go_to_id(self, row_id: str) -> None:
        """Move the cursor to the row with this id."""
        self.action_go_to([row.id for row in self.rows].index(row_id))

    def go_to_next(self, kind: str, otherwise: str) -> None:
        """Move down to the next row with an id that starts with `kind`, or to the row `otherwise` if there is none."""
        following = (row.id for row in self.rows[self.at + 1 :] if row.id.startswith(kind))
        self.go_to_id(next(following, otherwise))

    def action_turn(self, step: int) -> None:
        if self.row.choices:
            self.row.at = (self.row.at + step) % len(self.row.choices)
            self.post_message(self.Changed(self.row))
            self.redraw()
        elif len(offers := list(self.row.offers)) > 1:
            at = offers.index(self.row.text) if self.row.text in offers else 0
            self.row.text = offers[(at + step) % len(offers)]
            self.post_message(self.Changed(self.row))
            self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Begin an answer on a text row, or say that letters mean nothing on this row. `?` always shows the help."""
        character = event.character or ""
        if not character.isprintable() or character in ("", " ", "?"):
            return
        if self.types_letters or (self.is_on_text and character.isdigit()):
            event.stop()
            self.post_message(self.Typed(self.row, character))
        elif self.rows and self.row.when_typed:
            event.stop()
            self.fault = self.row.when_typed
            self.redraw()

    def action_enter(self) -> None:
        if self.row.choices and not self.row.has_list:
            self.action_turn(1)
        else:
            self.post_message(self.Submitted(self.row))

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, tuple):
            self.at, step = meaning
            if step:
                self.action_turn(step)
            else:
                self.action_enter()
            self.redraw()
            self.post_message(self.Moved())


def _help(row: FormRow, width: int) -> str:
    """Return the help for a row of this width. If the row cuts off its answer, the help has the full answer."""
    is_cut = cell_len(row.shown) > width - VALUE_COLUMN - 4
    return f"{row.shown}: {row.about}" if is_cut else row.about


def choice_row(name: str, label: str, about: str, choices: Sequence[tuple[Any, str]], value: Any) -> FormRow:
    """Return a row with one of the choices selected."""
    row = FormRow(name, label, about, choices=choices)
    row.choose(value)
    return row
