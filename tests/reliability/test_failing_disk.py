"""The disk fails at any call of the database, once or permanently.  The game goes on, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.record import Record
from cardtable.games import GAMES
from cardtable.store.errors import StorageError
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from tests.reliability.disk import FAILURES, FULL, Call, Disk, why_unavailable
from tests.reliability.figures import note
from tests.table.saved_games import saved_games_in, saver_of
from tests.table.sittings import play_on, sit

pytestmark = pytest.mark.skipif(bool(why_unavailable()), reason=why_unavailable())
STAGE = GAMES["exit-stage-right"]
SENTENCE = "You can play on, but this game isn't being saved."


@dataclass(frozen=True, slots=True)
class Fault:
    """A way in which the disk fails."""

    name: str
    lasting: bool
    """Whether every later call fails too."""

    def __str__(self) -> str:
        return f"{self.name} {'for good' if self.lasting else 'once'}"

    def error(self, call: Call) -> int:
        if self.name == "broken":
            return FAILURES[call.kind]
        return FULL if call.kind == "write" else 0


FAULTS = [Fault(name, lasting) for name in ("full", "broken") for lasting in (True, False)]


def play_session(saved_games: LazyArchive) -> Iterator[Session]:
    """Play a game with an undo, and yield the session after each step."""
    session = sit(STAGE, 1, 7)
    saver = saved_games.save(session)
    yield session
    for luck in range(6):
        saver._retry_at = 0
        if luck == 3:
            session.undo()
        else:
            play_on(session, Key(luck), 1)
        yield session


def count_calls() -> int:
    with TemporaryDirectory() as folder, Disk() as disk:
        _an_older_game(Path(folder), disk)
        saved_games = saved_games_in(Path(folder))
        for _ in play_session(saved_games):
            pass
        saved_games.close()
        return len(disk.calls)


def _an_older_game(folder: Path, disk: Disk) -> Record:
    with disk.asleep():
        saved_games, session = saved_games_in(folder), sit(STAGE, 1, 1)
        saved_games.save(session)
        play_on(session, Key(5), 4)
        saved_games.close()
    return record_of(session)


def _saved_state(folder: Path, disk: Disk) -> dict[int, Record]:
    """Return the saved records as another process finds them on a working disk."""
    with disk.asleep():
        saved_games = saved_games_in(folder)
        saved = {entry.id: saved_games.archive.record(entry.id) for entry in saved_games.archive.entries()}
        assert saved_games.archive.faults() == []
        saved_games.close()
    assert list(folder.glob("*damaged*")) == [], "a failing disk is no reason to quarantine a sound database"
    return saved


def play_with_fault(fault: Fault, number: int) -> int:
    """Play while the disk fails at the call with this number; return the number of failures."""
    failed = 0

    def fails(at: int, call: Call) -> int:
        nonlocal failed
        error = fault.error(call) if (at >= number if fault.lasting else at == number) else 0
        failed += error != 0
        return error

    with TemporaryDirectory() as name, Disk() as disk:
        folder = Path(name)
        older = _an_older_game(folder, disk)
        disk.fails = fails
        saved_games, past_records = saved_games_in(folder), set[Record]()
        session = saver = None
        for session in play_session(saved_games):
            saver, now = saver_of(session), record_of(session)
            past_records.add(now)
            saved = _saved_state(folder, disk)
            assert saved.pop(1) == older, "the older game"
            assert set(saved.values()) <= past_records, "each saved record is the record after some action"
            if saver.fault:
                assert saver.fault.endswith(SENTENCE)
            else:
                assert saver.number is not None
                assert saved[saver.number] == now, "an action acknowledged without a notice is saved"
        assert session is not None
        assert saver is not None
        disk.fails = lambda at, call: 0
        saver.retry(session)
        assert saver.fault == "", "the disk works again"
        assert saver.number is not None
        assert _saved_state(folder, disk)[saver.number] == record_of(session)
        saved_games.close()
    return failed


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_the_game_goes_on_when_any_call_fails(fault: Fault) -> None:
    for number in range(1, count_calls() + 1, 9):
        play_with_fault(fault, number)


@pytest.mark.deep  # a game for each call
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_fails_once(fault: Fault) -> None:
    calls = count_calls()
    failed = sum(play_with_fault(fault, number) > 0 for number in range(1, calls + 1))
    note("failing disk", f"{fault}, while a game is played", {"failures": failed, "lost": 0})


def check_resuming(fault: Fault, every: int) -> int:
    """Resume a game while the disk fails at every so-many-th call; return the number of failures."""
    failed, number = 0, 1
    while True:
        with TemporaryDirectory() as name, Disk() as disk:
            folder = Path(name)
            older = _an_older_game(folder, disk)
            disk.fails = lambda at, call, number=number: (  # type: ignore[misc]  # a default binds the number
                fault.error(call) if (at >= number if fault.lasting else at == number) else 0
            )
            saved_games = saved_games_in(folder)
            try:
                session = saved_games.resume(1)
                assert record_of(session) == older
                failed += bool(saver_of(session).fault or saved_games.notices)
            except StorageError:
                failed += 1
            calls, disk.fails = len(disk.calls), lambda at, call: 0
            assert record_of(saved_games.resume(1)) == older, "the disk is well again"
            assert _saved_state(folder, disk) == {1: older}
            saved_games.close()
        if calls < number:
            return failed
        number += every


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_game_is_resumed_or_the_player_is_told_why_not(fault: Fault) -> None:
    assert check_resuming(fault, every=6) or fault.name == "full"


@pytest.mark.deep  # a game for each call
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_fails_once_while_resuming(fault: Fault) -> None:
    note("failing disk", f"{fault}, while a game is resumed", {"failures": check_resuming(fault, every=1), "lost": 0})


def test_the_simulated_disk_fails(tmp_path: Path) -> None:
    with Disk() as disk:
        disk.fails = lambda at, call: FULL if call.kind == "write" else 0
        saved_games = saved_games_in(tmp_path)
        saver = saved_games.save(sit(STAGE, 1, 7))
        assert saver.fault == f"The disk is full. {SENTENCE}"
        saved_games.close()
    assert {call.kind for call in disk.calls} >= {"open", "read", "write"}
