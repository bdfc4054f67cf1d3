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
from cardtable.games import GAMES
from cardtable.store.archive import Archive
from cardtable.store.errors import DamagedDatabase, GameNotFound, StorageError, TakenOver, UnreadableGame
from cardtable.store.schema import SCHEMA_VERSION, SCRIPTS
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow
from cardtable.table.recording import record_of
from tests.engine.walks import each_game
from tests.table.shelves import number_of, shelf_in
from tests.table.sittings import play_on, sit, sittings, truth

STAGE = GAMES["exit-stage-right"]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[LazyArchive]:
    made = shelf_in(tmp_path)
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[LazyArchive]:
    """Another program on the same archive."""
    made = shelf_in(tmp_path)
    yield made
    made.close()


@each_game
@given(data=st.data())
def test_what_was_acknowledged_is_in_the_archive(game: AnyGame, data: st.DataObject) -> None:
    """After every action, and every one taken back, another program finds the game as it stands."""
    session = data.draw(sittings(game, most=20))
    luck = Key(data.draw(st.integers(0, 2**32)))
    with TemporaryDirectory() as folder:
        shelf, other = shelf_in(Path(folder)), shelf_in(Path(folder))
        shelf.save(session)
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
        outcome = session.outcome
        assert (entry.outcome is None) == (outcome is None)
        if outcome is not None and entry.outcome is not None:
            assert (entry.outcome.points, entry.outcome.margin) == (outcome.points, outcome.margin)
        shelf.close()
        other.close()


@each_game
def test_a_game_is_resumed_as_it_stood(game: AnyGame, tmp_path: Path) -> None:
    session = sit(game, game.seats[0], 7)
    shelf = shelf_in(tmp_path)
    shelf.save(session)
    play_on(session, Key(3), 9)
    shelf.close()
    again = shelf_in(tmp_path)
    resumed = again.resume(number_of(session))
    assert truth(resumed) == truth(session)
    assert record_of(resumed) == record_of(session)
    play_on(resumed, Key(4), 3)
    assert again.archive.record(number_of(session)) == record_of(resumed)
    again.close()


def test_an_illegal_action_is_not_written(shelf: LazyArchive) -> None:
    session = sit(STAGE, 1, 7)
    shelf.save(session)
    missing = next(each for each in map(STAGE.parse, ("red", "green", "blue")) if each not in session.look(0).legal)
    with pytest.raises(ValueError, match="You don't have"):
        session.act(missing)
    assert shelf.archive.record(number_of(session)).actions == ()


# Two at once
def test_two_play_different_games(shelf: LazyArchive, other: LazyArchive) -> None:
    mine, theirs = sit(STAGE, 1, 1), sit(STAGE, 1, 2)
    shelf.save(mine)
    other.save(theirs)
    for luck in range(10):
        play_on(mine, Key(luck), 1)
        play_on(theirs, Key(luck + 100), 1)
    assert shelf.archive.record(number_of(theirs)) == record_of(theirs)
    assert other.archive.record(number_of(mine)) == record_of(mine)


