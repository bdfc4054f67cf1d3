"""The dialog that tells how a game ended."""

from __future__ import annotations

from cardtable.table.command_lines import deal_sentence
from cardtable.table.replay import continuation_sentence
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.widgets.menu import Item


def result_dialog(session: Session, deal: str, size: tuple[int, int], *, is_saved: bool) -> ChoiceDialog:
    """Return the dialog, with the deal as a line, or as its code alone where the line has no room."""
    outcome = session.outcome
    assert outcome is not None, "the game is over"
    taken_back = f"\nActions taken back: {session.undone}." if session.undone else ""
    given = f"\n{continuation_sentence(session)}" if session.inherited_actions else ""
    not_kept = "" if is_saved else "\nThis game is not kept; s at the table writes it to a file."
    before = f"{outcome.reason}{taken_back}{given}{not_kept}\n"
    items = (
        Item("look", "Look at the table", key="t"),  # first, so that Enter held down starts nothing
        Item("watch", "Watch it again", key="w"),
        Item("new", "A new deal", key="n"),
        Item("same", f"The same {'position' if session.code is None else 'deal'} again", key="a"),
        Item("lobby", "Back to the lobby", key="q"),
    )
    dialog = ChoiceDialog(before + deal_sentence(deal, "This deal was "), items)
    if dialog.rows(*size) > size[1]:
        dialog = ChoiceDialog(before + deal_sentence(session.code, "This deal was "), items)
    return dialog
