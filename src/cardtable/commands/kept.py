"""Games that are kept, as commands name them; whatever is wrong with one is Refused with its sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.listing import list_games
from cardtable.store.rows import GameEntry
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.storage_words import damage_sentence, explain


@contextmanager
def opened_shelf() -> Iterator[LazyArchive]:
    """The shelf, closed at the end."""
    shelf = LazyArchive()
    try:
        yield shelf
    except (StorageError, GameNotFound, UnreadableGame, BadFile) as error:
        raise RequestError(explain(error)) from None
    finally:
        tell_notices(shelf)
        shelf.close()


def tell_notices(shelf: LazyArchive) -> None:
    """Say on standard error what the player should know about the archive."""
    while shelf.notices:
        sys.stderr.write(f"{shelf.notices.pop(0)}\n")


def chosen(shelf: LazyArchive, text: str | None) -> GameEntry:
    """The game of this number; without one, that which was played last and is not over."""
    if text is None:
        listing = list_games(shelf.archive)
        damage = damage_sentence(listing.damaged)
        under_way = [entry for entry in listing.entries if entry.outcome is None]
        if not under_way:
            raise RequestError(damage or "No game is under way; cardtable play begins one.")
        if damage:
            sys.stderr.write(f"{damage}\n")
        return under_way[0]
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise RequestError(f"'{safe_text(text)}' is no number of a game; cardtable games lists them.")
    return shelf.archive.entry(int(text))
