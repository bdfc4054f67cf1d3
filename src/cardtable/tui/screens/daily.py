"""Sitting down to the daily deal: at its table, or, where it has been played, before its result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from textual.app import App

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table.daily import DailyHistory, daily_history, deal_daily, open_daily, today
from cardtable.table.daily_words import result_lines
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.storage_words import explain
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.statistics import daily_page
from cardtable.tui.widgets.menu import Item

ITEMS = (
    Item("back", "Back", key="q"),  # first, so that Enter held down starts nothing
    Item("history", "The history", key="h"),
    Item("again", "The deal again, not counted", key="a"),
)


def sit_down(app: App[Any], shelf: LazyArchive, lay: Callable[[Session], object]) -> None:
    """Lay the table for today's deal; where it has been finished, show how, and offer it as any other game.

    OpenInAnotherWindow where it is on another table.
    """
    day = today()
    try:
        found = open_daily(shelf, day)
        history = daily_history(shelf.archive.entries(), day)
    except (UnreadableGame, GameNotFound) as error:
        app.notify(explain(error), markup=False)
        return
    except StorageError:
        found, history = deal_daily(day), daily_history((), day)
        shelf.save(found, day.isoformat())  # it says itself that nothing is kept, and tries again
    if isinstance(found, Session):
        lay(found)
    else:
        _show_result(app, found, history, lambda: _play_again(shelf, day, lay))


def _show_result(app: App[Any], played: GameEntry, history: DailyHistory, again: Callable[[], object]) -> None:
    def go_on(answer: str | None) -> None:
        if answer == "history":
            app.push_screen(daily_page(history))
        elif answer == "again":
            again()

    app.push_screen(ChoiceDialog("\n".join(result_lines(played, history)), ITEMS), go_on)


def _play_again(shelf: LazyArchive, day: date, lay: Callable[[Session], object]) -> None:
    """The same deal once more, as any other game: it does not count as the daily."""
    session = deal_daily(day)
    shelf.save(session)
    lay(session)
