"""Write golden files in this version's formats: `python -m tests.reliability.write_goldens`.

Run it when a format or the database has a new version.  It never overwrites a file, as players have such files on their
disks.
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
from cardtable.formats.record import dump_record
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.store.shared_games import add_seats
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.table.saved_games import saved_games_in
from tests.table.sittings import COMPUTERS, play_on, sit, sit_at, truth

FOLDER = Path(__file__).with_name("goldens")
ENDS = FOLDER / "ends.json"
"""The end state of each game."""
LONGEST = 150
"""The most actions of a game, as some matches never end."""


def summarise_end(session: Session) -> dict[str, Any]:
    """Return the state of a game as a few words and a hash."""
    return state_end(session.game, truth(session)) | {
        "actions": len(session.actions),
        "reason": "" if session.outcome is None else session.outcome.reason,
    }


LATER = {"rummy-like": ("phase",), "wind-city": ("ending",)}
"""Fields added to states since the first golden files; they follow from the others."""


def state_end(game: AnyGame, state: Any) -> dict[str, Any]:
    """Return the hash of a state without fields that were added later."""
    first = {name: value for name, value in dump(state).items() if name not in LATER.get(game.id, ())}
    return {"state": hashlib.sha256(json.dumps(first, sort_keys=True).encode()).hexdigest()}


def random_game(game_id: str) -> Session:
    """Return a random game with the most players, with some undone actions and hints."""
    game = SHIPPED[game_id]
    session = sit(game, game.seats[-1], 20_261_120, (0,) * game.seats[-1])
    play_on(session, Key(1), 12)
    for _ in range(3):
        session.undo()
    play_on(session, Key(2), LONGEST)
    return session


def game_with_computers(game_id: str) -> Session:
    """Return a random game with the most players, most of whom are computer players."""
    game = SHIPPED[game_id]
    session = sit(game, game.seats[-1], 20_261_122, computers=COMPUTERS[: game.seats[-1]])
    play_on(session, Key(5), LONGEST)
    return session


def sql_of(path: Path) -> str:
    """Return a database as SQL."""
    with closing(sqlite3.connect(path)) as db:
        numbers = (f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};" for name in HEADER)
        return "\n".join((*numbers, *db.iterdump())) + "\n"


HEADER = ("application_id", "user_version")


def main() -> None:
    """Write the missing files."""
    FOLDER.mkdir(exist_ok=True)
    ends = json.loads(ENDS.read_text("utf-8")) if ENDS.exists() else {}
    for game_id in SHIPPED:
        session = random_game(game_id)
        session.hinted, session.inherited_actions = 2, 1
        _write(
            ends, f"record-{VERSIONS['record']}-{game_id}.json", dump_record(record_of(session)), summarise_end(session)
        )
        middle = random_game(game_id)
        for _ in range(len(middle.actions) // 2):
            middle.undo()
        text = dump_position(middle.game, truth(middle))
        _write(ends, f"position-{VERSIONS['position']}-{game_id}.json", text, state_end(middle.game, truth(middle)))
        from_position = sit_at(middle.game, truth(middle))
        play_on(from_position, Key(3), LONGEST)
        _write(
            ends,
            f"start-{VERSIONS['record']}-{game_id}.json",
            dump_record(record_of(from_position)),
            summarise_end(from_position),
        )
        with_computers = game_with_computers(game_id)
        _write(
            ends,
            f"computers-{VERSIONS['record']}-{game_id}.json",
            dump_record(record_of(with_computers)),
            summarise_end(with_computers),
        )
    text, reached = _archive()
    _write(ends, f"archive-{SCHEMA_VERSION}.sql", text, reached)
    ENDS.write_text(json.dumps(ends, indent=1, sort_keys=True) + "\n", "utf-8")


def _archive() -> tuple[str, dict[str, Any]]:
    """Return a database with finished games of each kind and a game that has just started, as SQL."""
    with TemporaryDirectory() as name:
        saved_games, reached = saved_games_in(Path(name)), {}
        games = [*map(random_game, SHIPPED), sit(SHIPPED["clash"], 2, 5), *map(game_with_computers, SHIPPED)]
        for number, session in enumerate(games, 1):
            saved_games.save(session)
            reached[str(number)] = summarise_end(open_session(saved_games.archive.record(number)))
        shared = saved_games.add_game(random_game("clash"), code="K7QF-2M9X")
        add_seats(saved_games.archive, shared, {0: "ann", 1: "ben"})
        reached[str(shared)] = summarise_end(random_game("clash"))
        saved_games.close()
        return sql_of(Path(name) / "archive.sqlite3"), reached


def _write(ends: dict[str, Any], name: str, text: str, end: Any) -> None:
    path = FOLDER / name
    if not path.exists():
        path.write_text(text, "utf-8")
        ends[name] = end


if __name__ == "__main__":
    main()
