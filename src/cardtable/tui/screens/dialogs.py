"""Small questions over the table: a choice, a line of text, and the line on which an action is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from cardtable.table.session import Seen
from cardtable.tui.canvas import wrap
from cardtable.tui.widgets.menu import Item, Menu

LOW_HEIGHT = 20
LOW: list[tuple[int, str]] | None = [(0, "-low"), (LOW_HEIGHT, "-high")]
"""Where the terminal has few rows, a dialog does without empty ones."""
WIDTH = 64
"""Columns of a dialog, as in the styles below."""


A_LIST = 9
"""So many things to choose from are a list, which scrolls."""


class PlainInput(Input):
    """An input that takes in nothing that does not print, however it comes."""

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace("".join(each for each in text if each.isprintable()), start, end)


class ChoiceDialog(ModalScreen[str]):
    """Some lines of text and a menu; gives the id of what was picked, or "" where the player backs out."""

    CSS = """
    ChoiceDialog { align: center middle; background: $background 60%; }
    ChoiceDialog > Vertical {
        width: 64; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $ink-title-background;
        border: $dialog-border $ink-title;
    }
    ChoiceDialog.-low > Vertical { padding: 0 1; }
    ChoiceDialog Static { height: auto; margin-bottom: 1; background: $ink-title-background; color: $ink-title; }
    ChoiceDialog Menu { height: auto; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    def __init__(self, text: str, items: Sequence[Item]) -> None:
        super().__init__()
        self._text = text
        self._items = items

    def rows(self, width: int, height: int) -> int:
        """How many rows it takes in a terminal of this size."""
        sides, ends = (2, 2) if height < LOW_HEIGHT else (4, 4)  # the padding and the border
        room = max(1, min(WIDTH, width) - 2 - sides)
        text = sum(len(wrap(line, room, len(line) + 1)) for line in self._text.splitlines())
        return text + 1 + len(self._items) + ends

    def compose(self) -> ComposeResult:
        menu = Menu(self._items)
        rows = len(self._items)
        menu.styles.height = rows if rows < A_LIST else max(A_LIST // 2, min(rows, self.app.size.height - 8))
        with Vertical():
            yield Static(self._text, markup=False)
            yield menu

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.dismiss(event.id)

    def action_back(self) -> None:
        self.dismiss("")


class TextDialog(ModalScreen[str | None]):
    """One line of text; `check` gives a sentence where it will not do.  None where the player backs out."""

    CSS = """
    TextDialog { align: center middle; background: $background 60%; }
    TextDialog > Vertical {
        width: 64; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $ink-title-background;
        border: $dialog-border $ink-title;
    }
    TextDialog.-low > Vertical { padding: 0 1; }
    TextDialog Static { height: auto; background: $ink-title-background; color: $ink-title; }
    TextDialog Input, Ask Input:focus { border: none; height: 1; padding: 0; margin: 1 0; background: $background; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    def __init__(self, question: str, text: str, check: Callable[[str], str], longest: int) -> None:
        super().__init__()
        self._question, self._text, self._check, self._longest = question, text, check, longest

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            yield PlainInput(self._text, max_length=self._longest, select_on_focus=True)
            yield Static("enter accepts, escape goes back", id="fault", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if fault := self._check(event.value):
            self.query_one("#fault", Static).update(fault)
        else:
            self.dismiss(event.value)

    def action_back(self) -> None:
        self.dismiss(None)


LONGEST_LIST = 8
"""Rows of the list of actions, so that it leaves the table in sight; it scrolls."""


class ActionDialog(ModalScreen[Any]):
    """Every legal action in a list, filtered by what is typed; gives the action, None where the player backs out.

    What is typed may be an action in its short form that the list does not show. One that is
    not open is answered with the reason.
    """

    CSS = """
    ActionDialog { align: left bottom; background: $background 0%; }
    ActionDialog > Vertical {
        width: 100%; height: auto; max-height: 70%; background: $ink-title-background; padding: 0 1;
    }
    ActionDialog Menu { height: auto; }
    ActionDialog #answer { height: auto; background: $ink-title-background; color: $ink-title; text-style: bold; }
    ActionDialog Input, TypedAction Input:focus { border: none; height: 1; padding: 0; background: $background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
    ]

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen, self._legal = seen, seen.legal
        self._chosen = False
        """Whether the player has gone to a row of the list, which then counts, and not what was typed."""
        self._menu = Menu([])
        self._menu.can_focus = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._menu
            yield Static("", id="answer", markup=False)
            yield PlainInput(placeholder="type an action or a part of one; arrows choose, enter plays", max_length=60)

    def on_mount(self) -> None:
        self._filter("")

    def _filter(self, typed: str) -> None:
        words = typed.lower().split()
        fitting = [at for at, action in enumerate(self._legal) if all(word in str(action).lower() for word in words)]
        exact = [at for at in fitting if str(self._legal[at]).lower() == typed.strip().lower()]
        self._menu.items = [Item(str(at), str(self._legal[at])) for at in (*exact, *(set(fitting) - set(exact)))]
        self._menu.items.sort(key=lambda item: (int(item.id) not in exact, int(item.id)))
        self._menu.at = 0
        self._menu.styles.height = max(1, min(len(self._menu.items), self.app.size.height // 2, LONGEST_LIST))
        self._menu.redraw()
        self.query_one("#answer", Static).update("")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._chosen = False
        self._filter(event.value)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if self._chosen:
            self._menu.action_pick()
            return
        try:
            action = self._seen.game.parse(event.value)
        except ValueError as error:
            if self._menu.items:
                self._menu.action_pick()
            else:
                self.query_one("#answer", Static).update(str(error))
            return
        if action in self._legal:
            self.dismiss(action)
        else:
            self.query_one("#answer", Static).update(self._seen.game.explain(self._seen.state, action))

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.dismiss(self._legal[int(event.id)])

    def action_move(self, step: int) -> None:
        self._chosen = True
        self._menu.action_move(step)

    def action_back(self) -> None:
        self.dismiss(None)
