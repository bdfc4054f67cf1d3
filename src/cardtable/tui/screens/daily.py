"""The daily deal: its table or, once it has been played, its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from cardtable.rooms.daily import AGAIN, PlayedDaily, open_today
from cardtable.store.errors import GameNotFound, UnreadableGame
from cardtable.table.daily_words import share_line
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence
from cardtable.tui.screens.dialogs import COPY
from cardtable.tui.screens.result import ResultDialog, fill
from cardtable.tui.screens.statistics import daily_page
from cardtable.tui.widgets.menu import Item

ITEMS = (
    Item("back", "Back", key="q", is_inline=True),  # first, so that holding Enter starts nothing
    Item("history", "History", key="h", is_inline=True),
    Item(COPY, "Copy", key="c", is_inline=True),
    Item(AGAIN, "Play again (doesn't count)", key="a", is_inline=True),
)


def open_daily_deal(app: App[Any], lazy_archive: LazyArchive, open_table: Callable[[Session], object]) -> None:
    """Open the table for today's deal or, if that deal is finished, show its result and offer another game.

    Raise OpenInAnotherWindow if the game is open in another window.
    """
    try:
        found = open_today(lazy_archive)
    except (UnreadableGame, GameNotFound) as error:
        app.notify(storage_sentence(error), markup=False)
        return
    if isinstance(found, Session):
        open_table(found)
    else:
        _show_result(app, found, open_table)


def _show_result(app: App[Any], played: PlayedDaily, open_table: Callable[[Session], object]) -> None:
    def handle_answer(answer: str | None) -> None:
        if answer == AGAIN:
            open_table(played.deal_again())

    first, *more = played.lines
    lines = fill([first], more, (), ITEMS, (app.size.width, app.size.height))
    rooms = {"history": lambda: app.push_screen(daily_page(played.history))}
    app.push_screen(ResultDialog("\n".join(lines), ITEMS, share_line(played.history), rooms), handle_answer)
