"""The set-up form of any game, made from its options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.deal_line import MAX_LINE_LENGTH, Deal, parse_deal, unresolve_defaults
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.text import player_names, safe_text
from cardtable.table.session import Session, fresh_code
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import TextDialog
from cardtable.tui.widgets.form import Form, Row
from cardtable.tui.widgets.key_bar import KeyBar

OWN_OPTIONS = "own choice"
LONGEST_TEXT = MAX_LINE_LENGTH
_DEAL_QUESTION = "The deal code, like K7QF-2M9X, or a whole deal in a line:"


@dataclass(frozen=True)
class SetUpAnswers:
    """Answers to start from: those of the last game, or what every game starts from."""

    seats: int = 1
    options: Any = None
    names: tuple[str, ...] = ()
    together: bool = False
    """Whether one person plays every seat."""


class SetUpScreen(AppScreen[None]):
    """Asks for players, options and the deal, and makes a session of the answers."""

    CSS = """
    SetUpScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    SetUpScreen Form { margin: 1 1 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "start", "Start"),
        Binding("l", "learn", "Learn it"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "back", "Lobby", key_display="q"),
    ]

    @dataclass
    class Finished(Message):
        """The game can begin; `answers` are for the next time."""

        session: Session
        answers: SetUpAnswers

    def __init__(self, game: AnyGame, given: SetUpAnswers) -> None:
        super().__init__()
        self.game = game
        self._fields = fields_of(game)
        self._seats = given.seats if given.seats in game.seats else game.seats[0]
        self._options = given.options if isinstance(given.options, game.options) else game.options()
        self._names = list(given.names) + [""] * (game.seats[-1] - len(given.names))
        self._one_person = given.together
        self._deal = ""

    def compose(self) -> ComposeResult:
        yield Static(f"{self.game.title}: set up", id="heading", markup=False)
        yield Form()
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    # The rows

    def _show(self) -> None:
        form = self.query_one(Form)
        form.show([Row("start", "Start"), *self._player_rows(), *self._option_rows(), self._deal_row()])
        form.fault = self._fault()
        form.redraw()

    def _player_rows(self) -> list[Row]:
        rows = [_chosen("seats", "Players", "How many play.", [(n, str(n)) for n in self.game.seats], self._seats)]
        if self._seats > 1:
            about = "Between several persons a curtain hides the hands while the keyboard is passed."
            who = [(False, "one person each"), (True, "one person plays every seat")]
            rows.append(_chosen("one_person", "Persons", about, who, self._one_person))
        standard = player_names(self.game.seat_names, self._seats)
        for seat in range(self._seats):
            about = "Enter lets you type a name; 20 columns at most."
            rows.append(Row(f"name{seat}", standard[seat], about, text=self._names[seat], empty="(no name)"))
        return rows

    def _option_rows(self) -> list[Row]:
        presets = [(preset.options, preset.name) for preset in self.game.presets]
        about = {preset.options: preset.help for preset in self.game.presets}.get(self._options, "Your own options.")
        if self._options not in dict(presets):
            presets.append((self._options, OWN_OPTIONS))
        rows = [_chosen("preset", "Preset", about, presets, self._options)]
        return rows + [self._option_row(each) for each in self._fields]

    def _option_row(self, each: OptionField) -> Row:
        value, about = getattr(self._options, each.name), f"{each.help} ({each.ruling})"
        if each.is_typed:
            return Row(f"option {each.name}", each.title, f"{about} From {each.low} to {each.high}.", text=str(value))
        choices = [(choice.value, choice.label) for choice in each.choices]
        return _chosen(f"option {each.name}", each.title, about, choices, value)

    def _deal_row(self) -> Row:
        about = "Enter lets you type a deal, its code or line. Empty: a new one."
        return Row("deal", "Deal", about, text=self._deal, empty="a new deal")

    # Answers

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        row = event.row
        if row.id == "seats":
            self._seats = row.value
        elif row.id == "one_person":
            self._one_person = row.value
        elif row.id == "preset":
            self._options = row.value
        else:
            self._options = replace(self._options, **{row.id.removeprefix("option "): row.value})
        self._show()

    @on(Form.Submitted)
    def _asked(self, event: Form.Submitted) -> None:
        row = event.row
        if row.id == "start":
            self.action_start()
        elif row.id == "deal":
            self._ask(_DEAL_QUESTION, self._deal, self._deal_fault, self._take_deal)
        elif row.id.startswith("name"):
            seat = int(row.id.removeprefix("name"))
            self._ask(
                f"A name for {row.label}:", self._names[seat], _no_fault, lambda name: self._take_name(seat, name)
            )
        else:
            each = next(each for each in self._fields if row.id == f"option {each.name}")
            self._ask(f"{each.title}:", str(row.value), _fault_of(each), lambda text: self._take_number(each, text))

    def _ask(self, question: str, text: str, check: Callable[[str], str], then: Callable[[str], None]) -> None:
        def take(answer: str | None) -> None:
            if answer is not None:
                then(answer)
                self._show()

        self.app.push_screen(TextDialog(question, text, check, LONGEST_TEXT), take)

    def _take_deal(self, text: str) -> None:
        """Deal this; a whole line says how many play and by which options, too."""
        deal = parse_deal(text, self.game) if text.strip() else ""
        if isinstance(deal, Deal):
            self._seats, self._options, self._deal = deal.seats, unresolve_defaults(deal), str(deal.code)
        else:
            self._deal = str(deal)

    def _deal_fault(self, text: str) -> str:
        try:
            if text.strip():
                parse_deal(text, self.game)
        except ValueError as error:
            return str(error)
        return ""

    def _take_name(self, seat: int, text: str) -> None:
        self._names[seat] = safe_text(text)

    def _take_number(self, each: OptionField, text: str) -> None:
        self._options = replace(self._options, **{each.name: each.parse(text)})

    # Starting

    def _fault(self) -> str:
        """Why the answers do not make a game; empty where they do."""
        try:
            self._player_names()
        except ValueError as error:
            return str(error)
        return " ".join(self.game.validate_options(self.game.resolve_defaults(self._options, self._seats), self._seats))

    def _player_names(self) -> tuple[str, ...]:
        standard = player_names(self.game.seat_names, self._seats)
        return player_names([name or standard[at] for at, name in enumerate(self._names[: self._seats])], self._seats)

    @property
    def answers(self) -> SetUpAnswers:
        """To start from the next time."""
        return SetUpAnswers(self._seats, self._options, tuple(self._names), self._one_person)

    def action_start(self) -> None:
        if fault := self._fault():
            form = self.query_one(Form)
            form.fault = fault
            form.redraw()
            return
        code = DealCode.read(self._deal) if self._deal else fresh_code()
        persons = (0,) * self._seats if self._one_person else None
        session = Session(self.game, self._options, self._player_names(), code, persons)
        self.post_message(self.Finished(session, self.answers))

    def action_learn(self) -> None:
        """What there is to learn of the game."""
        self.run_app_action(f"learn({self.game.id!r})")

    def action_rules(self) -> None:
        self.open_rules(self.game.id)

    def action_back(self) -> None:
        self.dismiss()


def _chosen(name: str, label: str, about: str, choices: list[tuple[Any, str]], value: Any) -> Row:
    row = Row(name, label, about, choices=choices)
    row.choose(value)
    return row


def _no_fault(text: str) -> str:
    return ""


def _fault_of(each: OptionField) -> Callable[[str], str]:
    def check(text: str) -> str:
        try:
            each.parse(text)
        except ValueError as error:
            return str(error)
        return ""

    return check
