"""Games that are kept, as commands name them; whatever is wrong with one is Refused with its sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.errors import BadGame, NoSuchGame, Unusable
from cardtable.store.listing import list_games
from cardtable.store.rows import Entry
from cardtable.table.refused import Refused
from cardtable.table.shelf import Shelf
from cardtable.table.storage_words import damage_sentence, explain


@contextmanager
def opened_shelf() -> Iterator[Shelf]:
    """The shelf, closed at the end."""
    shelf = Shelf()
    try:
        yield shelf
    except (Unusable, NoSuchGame, BadGame, BadFile) as error:
        raise Refused(explain(error)) from None
    finally:
        tell_notices(shelf)
        shelf.close()


def tell_notices(shelf: Shelf) -> None:
    """Say on standard error what the player should know about the archive."""
    while shelf.notices:
        sys.stderr.write(f"{shelf.notices.pop(0)}\n")


def chosen(shelf: Shelf, text: str | None) -> Entry:
    """The game of this number; without one, that which was played last and is not over."""
    if text is None:
        listing = list_games(shelf.archive)
        damage = damage_sentence(listing.damaged)
        under_way = [entry for entry in listing.entries if entry.outcome is None]
        if not under_way:
            raise Refused(damage or "No game is under way; cardtable play begins one.")
        if damage:
            sys.stderr.write(f"{damage}\n")
        return under_way[0]
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise Refused(f"'{safe_text(text)}' is no number of a game; cardtable games lists them.")
    return shelf.archive.entry(int(text))
