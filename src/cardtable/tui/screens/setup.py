"""The set-up form of a game, made from its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.engine.chance import DealCode
from cardtable.engine.phrases import without_rulings
from cardtable.formats.computers import Computers
from cardtable.formats.deal_line import MAX_LINE_LENGTH, Deal, parse_deal, unresolve_defaults
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.text import player_names, safe_text
from cardtable.players.at_table import seat_computers
from cardtable.rooms.goto import ToLearn, ToRules, ToTable
from cardtable.rooms.set_up import SetUpAnswers, SetUpMemory
from cardtable.table.dealing import OPEN_HANDS, can_open_hands, open_hands
from cardtable.table.session import Session, fresh_code
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import TextDialog, check_with
from cardtable.tui.screens.who_plays import NAME, YOUR_NAME, changed, player_rows
from cardtable.tui.widgets.form import FORM_KEYS, Form, FormRow, choice_row
from cardtable.tui.widgets.key_bar import KeyBar

CUSTOM_PRESET = "custom"
LONGEST_TEXT = MAX_LINE_LENGTH
LONGEST_SHOWN = 40
"""The most columns of a deal line that was given up to show in a sentence."""
TYPE_DIGITS = "Type a number here. To start, press home and then Enter."
ALONE_WITHOUT = (OPEN_HANDS, "first")
"""The options that change nothing for a player who is alone."""
_DEAL_QUESTION = "Deal code, such as K7QF-2M9X, or deal line:"


class SetUpScreen(AppScreen[None]):
    """A form with the players, the options and the deal of a new game."""

    CSS = """
    SetUpScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    SetUpScreen Form { margin: 1 1 0 1; }
    """
    KEY_HELP = FORM_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "learn", "Learn it"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q", "lobby", "Lobby"),
        Binding("escape", "stop_typing", "Lobby", key_display="esc"),
        Binding("escape", "back", "Lobby", show=False),
    ]

    def __init__(self, memory: SetUpMemory, last: SetUpAnswers, known_names: Sequence[str] = ()) -> None:
        """Create the form; `known_names` are names from earlier games."""
        super().__init__()
        self._memory = memory
        self.game = last.players.game
        self._known_names = known_names
        self._left_deal = last.left_deal
        self._fields = fields_of(self.game)
        self._options = self._last_options = last.options
        self._players, self._deal = last.players, last.deal

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield (form := Form())
        form.explains_rows = True
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        title, summary = f"{self.game.title}: set up", self.game.summary
        has_room = cell_len(f"{title}  {summary}") <= self.size.width
        self.query_one("#heading", Static).update(f"{title}  {summary}" if has_room else title)

    @property
    def _seats(self) -> int:
        return self._players.seats

    # The rows

    def _show(self) -> None:
        form = self.query_one(Form)
        start = FormRow("start", "Start", f"Press Enter to start. {self._about_options()}")
        form.show([start, *self._player_rows(), *self._option_rows(), self._deal_row()])
        form.fault = self._fault()
        form.redraw()

    def _about_options(self) -> str:
        """Return whether the options are the usual ones or, if nobody has changed them here, those of the last time."""
        if self._options == self.game.options() or self._options != self._last_options:
            return "You don't have to change anything below."
        name = next((preset.name for preset in self.game.presets if preset.options == self._options), CUSTOM_PRESET)
        return f"The options are as you last left them: {name}."

    def _player_rows(self) -> list[FormRow]:
        """Return the rows about the players; the first asks for their number, unless the game leaves no choice."""
        rows, seats = player_rows(self._players, self._known_names), self._seats
        if len(self.game.seats) == 1:
            return rows
        about = "How many players the game has. The next line says who they are."
        about = about if seats > 1 else "How many players the game has. You play alone, and nothing is hidden."
        return [choice_row("seats", "Players", about, [(n, str(n)) for n in self.game.seats], seats), *rows]

    @property
    def _opens_hands(self) -> bool:
        """True if one player has several seats and therefore sees every hand."""
        return self._players.has_one_person and can_open_hands(self.game)

    def _option_rows(self) -> list[FormRow]:
        presets = [(preset.options, preset.name) for preset in self.game.presets]
        about = {preset.options: without_rulings(preset.help) for preset in self.game.presets}.get(
            self._options, "Your own options."
        )
        if self._options not in dict(presets):
            presets.append((self._options, CUSTOM_PRESET))
        rows = [choice_row("preset", "Preset", f"A choice of options. {about}", presets, self._options)]
        return rows + [self._option_row(field) for field in self._fields if self._is_open(field)]

    def _is_open(self, field: OptionField) -> bool:
        """Return whether the answers so far leave this option to the player."""
        if self._seats == 1 and field.name in ALONE_WITHOUT and getattr(self._options, field.name) is None:
            return False
        return not (self._opens_hands and field.name == OPEN_HANDS)

    def _option_row(self, field: OptionField) -> FormRow:
        value, about = getattr(self._options, field.name), field.help
        if field.is_typed:
            about = f"{about} Choose a number from {field.low} to {field.high}."
            return FormRow(f"option {field.name}", field.title, about, text=str(value), when_typed=TYPE_DIGITS)
        choices = [(choice.value, choice.label) for choice in field.choices]
        return choice_row(f"option {field.name}", field.title, about, choices, value)

    def _deal_row(self) -> FormRow:
        about = "Leave it empty for new cards. To get the cards of another game, press Enter and type its deal code."
        if self._left_deal:
            about = f"To go on with '{safe_text(self._left_deal, LONGEST_SHOWN)}', which you left, press Enter."
        return FormRow("deal", "Deal", about, text=self._deal, empty="a new deal")

    # Answers

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        row = event.row
        if row.id == "seats":
            self._set_seats(row.value)
        elif row.id == "preset":
            self._options = row.value
        elif not row.id.startswith("option "):
            self._players = changed(self._players, row)
        else:
            self._options = replace(self._options, **{row.id.removeprefix("option "): row.value})
        self._show()

    @on(Form.Submitted)
    def _entered(self, event: Form.Submitted) -> None:
        if event.row.id == "start":
            self._start()
        else:
            self._edit(event.row)

    @on(Form.Typed)
    def _typed(self, event: Form.Typed) -> None:
        self._edit(event.row, event.text)

    def _edit(self, row: FormRow, typed: str = "") -> None:
        """Let the player type an answer, which starts with what they have typed so far."""
        if row.id == "deal":
            self._ask(row, _DEAL_QUESTION, typed or self._left_deal, self._read_deal, self._set_deal)
        elif row.id.startswith("name"):
            seat = int(row.id.removeprefix("name"))
            standard = player_names(self.game.seat_names, self._seats)[seat]
            question = "Your name:" if row.label == YOUR_NAME else f"Name for {standard}:"
            self._ask(row, question, typed, str, lambda text: self._set_name(seat, text))
        else:
            field = next(field for field in self._fields if row.id == f"option {field.name}")
            read = partial(field.parse, called=field.title)
            self._ask(row, f"{field.title}:", typed, read, lambda text: self._set_option(field, text))

    def _ask(
        self,
        row: FormRow,
        question: str,
        typed: str,
        read: Callable[[str], object],
        set_answer: Callable[[str], None],
    ) -> None:
        """Keep asking for a line of text until `read` accepts it without a ValueError.

        After Enter on a name, the cursor goes on to the next one and, after the last, to the button that starts the
        game. A name that the player gave up with Escape can still be chosen with left and right, and Enter brings back
        a deal.
        """
        dialog = TextDialog(question, str(row.value or ""), check_with(read), LONGEST_TEXT, typed=typed, is_row=True)

        def answered(answer: str | None) -> None:
            form = self.query_one(Form)
            if answer is not None:
                set_answer(answer)
                self._show()
                if row.id.startswith(NAME) and not dialog.step:
                    form.go_to_next(NAME, "start")
                else:
                    form.action_move(dialog.step)
            else:
                self._keep_left_text(row, dialog.left_text.strip())

        self.app.push_screen(dialog, answered)

    def _keep_left_text(self, row: FormRow, text: str) -> None:
        """Keep the text that the player gave up on this row, for another time."""
        if row.id == "deal" and text != self._deal:
            self._left_deal = safe_text(text, LONGEST_TEXT)
        elif row.id.startswith(NAME) and (name := safe_text(text)):
            self._known_names = list(dict.fromkeys((name, *self._known_names)))
        self._show()

    def _read_deal(self, text: str) -> Deal | DealCode | None:
        return parse_deal(text, self.game) if text.strip() else None

    def _set_deal(self, text: str) -> None:
        """Use this deal code or deal line; a deal line also sets the number of players and the options."""
        deal, self._left_deal = self._read_deal(text), ""
        if isinstance(deal, Deal):
            self._options, self._deal = unresolve_defaults(deal), str(deal.deal_code)
            self._set_seats(deal.seats)
            if any(deal.computers):
                self._players = replace(self._players, who="each", levels=deal.computers)
        else:
            self._deal = "" if deal is None else str(deal)

    def _set_seats(self, seats: int) -> None:
        self._players = replace(self._players, seats=seats)

    def _set_name(self, seat: int, text: str) -> None:
        self._players = self._players.with_name(seat, text)

    def _set_option(self, field: OptionField, text: str) -> None:
        self._options = replace(self._options, **{field.name: field.parse(text)})

    @on(Form.Moved)
    def _moved(self) -> None:
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are typed where a text can be typed or may be expected, so their keys don't work there."""
        form = self.query(Form)
        is_typing = bool(form) and form.first().takes_letters
        if action == "stop_typing":
            return is_typing
        return not (is_typing and action in ("learn", "rules", "lobby"))

    # Starting

    def _fault(self) -> str:
        """Return the reason why the game can't start with these answers, or an empty string if it can."""
        try:
            self._players.player_names(self._computers)
        except ValueError as error:
            return str(error)
        options = self.game.resolve_defaults(self._options, self._seats)
        return without_rulings(" ".join(self.game.validate_options(options, self._seats)))

    @property
    def _computers(self) -> Computers:
        return seat_computers(self.game, self._players.seat_levels)

    @property
    def answers(self) -> SetUpAnswers:
        """The answers that the next form starts with."""
        return SetUpAnswers(self._players, self._options, self._deal, self._left_deal)

    def _start(self) -> None:
        if fault := self._fault():
            form = self.query_one(Form)
            form.fault = fault
            form.redraw()
            return
        code = DealCode.parse(self._deal) if self._deal else fresh_code()
        options = open_hands(self._options) if self._opens_hands else self._options
        names, computers = self._players.player_names(self._computers), self._computers
        session = Session(self.game, options, names, code, self._players.persons, computers)
        self._memory.finish(self.answers)
        self.go(ToTable(session), instead=True)

    def action_learn(self) -> None:
        """Open the lessons of the game."""
        self.go(ToLearn(self.game.id))

    def action_rules(self) -> None:
        self.go(ToRules(self.game.id))

    def action_lobby(self) -> None:
        self.action_back()

    def action_stop_typing(self) -> None:
        self.action_back()

    def action_back(self) -> None:
        self._memory.leave(self.answers)
        self.dismiss()
