"""A damaged database is quarantined unchanged, and its games are recovered as far as they are sound."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import read_record_file
from cardtable.formats.record import MAX_ACTIONS as MAX_RECORD_ACTIONS
from cardtable.store.archive import Archive
from cardtable.store.checkup import check_archive
from cardtable.store.database_files import open_copy
from cardtable.store.errors import DamagedDatabase, GameNotFound, StorageError
from cardtable.store.found_games import QUERY_TIMEOUT_SECONDS, find_games, readable_rows
from cardtable.store.privacy import DATABASE_SUFFIXES
from cardtable.store.quarantine import quarantine_database
from cardtable.store.rows import MAX_ACTIONS
from cardtable.store.salvage import SalvageResult, export_games, recover_database, recover_into
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from cardtable.table.storage_words import recovery_notice, saved_words, storage_sentence
from tests.reliability.write_goldens import FOLDER
from tests.table.mutations import check_sentence
from tests.table.saved_games import number_of, saved_games_in, saver_of
from tests.table.sittings import play_on, sit, sit_at

STAGE = SHIPPED["exit-stage-right"]


def save_games(folder: Path) -> list[Session]:
    """Save a game of each kind and some learning progress, and return the sessions."""
    saved_games, sessions = saved_games_in(folder), []
    for luck, game in enumerate(SHIPPED.values()):
        session = sit(game, game.seats[0], 7 + luck)
        saver = saved_games.save(session)
        play_on(session, Key(luck), 12)
        if not session.why_no_undo():
            session.undo()
        saver.release()
        sessions.append(session)
    saved_games.archive.save_progress("lesson one", [1, 2])
    saved_games.close()
    return sessions


def damage(path: Path, *statements: str) -> None:
    """Damage a database by executing these statements."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def contents(path: Path) -> dict[str, bytes]:
    return {part: Path(f"{path}{part}").read_bytes() for part in DATABASE_SUFFIXES if Path(f"{path}{part}").exists()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive.sqlite3"


def test_sound_games_are_recovered_unchanged(tmp_path: Path, path: Path) -> None:
    sessions = save_games(tmp_path)
    with Archive(path) as archive:
        before = archive.entries()
    damage(path, "CREATE TABLE stranger (x)")
    content = contents(path)
    saved_games = saved_games_in(tmp_path)
    assert saved_games.archive.entries() == before
    assert [saved_games.archive.record(number_of(session)) for session in sessions] == list(map(record_of, sessions))
    assert saved_games.archive.progress("lesson one") == [1, 2]
    (quarantined,) = tmp_path.glob("archive-damaged-*")
    assert contents(quarantined) == content
    assert saved_games.notices == [
        f"The saved-games database was damaged. It was quarantined as {quarantined.name}: 5 games saved."
    ]
    saved_games.close()
    assert not list(tmp_path.glob(".rescue-*"))


def test_damaged_games_are_recovered_in_part(tmp_path: Path, path: Path) -> None:
    sessions = save_games(tmp_path)
    damage(
        path,
        "CREATE VIEW stranger AS SELECT 1",
        "UPDATE action SET said = said || '!' WHERE game = 1 AND number = 4",
        "UPDATE game SET head = 'x' WHERE id = 2",
        "UPDATE game SET head = x'00ff' WHERE id = 3",
    )
    archive, recovery = recover_database(path)
    with archive:
        check_sentence(recovery_notice(recovery).split(". ")[1])
        assert recovery_notice(recovery).endswith(
            f": 2 games saved, game 1 partly saved (3 of {len(sessions[0].actions)} moves), 2 games lost."
        )
        assert archive.record(1).actions == record_of(sessions[0]).actions[:3]
        assert archive.numbers() == [1, 4, 5]


def test_illegal_actions_are_not_recovered(tmp_path: Path, path: Path) -> None:
    """All its checksums are right."""
    session = save_games(tmp_path)[0]
    with Archive(path) as archive:
        (head,) = archive.query("SELECT head FROM game WHERE id = 1")[0]
    from zlib import crc32

    total = crc32(head.encode())
    actions = ["Red down top down top down top", *record_of(session).actions]
    rows = ", ".join(
        f"(1, {at}, '{text}', {(total := crc32(text.encode(), total))})" for at, text in enumerate(actions, 1)
    )
    damage(path, "DELETE FROM action WHERE game = 1", f"INSERT INTO action VALUES {rows}")
    damage(path, f"UPDATE game SET length = {len(actions)} WHERE id = 1")
    with open_copy(path) as db:
        assert next((find.number, find.sound_length, find.length) for find in find_games(db)) == (1, 0, len(actions))


def test_nothing_is_recovered_twice(tmp_path: Path, path: Path) -> None:
    save_games(tmp_path)
    damage(path, "CREATE TABLE stranger (x)")
    archive, _ = recover_database(path)
    (quarantined,) = tmp_path.glob("archive-damaged-*")
    with archive:
        before = archive.entries()
        assert recover_into(archive, quarantined) == SalvageResult(already_there=5)
        assert archive.entries() == before
        archive.delete(2, archive.entry(2).holder)
        assert recover_into(archive, quarantined) == SalvageResult(whole=1, already_there=4)
        assert archive.entries() == before


def test_recovered_games_get_new_numbers_if_theirs_are_taken(tmp_path: Path, path: Path) -> None:
    sessions = save_games(tmp_path)
    quarantined = quarantine_database(path)
    saved_games = saved_games_in(tmp_path)
    for code in (1, 2):
        saved_games.save(sit(STAGE, 1, code))
    assert recover_into(saved_games.archive, quarantined) == SalvageResult(whole=5)
    found = [saved_games.archive.record(number) for number in saved_games.archive.numbers()]
    assert len(found) == 7
    assert all(record_of(session) in found for session in sessions)
    saved_games.close()


def test_a_game_being_played_is_not_recovered_twice(tmp_path: Path, path: Path) -> None:
    """Its `GameSaver` finds it in the new database."""
    saved_games = saved_games_in(tmp_path)
    session = sit(STAGE, 1, 3)
    saved_games.save(session)
    play_on(session, Key(1), 2)
    damage(path, "CREATE TABLE stranger (x)")
    saved_games.close_archive()
    play_on(session, Key(1), 2)
    assert saver_of(session).fault == ""
    assert saved_games.archive.numbers() == [1]
    assert saved_games.archive.record(1) == record_of(session)
    saved_games.close()


def test_a_database_open_elsewhere_is_not_quarantined(tmp_path: Path, path: Path) -> None:
    """SQLite would go on writing there, and finally remove the journal of the new database."""
    save_games(tmp_path)
    other = saved_games_in(tmp_path)
    assert not other.archive.faults()
    damage(path, "CREATE TABLE stranger (x)")
    content = path.read_bytes()
    saved_games = saved_games_in(tmp_path)
    with pytest.raises(StorageError, match="IN_USE") as refused:
        assert not saved_games.archive.faults()
    check_sentence(storage_sentence(refused.value))
    assert path.read_bytes() == content
    other.close()
    assert len(saved_games.archive.entries()) == 5
    saved_games.close()


def test_quarantined_files_get_different_names(tmp_path: Path, path: Path) -> None:
    names = []
    for content in (b"one", b"two", b"three"):
        path.write_bytes(content)
        Path(f"{path}-wal").write_bytes(content)
        names.append(quarantine_database(path))
    assert [name.read_bytes() for name in names] == [b"one", b"two", b"three"]
    assert [Path(f"{name}-wal").read_bytes() for name in names] == [b"one", b"two", b"three"]
    assert not path.exists()


def test_a_database_that_cannot_be_moved_stays_complete(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal, which moves first, is moved back."""
    path.write_bytes(b"one")
    Path(f"{path}-wal").write_bytes(b"two")
    replace = Path.replace

    def refuse(here: Path, there: Path) -> Path:
        if here == path:
            raise PermissionError(13, "Permission denied")
        return replace(here, there)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(StorageError, match=r"CANNOT_QUARANTINE.*Permission denied"):
        quarantine_database(path)
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == {
        path.name: b"one",
        f"{path.name}-wal": b"two",
    }


def test_the_journal_is_recovered(tmp_path: Path, path: Path) -> None:
    saved_games = saved_games_in(tmp_path)
    session = sit(STAGE, 1, 3)
    saved_games.save(session)
    play_on(session, Key(1), 5)
    away = tmp_path / "away"
    away.mkdir()
    for part, content in contents(path).items():
        if part != "-shm":
            Path(f"{away / path.name}{part}").write_bytes(content)
    saved_games.close()
    assert (away / "archive.sqlite3-wal").stat().st_size
    before = contents(away / path.name)
    with open_copy(away / path.name) as db:
        (find,) = find_games(db)
    assert find.replayed is not None
    assert find.replayed[0] == record_of(session)
    assert contents(away / path.name) == before


def test_a_game_from_a_position_is_recovered(tmp_path: Path, path: Path) -> None:
    session = sit_at(SHIPPED["clash"], sit(SHIPPED["clash"], 2, 3).full_state())
    saved_games = saved_games_in(tmp_path)
    saved_games.save(session)
    play_on(session, Key(2), 5)
    saved_games.close()
    damage(path, "CREATE TABLE stranger (x)")
    archive, recovery = recover_database(path)
    with archive:
        assert recovery.result == SalvageResult(whole=1)
        assert archive.record(1) == record_of(session)
        assert archive.entry(1).is_from_position


def test_a_game_from_an_older_version_is_not_recovered_twice(tmp_path: Path) -> None:
    golden = (FOLDER / "archive-2.sql").read_text("utf-8")
    for name in ("archive.sqlite3", "archive-damaged-2026-11-20-1.sqlite3"):
        with closing(sqlite3.connect(tmp_path / name)) as db:
            db.executescript(golden)
    with Archive(tmp_path / "archive.sqlite3") as archive:
        assert recover_into(archive, tmp_path / name) == SalvageResult(already_there=len(archive.numbers()))


def test_a_file_of_random_bytes_is_quarantined(tmp_path: Path, path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(10_000))
    archive, recovery = recover_database(path)
    with archive:
        assert archive.entries() == []
    assert recovery_notice(recovery).endswith("no games found.")


def test_export_overwrites_nothing(tmp_path: Path, path: Path) -> None:
    sessions = save_games(tmp_path)
    folder = tmp_path / "out" / "games"
    assert export_games(path, folder) == SalvageResult(whole=5)
    assert {path.name for path in folder.iterdir()} == {f"{game}-game-{at}.json" for at, game in enumerate(SHIPPED, 1)}
    found = sorted(folder.iterdir(), key=lambda path: path.stem[-1])
    assert [read_record_file(path) for path in found] == list(map(record_of, sessions))
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, *found))
    assert all("can reconstruct every hidden card" in path.read_text("utf-8") for path in found)
    assert export_games(path, folder) == SalvageResult(already_there=5)
    found[0].write_text("mine")
    assert export_games(path, folder) == SalvageResult(whole=1, already_there=4)
    assert found[0].read_text() == "mine"


def test_an_endless_view_is_not_queried(path: Path) -> None:
    """It replaces a table in a file with our application id."""
    Archive(path).close()
    endless = "WITH RECURSIVE c(id) AS (SELECT 1 UNION ALL SELECT id FROM c) SELECT id, id AS touched FROM c"
    damage(path, "DROP TABLE game", f"CREATE VIEW game AS {endless}")
    with pytest.raises(DamagedDatabase):
        Archive(path)
    archive, recovery = recover_database(path)
    with archive:
        assert recovery_notice(recovery).endswith("no games found.")


def test_an_unreadable_game_hides_no_other(tmp_path: Path, path: Path) -> None:
    save_games(tmp_path)
    damage(path, "UPDATE game SET names = '[' WHERE id = 2", "UPDATE game SET turn = 1e300 WHERE id = 3")
    with Archive(path) as archive:
        assert {entry.id for entry in archive.entries()} == {1, 4, 5}
        with pytest.raises(StorageError, match="GAME_DAMAGED"):
            archive.entry(2)
    with open_copy(path) as db:
        assert [(find.number, find.sound_length == find.length) for find in find_games(db)] == [
            (at, True) for at in range(1, 6)
        ]


@pytest.mark.parametrize("holder", ["'../x'", "'\u202e'", "7.5", "x'00'", "'" + "a" * 300 + "'"])
def test_an_invalid_holder_is_repaired(tmp_path: Path, path: Path, holder: str) -> None:
    """Otherwise the game could never be opened again."""
    save_games(tmp_path)
    damage(path, f"UPDATE game SET holder = {holder} WHERE id = 1")
    with Archive(path) as archive, pytest.raises(StorageError, match="GAME_DAMAGED"):
        archive.entry(1)
    archive, _ = recover_database(path)
    with archive:
        assert archive.entry(1).holder == ""


def test_impossible_numbers_are_not_found(tmp_path: Path) -> None:
    saved_games = saved_games_in(tmp_path)
    for number in (-1, 2**63, 10**40):
        with pytest.raises(GameNotFound):
            saved_games.archive.entry(number)
    saved_games.close()


def test_a_query_without_end_is_stopped() -> None:
    """A file that isn't ours can hold one, as a view with the name of a table."""
    numbers = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)"
    with closing(sqlite3.connect(":memory:")) as db:
        assert readable_rows(db, f"{numbers} SELECT count(*) FROM number") == []


def test_a_busy_machine_loses_no_rows() -> None:
    """The time limit of a query doesn't count the time in which other programs have the processor."""
    numbers = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 5000)"
    with closing(sqlite3.connect(":memory:")) as db:
        db.create_function("wait", 0, lambda: time.sleep(1.5 * QUERY_TIMEOUT_SECONDS))
        assert len(readable_rows(db, f"{numbers} SELECT n, CASE n WHEN 1 THEN wait() END FROM number")) == 5000


def test_saved_games_have_the_limit_of_records() -> None:
    assert MAX_ACTIONS == MAX_RECORD_ACTIONS


def test_saved_words_end_a_sentence() -> None:
    assert saved_words(SalvageResult()) == "no games found"
    assert saved_words(SalvageResult(whole=1, lost=2)) == "1 game saved, 2 games lost"
    assert saved_words(SalvageResult(unwritten=1)) == "1 game couldn't be written"


def test_an_error_message_that_is_not_text(path: Path) -> None:
    """Python then raises an error that isn't SQLite's."""
    Archive(path).close()
    wrong = "UPDATE sqlite_schema SET sql = CAST(x'435245415445ac' AS TEXT) WHERE name = 'game'"
    damage(path, "PRAGMA writable_schema = ON", wrong)
    assert check_archive(path).fault
    with pytest.raises(DamagedDatabase):
        Archive(path)
    archive, recovery = recover_database(path)
    with archive:
        assert recovery_notice(recovery).endswith("no games found.")
