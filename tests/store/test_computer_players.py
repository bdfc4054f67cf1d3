"""Levels of computer players, and hints, in the saved-games database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.games import GAMES
from cardtable.store.archive import Archive, dump_head
from cardtable.store.database_files import open_copy
from cardtable.store.errors import TakenOver
from cardtable.store.found_games import find_games
from cardtable.store.salvage import recover_database
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from tests.reliability.write_goldens import FOLDER
from tests.table.saved_games import number_of, saved_games_in
from tests.table.sittings import COMPUTERS, play_on, sit

STAGE = GAMES["exit-stage-right"]


def restore(name: str, folder: Path) -> Path:
    """Create the database of an earlier version in this folder."""
    path = folder / "archive.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((FOLDER / name).read_text("utf-8"))
    return path


def test_an_entry_has_the_levels(saved_games: LazyArchive) -> None:
    games = [sit(STAGE, 4, 7, computers=COMPUTERS[:4]), sit(STAGE, 4, 7), sit(STAGE, 2, 7, computers=(None, None))]
    for session in games:
        saved_games.save(session)
    found = [saved_games.archive.entry(number_of(session)).levels for session in games]
    assert found == [("", "hard", "easy", "medium"), (), ()]


def test_a_level_of_a_later_version_is_shown(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 2, 7, computers=COMPUTERS[:2])
    saved_games.save(session)
    saved_games.archive._db.execute("UPDATE game SET levels = ?", (json.dumps(["", "\x1b[2Jexpert"]),))
    assert saved_games.archive.entry(number_of(session)).levels == ("", "[2Jexpert")


@pytest.mark.parametrize("name", ["archive-1.sql", "archive-2.sql"])
def test_games_of_an_older_database_have_no_levels(name: str, tmp_path: Path) -> None:
    with Archive(restore(name, tmp_path)) as archive:
        assert {entry.levels for entry in archive.entries()} == {()}


@pytest.mark.parametrize("name", ["archive-1.sql", "archive-2.sql"])
def test_a_damaged_row_of_an_older_database_is_found(name: str, tmp_path: Path) -> None:
    path = restore(name, tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE game SET names = '[' WHERE id = 2")
    with open_copy(path) as db:
        assert [game.number for game in find_games(db) if not game.is_listed] == [2]
    archive, recovery = recover_database(path)
    with archive:
        assert recovery.result is not None
        assert recovery.result.whole == len(archive.entries()) > 2


def test_recovered_games_have_their_levels(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 4, 7, computers=COMPUTERS[:4])
    saved_games.save(session)
    play_on(session, Key(1), 5)
    saved_games.close()
    archive, _ = recover_database(saved_games.path)
    with archive:
        assert [entry.levels for entry in archive.entries()] == [("", "hard", "easy", "medium")]
        assert archive.record(1) == record_of(session)


def test_an_open_game_that_an_older_version_started_stays_the_same_game(saved_games: LazyArchive) -> None:
    """After a recovery, moves are added to the game; its record was written in an earlier version."""
    session = sit(STAGE, 2, 7)
    saved_games.save(session)
    number = number_of(session)
    fields = json.loads(dump_head(record_of(session)))
    del fields["computers"]
    older = json.dumps({**fields, "version": 3, "sum": ""})
    saved_games.archive._db.execute("UPDATE game SET head = ?", (older,))
    saved_games.recoveries += 1
    play_on(session, Key(1), 2)
    assert number_of(session) == number
    assert saved_games.archive.record(number) == record_of(session)
    assert not saved_games.archive.has_game(number, saved_games.holder, record_of(sit(STAGE, 2, 8)))
    assert not saved_games.archive.has_game(number, "another", record_of(session))
    assert not saved_games.archive.has_game(number + 1, saved_games.holder, record_of(session))


# Hints


def test_a_hint_is_saved_at_once(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 2, 7)
    saved_games.save(session)
    play_on(session, Key(1), 3)
    session.note_hint()
    session.note_hint()
    assert session.hinted == 2
    assert saved_games.archive.entry(number_of(session)).hinted == 2
    assert saved_games.archive.record(number_of(session)) == record_of(session)
    play_on(session, Key(2), 1)
    assert saved_games.archive.record(number_of(session)) == record_of(session)


def test_there_are_no_hints_after_a_takeover(saved_games: LazyArchive, tmp_path: Path) -> None:
    session = sit(STAGE, 2, 7)
    saved_games.save(session)
    other = saved_games_in(tmp_path)
    other.resume(number_of(session), take_over=True)
    with pytest.raises(TakenOver):
        session.note_hint()
    assert session.hinted == 0
    assert other.archive.entry(number_of(session)).hinted == 0
    other.close()


def test_a_hint_that_could_not_be_saved_is_saved_with_the_next_action(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 2, 7)
    saver = saved_games.save(session)
    saved_games.archive._db.execute("PRAGMA query_only = ON")
    session.note_hint()
    assert saver.fault
    assert session.hinted == 1
    saved_games.archive._db.execute("PRAGMA query_only = OFF")
    saver._retry_at = 0
    play_on(session, Key(1), 1)
    assert saver.fault == ""
    assert saved_games.archive.entry(number_of(session)).hinted == 1


def test_a_hint_counts_in_a_game_that_is_not_saved() -> None:
    session = sit(STAGE, 2, 7)
    session.note_hint()
    assert session.hinted == 1
