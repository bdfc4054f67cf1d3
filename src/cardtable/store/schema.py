"""The tables of the saved-games database, and upgrades from older versions.

Each version has a script that upgrades the previous version. A released script never changes.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.paths import write_new

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

# A JSON list with the level of the computer player at each seat, or "" at other seats. It is empty if only people play.
_LEVELS = "ALTER TABLE game ADD COLUMN levels TEXT NOT NULL DEFAULT '[]';\n"

# Games at shared tables, where each person plays at their own screen. Such a game has a code but no holder.
_SHARED = """
ALTER TABLE game ADD COLUMN code TEXT NOT NULL DEFAULT '';
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    holder TEXT NOT NULL DEFAULT '',    -- the sitting in which its person is at the table
    person TEXT NOT NULL DEFAULT '',    -- whose seat it is, or '' while it is free
    away INTEGER NOT NULL DEFAULT 0,    -- whether that person hasn't pressed a key for a while
    stand_in TEXT NOT NULL DEFAULT '',  -- the level of the computer player that goes on for that person
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE note (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,            -- from 1
    kind TEXT NOT NULL,
    who INTEGER NOT NULL,               -- the seat of the person who wrote it
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""

SCRIPTS = (_GAMES, _PROGRESS, _LEVELS, _SHARED)
SCHEMA_VERSION = len(SCRIPTS)
APPLICATION_ID = 0x43415244
"""The application id in the file's header. The id spells CARD."""


def upgrade(db: sqlite3.Connection, path: Path | None) -> None:
    """Create the tables or upgrade older ones in a single transaction.

    The file is backed up before an upgrade. `path` is None for an in-memory database, which needs no backup. If the
    database has a newer version or belongs to another program, raise StorageError and change nothing.
    """
    if schema_version(db) == SCHEMA_VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(db)  # again, as another process may have been faster
        if path is not None and 0 < version < SCHEMA_VERSION:
            _back_up(path, version)
        for script in SCRIPTS[version:]:
            for statement in script.split(";\n"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # on a full disk SQLite has already rolled back
            db.execute("ROLLBACK")
        raise


def has_expected_schema(db: sqlite3.Connection) -> bool:
    """Return whether the database has exactly the tables from the scripts, without any views or triggers."""
    return _schema_objects(db) == _expected_schema()


@cache
def _expected_schema() -> frozenset[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        for script in SCRIPTS:
            db.executescript(script)
        return _schema_objects(db)


def _schema_objects(db: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Return all tables, indexes, views and triggers, except those that SQLite creates itself."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 1000").fetchall()
    return frozenset(row for row in rows if row[0] not in ("table", "index") or not str(row[1]).startswith("sqlite_"))


def schema_version(db: sqlite3.Connection) -> int:
    """Return the version of the tables, or 0 if none exist. Raise StorageError if they aren't ours or are too new."""
    # Read these values in this order, because another process may be creating the tables meanwhile.
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if tables and application != APPLICATION_ID:
        raise StorageError(StorageFault.FOREIGN)
    if version > SCHEMA_VERSION:
        raise StorageError(StorageFault.NEWER, version)
    return int(version)


def _back_up(path: Path, version: int) -> None:
    """Copy an older database to a file with another name before the upgrade."""
    copy = path.with_name(f"{path.stem}-before-version-{version + 1}{path.suffix}")
    copy.unlink(missing_ok=True)  # left by a failed attempt, or a link, which must not be followed
    write_new(copy, "")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
