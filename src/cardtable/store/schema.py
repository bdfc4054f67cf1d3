"""The tables of the archive, and how an older one is brought up to date.

Each version is a script that leads from the one before; none is ever changed once it has been released.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.places import write_new

_GAMES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,                 -- the id of its rules, as 'clash'
    head TEXT NOT NULL,                 -- its record without actions and counts, as JSON
    names TEXT NOT NULL,                -- at each seat, as JSON
    alone INTEGER NOT NULL,             -- whether one person plays every seat
    options TEXT NOT NULL,              -- as JSON, written out in full
    deal TEXT NOT NULL,
    started TEXT NOT NULL,              -- ISO 8601, UTC
    touched TEXT NOT NULL,
    length INTEGER NOT NULL DEFAULT 0,  -- actions that stand
    undone INTEGER NOT NULL DEFAULT 0,
    hinted INTEGER NOT NULL DEFAULT 0,
    given INTEGER NOT NULL DEFAULT 0,
    daily TEXT NOT NULL DEFAULT '',     -- the date of the daily deal that it is
    turn INTEGER,                       -- the seat that is asked; NULL once it is over
    outcome TEXT,                       -- as JSON, once it is over
    holder TEXT NOT NULL DEFAULT ''     -- the sitting in whose hands it is
);
CREATE INDEX game_touched ON game (touched);
CREATE TABLE action (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,            -- from 1
    said TEXT NOT NULL,
    sum INTEGER NOT NULL,               -- CRC-32 of the head and of every action up to this one
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""

_PROGRESS = """
CREATE TABLE progress (
    about TEXT PRIMARY KEY,             -- as 'lesson exit-stage-right 01-the-goal'
    value TEXT NOT NULL,                -- JSON
    touched TEXT NOT NULL
) WITHOUT ROWID;
"""

SCRIPTS = (_GAMES, _PROGRESS)
SCHEMA_VERSION = len(SCRIPTS)
OURS = 0x43415244
"""The application id in the file's header: CARD."""


def bring_up_to_date(db: sqlite3.Connection, path: Path | None) -> None:
    """Make the tables, or lead older ones to the newest version, all or nothing, after a copy was put beside the file.

    Without a path the database is only in memory, and no copy is needed.
    StorageError, and nothing changed, where the file is of a newer version or somebody else's.
    """
    if version_of(db) == SCHEMA_VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(db)  # once more: another program may have been first
        if path is not None and 0 < version < SCHEMA_VERSION:
            _keep_a_copy(path, version)
        for script in SCRIPTS[version:]:
            for statement in script.split(";\n"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {OURS}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # where the disk is full, SQLite has rolled back already
            db.execute("ROLLBACK")
        raise


def is_as_made(db: sqlite3.Connection) -> bool:
    """Whether the tables are those that the scripts make, and nothing stands beside them that could act or mislead."""
    return _things(db) == _ours()


@cache
def _ours() -> frozenset[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        for script in SCRIPTS:
            db.executescript(script)
        return _things(db)


def _things(db: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Everything in the database but what SQLite keeps for itself."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 1000").fetchall()
    return frozenset(row for row in rows if row[0] not in ("table", "index") or not str(row[1]).startswith("sqlite_"))


def version_of(db: sqlite3.Connection) -> int:
    """Of the tables that are there, 0 for none; StorageError where they are not ours or too new."""
    # In this order: while we ask, another program may make them.
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if tables and application != OURS:
        raise StorageError(StorageFault.FOREIGN)
    if version > SCHEMA_VERSION:
        raise StorageError(StorageFault.NEWER, version)
    return int(version)


def _keep_a_copy(path: Path, version: int) -> None:
    """Before an older archive is changed, leave it as it was under another name."""
    copy = path.with_name(f"{path.stem}-before-version-{version + 1}{path.suffix}")
    copy.unlink(missing_ok=True)  # of an attempt that failed, or a link, which must not be written through
    write_new(copy, "")
    with closing(sqlite3.connect(path)) as before, closing(sqlite3.connect(copy)) as after:
        before.backup(after)
