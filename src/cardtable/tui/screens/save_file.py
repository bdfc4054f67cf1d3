"""The dialog that saves a game to a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.files import write_new
from cardtable.table.storage_words import explain
from cardtable.tui.screens.dialogs import TextDialog

SAVED_TO_FILE = "Saved. Anyone with this file can reconstruct every hidden card."


def save_to_file(app: App[Any], name: str, text: Callable[[], str], on_saved: Callable[[], object]) -> None:
    """Ask for a file name, suggesting `name`, until a new file is written or the player goes back."""

    def write(name: str) -> str:
        try:
            write_new(name, text())
        except (StorageError, GameNotFound, UnreadableGame, ValueError) as error:
            return explain(error)
        return ""

    def answered(name: str | None) -> None:
        if name is not None:
            on_saved()

    app.push_screen(TextDialog("Name of the new file:", name, write, 200), answered)
