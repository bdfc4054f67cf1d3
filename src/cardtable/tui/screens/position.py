"""Asking for the file of a position to play from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from cardtable.table.dealing import session_from_position
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import TextDialog


def ask_for_position(app: App[Any], play: Callable[[Session], None]) -> None:
    """Ask until there is a file with a position, or the player backs out, and play from it."""
    found: list[Session] = []

    def check(path: str) -> str:
        try:
            found.append(session_from_position(path))
        except RequestError as refusal:
            return str(refusal)
        return ""

    def answered(path: str | None) -> None:
        if path is not None:
            play(found[-1])

    app.push_screen(TextDialog("The file of a position:", "", check, 200), answered)
