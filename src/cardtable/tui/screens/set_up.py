"""The set-up form of a game, made from its options."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.engine.phrases import without_rulings
from cardtable.formats.deal_line import MAX_LINE_LENGTH
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.text import player_names, safe_text
from cardtable.rooms.set_up import CUSTOM_PRESET, NEW_DEAL, SetUpRoom
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.dialogs import TextDialog, check_with
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.screens.who_plays import NAME, YOUR_NAME, changed, player_rows
from cardtable.tui.widgets.form import FORM_KEYS, Form, FormRow, choice_row
from cardtable.tui.widgets.key_bar import KeyBar

MAX_TEXT = MAX_LINE_LENGTH
MAX_SHOWN = 40
"""The maximum width, in columns, of a discarded deal line when a sentence quotes it."""
TYPE_DIGITS = "Type a number here. To start, press home and then Enter."
FOLDED = "folded"
"""The id of the row that replaces the options and the deal."""
_DEAL_QUESTION = "Deal code, such as K7QF-2M9X, or deal line:"


class SetUpScreen(RoomScreen[None]):
    """A form with the players, the options and the deal of a new game."""

    room: SetUpRoom
    IS_PAGE = True
    CSS = """
    SetUpScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    SetUpScreen Form { margin: 1 1 0 1; }
    """
    KEY_HELP = FORM_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(SetUpRoom.commands)

    def __init__(self, room: SetUpRoom) -> None:
        super().__init__()
        self.room, self.game = room, room.game
        self._is_unfolded = False
        """Whether the options and the deal have separate rows."""

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield (form := Form())
        form.explains_rows = True
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_room()

    def on_resize(self) -> None:
        title, summary = f"{self.game.title}: set up", self.game.summary
        has_room = cell_len(f"{title}  {summary}") <= self.size.width
        self.query_one("#heading", Static).update(f"{title}  {summary}" if has_room else title)

    # The rows

    def show_room(self) -> None:
        form = self.query_one(Form)
        start = FormRow("start", "Start", f"Press Enter to start. {self.room.about_options}")
        self._is_unfolded |= bool(self.room.fault)
        rest = [*self._option_rows(), self._deal_row()] if self._is_unfolded else [self._folded_row()]
        form.show([start, *self._player_rows(), *rest])
        form.fault = self.room.fault
        form.redraw()

    def unfold(self) -> None:
        """Show the options and the deal, and move the cursor to the first of these rows."""
        self._is_unfolded = True
        self.show_room()
        self.query_one(Form).go_to_id("preset")

    def _player_rows(self) -> list[FormRow]:
        """Return the rows about the players. The first row asks for their number, unless this number is fixed."""
        rows, seats = player_rows(self.room), self.room.seats
        if not self.room.asks("seats"):
            return rows
        about = "How many players the game has. The next line says who they are."
        about = about if seats > 1 else "How many players the game has. You play alone, and nothing is hidden."
        return [choice_row("seats", "Players", about, [(n, str(n)) for n in self.game.seats], seats), *rows]

    def _folded_row(self) -> FormRow:
        about = "To change the options or the deal, press Enter."
        return FormRow(FOLDED, "Options", about, text=self.room.options_in_short, is_typed=False)

    def _option_rows(self) -> list[FormRow]:
        presets = [(preset.options, preset.name) for preset in self.game.presets]
        about = {preset.options: without_rulings(preset.help) for preset in self.game.presets}.get(
            self.room.options, "Your own options."
        )
        if self.room.options not in dict(presets):
            presets.append((self.room.options, CUSTOM_PRESET))
        rows = [choice_row("preset", "Preset", f"A choice of options. {about}", presets, self.room.options)]
        return rows + [self._option_row(field) for field in self.room.open_fields]

    def _option_row(self, field: OptionField) -> FormRow:
        value, about = getattr(self.room.options, field.name), field.help
        if field.is_typed:
            about = f"{about} Choose a number from {field.low} to {field.high}."
            return FormRow(f"option {field.name}", field.title, about, text=str(value), when_typed=TYPE_DIGITS)
        choices = [(choice.value, choice.label) for choice in field.choices]
        return choice_row(f"option {field.name}", field.title, about, choices, value)

    def _deal_row(self) -> FormRow:
        about = "Leave it empty for new cards. To get the cards of another game, press Enter and type its deal code."
        if self.room.left_deal:
            about = f"To go on with '{safe_text(self.room.left_deal, MAX_SHOWN)}', which you left, press Enter."
        return FormRow("deal", "Deal", about, text=self.room.deal, empty=NEW_DEAL)

    # Answers

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        row = event.row
        if row.id == "seats":
            self.room.set_seats(row.value)
        elif row.id == "preset":
            self.room.options = row.value
        elif not row.id.startswith("option "):
            self.room.players = changed(self.room.players, row)
        else:
            self.room.set_option(row.id.removeprefix("option "), row.value)
        self.show_room()

    @on(Form.Submitted)
    def _entered(self, event: Form.Submitted) -> None:
        if event.row.id == "start":
            self._start()
        elif event.row.id == FOLDED:
            self.unfold()
        else:
            self._edit(event.row)

    @on(Form.Typed)
    def _typed(self, event: Form.Typed) -> None:
        self._edit(event.row, event.text)

    def _edit(self, row: FormRow, typed: str = "") -> None:
        """Let the player type an answer. `typed` is the text that the player has typed so far."""
        if row.id == "deal":
            self._ask(row, _DEAL_QUESTION, typed or self.room.left_deal, self.room.read_deal, self.room.set_deal)
        elif row.id.startswith("name"):
            seat = int(row.id.removeprefix("name"))
            standard = player_names(self.game.seat_names, self.room.seats)[seat]
            question = "Your name:" if row.label == YOUR_NAME else f"Name for {standard}:"
            self._ask(row, question, typed, str, lambda text: self.room.set_name(seat, text))
        else:
            field = next(field for field in fields_of(self.game) if row.id == f"option {field.name}")
            read = partial(field.parse, called=field.title)
            self._ask(
                row, f"{field.title}:", typed, read, lambda text: self.room.set_option(field.name, field.parse(text))
            )

    def _ask(
        self,
        row: FormRow,
        question: str,
        typed: str,
        read: Callable[[str], object],
        set_answer: Callable[[str], None],
    ) -> None:
        """Ask for a line of text until `read` accepts it without a ValueError.

        After Enter on a name, the cursor goes to the next name or, after the last name, to the button that starts the
        game. If the player discards a name with Escape, the left and right keys can still choose it. If the player
        discards a deal, Enter brings it back.
        """
        dialog = TextDialog(question, str(row.value or ""), check_with(read), MAX_TEXT, typed=typed, is_row=True)

        def answered(answer: str | None) -> None:
            form = self.query_one(Form)
            if answer is not None:
                set_answer(answer)
                self.show_room()
                if row.id.startswith(NAME) and not dialog.step:
                    form.go_to_next(NAME, "start")
                else:
                    form.action_move(dialog.step)
            else:
                self._keep_left_text(row, dialog.left_text.strip())

        self.app.push_screen(dialog, answered)

    def _keep_left_text(self, row: FormRow, text: str) -> None:
        """Store the text that the player discarded on this row, so that it can be brought back."""
        if row.id == "deal":
            self.room.keep_left_deal(text)
        elif row.id.startswith(NAME):
            self.room.keep_left_name(text)
        self.show_room()

    @on(Form.Moved)
    def _moved(self) -> None:
        self.room.is_typing = self.query_one(Form).takes_letters
        self.refresh_bindings()

    def _start(self) -> None:
        try:
            self.answer(self.room.start())
        except ValueError as refusal:
            form = self.query_one(Form)
            form.fault = str(refusal)
            form.redraw()
