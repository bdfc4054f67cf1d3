"""Files of earlier versions can always be read, and lead to the same states.

Golden files never change; `python -m tests.reliability.write_goldens` adds those of a new version.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.formats.document import VERSIONS
from cardtable.formats.position import load_position
from cardtable.formats.record import dump_record, load_record
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageError
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.recording import open_session, record_of
from tests.reliability.crowds import run_at_once
from tests.reliability.disk import FAILURES, Disk, why_unavailable
from tests.reliability.figures import note
from tests.reliability.write_goldens import ENDS, FOLDER, sql_of, state_end, summarise_end


def without_sentence(end: dict[str, Any]) -> dict[str, Any]:
    """Replace the sentence of the outcome by whether there is one.

    No file on a player's disk contains that sentence, so later versions may change it.
    """
    return {name: bool(value) if name == "reason" else value for name, value in end.items()}


ENDED: dict[str, Any] = json.loads(ENDS.read_text("utf-8"), object_hook=without_sentence)
DATABASES = [f"archive-{version}.sql" for version in range(1, SCHEMA_VERSION + 1)]


CAME_WITH = dict[tuple[str, str], int]()
"""The version of `record` or `position` in which a game was first written, for games that came after the first."""


def goldens(what: str, versions: range, called: str = "") -> list[str]:
    """Return the names of the golden files: for each game, one for each version of the format since it came."""
    return [
        f"{called or what}-{version}-{game_id}.json"
        for game_id in SHIPPED
        for version in versions
        if version >= CAME_WITH.get((what, game_id), 1)
    ]


POSITIONS = goldens("position", range(1, VERSIONS["position"] + 1))
RECORDS = [
    *goldens("record", range(1, VERSIONS["record"] + 1)),
    *goldens("record", range(3, VERSIONS["record"] + 1), "start"),
    *goldens("record", range(4, VERSIONS["record"] + 1), "computers"),
]
"""Files named `start` are of games that started from a position, possible since version 3.

Files named `computers` are of games with computer players, possible since version 4.
"""


def restore(name: str, folder: Path) -> Path:
    """Create a golden database in this folder."""
    path = folder / "archive.sqlite3"
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript((FOLDER / name).read_text("utf-8"))
    return path


def check_games(path: Path, name: str) -> int:
    """Check that every game of the golden database leads to the same state; return their number."""
    with Archive(path) as archive:
        assert archive.faults() == []
        found = {
            str(entry.id): without_sentence(summarise_end(open_session(archive.unguarded_record(entry.id)[0])))
            for entry in archive.entries()
        }
    assert found == ENDED[name]
    return len(found)


def test_no_golden_file_is_missing() -> None:
    due = {*RECORDS, *POSITIONS, *DATABASES}
    assert due == ENDED.keys() == {path.name for path in FOLDER.iterdir()} - {ENDS.name}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_leads_to_the_same_state(name: str) -> None:
    record = load_record((FOLDER / name).read_text("utf-8"))
    session = open_session(record)
    assert without_sentence(summarise_end(session)) == ENDED[name]
    assert load_record(dump_record(record_of(session))) == record, "and is the same when written again"


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_is_unchanged(name: str) -> None:
    game, state = load_position((FOLDER / name).read_text("utf-8"))
    assert name.endswith(f"-{game.id}.json")
    assert state_end(game, state) == ENDED[name]


@pytest.mark.parametrize("game_id", SHIPPED)
def test_a_position_of_every_version_is_the_same_state(game_id: str) -> None:
    versions = range(1, VERSIONS["position"] + 1)
    texts = [(FOLDER / f"position-{version}-{game_id}.json").read_text("utf-8") for version in versions]
    assert len({load_position(text) for text in texts}) == 1


@pytest.mark.parametrize("name", DATABASES)
def test_a_database_is_upgraded_after_a_backup(name: str, tmp_path: Path) -> None:
    path = restore(name, tmp_path)
    before = sql_of(path)
    games = check_games(path, name)
    version = DATABASES.index(name) + 1
    copies = sorted(each.name for each in tmp_path.glob("*-before-*"))
    if version < SCHEMA_VERSION:
        assert copies == [f"archive-before-version-{version + 1}.sqlite3"]
        assert sql_of(tmp_path / copies[0]) == before
        assert (tmp_path / copies[0]).stat().st_mode & 0o077 == 0
    else:
        assert copies == []
    note("versions", f"an archive of version {version}", {"games that reach their recorded end": games})


def open_and_list(path: Path) -> int:
    """Open the database in one of several processes; return the number of games."""
    with Archive(path) as archive:
        return len(archive.entries())


@pytest.mark.parametrize("name", DATABASES[:-1])
def test_several_processes_upgrade_it_once(name: str, tmp_path: Path) -> None:
    path = restore(name, tmp_path)
    before = sql_of(path)
    assert run_at_once(open_and_list, [(path,)] * 8) == [len(ENDED[name])] * 8
    check_games(path, name)
    (copy,) = tmp_path.glob("*-before-*.sqlite3")
    assert sql_of(copy) == before


def check_upgrade_faults(name: str, folder: Path, every: int) -> int:
    """Upgrade a database while the disk fails at every so-many-th call; return the number of failures."""
    golden, failed, number = restore(name, folder / "golden"), 0, 1
    before = sql_of(golden)
    while True:
        path = folder / str(number) / golden.name
        path.parent.mkdir()
        copyfile(golden, path)
        with Disk() as disk:
            disk.fails = lambda at, call, number=number: FAILURES[call.kind] if at == number else 0  # type: ignore[misc]  # a default binds it
            fault = ""
            try:
                Archive(path).close()
            except StorageError as error:
                fault = type(error).__name__
        assert fault in ("", "StorageError"), "a failing disk is not damage"
        failed += fault != ""
        if len(disk.calls) < number:
            return failed
        check_content(path, before)
        number += every


def check_content(path: Path, before: str) -> None:
    """Check that the upgraded database has the contents of the older one and can be used."""
    with Archive(path) as archive:
        assert archive.faults() == []
    upgraded = sql_of(path).splitlines()
    assert [line for line in before.splitlines() if line.startswith("INSERT") and line not in upgraded] == []


@pytest.mark.skipif(bool(why_unavailable()), reason=why_unavailable())
@pytest.mark.parametrize("name", DATABASES[:-1])
def test_a_failing_disk_leaves_the_older_database_unchanged(name: str, tmp_path: Path) -> None:
    assert check_upgrade_faults(name, tmp_path, every=8)


@pytest.mark.deep  # an upgrade for every call
@pytest.mark.skipif(bool(why_unavailable()), reason=why_unavailable())
@pytest.mark.parametrize("name", DATABASES[:-1])
def test_the_disk_may_fail_anywhere_in_an_upgrade(name: str, tmp_path: Path) -> None:
    failed = check_upgrade_faults(name, tmp_path, every=1)
    note("versions", f"{name}, the disk fails on the way", {"failures": failed, "lost": 0})
