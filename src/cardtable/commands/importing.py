"""`cardtable import`: games from files, each checked by playing it again."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from cardtable.commands.kept import opened_shelf
from cardtable.table.dealing import session_from_record
from cardtable.table.entries import title
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session

app = App(name="import")
Files = Annotated[list[str] | None, Parameter(name="FILE", help="Records of games.", show_default=False)]


@app.default
def add_game(*files: str) -> int:
    """Take games in from files; each is checked by playing it again, and nothing is taken in where one is refused."""
    if not files:
        raise RequestError("Say which file: cardtable import and its name.")
    sessions = []
    for name in files:
        try:
            sessions.append(session_from_record(name))
        except RequestError as refusal:
            raise RequestError(f"{Path(name).name}: {refusal}" if len(files) > 1 else str(refusal)) from None
    with opened_shelf() as shelf:
        for session in sessions:
            if (known := _over_already(shelf, session)) is not None:
                sys.stdout.write(f"Game {known} is this one already, to its end; nothing was taken in.\n")
                continue
            entry = shelf.archive.entry(shelf.add_game(session))
            over = "is over" if entry.outcome is not None else f"goes on with: cardtable resume {entry.id}"
            sys.stdout.write(f"Game {entry.id}: {title(entry)}, {entry.length} actions; it {over}.\n")
    return 0


def _over_already(shelf: LazyArchive, session: Session) -> int | None:
    """The number of the same game where it is over, which would else be counted twice; None where there is none."""
    if session.turn is not None:
        return None
    from cardtable.store.errors import UnreadableGame
    from cardtable.table.recording import record_of

    record = record_of(session)
    for entry in shelf.archive.entries():
        if entry.outcome is not None and (entry.kind, entry.deal) == (session.game.id, str(session.code or "")):
            with suppress(UnreadableGame):
                if shelf.archive.record(entry.id) == record:
                    return entry.id
    return None
