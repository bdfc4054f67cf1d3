"""After a power cut, unsynced writes may be lost, in part and in any order, but acknowledged actions are there.

A session is played on a disk that records every write and sync.  For a cut after each of these calls, the files are
written as they may then be: with everything that was synced, and nothing, all or some sectors of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.record import Record
from cardtable.games import GAMES
from cardtable.store.archive import Archive
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.reliability.disk import Call, Disk, why_unavailable
from tests.reliability.figures import note
from tests.table.saved_games import number_of, saved_games_in, saver_of
from tests.table.sittings import play_on, sit

pytestmark = pytest.mark.skipif(bool(why_unavailable()), reason=why_unavailable())
SECTOR = 512
"""Bytes that a disk writes completely or not at all."""
CHECKPOINT = 6
"""Pages after which the journal is copied into the database, few so that it happens often."""
LUCK = (None, 1.0, 0.0, 0.5, 0.9)
"""The probability that an unsynced sector is written; None for all writes but half of the last."""

Files = dict[str, bytes]


@dataclass
class SimulatedFile:
    """A file on the simulated disk."""

    synced: bytes = b""
    unsynced: list[Call] = field(default_factory=list)
    """The calls since the last sync."""
    is_created: bool = False
    """Whether its name is certainly on the disk."""

    def contents_after_cut(self, luck: float | None, random: Random) -> bytes:
        """Return its possible contents after a power cut."""
        content = bytearray(self.synced)
        for at, call in enumerate(self.unsynced):
            if call.kind == "truncate":
                if luck is None or random.random() < luck:
                    content[:] = content[: call.at].ljust(call.at, b"\0")
            elif luck is None:
                is_last = at == len(self.unsynced) - 1
                _put(content, call.at, call.data[: len(call.data) // 2] if is_last else call.data)
            else:
                for start in range(0, len(call.data), SECTOR):
                    if random.random() < luck:
                        _put(content, call.at + start, call.data[start : start + SECTOR])
        return bytes(content)


def _put(content: bytearray, at: int, data: bytes) -> None:
    content.extend(b"\0" * (at + len(data) - len(content)))
    content[at : at + len(data)] = data


def states_after_calls(calls: list[Call]) -> Iterator[dict[str, SimulatedFile]]:
    """Yield the files on the disk before the first call and after each."""
    disk_files: dict[str, SimulatedFile] = {}
    yield disk_files
    for call in calls:
        file = disk_files.setdefault(call.file, SimulatedFile())
        if call.kind in ("write", "truncate"):
            file.unsynced.append(call)
        elif call.kind == "sync":
            file.synced, file.unsynced, file.is_created = file.contents_after_cut(1.0, Random(0)), [], True
        elif call.kind == "delete":
            del disk_files[call.file]
        yield disk_files


def files_after_cut(disk_files: dict[str, SimulatedFile], luck: float | None, random: Random) -> Files:
    """Return possible contents of the files after a power cut."""
    return {
        name: content
        for name, file in disk_files.items()
        if (content := file.contents_after_cut(luck, random)) or file.is_created
    }


@dataclass
class RecordedSession:
    """The calls of a session to the disk, and each acknowledged record with the number of calls before it."""

    calls: list[Call]
    acknowledged_records: list[tuple[int, Record]]

    def possible_states(self, cut: int) -> list[Record]:
        """Return the last acknowledged record before the cut, and the one being written."""
        before = [at for at, (calls, _) in enumerate(self.acknowledged_records) if calls <= cut]
        first = before[-1] if before else -1
        return [record for _, record in self.acknowledged_records[max(0, first) : first + 2]]

    def has_started(self, cut: int) -> bool:
        """Return whether any record was acknowledged before the cut."""
        return self.acknowledged_records[0][0] <= cut


def play_session(actions: int, synchronous: str = "FULL") -> RecordedSession:
    """Play a game with undos and resumes, and record its calls to the disk."""
    with TemporaryDirectory() as folder, Disk() as disk:
        acknowledged_records: list[tuple[int, Record]] = []
        saved_games = _open_saved_games(Path(folder), synchronous)
        session = sit(GAMES["tradewinds"], 4, 7)
        saved_games.save(session)

        def acknowledged(session: Session) -> None:
            assert saver_of(session).fault == ""
            acknowledged_records.append((len(disk.calls), record_of(session)))

        acknowledged(session)
        for luck in range(actions):
            if luck % (actions // 3) == actions // 3 - 1:
                saved_games.close()
                saved_games = _open_saved_games(Path(folder), synchronous)
                session = saved_games.resume(number_of(session))
            if luck % 7 == 6 and not session.why_no_undo():
                session.undo()
            else:
                play_on(session, Key(luck), 1)
            acknowledged(session)
        saved_games.close()
    return RecordedSession(disk.calls, acknowledged_records)


def _open_saved_games(folder: Path, synchronous: str) -> LazyArchive:
    saved_games = saved_games_in(folder)
    saved_games.archive._db.execute(f"PRAGMA synchronous = {synchronous}")
    saved_games.archive._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    return saved_games


def check(recorded: RecordedSession, cut: int, files: Files) -> None:
    """Check that the files have the last acknowledged record or one action more, and can be played on."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        with Archive(folder / "archive.sqlite3") as archive:
            assert archive.faults() == []
            entries = archive.entries()
            if not entries:
                assert not recorded.has_started(cut), "the whole game is lost"
                return
            record = archive.record(entries[0].id)
        assert record in recorded.possible_states(cut)
        assert record_of(open_session(record)) == record


def check_cuts(recorded: RecordedSession, every: int, seed: int) -> int:
    """Cut the power after every so-many-th call, in all possible ways; return the number of cuts."""
    random, cuts = Random(seed), 0
    for cut, disk_files in enumerate(states_after_calls(recorded.calls)):
        if cut % every == 0:
            for luck in LUCK:
                check(recorded, cut, files_after_cut(disk_files, luck, random))
                cuts += 1
    return cuts


def test_acknowledged_actions_survive_a_power_cut() -> None:
    assert check_cuts(play_session(12), every=7, seed=1)


@pytest.mark.deep  # a database to recover for every call
def test_the_power_may_fail_after_every_call() -> None:
    cuts = sum(check_cuts(play_session(actions), every=1, seed=actions) for actions in (12, 30, 60))
    note("power cut", "after every write and sync of three evenings", {"cuts": cuts, "acknowledged actions lost": 0})


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_a_database_that_syncs_less_is_detected(synchronous: str) -> None:
    with pytest.raises(AssertionError):
        check_cuts(play_session(12, synchronous), every=3, seed=1)


def test_every_commit_is_synced(tmp_path: Path) -> None:
    with Archive(tmp_path / "archive.sqlite3") as archive:
        (journal,), (synchronous,) = (archive.query(f"PRAGMA {name}")[0] for name in ("journal_mode", "synchronous"))
    assert journal == "wal"
    assert synchronous == 2, "FULL"


def test_an_action_is_synced_before_it_is_shown(tmp_path: Path) -> None:
    with Disk() as disk:
        saved_games = saved_games_in(tmp_path)
        session = sit(GAMES["tradewinds"], 4, 7)
        saved_games.save(session)
        for luck in range(9):
            before = len(disk.calls)
            play_on(session, Key(luck), 1)
            asked = [call.kind for call in disk.calls[before:] if call.kind in ("write", "sync")]
            assert "write" in asked
            assert asked[-1] == "sync"
        saved_games.close()
