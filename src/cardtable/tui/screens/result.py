"""The dialog with the result of a game."""

from __future__ import annotations

from cardtable.table.command_lines import deal_sentence
from cardtable.table.replay import continuation_sentence
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.widgets.menu import Item


def result_dialog(session: Session, deal: str, size: tuple[int, int], *, is_saved: bool) -> ChoiceDialog:
    """Return the dialog, with the deal line or, if the terminal has too few rows, only the deal code."""
    outcome = session.outcome
    assert outcome is not None, "the game is over"
    undone = f"\nMoves undone: {session.undone}." if session.undone else ""
    origin = f"\n{continuation_sentence(session)}" if session.inherited_actions else ""
    not_saved = "" if is_saved else "\nThis game isn't saved. Press s at the table to save it to a file."
    before = f"{outcome.reason}{undone}{origin}{not_saved}\n"
    items = (
        Item("look", "Look at the table", key="t"),  # first, so that holding Enter starts nothing
        Item("replay", "Replay", key="w"),
        Item("new", "New deal", key="n"),
        Item("same", f"Same {'position' if session.code is None else 'deal'} again", key="a"),
        Item("lobby", "Back to the lobby", key="q"),
    )
    dialog = ChoiceDialog(before + deal_sentence(deal, "This deal was "), items)
    if dialog.rows(*size) > size[1]:
        dialog = ChoiceDialog(before + deal_sentence(session.code, "This deal was "), items)
    return dialog