def test_a_game_that_is_open_is_not_opened_again(shelf: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    shelf.save(session)
    with pytest.raises(OpenInAnotherWindow):
        other.resume(number_of(session))
    play_on(session, Key(1), 3)
    assert record_of(other.load(number_of(session))) == record_of(session)


def test_who_is_robbed_of_a_game_writes_nothing_more(shelf: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    shelf.save(session)
    play_on(session, Key(1), 3)
    robber = other.resume(number_of(session), take_over=True)
    play_on(robber, Key(2), 2)
    before = session.look(0)
    with pytest.raises(TakenOver):
        play_on(session, Key(9), 1)
    with pytest.raises(TakenOver):
        session.undo()
    assert session.look(0) == before
    assert shelf.archive.record(number_of(session)) == record_of(robber)


def test_a_game_that_was_laid_down_is_free(shelf: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    keeper.release()
    assert other.resume(number_of(session)).turn == 0
    with pytest.raises(OpenInAnotherWindow):
        shelf.resume(number_of(session))


def test_a_game_whose_program_has_died_is_free(shelf: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    shelf.save(session)
    assert shelf._lock is not None
    shelf._lock._lock.release()  # as the system does when a program ends
    assert truth(other.resume(number_of(session))) == truth(session)


# When the disk fails
def test_a_game_goes_on_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    shelf = LazyArchive(tmp_path / "file" / "archive.sqlite3")
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    assert keeper.fault.endswith("You can play on, but this game isn't being saved.")
    play_on(session, Key(1), 3)
    assert len(session.actions) == 3
    (tmp_path / "file").unlink()
    play_on(session, Key(1), 1)
    keeper.retry(session)
    assert keeper.fault == ""
    assert shelf.archive.record(number_of(session)) == record_of(session)
    shelf.close()


@pytest.mark.parametrize("fails", range(1, 12))
def test_what_could_not_be_written_is_made_good(shelf: LazyArchive, fails: int) -> None:
    """However many actions were refused by the disk, the first that is not brings all of them."""
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    play_on(session, Key(1), 2)
    _refuse_writes(shelf, True)
    play_on(session, Key(2), fails)
    assert keeper.fault == "The saved-games database is read-only. You can play on, but this game isn't being saved."
    assert shelf.archive.entry(number_of(session)).length == 2
    _refuse_writes(shelf, False)
    keeper._retry_at = 0
    play_on(session, Key(3), 1)
    assert keeper.fault == ""
    assert shelf.archive.record(number_of(session)) == record_of(session)


def _refuse_writes(shelf: LazyArchive, refuse: bool) -> None:
    shelf.archive._db.execute(f"PRAGMA query_only = {'ON' if refuse else 'OFF'}")


def test_what_was_played_unkept_is_no_prey_of_a_robber(shelf: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    number = number_of(session)
    play_on(session, Key(1), 2)
    _refuse_writes(shelf, True)
    play_on(session, Key(2), 2)
    _refuse_writes(shelf, False)
    assert keeper.fault
    robber = other.resume(number, take_over=True)
    keeper._retry_at = 0
    play_on(session, Key(3), 1)
    assert keeper.fault == ""
    assert number_of(session) != number
    assert shelf.archive.record(number_of(session)) == record_of(session)
    assert shelf.archive.record(number) == record_of(robber)


def test_a_full_disk_is_told_as_such(shelf: LazyArchive) -> None:
    archive = shelf.archive
    pages = archive._db.execute("PRAGMA page_count").fetchone()[0]
    archive._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match="DISK_FULL"):
        archive.save_progress("lesson", "x" * 1_000_000)
    archive._db.execute("PRAGMA max_page_count = 1000000")
    archive.save_progress("lesson", [1, "two"])
    assert archive.progress("lesson") == [1, "two"]


# Damage
def test_a_damaged_action_is_noticed(shelf: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    shelf.save(session)
    play_on(session, Key(1), 6)
    shelf.archive._db.execute("UPDATE action SET said = 'red' WHERE number = 4 AND said != 'red'")
    shelf.archive._db.execute("UPDATE action SET said = 'blue' WHERE number = 4 AND sum != 0")
    with pytest.raises(UnreadableGame) as refused:
        shelf.archive.record(number_of(session))
    assert (refused.value.number, refused.value.sound_length, refused.value.cause) == (number_of(session), 3, None)
    record, is_whole = shelf.archive.sound_record(number_of(session))
    assert record.actions == record_of(session).actions[:3]
    assert not is_whole


def test_a_damaged_archive_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    path.write_bytes(b"no database" * 1_000)
    with pytest.raises(DamagedDatabase):
        Archive(path)
    assert path.read_bytes() == b"no database" * 1_000
    shelf = shelf_in(tmp_path)
    keeper = shelf.save(sit(STAGE, 1, 1))
    assert keeper.fault == ""
    (notice,) = shelf.notices
    (kept,) = tmp_path.glob("archive-damaged-*")
    assert kept.name in notice
    assert kept.read_bytes() == b"no database" * 1_000
    shelf.close()


def test_damage_deep_in_the_file_is_found_when_it_is_opened(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    for number in range(8):
        session = sit(STAGE, 1, number)
        shelf.save(session)
        play_on(session, Key(number), 40)
    page, pages = (shelf.archive.query(f"PRAGMA {each}")[0][0] for each in ("page_size", "page_count"))
    shelf.close()
    content = bytearray(shelf.path.read_bytes())
    for at in range(8, pages):
        content[at * page : at * page + 200] = bytes(200)
    shelf.path.write_bytes(content)
    with pytest.raises(DamagedDatabase):
        Archive(shelf.path)


def test_damage_while_a_game_goes_on_costs_no_action(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    play_on(session, Key(1), 2)
    shelf.archive._db.execute("DROP TABLE action")
    play_on(session, Key(1), 1)
    assert keeper.fault
    for path in tmp_path.glob("archive.sqlite3*"):
        path.write_bytes(b"x" * 5_000)
    keeper.retry(session)
    keeper.retry(session)
    assert keeper.fault == ""
    assert shelf.archive.record(number_of(session)) == record_of(session)
    shelf.close()


def test_somebody_elses_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs (x)")
        db.commit()
    content = path.read_bytes()
    with pytest.raises(StorageError, match="FOREIGN"):
        Archive(path)
    assert path.read_bytes() == content


# Versions
def test_a_newer_archive_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    Archive(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        db.commit()
    content = path.read_bytes()
    with pytest.raises(StorageError, match="NEWER"):
        Archive(path)
    assert path.read_bytes() == content


def test_there_is_no_such_game(shelf: LazyArchive) -> None:
    with pytest.raises(GameNotFound, match="12"):
        shelf.archive.record(12)
    with pytest.raises(GameNotFound):
        shelf.resume(12)


def test_a_game_is_thrown_away(shelf: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    play_on(session, Key(1), 2)
    keeper.delete()
    assert shelf.archive.entries() == []
    assert shelf.archive.query("SELECT * FROM action") == []


def test_nobody_throws_away_what_another_plays(shelf: LazyArchive, other: LazyArchive) -> None:
    session = sit(STAGE, 1, 1)
    keeper = shelf.save(session)
    robber = other.resume(number_of(session), take_over=True)
    play_on(robber, Key(1), 2)
    keeper.delete()
    assert shelf.archive.record(number_of(session)) == record_of(robber)


def test_nobody_else_may_read_it(shelf: LazyArchive) -> None:
    shelf.save(sit(STAGE, 1, 1))
    for path in shelf.path.parent.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_each_script_is_one_version() -> None:
    assert len(SCRIPTS) == SCHEMA_VERSION
