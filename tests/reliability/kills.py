"""Killed games: the real program plays at random, is killed at a random moment, and is started again.

    python -m tests.reliability.kills --kills 1000

Each *lane* plays one game after another in a database of its own, either line by line or on the screen of a terminal,
and resumes each game after each kill until it is over.  An action that the program has answered is acknowledged: it
must be in the database, in order, with at most one more choice, or a part of it, that wasn't answered yet.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cardtable.engine.chance import CODE_BITS, DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.record import Record
from cardtable.store.archive import Archive
from cardtable.store.errors import GameNotFound
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import open_session, record_of
from cardtable.table.saved_redo import restore_redo
from cardtable.table.session import Session
from tests.reliability.figures import note
from tests.reliability.programs import CLOSED, PATIENCE, PlainProgram, Program, ScreenProgram, play_unasked
from tests.signals import restore_handlers
from tests.table.sittings import play_on

MODES: dict[str, Callable[..., Program]] = {"plain": PlainProgram, "screen": ScreenProgram}
ENDS = {
    signal.SIGKILL: ("SIGKILL", 70),
    signal.SIGTERM: ("SIGTERM", 8),
    signal.SIGHUP: ("SIGHUP", 8),
    signal.SIGQUIT: ("SIGQUIT", 3),
    signal.SIGINT: ("SIGINT", 3),
    CLOSED: ("closed", 8),
}
"""The ways to end a program, each with its name and its share in per cent."""
AT_ITS_START = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
"""The ways to end a program that is still starting."""
SAID = {"plain": "line by line", "screen": "on the screen"}
QUICKEST = 0.00003
"""The shortest time in seconds from a key to the kill."""
SLOWEST = {"plain": 0.03, "screen": 0.15}
STARTS_IN = {"plain": 0.3, "screen": 1.2}
PLAYS_FOR = {"plain": 0.4, "screen": 1.0}


@dataclass
class Tally:
    """The counts of a lane."""

    ends: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    unanswered_kept: int = 0
    """Actions found in the database that the program hadn't answered yet."""
    unanswered_lost: int = 0
    games: int = 0

    def figures(self) -> dict[str, int | str]:
        """Return them as a row of the page."""
        return {
            "kills": self.ends.total(),
            **{name: self.ends[name] for name, _ in ENDS.values()},
            "games": self.games,
            "acknowledged actions": self.acknowledged,
            "of these lost": 0,
            "unanswered, kept": self.unanswered_kept,
            "unanswered, not kept": self.unanswered_lost,
        }


