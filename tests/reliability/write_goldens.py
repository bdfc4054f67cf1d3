"""Writes files as this version writes them, to be kept for ever: `python -m tests.reliability.write_goldens`.

Run it when a format or the archive has got a new version.  What is there is never written over: it is what players
have on their disks.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.codec import dump
from cardtable.formats.document import VERSIONS
from cardtable.formats.position import dump_position
from cardtable.formats.record import dumps
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.table.shelves import shelf_in
from tests.table.sittings import play_on, sit, sit_at, truth

FOLDER = Path(__file__).with_name("goldens")
ENDS = FOLDER / "ends.json"
"""What each of them leads to."""
LONGEST = 150
"""Actions; matches may go on and on."""


def end_of(session: Session) -> dict[str, Any]:
    """What a game has come to, in a few words and a hash of everything."""
    return state_end(session.game, truth(session)) | {
        "actions": len(session.actions),
        "reason": "" if session.outcome is None else session.outcome.reason,
    }


LATER = {"rummy-like": ("phase",), "wind-city": ("ending",)}
"""Fields that states have got since the first goldens were written; they follow from the others."""


def state_end(game: AnyGame, state: Any) -> dict[str, Any]:
    """The hash of a state, but for the fields it has got since."""
    first = {name: value for name, value in dump(state).items() if name not in LATER.get(game.id, ())}
    return {"state": hashlib.sha256(json.dumps(first, sort_keys=True).encode()).hexdigest()}


def a_game(game_id: str) -> Session:
    """A game with as many players as it allows, played at random; some actions were taken back, some were hinted."""
    game = SHIPPED[game_id]
    session = sit(game, game.seats[-1], 20_261_120, (0,) * game.seats[-1])
    play_on(session, Key(1), 12)
    for _ in range(3):
        session.undo()
    play_on(session, Key(2), LONGEST)
    return session


def sql_of(path: Path) -> str:
    """An archive as SQL that makes it again."""
    with closing(sqlite3.connect(path)) as db:
        numbers = (f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};" for name in HEADER)
        return "\n".join((*numbers, *db.iterdump())) + "\n"


HEADER = ("application_id", "user_version")


def main() -> None:
    """Write those that are missing."""
    FOLDER.mkdir(exist_ok=True)
    ends = json.loads(ENDS.read_text("utf-8")) if ENDS.exists() else {}
    for game_id in SHIPPED:
        session = a_game(game_id)
        session.hinted, session.inherited_actions = 2, 1
        _write(ends, f"record-{VERSIONS['record']}-{game_id}.json", dumps(record_of(session)), end_of(session))
        middle = a_game(game_id)
        for _ in range(len(middle.actions) // 2):
            middle.undo()
        text = dump_position(middle.game, truth(middle))
        _write(ends, f"position-{VERSIONS['position']}-{game_id}.json", text, state_end(middle.game, truth(middle)))
        begun = sit_at(middle.game, truth(middle))
        play_on(begun, Key(3), LONGEST)
        _write(ends, f"start-{VERSIONS['record']}-{game_id}.json", dumps(record_of(begun)), end_of(begun))
    text, reached = _an_archive()
    _write(ends, f"archive-{SCHEMA_VERSION}.sql", text, reached)
    ENDS.write_text(json.dumps(ends, indent=1, sort_keys=True) + "\n", "utf-8")


def _an_archive() -> tuple[str, dict[str, Any]]:
    """An archive with a game of each kind that goes as far as it goes, and one that has just begun."""
    with TemporaryDirectory() as name:
        shelf, reached = shelf_in(Path(name)), {}
        for number, session in enumerate([*map(a_game, SHIPPED), sit(SHIPPED["clash"], 2, 5)], 1):
            shelf.save(session)
            reached[str(number)] = end_of(open_session(shelf.archive.record(number)))
        shelf.close()
        return sql_of(Path(name) / "archive.sqlite3"), reached


def _write(ends: dict[str, Any], name: str, text: str, end: Any) -> None:
    path = FOLDER / name
    if not path.exists():
        path.write_text(text, "utf-8")
        ends[name] = end


if __name__ == "__main__":
    main()
