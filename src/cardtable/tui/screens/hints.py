"""The dialog with hints: the best moves, what each is expected to bring, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from cardtable.engine.phrases import capitalized
from cardtable.store.errors import TakenOver
from cardtable.tui.screens.dialogs import Dialog
from cardtable.tui.screens.saving import SavingScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.players.hints import Hint

NO_HINTS = "No hint could be found in time."
WIDE = 60
"""The width in columns from which the list has room for what each action is expected to bring."""
LOOKING = "Looking for hints..."


def offer_hints(table: SavingScreen, hints: Sequence[Hint]) -> None:
    """Count hints as help, and show them below the board, or say that there are none.

    The cursor of the board follows the hints; if the player chooses none, it returns to its place.
    """
    from cardtable.table.result_words import hint_note

    session, board = table.session, table.board
    board.say("" if hints else NO_HINTS)
    if not hints:
        return
    counts = len(session.look(session.turn).legal) > 1  # to be told the only legal move is no help
    try:
        if counts:
            session.note_hint()
    except TakenOver:
        table.report_takeover()
        return
    table.report_saving()
    restore, note = board.remember_choice(), hint_note(session) if counts else ""
    table.app.push_screen(HintDialog(hints, board.point_to, note), lambda action: restore() if action is None else None)


class HintDialog(Dialog[Any]):
    """A list of hints below the board, which shows the highlighted one; it returns the chosen action."""

    CSS = """
    HintDialog { align: center bottom; background: $background 0%; }
    HintDialog > Vertical { width: 100%; padding: 0 1; }
    HintDialog Menu { height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,question_mark", "back", "Close", key_display="esc", show=False)]

    def __init__(self, hints: Sequence[Hint], show: Callable[[Any], None], note: str = "") -> None:
        """Create the dialog; `show` shows an action on the board."""
        super().__init__()
        self._hints, self._show, self._note = hints, show, note

    def compose(self) -> ComposeResult:
        items = [Item(str(at), capitalized(hint.name), detail=hint.expected) for at, hint in enumerate(self._hints)]
        menu = Menu(items)
        menu.styles.height = len(items)
        with Vertical():
            yield menu
            yield Static("", id="why", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._highlighted()

    @on(Menu.Highlighted)
    def _highlighted(self) -> None:
        hint = self._hints[self.query_one(Menu).at]
        has_room = self.app.size.width >= WIDE
        expected = f"{capitalized(hint.expected)}." if hint.expected and not has_room else ""
        self.query_one("#why", Static).update(" ".join(filter(None, (expected, hint.why, hint.difference, self._note))))
        self._show(hint.action)

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.dismiss(self._hints[int(event.id)].action)