class Steps:
    """A journal that keeps the record before each step of a choice."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def before_action(self, session: Session, action: Any, state: Any) -> None:
        self.records.append(record_of(session))

    def before_undo(self, session: Session, state: Any, undone: int) -> None:
        self.records.append(record_of(session))

    def before_hint(self, session: Session, hinted: int) -> None:
        self.records.append(record_of(session))


class Lane:
    """One game in one mode, in a database of its own."""

    def __init__(self, game_id: str, mode: str, folder: Path, seed: str) -> None:
        self.game = SHIPPED[game_id]
        self.mode = mode
        self.folder = folder
        self.random = Random(f"{seed} {game_id} {mode}")
        self.tally = Tally()
        self._number: int | None = None
        """The number of the game being played."""
        self._possible_records: list[Record] = []
        """The allowed records: the acknowledged one, and those to which the choice sent last leads, step by step."""
        self._over: dict[int, Record] = {}
        self._story = ""
        """The program's last output."""

    def kill(self) -> None:
        """Start the program, play for a while, kill it, and check the database."""
        resumes = self._number is not None
        program = MODES[self.mode](self.folder, *self._words())
        if resumes and self.random.random() < 0.1:
            time.sleep(self.random.uniform(0, STARTS_IN[self.mode]))
            self._end(program, self.random.choice(AT_ITS_START))
        else:
            try:
                self._play(program)
            except BaseException:
                program.end(signal.SIGKILL)
                raise
            self._end(program, self._by_chance())
        if self.random.random() < 0.5 or self._may_be_deleted():
            self._check_archive()  # otherwise the program itself opens it first

    def close(self) -> None:
        """Check every game of the lane; the last one is resumed and played on."""
        if self._number is not None:
            self._check_archive()
        saved_games = LazyArchive(self._path)
        for number, record in self._over.items():
            assert saved_games.archive.record(number) == record, "a finished game"
        if self._number is not None:
            session = saved_games.resume(self._number)
            play_on(session, Key(self.random.getrandbits(32)), 1)
            assert saved_games.archive.record(self._number) == record_of(session)
        saved_games.close()

    @property
    def _path(self) -> Path:
        return self.folder / "archive.sqlite3"

    def _words(self) -> list[str]:
        """Return the arguments that resume the game or start one."""
        if self._number is not None:
            return ["resume", str(self._number)]
        self.tally.games += 1
        one_person = self.mode == "screen" or self.random.random() < 0.5  # or the keyboard is passed
        players = self.random.choice(self.game.seats)
        code = DealCode(self.random.getrandbits(CODE_BITS))
        words = ["play", self.game.id, "--players", str(players), "--seed", str(code)]
        return [*words, *(["--one-person"] if one_person else [])]

    def _play(self, program: Program) -> None:
        """Play until the moment of the kill; `_possible_records` then has what may be found."""
        program.wait_until_open()
        if self._number is None:
            self._number = self._new_number()
            self._possible_records = [self._record()]
        else:
            self._check_archive()
        session = open_session(self._possible_records[0])
        with Archive(self._path) as archive:
            restore_redo(archive, self._number, session)
        program.wait_until_ready(session)
        mode, random = self.mode, self.random
        in_the_middle = random.random() < 0.7
        most, until = (random.randint(0, 6), time.monotonic() + PATIENCE) if in_the_middle else (1_000, 0.0)
        until = until or time.monotonic() + random.uniform(0, PLAYS_FOR[mode])
        for done in range(most + 1):
            if session.turn is None or not program.has_next_question(until):
                return
            session.journal = steps = Steps()
            self._send(program, session)
            self._possible_records = [*steps.records, record_of(session)]
            session.journal = None
            if in_the_middle and done == most:
                time.sleep(math.exp(random.uniform(math.log(QUICKEST), math.log(SLOWEST[mode]))))
                return
            if not program.is_answered(until):
                assert not in_the_middle, f"the program does not answer {session.actions[-2:]}\n{program.story()}"
                return
            self._possible_records = [record_of(session)]
            self.tally.acknowledged += 1

    def _send(self, program: Program, session: Session) -> None:
        """Type an action, or now and then an undo, and do the same in the session."""
        session.mark_seen()
        if not session.why_no_undo() and self.random.random() < 0.1:
            program.undo()
        else:
            program.play(self.random)

    def _by_chance(self) -> int:
        return self.random.choices(list(ENDS), [often for _, often in ENDS.values()])[0]

    def _end(self, program: Program, how: int) -> None:
        code, answered = program.end(how)
        self._story = f"{ENDS[how][0]}, {'answered' if answered else 'not answered'}\n{program.story()}"
        assert "isn't being saved" not in self._story, self._story
        closed = 129 if self.mode == "screen" else 0
        assert code == (128 + how if how != CLOSED else closed), f"{ENDS[how][0]} ended it with {code}"
        self.tally.ends[ENDS[how][0]] += 1
        if len(self._possible_records) > 1 and answered:
            self._possible_records = self._possible_records[-1:]
            self.tally.acknowledged += 1

    def _may_be_deleted(self) -> bool:
        """Return whether the game may be finished, or deleted because nothing was played."""
        return any(not record.actions or open_session(record).turn is None for record in self._possible_records)

    def _check_archive(self) -> None:
        """Check that every acknowledged action is there, and none is there in part."""
        try:
            record = self._record()
        except GameNotFound:
            assert any(not each.actions for each in self._possible_records), "a game with moves is gone"
            self._number = None
            return
        allowed = [*self._possible_records, *map(_with_unasked_action, self._possible_records)]
        assert record in allowed, (
            f"found {_told(record)}, not {' or '.join(map(_told, self._possible_records))}\nbefore that: {self._story}"
        )
        if len(self._possible_records) > 1:
            self.tally.unanswered_kept += record != self._possible_records[0]
            self.tally.unanswered_lost += record == self._possible_records[0]
        self._possible_records = [record]
        if self._number is not None and open_session(record).turn is None:
            self._over[self._number] = record
            self._number = None

    def _record(self) -> Record:
        """Return the record of the unfinished game, which can be replayed and agrees with its entry."""
        assert self._number is not None
        with Archive(self._path) as archive:
            assert archive.faults() == []
            entry, record = archive.entry(self._number), archive.record(self._number)
        session = open_session(record)
        assert (entry.length, entry.undone, entry.turn) == (len(record.actions), record.undone, session.turn)
        assert (entry.outcome is None) == (session.outcome is None)
        return record

    def _new_number(self) -> int:
        """Return the number of the game that the program has just started."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._path.exists():
                with Archive(self._path) as archive:
                    if new := [entry.id for entry in archive.entries() if entry.id not in self._over]:
                        return max(new)
            time.sleep(0.01)
        raise AssertionError("the program began no game")


def _with_unasked_action(record: Record) -> Record:
    """Return the record after what the program plays unasked, if anything."""
    session = open_session(record)
    play_unasked(session)
    return record_of(session)


def _told(record: Record) -> str:
    return f"{len(record.actions)} actions ({record.undone} undone), the last {record.actions[-3:]}"


def run_lane(game_id: str, mode: str, kills: int, seed: str) -> Tally:
    """Kill the program so many times in one lane."""
    with TemporaryDirectory() as folder:
        lane = Lane(game_id, mode, Path(folder), seed)
        for number in range(1, kills + 1):
            try:
                lane.kill()
            except Exception as error:
                error.add_note(f"{game_id}, {mode}, kill {number}")
                raise
        lane.close()
        return lane.tally


def run_lanes(kills: int, seed: str, jobs: int = 2) -> dict[tuple[str, str], Tally]:
    """Kill the program at least so many times, spread over all games, three in plain mode for two on the screen."""
    lanes = [(game_id, mode) for mode in MODES for game_id in SHIPPED]
    share = {"plain": 0.6, "screen": 0.4}
    each = [math.ceil(kills * share[mode] / len(SHIPPED)) for _, mode in lanes]
    with ThreadPoolExecutor(jobs) as pool:
        tallies = pool.map(lambda lane, count: run_lane(lane[0], lane[1], count, seed), lanes, each)
        return dict(zip(lanes, tallies, strict=True))


def main(words: Sequence[str]) -> None:
    """Run all lanes and write the figures."""
    parser = argparse.ArgumentParser(description="Kill the real program at random moments.")
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args(words)
    restore_handlers()  # otherwise the program ignores some of the signals
    began = time.monotonic()
    for (game_id, mode), tally in run_lanes(asked.kills, asked.seed, asked.jobs).items():
        print(game_id, mode, tally.figures())
        note("kills", f"{SHIPPED[game_id].title}, {SAID[mode]}", tally.figures())
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
