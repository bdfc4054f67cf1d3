"""The dialog that asks for a position file and starts a game from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from cardtable.table.dealing import session_from_position
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import TextDialog


def ask_for_position(app: App[Any], play: Callable[[Session], None]) -> None:
    """Ask for a file until one contains a position or the player goes back; then play from the position."""
    found: list[Session] = []

    def check(path: str) -> str:
        try:
            found.append(session_from_position(path))
        except RequestError as error:
            return str(error)
        return ""

    def answered(path: str | None) -> None:
        if path is not None:
            play(found[-1])

    app.push_screen(TextDialog("Position file:", "", check, 200), answered)
