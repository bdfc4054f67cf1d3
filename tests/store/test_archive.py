from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import levels_of
from cardtable.games import GAMES
from cardtable.store.archive import Archive
from cardtable.store.errors import DamagedDatabase, GameNotFound, StorageError, TakenOver, UnreadableGame
from cardtable.store.schema import SCHEMA_VERSION, SCRIPTS
from cardtable.table.lazy_archive import GameSaver, LazyArchive, OpenInAnotherWindow
from cardtable.table.recording import record_of
from tests.engine.walks import each_game
from tests.table.saved_games import number_of, saved_games_in
from tests.table.sittings import play_on, sit, sittings, truth

STAGE = GAMES["exit-stage-right"]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[LazyArchive]:
    """Open the same database as another process would."""
    made = saved_games_in(tmp_path)
    yield made
    made.close()


@each_game
@given(data=st.data())
def test_every_change_is_saved_at_once(game: AnyGame, data: st.DataObject) -> None:
    """After each action and undo, another process finds the same record."""
    session = data.draw(sittings(game, most=20, with_computers=True))
    luck = Key(data.draw(st.integers(0, 2**32)))
    with TemporaryDirectory() as folder:
        saved_games, other = saved_games_in(Path(folder)), saved_games_in(Path(folder))
        saved_games.save(session)
        for _ in range(12):
            choices = game.legal(truth(session))
            pick, luck = draw_below(luck, len(choices) + 1)
            if pick < len(choices):
                session.act(choices[pick])
            elif not session.why_no_undo():
                session.undo()
            assert other.archive.record(number_of(session)) == record_of(session)
        entry = other.archive.entry(number_of(session))
        assert (entry.length, entry.undone, entry.turn) == (len(session.actions), session.undone, session.turn)
        assert entry.levels == tuple(level or "" for level in levels_of(session.computers))
        outcome = session.outcome
        assert (entry.outcome is None) == (outcome is None)
        if outcome is not None and entry.outcome is not None:
            assert (entry.outcome.points, entry.outcome.margin) == (outcome.points, outcome.margin)
        saved_games.close()
        other.close()


@each_game
def test_a_resumed_game_has_the_same_state(game: AnyGame, tmp_path: Path) -> None:
    session = sit(game, game.seats[0], 7)
    saved_games = saved_games_in(tmp_path)
    saved_games.save(session)
    play_on(session, Key(3), 9)
    saved_games.close()
    again = saved_games_in(tmp_path)
    resumed = again.resume(number_of(session))
    assert truth(resumed) == truth(session)
    assert record_of(resumed) == record_of(session)
    play_on(resumed, Key(4), 3)
    assert again.archive.record(number_of(session)) == record_of(resumed)
    again.close()


def test_an_illegal_action_is_not_saved(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 1, 7)
    saved_games.save(session)
    missing = next(each for each in map(STAGE.parse, ("red", "green", "blue")) if each not in session.look(0).legal)
    with pytest.raises(ValueError, match="You don't have"):
        session.act(missing)
    assert saved_games.archive.record(number_of(session)).actions == ()


# Two processes
def test_two_processes_play_different_games(saved_games: LazyArchive, other: LazyArchive) -> None:
    mine, theirs = sit(STAGE, 1, 1), sit(STAGE, 1, 2)
    saved_games.save(mine)
    other.save(theirs)
    for luck in range(10):
        play_on(mine, Key(luck), 1)
        play_on(theirs, Key(luck + 100), 1)
    assert saved_games.archive.record(number_of(theirs)) == record_of(theirs)
    assert other.archive.record(number_of(mine)) == record_of(mine)


