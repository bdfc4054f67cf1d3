"""The disk fails: at every single call of the database, once or for good.  The game goes on, and nothing is lost."""

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
from tests.reliability.disk import FAILURES, FULL, Call, Disk, why_not
from tests.reliability.figures import note
from tests.table.shelves import keeper_of, shelf_in
from tests.table.sittings import play_on, sit

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())
STAGE = GAMES["exit-stage-right"]
SENTENCE = "You can play on, but this game isn't being saved."


@dataclass(frozen=True, slots=True)
class Fault:
    """How the disk fails."""

    name: str
    lasting: bool
    """Or only once."""

    def __str__(self) -> str:
        return f"{self.name} {'for good' if self.lasting else 'once'}"

    def error(self, call: Call) -> int:
        if self.name == "broken":
            return FAILURES[call.kind]
        return FULL if call.kind == "write" else 0


FAULTS = [Fault(name, lasting) for name in ("full", "broken") for lasting in (True, False)]


def an_evening(shelf: LazyArchive) -> Iterator[Session]:
    """A game is dealt, played, taken back, played on, with a look at the session each time."""
    session = sit(STAGE, 1, 7)
    keeper = shelf.save(session)
    yield session
    for luck in range(6):
        keeper._retry_at = 0
        if luck == 3:
            session.undo()
        else:
            play_on(session, Key(luck), 1)
        yield session


def calls_of_an_evening() -> int:
    with TemporaryDirectory() as folder, Disk() as disk:
        _an_older_game(Path(folder), disk)
        shelf = shelf_in(Path(folder))
        for _ in an_evening(shelf):
            pass
        shelf.close()
        return len(disk.calls)


def _an_older_game(folder: Path, disk: Disk) -> Record:
    with disk.asleep():
        shelf, session = shelf_in(folder), sit(STAGE, 1, 1)
        shelf.save(session)
        play_on(session, Key(5), 4)
        shelf.close()
    return record_of(session)


def _what_is_kept(folder: Path, disk: Disk) -> dict[int, Record]:
    """As somebody else finds the archive, who has no trouble with the disk."""
    with disk.asleep():
        shelf = shelf_in(folder)
        kept = {entry.id: shelf.archive.record(entry.id) for entry in shelf.archive.entries()}
        assert shelf.archive.faults() == []
        shelf.close()
    assert list(folder.glob("*damaged*")) == [], "a failing disk is no reason to set a sound archive aside"
    return kept


def an_evening_with(fault: Fault, number: int) -> int:
    """Play while the disk fails at the call of this number; how many failures there were."""
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
        shelf, stood = shelf_in(folder), set[Record]()
        session = keeper = None
        for session in an_evening(shelf):
            keeper, now = keeper_of(session), record_of(session)
            stood.add(now)
            kept = _what_is_kept(folder, disk)
            assert kept.pop(1) == older, "the game before"
            assert set(kept.values()) <= stood, "each game stands as it stood after some action"
            if keeper.fault:
                assert keeper.fault.endswith(SENTENCE)
            else:
                assert keeper.number is not None
                assert kept[keeper.number] == now, "what was acknowledged without a word is kept"
        assert session is not None
        assert keeper is not None
        disk.fails = lambda at, call: 0
        keeper.retry(session)
        assert keeper.fault == "", "the disk is well again"
        assert keeper.number is not None
        assert _what_is_kept(folder, disk)[keeper.number] == record_of(session)
        shelf.close()
    return failed


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_whichever_call_fails_the_game_goes_on(fault: Fault) -> None:
    for number in range(1, calls_of_an_evening() + 1, 9):
        an_evening_with(fault, number)


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_fails_once(fault: Fault) -> None:
    calls = calls_of_an_evening()
    failed = sum(an_evening_with(fault, number) > 0 for number in range(1, calls + 1))
    note("failing disk", f"{fault}, while a game is played", {"failures": failed, "lost": 0})


def check_resuming(fault: Fault, every: int) -> int:
    """While a game is resumed the disk fails at every so-many-th call; how often."""
    failed, number = 0, 1
    while True:
        with TemporaryDirectory() as name, Disk() as disk:
            folder = Path(name)
            older = _an_older_game(folder, disk)
            disk.fails = lambda at, call, number=number: (  # type: ignore[misc]
                fault.error(call) if (at >= number if fault.lasting else at == number) else 0
            )
            shelf = shelf_in(folder)
            try:
                session = shelf.resume(1)
                assert record_of(session) == older
                failed += bool(keeper_of(session).fault or shelf.notices)
            except StorageError:
                failed += 1
            calls, disk.fails = len(disk.calls), lambda at, call: 0
            assert record_of(shelf.resume(1)) == older, "the disk is well again"
            assert _what_is_kept(folder, disk) == {1: older}
            shelf.close()
        if calls < number:
            return failed
        number += every


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_game_is_resumed_or_it_is_said_why_not(fault: Fault) -> None:
    assert check_resuming(fault, every=6) or fault.name == "full"


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_of_resuming_fails_once(fault: Fault) -> None:
    note("failing disk", f"{fault}, while a game is resumed", {"failures": check_resuming(fault, every=1), "lost": 0})


def test_the_disk_of_these_tests_does_fail(tmp_path: Path) -> None:
    with Disk() as disk:
        disk.fails = lambda at, call: FULL if call.kind == "write" else 0
        shelf = shelf_in(tmp_path)
        keeper = shelf.save(sit(STAGE, 1, 7))
        assert keeper.fault == f"The disk is full. {SENTENCE}"
        shelf.close()
    assert {call.kind for call in disk.calls} >= {"open", "read", "write"}
