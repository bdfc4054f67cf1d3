"""Where this program keeps its games: on the shelf of the archive, or in memory alone, and then it says why.

Nothing here ever stops a game.  A keeper stands by each session and writes what happens before it is told; where that
fails, the game goes on, the keeper says so, and with the next action everything is tried again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardtable.store.archive import Archive, GameStatus
from cardtable.store.errors import DamagedDatabase, GameNotFound, StorageError, StorageFault, TakenOver, UnreadableGame
from cardtable.store.places import archive_file
from cardtable.store.privacy import is_open_to_others
from cardtable.store.process_lock import NO_LOCK, ProcessLock, is_alive
from cardtable.store.rows import GameEntry
from cardtable.table.storage_words import NOT_SAVED, explain, read_only_notice, recovery_notice

if TYPE_CHECKING:
    from cardtable.table.session import Session

REST = 10.0
"""After a failure, so many times as long as it took nothing is tried."""

TOLD_OF_PRIVACY = "told that others can read the saved games"
"""The name under which the database remembers that the player was told."""


class OpenInAnotherWindow(Exception):
    """The game is on another table that is still there."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """Of the game in the archive."""


class LazyArchive:
    """The archive, opened or created on first use; every use raises `StorageError` while it can't be opened."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = archive_file() if path is None else path
        self.notices: list[str] = []
        """What the player should be told once: that an archive was damaged, say."""
        self.beginnings = 0
        """How often a new archive was begun because the one that was there was damaged."""
        self._told_unwritable = ""
        """The notice that nothing can be saved, so that it is given once."""
        self._archive: Archive | None = None
        self._sitting: ProcessLock | None = None

    @property
    def archive(self) -> Archive:
        """The open archive."""
        if self._archive is None:
            self._archive = self._open()
        return self._archive

    def _open(self) -> Archive:
        with suppress(StorageError):
            self._sit_down()  # so that nobody sets aside what we have open
        try:
            archive = Archive(self.path)
            self.notices += _privacy_notices(archive)
            return archive
        except DamagedDatabase:
            from cardtable.store.salvage import begin_anew

            archive, recovery = begin_anew(self.path, self._sitting.name if self._sitting is not None else "")
            self.notices.append(recovery_notice(recovery))
            self.beginnings += 1
            return archive
        except StorageError as error:
            return self._open_to_read(self._precise(error))

    def _open_to_read(self, why: StorageError) -> Archive:
        """Open an archive that can't be written; StorageError if it can't be read either."""
        from cardtable.store.read_only import ReadOnlyArchive

        if not os.access(self.path, os.R_OK):
            raise why
        try:
            archive = ReadOnlyArchive(self.path)
        except DamagedDatabase:
            raise StorageError(StorageFault.DAMAGED_TOO, why) from None
        notice = read_only_notice(why, archive.is_complete)
        if notice != self._told_unwritable:
            self.notices.append(notice)
            self._told_unwritable = notice
        return archive

    def _precise(self, error: StorageError) -> StorageError:
        """Find out why nothing can be saved: SQLite doesn't always know that the disk is full or can't be written."""
        from cardtable.store.read_only import why_not_writable

        reason = why_not_writable(self.path.parent)
        return error if reason is None else StorageError(reason)

    def reason(self, error: StorageError) -> str:
        """Say why nothing can be saved."""
        return explain(self._precise(error))

    def look_again(self) -> None:
        """Close the archive, which shows damage, so that it is looked through when it is next opened."""
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    def refresh(self) -> None:
        """Open the archive again if it could only be read: it may have changed, or can be written by now."""
        if self._archive is not None and self._archive.is_copy:
            self.look_again()

    @property
    def holder(self) -> str:
        """The name under which this program holds games."""
        return self._sit_down().name

    def _sit_down(self) -> ProcessLock:
        if self._sitting is None:
            try:
                self._sitting = ProcessLock(self.path.parent)
            except NO_LOCK as error:
                raise self._precise(StorageError(StorageFault.CANNOT_LOCK, error)) from None
        return self._sitting

    def close(self) -> None:
        """Let go of everything."""
        if self._archive is not None:
            self._archive.close()
        if self._sitting is not None:
            self._sitting.close()
        self._archive = self._sitting = None

    def take_in(self, session: Session, holder: str = "", daily: str = "") -> int:
        """Save a game as it stands, in nobody's hands unless a holder is given; return its number."""
        from cardtable.table.recording import record_of

        return self.archive.take_in(record_of(session), _standing_of(session), holder, daily)

    def keep(self, session: Session, daily: str = "") -> GameSaver:
        """Stand a keeper by a game that has just been dealt; it is on the shelf from now on, if that can be."""
        keeper = GameSaver(self, session, daily=daily)
        keeper.begin(session)
        session.journal = keeper
        return keeper

    def resume(self, number: int, *, take_over: bool = False) -> Session:
        """Return a saved game, ready to be played on; it isn't saved while nothing can be written.

        Raise OpenInAnotherWindow if another window has it and `take_over` is false, and GameNotFound, UnreadableGame
        or StorageError if it can't be opened.
        """
        entry = self.archive.entry(number)
        if not take_over and self.is_open_elsewhere(entry):
            raise OpenInAnotherWindow(number)
        fault = self._take(entry)
        try:
            session = self.watch(number)
        except BaseException:
            if not fault:
                self.archive.release(number, self.holder)
            raise
        session.journal = keeper = GameSaver(self, session, number, entry.daily)
        if fault:
            keeper.wait_for(entry, fault)
        return session

    def _take(self, entry: GameEntry) -> str:
        """Take a game up; why it can't be written, or empty."""
        try:
            self.archive.take(entry.id, self.holder, entry.holder)
        except TakenOver:
            raise OpenInAnotherWindow(entry.id) from None
        except DamagedDatabase:
            raise
        except StorageError as error:
            return self.reason(error)
        return ""

    def watch(self, number: int) -> Session:
        """The game as it stands, for somebody who does not play it."""
        from cardtable.formats.strict_json import BadFile
        from cardtable.table.recording import open_session

        record = self.archive.record(number)
        try:
            return open_session(record)
        except BadFile as error:
            raise UnreadableGame(number, cause=error) from None

    def is_open_elsewhere(self, entry: GameEntry) -> bool:
        """Whether another table has the game now."""
        mine = self._sitting.name if self._sitting is not None else ""
        return bool(entry.holder) and entry.holder != mine and is_alive(self.path.parent, entry.holder)


