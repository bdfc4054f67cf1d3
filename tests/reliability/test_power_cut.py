"""The power goes off: what was not synced may be lost, in part and in any order.  What was acknowledged is there.

An evening is played on a disk that notes every write and every sync.  For a cut after each of these calls the files
are laid out as they may then be: all that was synced, and of the rest nothing, everything, or some of its sectors.
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
from tests.reliability.disk import Call, Disk, why_not
from tests.reliability.figures import note
from tests.table.shelves import keeper_of, number_of, shelf_in
from tests.table.sittings import play_on, sit

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())
SECTOR = 512
"""Bytes that a disk writes all or none of."""
CHECKPOINT = 6
"""Pages after which the log is carried over into the database, so that this happens often."""
LUCK = (None, 1.0, 0.0, 0.5, 0.9)
"""How likely a sector that was not synced is there all the same; None: the last write was cut off in the middle."""

Files = dict[str, bytes]


@dataclass
class Paper:
    """A file as the disk may have it."""

    synced: bytes = b""
    waiting: list[Call] = field(default_factory=list)
    """What was asked since the last sync."""
    is_there: bool = False
    """Whether its name is on the disk for sure."""

    def left(self, luck: float | None, random: Random) -> bytes:
        """Its bytes after a cut."""
        content = bytearray(self.synced)
        for at, call in enumerate(self.waiting):
            if call.kind == "truncate":
                if luck is None or random.random() < luck:
                    content[:] = content[: call.at].ljust(call.at, b"\0")
            elif luck is None:
                is_last = at == len(self.waiting) - 1
                _put(content, call.at, call.data[: len(call.data) // 2] if is_last else call.data)
            else:
                for start in range(0, len(call.data), SECTOR):
                    if random.random() < luck:
                        _put(content, call.at + start, call.data[start : start + SECTOR])
        return bytes(content)


def _put(content: bytearray, at: int, data: bytes) -> None:
    content.extend(b"\0" * (at + len(data) - len(content)))
    content[at : at + len(data)] = data


def after_each_call(calls: list[Call]) -> Iterator[dict[str, Paper]]:
    """What the disk may have before the first call, and after each."""
    papers: dict[str, Paper] = {}
    yield papers
    for call in calls:
        paper = papers.setdefault(call.file, Paper())
        if call.kind in ("write", "truncate"):
            paper.waiting.append(call)
        elif call.kind == "sync":
            paper.synced, paper.waiting, paper.is_there = paper.left(1.0, Random(0)), [], True
        elif call.kind == "delete":
            del papers[call.file]
        yield papers


def left_after_a_cut(papers: dict[str, Paper], luck: float | None, random: Random) -> Files:
    """One of the ways in which the files may be found."""
    return {name: content for name, paper in papers.items() if (content := paper.left(luck, random)) or paper.is_there}


@dataclass
class Evening:
    """All that was asked of the disk, and what was acknowledged after how many calls."""

    calls: list[Call]
    stood: list[tuple[int, Record]]

    def may_stand(self, cut: int) -> list[Record]:
        """What was acknowledged last before the cut, and what was just being written."""
        before = [at for at, (calls, _) in enumerate(self.stood) if calls <= cut]
        first = before[-1] if before else -1
        return [record for _, record in self.stood[max(0, first) : first + 2]]

    def is_begun(self, cut: int) -> bool:
        """Whether anything had been acknowledged by then."""
        return self.stood[0][0] <= cut


def an_evening(actions: int, synchronous: str = "FULL") -> Evening:
    """A game is dealt, played, laid down, resumed, taken back and played on; all is acknowledged action by action."""
    with TemporaryDirectory() as folder, Disk() as disk:
        stood: list[tuple[int, Record]] = []
        shelf = _shelf(Path(folder), synchronous)
        session = sit(GAMES["tradewinds"], 4, 7)
        shelf.save(session)

        def acknowledged(session: Session) -> None:
            assert keeper_of(session).fault == ""
            stood.append((len(disk.calls), record_of(session)))

        acknowledged(session)
        for luck in range(actions):
            if luck % (actions // 3) == actions // 3 - 1:
                shelf.close()
                shelf = _shelf(Path(folder), synchronous)
                session = shelf.resume(number_of(session))
            if luck % 7 == 6 and not session.why_no_undo():
                session.undo()
            else:
                play_on(session, Key(luck), 1)
            acknowledged(session)
        shelf.close()
    return Evening(disk.calls, stood)


def _shelf(folder: Path, synchronous: str) -> LazyArchive:
    shelf = shelf_in(folder)
    shelf.archive._db.execute(f"PRAGMA synchronous = {synchronous}")
    shelf.archive._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    return shelf


def check(evening: Evening, cut: int, files: Files) -> None:
    """What is found after the cut is what was acknowledged last, or one action more, and it can be played on."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        with Archive(folder / "archive.sqlite3") as archive:
            assert archive.faults() == []
            entries = archive.entries()
            if not entries:
                assert not evening.is_begun(cut), "the whole game is lost"
                return
            record = archive.record(entries[0].id)
        assert record in evening.may_stand(cut)
        assert record_of(open_session(record)) == record


def cut_after(evening: Evening, every: int, seed: int) -> int:
    """Cut the power after every so-many-th call, in each of the ways; how often."""
    random, cuts = Random(seed), 0
    for cut, papers in enumerate(after_each_call(evening.calls)):
        if cut % every == 0:
            for luck in LUCK:
                check(evening, cut, left_after_a_cut(papers, luck, random))
                cuts += 1
    return cuts


def test_what_was_acknowledged_outlives_a_power_cut() -> None:
    assert cut_after(an_evening(12), every=7, seed=1)


@pytest.mark.deep
def test_the_power_may_go_off_after_every_call() -> None:
    cuts = sum(cut_after(an_evening(actions), every=1, seed=actions) for actions in (12, 30, 60))
    note("power cut", "after every write and sync of three evenings", {"cuts": cuts, "acknowledged actions lost": 0})


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_an_archive_that_syncs_less_would_be_caught(synchronous: str) -> None:
    with pytest.raises(AssertionError):
        cut_after(an_evening(12, synchronous), every=3, seed=1)


def test_the_archive_asks_for_every_commit_to_be_synced(tmp_path: Path) -> None:
    with Archive(tmp_path / "archive.sqlite3") as archive:
        (journal,), (synchronous,) = (archive.query(f"PRAGMA {name}")[0] for name in ("journal_mode", "synchronous"))
    assert journal == "wal"
    assert synchronous == 2, "FULL"


def test_an_action_is_synced_before_it_is_told(tmp_path: Path) -> None:
    with Disk() as disk:
        shelf = shelf_in(tmp_path)
        session = sit(GAMES["tradewinds"], 4, 7)
        shelf.save(session)
        for luck in range(9):
            before = len(disk.calls)
            play_on(session, Key(luck), 1)
            asked = [call.kind for call in disk.calls[before:] if call.kind in ("write", "sync")]
            assert "write" in asked
            assert asked[-1] == "sync"
        shelf.close()
