"""Asking for the name of a file, and writing to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.files import write_new
from cardtable.table.storage_words import explain
from cardtable.tui.screens.dialogs import TextDialog


def save_to_file(app: App[Any], name: str, text: Callable[[], str], written: Callable[[], object]) -> None:
    """Ask until a new file could be written, or the player backs out; `name` is what the dialog proposes."""

    def why_not(name: str) -> str:
        try:
            write_new(name, text())
        except (StorageError, GameNotFound, UnreadableGame, ValueError) as error:
            return explain(error)
        return ""

    def answered(name: str | None) -> None:
        if name is not None:
            written()

    app.push_screen(TextDialog("A name for the new file:", name, why_not, 200), answered)
