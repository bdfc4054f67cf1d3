"""A table that tells the players when their game stops being saved, and when another window takes it over."""

from __future__ import annotations

from cardtable.store.errors import TakenOver
from cardtable.table.command_lines import deal_caption
from cardtable.table.lazy_archive import GameSaver
from cardtable.table.session import Session
from cardtable.tui.board_screen import PlayScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.widgets.menu import Item


class SavingScreen(PlayScreen):
    """A screen with a session that is saved after every move."""

    session: Session
    saver: GameSaver
    _last_fault = ""
    """The last reason for a failed save that the players have seen, or an empty string if the game is saved."""

    def report_takeover(self) -> None:
        """Tell the app that another window has taken the game over."""
        raise NotImplementedError  # only the table knows the message

    def action_save(self) -> None:
        """Save the record of the game to a file."""
        raise NotImplementedError  # only the table can

    def report_saving(self) -> None:
        """Tell the players when the game stops being saved, offering them a choice, and when it is saved again."""
        fault = self.saver.fault
        caption = "daily deal" if self.saver.daily else deal_caption(self.session, len(self.session.names) == 1)
        self.board.set_caption("not saved" if fault else caption, is_warning=bool(fault))
        if fault and not self._last_fault:
            items = (
                Item("play", "Keep playing", key="p"),
                Item("again", "Try again", key="a"),
                Item("save", "Save to a file", key="s"),
            )
            self.app.push_screen(ChoiceDialog(fault, items), self._after_fault)
        elif self._last_fault and not fault:
            self.notify("Your game is being saved again.", markup=False)
        self._last_fault = fault

    def _after_fault(self, answer: str | None) -> None:
        if answer == "save":
            self.action_save()
        elif answer == "again":
            self._last_fault = ""
            try:
                self.saver.retry(self.session)
            except TakenOver:
                self.report_takeover()
                return
            if not self.saver.fault:
                self.board.say("Your game is saved.")
            self.report_saving()

    def check_takeover(self) -> None:
        """Close the table if another window has taken the game over."""
        if self.saver.is_taken_over():
            self.report_takeover()
