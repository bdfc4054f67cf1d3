"""The settings: theme, animation, cards, names and keys, with a sample of the cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from cardtable.engine.cards import FACE_DOWN, Card, Chard, Complete
from cardtable.rooms.kit.keys import CHANGEABLE, ChangeableKey, key_label, key_name
from cardtable.rooms.settings import ABOUT_NAMES, KeyRow, SettingsRoom
from cardtable.table.preferences import NAMES_QUESTION, Preference, parse_names
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.colours import theme_names
from cardtable.tui.drawing.faces import CardSet, Size
from cardtable.tui.screens.dialogs import LOW, ChoiceDialog, Dialog, TextDialog, check_with
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.form import FORM_KEYS, Form, FormRow
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.tui.styled_app import StyledApp

MAX_NAMES = 300
SAMPLE: tuple[Card, ...] = (
    *map(Complete.parse, ("FRC", "PGS", "HBT")),
    *map(Chard.parse, ("R", "P", "S")),
    FACE_DOWN,
)
"""The cards that show the effect of the settings."""


class Sample(Drawing):
    """A row of cards in the current theme and card style."""

    DEFAULT_CSS = "Sample { height: 3; margin: 0 1; }"

    def __init__(self, signs: CardSet) -> None:
        super().__init__()
        self.signs = signs

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        for at, card in enumerate(SAMPLE):
            draw_face(canvas, (at * (Size.MEDIUM.width + 1), 0), card, Size.MEDIUM, self.signs, chosen=at == 0)
        return canvas


class KeyDialog(Dialog[str]):
    """A dialog that waits for a key and returns it. The dialog returns None if the player goes back.

    `check` returns an error message to show, or "" to accept the key.
    """

    def __init__(self, question: str, check: Callable[[str], str]) -> None:
        super().__init__()
        self._question, self._check = question, check

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            yield Static("", id="fault", markup=False)
        yield KeyBar()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.action_back()
            return
        try:
            key = key_name(event.character if event.is_printable and event.character else event.key)
        except ValueError as error:
            self._refuse(str(error))
            return
        if fault := self._check(key):
            self._refuse(fault)
        else:
            self.dismiss(key)

    def _refuse(self, fault: str) -> None:
        self.query_one("#fault", Static).update(fault)


class ThemeDialog(ChoiceDialog):
    """A list of the themes beside sample cards. The theme under the cursor takes effect at once."""

    CSS = """
    ThemeDialog { align: right top; background: $background 0%; }
    ThemeDialog > Vertical { width: 36; }
    """
    SCOPED_CSS = False  # or the styles wouldn't apply to this subclass
    WIDTH = 36

    def __init__(self, app: StyledApp) -> None:
        super().__init__("Choose a theme.", [Item(name, name) for name in theme_names()])
        self._app = app
        self._old_theme = app.settings.theme

    def on_mount(self) -> None:
        menu = self.query_one(Menu)
        menu.at = next((at for at, item in enumerate(menu.items) if item.id == self._old_theme), 0)
        menu.redraw()

    @on(Menu.Highlighted)
    def _show_theme(self) -> None:
        if (item := self.query_one(Menu).item) is not None:
            self._app.change(theme=item.id)

    def action_back(self) -> None:
        self._app.change(theme=self._old_theme)
        super().action_back()


class SettingsScreen(RoomScreen[None]):
    """A form with every setting. Each change takes effect at once and is saved."""

    room: SettingsRoom
    IS_PAGE = True
    CSS = """
    SettingsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    SettingsScreen Form { margin: 1 1 0 1; }
    SettingsScreen.-low Form { margin: 0 1; }
    SettingsScreen.-low Sample { display: none; }
    """
    VERTICAL_BREAKPOINTS = LOW
    KEY_HELP = FORM_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(SettingsRoom.commands)

    def __init__(self, app: StyledApp) -> None:
        super().__init__()
        self._app = app
        self.room = SettingsRoom(lambda: app.settings, app.change, () if app.colourless else theme_names())
        self._sample = Sample(app.signs)
        self._form = Form()

    def compose(self) -> ComposeResult:
        yield Static("Settings", id="heading", markup=False)
        yield self._form
        yield self._sample
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_room()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._sample.signs = signs
        self._sample.redraw()
        self.show_room()

    # The rows

    def show_room(self) -> None:
        names = ", ".join(self.room.settings.names)
        rows = [
            *map(self._choice_row, self.room.preferences),
            FormRow("names", "Names", f"{ABOUT_NAMES} Press Enter to change them.", text=names, empty="(no names)"),
            *map(self._key_row, self.room.keys),
        ]
        self._form.show(rows)

    def _choice_row(self, preference: Preference) -> FormRow:
        choices = [(value, value) for value in preference.values()]
        has_list = preference.field == "theme"
        about = f"{preference.about} Press Enter for a list." if has_list else preference.about
        row = FormRow(preference.field, preference.label, about, choices=choices, has_list=has_list)
        row.choose(getattr(self.room.settings, preference.field))
        return row

    @staticmethod
    def _key_row(row: KeyRow) -> FormRow:
        about = f"The key for '{row.command.label}'. Press Enter to change it."
        return FormRow(row.command.id, row.command.label, about, text=key_label(row.key), is_typed=False)

    # Changes

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        self.room.change(**{event.row.id: event.row.value})

    @on(Form.Submitted)
    def _entered(self, event: Form.Submitted) -> None:
        if event.row.id == "theme":
            self._app.push_screen(ThemeDialog(self._app))
        elif event.row.id == "names":
            self._ask_for_names()
        else:
            self._ask_for_key(CHANGEABLE[event.row.id])

    @on(Form.Typed)
    def _typed(self, event: Form.Typed) -> None:
        self._ask_for_names(event.text)

    def _ask_for_names(self, typed: str = "") -> None:
        names = ", ".join(self.room.settings.names)
        dialog = TextDialog(NAMES_QUESTION, names, check_with(parse_names), MAX_NAMES, typed=typed, is_row=True)

        def answered(text: str | None) -> None:
            if text is not None:
                self.room.change(names=parse_names(text))
                self._form.action_move(dialog.step)

        self._app.push_screen(dialog, answered)

    def _ask_for_key(self, command: ChangeableKey) -> None:
        def with_key(key: str) -> dict[str, str]:
            return self.room.with_key(command, key)

        def answered(key: str | None) -> None:
            if key is not None:
                self.room.change(keys=with_key(key))

        question = f"Press the new key for '{command.label}'."
        self._app.push_screen(KeyDialog(question, check_with(with_key)), answered)
