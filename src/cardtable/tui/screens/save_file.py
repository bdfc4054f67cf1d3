"""The dialog that saves a game to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App

from cardtable.formats.text import safe_text
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.paths import save_as
from cardtable.table.storage_words import storage_sentence
from cardtable.tui.screens.dialogs import TextDialog

LONGEST_PATH = 300
SAVED_TO_FILE = "Saved. Anyone with this file can reconstruct every hidden card."


def save_picture(app: App[Any]) -> None:
    """Save the screen as an SVG file, asking for its name; the picture shows what was there before the question."""
    picture = app.export_screenshot()

    def tell(name: str) -> None:
        where = safe_text(str(Path(name).expanduser().absolute()), LONGEST_PATH)
        app.notify(f"Saved to {where}. It shows every card that was on the screen.", markup=False)

    save_to_file(app, "cardtable.svg", lambda: picture, tell, what="picture")


def save_to_file(
    app: App[Any], name: str, text: Callable[[], str], on_saved: Callable[[str], object], what: str = "game"
) -> None:
    """Ask for a file name, suggesting `name`, until a new file is written or the player goes back.

    `on_saved` gets the file's name.
    """

    def write(name: str) -> str:
        try:
            save_as(name, text(), what)
        except (StorageError, GameNotFound, UnreadableGame, ValueError) as error:
            return storage_sentence(error)
        return ""

    def answered(name: str | None) -> None:
        if name is not None:
            on_saved(name)

    app.push_screen(TextDialog("Name of the new file:", name, write, 200), answered)