def test_an_open_game_is_not_opened_twice(saved_games: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saved_games.save(session)
    with pytest.raises(OpenInAnotherWindow):
        other.resume(number_of(session))
    play_on(session, Key(1), 3)
    assert record_of(other.load(number_of(session))) == record_of(session)


def test_after_a_takeover_the_old_holder_writes_nothing(saved_games: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saved_games.save(session)
    play_on(session, Key(1), 3)
    taken_over = other.resume(number_of(session), take_over=True)
    play_on(taken_over, Key(2), 2)
    before = session.look(0)
    with pytest.raises(TakenOver):
        play_on(session, Key(9), 1)
    with pytest.raises(TakenOver):
        session.undo()
    assert session.look(0) == before
    assert saved_games.archive.record(number_of(session)) == record_of(taken_over)


def test_a_released_game_can_be_opened(saved_games: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    saver.release()
    assert other.resume(number_of(session)).turn == 0
    with pytest.raises(OpenInAnotherWindow):
        saved_games.resume(number_of(session))


def test_a_game_of_a_dead_process_can_be_opened(saved_games: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saved_games.save(session)
    assert saved_games._lock is not None
    saved_games._lock._lock.release()  # as the system does when a program ends
    assert truth(other.resume(number_of(session))) == truth(session)


# Failing disks
def test_a_game_goes_on_unsaved_and_is_saved_later(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    saved_games = LazyArchive(tmp_path / "file" / "archive.sqlite3")
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    assert saver.fault.endswith("You can play on, but this game isn't being saved.")
    play_on(session, Key(1), 3)
    assert len(session.actions) == 3
    (tmp_path / "file").unlink()
    play_on(session, Key(1), 1)
    saver.retry(session)
    assert saver.fault == ""
    assert saved_games.archive.record(number_of(session)) == record_of(session)
    saved_games.close()


@pytest.mark.parametrize("fails", range(1, 12))
def test_unsaved_actions_are_saved_with_the_next_one(saved_games: LazyArchive, fails: int) -> None:
    """However many writes failed, the first that works saves all the actions."""
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    play_on(session, Key(1), 2)
    _refuse_writes(saved_games, True)
    play_on(session, Key(2), fails)
    assert saver.fault == "The saved-games database is read-only. You can play on, but this game isn't being saved."
    assert saved_games.archive.entry(number_of(session)).length == 2
    _refuse_writes(saved_games, False)
    saver._retry_at = 0
    play_on(session, Key(3), 1)
    assert saver.fault == ""
    assert saved_games.archive.record(number_of(session)) == record_of(session)


def _refuse_writes(saved_games: LazyArchive, refuse: bool) -> None:
    saved_games.archive._db.execute(f"PRAGMA query_only = {'ON' if refuse else 'OFF'}")


def test_unsaved_moves_survive_a_takeover_as_a_new_game(saved_games: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    number = number_of(session)
    play_on(session, Key(1), 2)
    _refuse_writes(saved_games, True)
    play_on(session, Key(2), 2)
    _refuse_writes(saved_games, False)
    assert saver.fault
    taken_over = other.resume(number, take_over=True)
    saver._retry_at = 0
    play_on(session, Key(3), 1)
    assert saver.fault == ""
    assert number_of(session) != number
    assert saved_games.archive.record(number_of(session)) == record_of(session)
    assert saved_games.archive.record(number) == record_of(taken_over)


def test_a_full_disk_is_reported_as_full(saved_games: LazyArchive) -> None:
    archive = saved_games.archive
    pages = archive._db.execute("PRAGMA page_count").fetchone()[0]
    archive._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match="DISK_FULL"):
        archive.save_progress("lesson", "x" * 1_000_000)
    archive._db.execute("PRAGMA max_page_count = 1000000")
    archive.save_progress("lesson", [1, "two"])
    assert archive.progress("lesson") == [1, "two"]


# Damage
def test_a_damaged_action_is_detected(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saved_games.save(session)
    play_on(session, Key(1), 6)
    saved_games.archive._db.execute("UPDATE action SET said = 'red' WHERE number = 4 AND said != 'red'")
    saved_games.archive._db.execute("UPDATE action SET said = 'blue' WHERE number = 4 AND sum != 0")
    with pytest.raises(UnreadableGame) as refused:
        saved_games.archive.record(number_of(session))
    assert (refused.value.number, refused.value.sound_length, refused.value.cause) == (number_of(session), 3, None)
    record, is_whole = saved_games.archive.sound_record(number_of(session))
    assert record.actions == record_of(session).actions[:3]
    assert not is_whole


def test_a_damaged_database_is_quarantined(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    path.write_bytes(b"no database" * 1_000)
    with pytest.raises(DamagedDatabase):
        Archive(path)
    assert path.read_bytes() == b"no database" * 1_000
    saved_games = saved_games_in(tmp_path)
    saver = saved_games.save(sit(STAGE, 1, 1))
    assert saver.fault == ""
    (notice,) = saved_games.notices
    (quarantined,) = tmp_path.glob("archive-damaged-*")
    assert quarantined.name in notice
    assert quarantined.read_bytes() == b"no database" * 1_000
    saved_games.close()


def test_opening_finds_damage_deep_in_the_file(tmp_path: Path) -> None:
    saved_games = saved_games_in(tmp_path)
    for number in range(8):
        session = sit(STAGE, 1, number)
        saved_games.save(session)
        play_on(session, Key(number), 40)
    page, pages = (saved_games.archive.query(f"PRAGMA {each}")[0][0] for each in ("page_size", "page_count"))
    saved_games.close()
    content = bytearray(saved_games.path.read_bytes())
    for at in range(8, pages):
        content[at * page : at * page + 200] = bytes(200)
    saved_games.path.write_bytes(content)
    with pytest.raises(DamagedDatabase):
        Archive(saved_games.path)


def test_damage_during_a_game_loses_no_action(tmp_path: Path) -> None:
    saved_games = saved_games_in(tmp_path)
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    play_on(session, Key(1), 2)
    saved_games.archive._db.execute("DROP TABLE action")
    play_on(session, Key(1), 1)
    assert saver.fault
    for path in tmp_path.glob("archive.sqlite3*"):
        path.write_bytes(b"x" * 5_000)
    saver.retry(session)
    saver.retry(session)
    assert saver.fault == ""
    assert saved_games.archive.record(number_of(session)) == record_of(session)
    saved_games.close()


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs (x)")
        db.commit()
    content = path.read_bytes()
    with pytest.raises(StorageError, match="FOREIGN"):
        Archive(path)
    assert path.read_bytes() == content


# Versions
def test_a_newer_database_is_refused_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    Archive(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        db.commit()
    content = path.read_bytes()
    with pytest.raises(StorageError, match="NEWER"):
        Archive(path)
    assert path.read_bytes() == content


def test_an_unknown_number_is_not_found(saved_games: LazyArchive) -> None:
    with pytest.raises(GameNotFound, match="12"):
        saved_games.archive.record(12)
    with pytest.raises(GameNotFound):
        saved_games.resume(12)


def test_a_game_is_deleted(saved_games: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    play_on(session, Key(1), 2)
    saver.delete()
    assert saved_games.archive.entries() == []
    assert saved_games.archive.query("SELECT * FROM action") == []


def test_a_taken_over_game_is_not_deleted(saved_games: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    saver = saved_games.save(session)
    taken_over = other.resume(number_of(session), take_over=True)
    play_on(taken_over, Key(1), 2)
    saver.delete()
    assert saved_games.archive.record(number_of(session)) == record_of(taken_over)


def test_files_are_private(saved_games: LazyArchive) -> None:
    saved_games.save(sit(STAGE, 1, 1))
    for path in saved_games.path.parent.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_each_version_has_one_script() -> None:
    assert len(SCRIPTS) == SCHEMA_VERSION


def test_only_a_game_that_can_be_continued_is_in_play(tmp_path: Path) -> None:
    shelf, session = saved_games_in(tmp_path), sit(STAGE, 1, 7)
    saver = shelf.save(session)
    play_on(session, Key(3), 2)
    assert GameSaver.in_play == saver.number
    saver.delete()
    assert GameSaver.in_play is None
    shelf.save(session)
    play_on(session, Key(3), 500)
    assert session.outcome is not None
    assert GameSaver.in_play is None, "the game is over"
    shelf.close()
