"""`cardtable import`: add games from files, after a check that replays each game."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import argument
from cardtable.commands.saved_games import open_saved_games
from cardtable.engine.phrases import counted
from cardtable.table.dealing import session_from_record
from cardtable.table.entries import title
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session

app = App(name="import", usage="cardtable import FILE...")
File = Annotated[str, argument("FILE", "A file with a game's record.")]


@app.default
def import_games(*files: File) -> int:
    """Add games from files to your saved games. If any file can't be used, no games are added."""
    if not files:
        raise RequestError("Which file? Give a file name, as in `cardtable import game.json`.")
    sessions = []
    for name in files:
        try:
            sessions.append(session_from_record(name))
        except RequestError as error:
            raise RequestError(f"{Path(name).name}: {error}" if len(files) > 1 else str(error)) from None
    with open_saved_games() as saved_games:
        for session in sessions:
            if (number := _find_finished_copy(saved_games, session)) is not None:
                sys.stdout.write(f"Not added: you already have this finished game as game {number}.\n")
                continue
            entry = saved_games.archive.entry(saved_games.add_game(session))
            status = "finished" if entry.outcome is not None else f"continue with `cardtable resume {entry.id}`"
            sys.stdout.write(f"Game {entry.id}: {title(entry)}, {counted(entry.length, 'move')}; {status}.\n")
    return 0


def _find_finished_copy(saved_games: LazyArchive, session: Session) -> int | None:
    """Return the number of an identical finished game, or None. The same game mustn't be counted twice."""
    if session.turn is not None:
        return None
    from cardtable.store.errors import UnreadableGame
    from cardtable.table.recording import record_of

    record = record_of(session)
    for entry in saved_games.archive.entries():
        if entry.outcome is not None and (entry.kind, entry.deal) == (session.game.id, str(session.deal_code or "")):
            with suppress(UnreadableGame):
                if saved_games.archive.record(entry.id) == record:
                    return entry.id
    return None