class GameSaver:
    """Writes down what happens in one game."""

    def __init__(self, shelf: LazyArchive, session: Session, number: int | None = None, daily: str = "") -> None:
        self._shelf = shelf
        self._daily = daily
        self._is_new = number is None
        """Whether the game began here; one that was resumed is never removed unasked, as it may have been imported."""
        self.number = number
        """Of the game in the archive; None as long as it could not be taken in."""
        self.fault = ""
        """Why the archive does not hold the game as it stands; empty where it does."""
        self._untaken: GameEntry | None = None
        """How the game stood when it was read but couldn't be taken up."""
        self._rests_until = 0.0
        self._beginning = shelf.beginnings
        self._counter = 0

    def begin(self, session: Session) -> None:
        """Take the game in."""
        with self._or_say_why():
            _ = self._shelf.archive  # first: why it can't be opened says more than that it can't be locked
            self.number = self._shelf.take_in(session, self._shelf.holder, self._daily)
            self._beginning = self._shelf.beginnings

    def wait_for(self, entry: GameEntry, why: str) -> None:
        """Take the game up as soon as something can be written, which now it can't."""
        self._untaken, self.fault = entry, f"{why} {NOT_SAVED}"

    def acting(self, session: Session, action: Any, state: Any) -> None:
        """Write the action down; TakenOver where the game is in other hands."""
        standing = GameStatus(
            (*map(str, session.actions), str(action)),
            session.undone,
            session.hinted,
            session.game.turn(state),
            session.game.outcome(state),
        )
        self._write(session, standing, Archive.append)

    def taking_back(self, session: Session, state: Any) -> None:
        """Strike the last action out; TakenOver where the game is in other hands."""
        said = tuple(map(str, session.actions[:-1]))
        standing = GameStatus(said, session.undone + 1, session.hinted, session.game.turn(state), None)
        self._write(session, standing, Archive.take_back)

    def try_again(self, session: Session) -> None:
        """Write down all that could not be written before."""
        self._rests_until = 0.0
        self._write(session, _standing_of(session), Archive.rewrite)

    def is_robbed(self) -> bool:
        """Whether the game is in other hands now, as far as the archive can be read."""
        if self.number is None or self.fault:
            return False
        with suppress(StorageError):
            archive = self._shelf.archive
            if self._counter != (counter := archive.counter()):
                self._counter = counter
                try:
                    return archive.entry(self.number).holder != self._shelf.holder
                except GameNotFound:
                    return True
        return False

    def lay_down(self) -> None:
        """Let others take the game up."""
        if self.number is not None:
            with suppress(StorageError):
                self._shelf.archive.release(self.number, self._shelf.holder)

    def throw_away(self) -> None:
        """Forget the game, unless it is in other hands."""
        if self.number is not None:
            with suppress(StorageError, TakenOver):
                self._shelf.archive.throw_away(self.number, self._shelf.holder)

    def will_forget(self, session: Session) -> bool:
        """Whether the game goes when the players leave: it began here and nothing has been played."""
        return self._is_new and len(session.actions) == session.given

    def forget_if_unplayed(self, session: Session) -> None:
        """Remove a game that began here and in which nothing has been played."""
        if self.will_forget(session):
            self.throw_away()

    def _write(self, session: Session, standing: GameStatus, one_more: Any) -> None:
        from cardtable.table.recording import record_of

        if monotonic() < self._rests_until:
            return
        with self._or_say_why():
            archive, holder = self._shelf.archive, self._shelf.holder
            write = Archive.rewrite if self.fault else one_more
            if self.number is None or self._beginning != self._shelf.beginnings:
                if self.number is None or not archive.holds(self.number, holder, record_of(session)):
                    self.number, self._untaken = self._shelf.take_in(session, holder, self._daily), None
                self._beginning = self._shelf.beginnings
                write = Archive.rewrite
            try:
                self._take_up(archive, holder)
                write(archive, self.number, holder, standing)
            except TakenOver:
                if not self.fault:
                    raise
                # What was played while nothing could be written is nowhere else: it becomes a game of its own.
                self.number, self._untaken = self._shelf.take_in(session, holder, self._daily), None
                archive.rewrite(self.number, holder, standing)
            self.fault = ""

    def _take_up(self, archive: Archive, holder: str) -> None:
        """Take the game that could only be read; TakenOver where somebody has had it since."""
        if (read := self._untaken) is None:
            return
        archive.take(read.id, holder, read.holder)
        if replace(archive.entry(read.id), holder=read.holder) != read:
            archive.release(read.id, holder)
            raise TakenOver
        self._untaken = None

    @contextmanager
    def _or_say_why(self) -> Iterator[None]:
        began = monotonic()
        try:
            yield
        except StorageError as error:
            self.fault = f"{self._shelf.reason(error)} {NOT_SAVED}"
            self._rests_until = monotonic() + REST * (monotonic() - began)
            if isinstance(error, DamagedDatabase):
                self._shelf.look_again()


def _standing_of(session: Session) -> GameStatus:
    return GameStatus(tuple(map(str, session.actions)), session.undone, session.hinted, session.turn, session.outcome)


def _privacy_notices(archive: Archive) -> list[str]:
    """Return a message, once only, if the database can't be closed to others."""
    if not is_open_to_others(archive.path):
        return []
    with suppress(StorageError):
        if archive.progress(TOLD_OF_PRIVACY) is not None:
            return []
        archive.keep_progress(TOLD_OF_PRIVACY, True)
    return ["Others can read your saved games, and Cardtable can't change that. `cardtable doctor --mend` says why."]
