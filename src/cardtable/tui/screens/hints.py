"""The dialog with hints: the best moves, with their expected results and the reasons for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from cardtable.engine.phrases import capitalized
from cardtable.tui.drawing.canvas import Box, wrap
from cardtable.tui.screens.dialogs import Dialog
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.players.hints import Hint
    from cardtable.tui.board.widget import BoardWidget

NARROWEST = 20
"""The minimum number of columns for text in a box beside the board."""
PADDING = 2
"""The number of blank columns around the text. A frame takes the same number of columns again."""


class HintMenu(Menu):
    """The list of hints. Enter plays the highlighted move, and a first click only highlights one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "pick", "Play it", key_display="enter")]

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # Menu would pick it at once
        meaning, before = self.canvas.target_at(event.x, event.y), self.at
        if isinstance(meaning, int):
            self.action_move_to(meaning)
            if meaning == before:
                self.action_pick()


class HintDialog(Dialog[Any]):
    """A list of hints that returns the move to play. The board beside or above it shows the highlighted move."""

    CSS = """
    HintDialog { align: left top; background: $background 0%; }
    HintDialog > Vertical { padding: 0 1; background: $background; border: $dialog-border $ink-title; }
    HintDialog > Vertical.-below { border: none; border-top: $dialog-border $ink-title; }
    HintDialog > Vertical > Static { background: $background; color: $foreground; }
    HintDialog Menu { height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,question_mark", "back", "Close", key_display="esc", show=False)]

    def __init__(
        self, hints: Sequence[Hint], show: Callable[[Any], None], note: str = "", board: BoardWidget | None = None
    ) -> None:
        """Create the dialog. `show` shows an action on the board. The dialog avoids covering the board."""
        super().__init__()
        self._hints, self._show, self._note = hints, show, note
        self._board = board
        self.columns = NARROWEST

    def compose(self) -> ComposeResult:
        menu = HintMenu(self.list_items())
        menu.styles.height = len(self._hints)
        with Vertical():
            yield menu
            yield Static("", id="why", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._move_box()
        self._highlighted()

    def on_resize(self) -> None:
        self.call_after_refresh(self._move_box)  # the board is drawn again first

    def _move_box(self) -> None:
        """Move the box to where it hides the least of the board."""
        width, height = self.app.size.width, self.app.size.height - 1
        places = [] if self._board is None else [box for box, _ in self._board.canvas.places]
        place, is_below = place_hints(width, height, places, self._rows, self._narrowest)
        box = self.query_one(Vertical)
        box.set_class(is_below, "-below")
        box.styles.width, box.styles.height, box.styles.offset = place.width, place.height, (place.x, place.y)
        self.columns = place.width - PADDING * (1 if is_below else 2)
        menu = self.query_one(Menu)
        menu.items = self.list_items()
        menu.redraw()
        self._tell_why()

    def list_items(self) -> list[Item]:
        """Return an item for each hint, with the expected result in words or, if there is little room, as a number."""
        return [
            Item(str(at), capitalized(hint.name), detail=hint.expected)
            if self._has_room(hint, self.columns)
            else Item(str(at), capitalized(hint.name), note=self._number(hint))
            for at, hint in enumerate(self._hints)
        ]

    def _number(self, hint: Hint) -> str:
        """Return the expected result as a number, with its unit if all units fit in the list."""
        has_room = self._longest_name + 4 + max(cell_len(each.brief) for each in self._hints) <= self.columns
        return hint.brief if has_room else hint.brief.partition(" ")[0]

    def _has_room(self, hint: Hint, columns: int) -> bool:
        """Return whether the list has room for a hint's expected result in words."""
        return self._longest_name + 4 + cell_len(hint.expected) <= columns

    @property
    def _narrowest(self) -> int:
        """The minimum number of columns at which every action in the list is readable, with its number."""
        number = max(cell_len(each.brief.partition(" ")[0]) for each in self._hints)
        return max(NARROWEST, self._longest_name + 4 + number)

    @property
    def _longest_name(self) -> int:
        """The width of the longest action name, in columns."""
        return max(cell_len(hint.name) for hint in self._hints)

    def _rows(self, columns: int) -> int:
        """Return the number of rows that the list and the longest text need."""
        return len(self._hints) + max(len(self.why(hint, columns)) for hint in self._hints)

    def why(self, hint: Hint, columns: int) -> list[str]:
        """Return the lines about a hint, with the expected result if the list has no room for that result."""
        expected = f"{capitalized(hint.expected)}." if hint.expected and not self._has_room(hint, columns) else ""
        text = " ".join(filter(None, (expected, hint.text, self._note)))
        return wrap(text, columns, len(text))

    def _tell_why(self) -> None:
        lines = self.why(self._hints[self.query_one(Menu).at], self.columns)
        self.query_one("#why", Static).update("\n".join(lines))

    @on(Menu.Highlighted)
    def _highlighted(self) -> None:
        self._tell_why()
        self._show(self._hints[self.query_one(Menu).at].action)

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.dismiss(self._hints[int(event.id)].action)


def place_hints(
    width: int, height: int, places: Sequence[Box], rows: Callable[[int], int], narrowest: int
) -> tuple[Box, bool]:
    """Return a box for the hints, and whether the box is as wide as the screen.

    A box as wide as the screen has a line above it and no frame. The box is below all places of the board or, if there
    is no room, beside these places in the right half. If there is no room beside the places either, the box covers the
    bottom of the board. `rows` returns the number of rows that the hints need in a given number of columns.
    """
    needed = min(height, rows(width - PADDING) + 1)
    below = Box(0, height - needed, width, needed)
    if not _hides(below, places):
        return below, True
    for columns in range(width // 2, narrowest + 2 * PADDING - 1, -1):
        needed = rows(columns - 2 * PADDING) + 2
        for y in range(height - needed, 0, -1):  # the first row is the title
            beside = Box(width - columns, y, columns, needed)
            if not _hides(beside, places):
                return beside, False
    return below, True


def _hides(box: Box, places: Sequence[Box]) -> bool:
    """Return whether the box covers any part of these places."""
    return any(
        box.x < place.x + place.width
        and place.x < box.x + box.width
        and box.y < place.y + place.height
        and place.y < box.y + box.height
        for place in places
    )
