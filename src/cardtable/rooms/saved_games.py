"""Opening saved games, and what a player can do about a game that is open in another window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardtable.formats.text import safe_text
from cardtable.rooms.command import Ask, AskText, Choice, Response, Say, Stay
from cardtable.rooms.goto import ToGame, ToTable, ToWatch
from cardtable.rooms.records import Records
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.table.lazy_archive import OpenInAnotherWindow
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

SAVED_TO_FILE = "Saved. Anyone with this file can reconstruct every hidden card."
LONGEST_PATH = 300
TAKEN_OVER = "Another window has taken this game over."


def resume(records: Records, number: int, *, take_over: bool = False) -> Response:
    """Continue a saved game, or ask what to do if it is open in another window."""
    try:
        return ToTable(records.saved_games.resume(number, take_over=take_over))
    except OpenInAnotherWindow:
        return about_other_window(number, "This game is open in another window.")
    except (GameNotFound, StorageError, UnreadableGame) as error:
        return Say(storage_sentence(error))


def about_other_window(number: int, what: str) -> Ask:
    """Ask what to do about a game that is open in another window; `what` is the sentence that says so."""
    return Ask(
        what,
        (
            Choice("Back", Stay, key="n", words=("no",)),
            Choice("Watch what everyone can see", lambda: ToWatch(number), key="w", words=("watch",)),
            Choice(
                "Take over from the other window",
                lambda: ToGame(number, take_over=True),
                key="t",
                words=("take over", "take"),
            ),
        ),
    )


def load(records: Records, number: int, then: Callable[[Session], Response]) -> Response:
    """Load a saved game and go on with it, or say why it can't be read."""
    try:
        return then(records.saved_games.load(number))
    except (GameNotFound, StorageError, UnreadableGame) as error:
        return Say(storage_sentence(error))


def save_to_file(
    name: str, text: Callable[[], str], then: Callable[[str], Response | None], what: str = "game"
) -> AskText:
    """Ask for the name of a new file, suggesting `name`, write the text to it, and go on with the file's name."""
    from cardtable.store.paths import save_as

    def write(name: str) -> Response | None:
        try:
            save_as(name, text(), what)
        except (StorageError, GameNotFound, UnreadableGame) as error:
            raise ValueError(storage_sentence(error)) from None
        return then(name)

    return AskText("Name of the new file:", write, name)


def about_picture(name: str) -> str:
    """Return what to say about a picture of the screen in a file with this name."""
    where = safe_text(str(Path(name).expanduser().absolute()), LONGEST_PATH)
    return f"Saved to {where}. It shows every card that was on the screen."
