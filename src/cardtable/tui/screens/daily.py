"""The daily deal: its table or, once it has been played, its result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from textual.app import App

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table.daily import DailyHistory, daily_history, deal_daily, open_daily, today
from cardtable.table.daily_words import result_lines, share_line
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.storage_words import explain
from cardtable.tui.screens.dialogs import COPY
from cardtable.tui.screens.result import ResultDialog, fill
from cardtable.tui.screens.statistics import daily_page
from cardtable.tui.widgets.menu import Item

ITEMS = (
    Item("back", "Back", key="q", is_inline=True),  # first, so that holding Enter starts nothing
    Item("history", "History", key="h", is_inline=True),
    Item(COPY, "Copy", key="c", is_inline=True),
    Item("again", "Play again (doesn't count)", key="a", is_inline=True),
)


def open_daily_deal(app: App[Any], lazy_archive: LazyArchive, open_table: Callable[[Session], object]) -> None:
    """Open the table for today's deal or, if that deal is finished, show its result and offer another game.

    Raise OpenInAnotherWindow if the game is open in another window.
    """
    day = today()
    try:
        found = open_daily(lazy_archive, day)
        history = daily_history(lazy_archive.archive.entries(), day)
    except (UnreadableGame, GameNotFound) as error:
        app.notify(explain(error), markup=False)
        return
    except StorageError:
        found, history = deal_daily(day), daily_history((), day)
        lazy_archive.save(found, day.isoformat())  # it tells the player that nothing is saved, and keeps trying
    if isinstance(found, Session):
        open_table(found)
    else:
        _show_result(app, found, history, lambda: _play_again(lazy_archive, day, open_table))


def _show_result(app: App[Any], played: GameEntry, history: DailyHistory, again: Callable[[], object]) -> None:
    def handle_answer(answer: str | None) -> None:
        if answer == "again":
            again()

    first, *more = result_lines(played, history)
    lines = fill([first], more, (), ITEMS, (app.size.width, app.size.height))
    rooms = {"history": lambda: app.push_screen(daily_page(history))}
    app.push_screen(ResultDialog("\n".join(lines), ITEMS, share_line(history), rooms), handle_answer)


def _play_again(lazy_archive: LazyArchive, day: date, open_table: Callable[[Session], object]) -> None:
    """Open today's deal as an ordinary game, which doesn't count as the daily deal."""
    session = deal_daily(day)
    lazy_archive.save(session)
    open_table(session)
