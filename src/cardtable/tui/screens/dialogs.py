"""Dialogs that ask for a choice, a line of text or a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from cardtable.rooms.kit.goto import ToRules
from cardtable.rooms.kit.response import COPIED
from cardtable.rooms.rules import how_to_read, typed_ruling
from cardtable.table.pages import ruling
from cardtable.table.seen import Seen
from cardtable.tui.screens.app_screen import AppWithPlaces
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

LOW_HEIGHT = 20
LOW: list[tuple[int, str]] | None = [(0, "-low"), (LOW_HEIGHT, "-high")]
"""Style classes by terminal height. In a terminal with few rows, dialogs have no blank lines."""

COPY = "copy"
"""The id of the menu item that copies a line to the clipboard. The dialog stays open when this item is chosen."""

SideRooms = Mapping[str, Callable[[], object]]
"""The functions that open side rooms, by the id of the menu item that opens each room."""
NO_ROOMS: SideRooms = MappingProxyType({})

SCROLLING_ITEMS = 9
"""The number of items at which a menu starts to scroll."""


class PlainInput(Input):
    """A text input that ignores unprintable characters, whether typed or pasted."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Accept")]

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace("".join(character for character in text if character.isprintable()), start, end)


class MoveInput(PlainInput):
    """A text input for a move. Enter plays the move."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Play")]


Dismissal = TypeVar("Dismissal")


class Dialog(ModalScreen[Dismissal]):
    """A box over the screen, with its own key bar. Escape or a click outside the box closes it."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 64; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $ink-title-background;
        border: $dialog-border $ink-title;
    }
    Dialog.-low > Vertical { padding: 0 1; }
    Dialog > Vertical > Static { height: auto; background: $ink-title-background; color: $ink-title; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Close")]

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        """The first rows of the help screen."""
        return ()

    def on_click(self, event: events.Click) -> None:
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.action_back()

    def action_back(self) -> None:
        self.dismiss(None)


class ChoiceDialog(Dialog[str]):
    """A dialog with text and a menu. The dialog returns the id of the chosen item, or None if the player goes back.

    The dialog stays open when an item opens a side room, and when the player copies a line to share.
    """

    DEFAULT_CSS = """
    ChoiceDialog > Vertical > Static { margin-bottom: 1; }
    ChoiceDialog Menu { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,question_mark", "back", "Close", key_display="esc", show=False)]
    WIDTH: ClassVar[int] = 64
    """The maximum width in columns, the same as in the styles above."""

    def __init__(self, text: str, items: Sequence[Item], share: str = "", side_rooms: SideRooms = NO_ROOMS) -> None:
        """Create the dialog.

        An item with the id `COPY` copies the text `share`. `side_rooms` has a function for each item that opens a side
        room.
        """
        super().__init__()
        self._side_rooms = side_rooms
        self._text = text
        self._items = items
        self._share = share

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        return tuple((item.key, item.label) for item in self.all_items if item.key)

    @property
    def all_items(self) -> Sequence[Item]:
        """The items that can be chosen, including any that the menu doesn't show yet."""
        return self._items

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.styled(self._text), markup=False)
            yield Menu(self._items)
        yield KeyBar()

    def styled(self, text: str) -> Content:
        """Return the text with its styles."""
        return Content(text)

    def on_resize(self) -> None:
        """Give the menu as many rows as its items need, or fewer if the terminal is too small."""
        menu, size = self.query_one(Menu), self.app.size
        rows = menu.rows(self.inner_width(size.width, size.height))
        room = max(SCROLLING_ITEMS // 2, min(rows, size.height - 8))
        menu.styles.height = rows if rows < SCROLLING_ITEMS else room

    def inner_width(self, width: int, height: int) -> int:
        """Return the number of columns for text in a terminal of this size."""
        return max(1, min(self.WIDTH, width) - (4 if height < LOW_HEIGHT else 6))  # without the padding and the border

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.pick(event.id)

    def pick(self, choice: str) -> None:
        """Act on the item with this id, which the player has chosen."""
        self.choose(choice)

    def choose(self, choice: str) -> None:
        """Act on the item with this id."""
        if choice == COPY:
            self.app.copy_to_clipboard(self._share)
            menu = self.query_one(Menu)
            menu.show([item._replace(label="Copied") if item.id == COPY else item for item in menu.items])
            self.show_copied(f"{COPIED}\n{self._share}")
        elif (open_room := self._side_rooms.get(choice)) is not None:
            open_room()
        else:
            self.dismiss(choice)

    def show_copied(self, text: str) -> None:
        """Show the text that has been copied, in case the terminal has no clipboard for programs."""
        self.query_one("Vertical > Static", Static).update(self.styled(f"{self._text}\n\n{text}"))


class TextDialog(Dialog[str]):
    """A dialog that asks for a line of text. The dialog returns the text, or None if the player goes back.

    `check` returns an error message to show, or "" to accept the text. In a dialog about a row of a form, Up and Down
    also accept the text, and then move to the row above or below.
    """

    CSS = """
    TextDialog Input { border: none; height: 1; padding: 0; margin: 1 0; background: $background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "accept(-1)", "Accept, and go up", show=False),
        Binding("down", "accept(1)", "Accept, and go down", show=False),
    ]

    def __init__(
        self,
        question: str,
        text: str,
        check: Callable[[str], str],
        longest: int,
        *,
        typed: str = "",
        is_row: bool = False,
    ) -> None:
        """Create the dialog.

        `typed` is the beginning of a new answer, or "" to start from the old one, `text`. `is_row` says whether the
        dialog is about a row of a form.
        """
        super().__init__()
        self.step = 0
        """The key that accepted the text: -1 for Up, 1 for Down, 0 for Enter."""
        self.left_text = ""
        """The text that the player discarded with Escape."""
        self._is_row = is_row
        self._typed = typed
        self._question, self._text, self._check, self._longest = question, text, check, longest

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            text = self._typed or self._text
            yield PlainInput(text, max_length=self._longest, select_on_focus=not self._typed)
            keys = "Enter or Down accepts, Esc closes." if self._is_row else "Enter accepts, Esc closes."
            yield Static(keys, id="fault", markup=False)
        yield KeyBar()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept(0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now. Up and Down work only in a dialog about a row."""
        return action != "accept" or self._is_row

    def action_accept(self, step: int) -> None:
        """Accept the text and move to another row, or say why the text isn't valid."""
        text = self.query_one(Input).value
        if fault := self._check(text):
            self.query_one("#fault", Static).update(fault)
        else:
            self.step = step
            self.dismiss(text)

    def action_back(self) -> None:
        self.left_text = self.query_one(Input).value
        self.dismiss(None)


def check_with(read: Callable[[str], object]) -> Callable[[str], str]:
    """Return a check for a text dialog. It calls `read` and returns the message of any ValueError, or ""."""

    def check(text: str) -> str:
        try:
            read(text)
        except ValueError as error:
            return str(error)
        return ""

    return check


MAX_LIST = 8
"""The maximum number of rows in the list of moves. A longer list scrolls, so that the table stays visible."""


class ActionDialog(Dialog[Any]):
    """A list of all legal actions, filtered as the player types.

    The list returns an action, or None if the player goes back. Players can also type the short form of an action. If
    the action is illegal, the dialog says why.
    """

    CSS = """
    ActionDialog { align: left bottom; background: $background 0%; }
    ActionDialog > Vertical {
        width: 100%; max-height: 70%; padding: 0 1; border: none;
    }
    ActionDialog Menu { height: auto; }
    ActionDialog #answer { text-style: bold; }
    ActionDialog Input { border: none; height: 1; padding: 0; background: $background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
    ]

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen, self._legal = seen, seen.legal
        self._has_moved = False
        """Whether the player has moved to a row of the list. Enter then plays that row, not the typed text."""
        self._menu = Menu([])
        self._menu.can_focus = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._menu
            yield Static("", id="answer", markup=False)
            yield MoveInput(placeholder="Type a move, or use arrows and Enter", max_length=60)
        yield KeyBar()

    def on_mount(self) -> None:
        self._filter("")

    def _filter(self, typed: str) -> None:
        words, text = typed.lower().replace(",", " ").split(), typed.strip().lower()
        named = [(str(action).lower(), self._seen.game.name_action(action)) for action in self._legal]
        by_notation, by_name = (
            [at for at, each in enumerate(texts) if all(word in each.lower() for word in words)]
            for texts in zip(*named, strict=True)
        )
        found = by_notation or by_name
        found.sort(key=lambda at: text not in (named[at][0], named[at][1].lower()))  # an exact match comes first
        self._menu.items = [Item(str(at), named[at][1]) for at in found]
        self._menu.at = 0
        self._menu.styles.height = max(1, min(len(self._menu.items), self.app.size.height // 2, MAX_LIST))
        self._menu.redraw()
        self._say("")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._has_moved = False
        self._filter(event.value)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if self._has_moved:
            self._menu.action_pick()
            return
        if number := typed_ruling(event.value):
            self._read_ruling(number)
            return
        try:
            action = self._seen.game.parse(event.value)
        except ValueError as error:
            if self._menu.items:
                self._menu.action_pick()
            else:
                self._say(str(error))
            return
        if action in self._legal:
            self.dismiss(action)
        else:
            refusal = self._seen.explain(action)
            self._say(f"{refusal} {how_to_read(refusal)}".strip())

    def _say(self, text: str) -> None:
        self.query_one("#answer", Static).update(text)

    def _read_ruling(self, number: str) -> None:
        """On top of this dialog, open the rules at a ruling, or say that there is no such ruling."""
        try:
            ruling(number, self._seen.game.prefix)
        except ValueError as error:
            self._say(str(error))
        else:
            self.app.call_later(cast(AppWithPlaces, self.app).open, ToRules(self._seen.game.id, number))

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.dismiss(self._legal[int(event.id)])

    def action_move(self, step: int) -> None:
        self._has_moved = True
        self._menu.action_move(step)
