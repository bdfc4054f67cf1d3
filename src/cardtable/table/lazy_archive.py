"""Saved games that are opened when they are needed, and games that are saved as they are played.

No error here ever stops a game. A `GameSaver` saves each move before players see it. If that fails, the game continues,
and the saver's `fault` gives the reason. If possible, everything is saved with the next move.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cardtable.store.archive import Archive, GameStatus
from cardtable.store.errors import (
    DamagedDatabase,
    GameNotFound,
    SharedGame,
    StorageError,
    StorageFault,
    TakenOver,
    UnreadableGame,
)
from cardtable.store.paths import archive_file
from cardtable.store.privacy import is_open_to_others
from cardtable.store.process_lock import LOCK_ERRORS, ProcessLock, is_running
from cardtable.store.rows import GameEntry
from cardtable.table.saved_redo import restore_redo, save_redo
from cardtable.table.storage_words import NOT_SAVED, read_only_notice, recovery_notice, storage_sentence

if TYPE_CHECKING:
    from cardtable.table.session import Session

BACKOFF_FACTOR = 10.0
"""The waiting time after a failed save, as a multiple of the duration of that save."""

PRIVACY_NOTICE_SHOWN = "told that others can read the saved games"
"""The name under which the database records that the privacy notice has been shown."""


class OpenInAnotherWindow(Exception):
    """An exception for a game that another running process has open."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The game's number in the database."""


class LazyArchive:
    """The saved games, opened or created on first use. If they can't be opened, any use raises `StorageError`."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = archive_file() if path is None else path
        self.notices: list[str] = []
        """Messages to show to the player once, for example about the recovery of a damaged database."""
        self.recoveries = 0
        """The number of times that a damaged database was recovered."""
        self._read_only_notice = ""
        """The last notice that nothing can be saved. It is stored so that it isn't repeated."""
        self._archive: Archive | None = None
        self._lock: ProcessLock | None = None

    # Opening and closing

    @property
    def archive(self) -> Archive:
        """The open database."""
        if self._archive is None:
            self._archive = self._open()
        return self._archive

    def _open(self) -> Archive:
        with suppress(StorageError):
            self._acquire_lock()  # so no other process quarantines the open database
        try:
            archive = Archive(self.path)
            self.notices += _privacy_notices(archive)
            return archive
        except DamagedDatabase:
            from cardtable.store.salvage import recover_database

            archive, recovery = recover_database(self.path, self.lock_name)
            self.notices.append(recovery_notice(recovery))
            self.recoveries += 1
            return archive
        except StorageError as error:
            return self._open_read_only(self._diagnose(error))

    def _open_read_only(self, cause: StorageError) -> Archive:
        """Open a database that can't be written to. Raise StorageError if it can't be read either."""
        from cardtable.store.read_only import ReadOnlyArchive

        if not os.access(self.path, os.R_OK):
            raise cause
        try:
            archive = ReadOnlyArchive(self.path)
        except DamagedDatabase:
            raise StorageError(StorageFault.DAMAGED_TOO, cause) from None
        notice = read_only_notice(cause, archive.is_complete)
        if notice != self._read_only_notice:
            self.notices.append(notice)
            self._read_only_notice = notice
        return archive

    def _diagnose(self, error: StorageError) -> StorageError:
        """Return the real cause of an error. SQLite itself can't always tell that the disk is full or read-only."""
        from cardtable.store.read_only import why_not_writable

        reason = why_not_writable(self.path.parent)
        return error if reason is None else StorageError(reason)

    def reason(self, error: StorageError) -> str:
        """Return a sentence with the reason why nothing can be saved."""
        return storage_sentence(self._diagnose(error))

    def close_archive(self) -> None:
        """Close the database. The next use checks it and, if necessary, recovers it."""
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    def refresh(self) -> None:
        """Close a read-only database, because it may have changed or become writable."""
        if self._archive is not None and self._archive.is_copy:
            self.close_archive()

    @property
    def holder(self) -> str:
        """The name of this process's lock, which marks the games that the process holds."""
        return self._acquire_lock().name

    @property
    def lock_name(self) -> str:
        """The name of this process's lock. It is empty until the process needs one."""
        return "" if self._lock is None else self._lock.name

    def _acquire_lock(self) -> ProcessLock:
        if self._lock is None:
            try:
                self._lock = ProcessLock(self.path.parent)
            except LOCK_ERRORS as error:
                raise self._diagnose(StorageError(StorageFault.CANNOT_LOCK, error)) from None
        return self._lock

    def close(self) -> None:
        """Close the database and release every lock."""
        if self._archive is not None:
            self._archive.close()
        if self._lock is not None:
            self._lock.close()
        self._archive = self._lock = None

    # Games

    def add_game(self, session: Session, holder: str = "", daily: str = "", code: str = "") -> int:
        """Save a new game, by default without a holder. Return the game's number."""
        from cardtable.table.recording import record_of

        return self.archive.add_game(record_of(session), _status_of(session), holder, daily, code)

    def save(self, session: Session, daily: str = "") -> GameSaver:
        """Save a new game, if possible, and every move from now on."""
        saver = GameSaver(self, session, daily=daily)
        saver.begin(session)
        session.journal = saver
        return saver

    def resume(self, number: int, *, take_over: bool = False) -> Session:
        """Open a saved game to continue it. If the database can't be written to, new moves aren't saved.

        If another window has the game open and `take_over` is false, raise OpenInAnotherWindow. If the game can't be
        opened, raise GameNotFound, UnreadableGame or StorageError. For a game at a shared table, raise SharedGame.
        """
        entry = self.archive.entry(number)
        if entry.is_shared:
            raise SharedGame(number, entry.code)
        if not take_over and self.is_open_in_another_window(entry):
            raise OpenInAnotherWindow(number)

        fault = self._claim(entry)
        try:
            session = self.load(number)
        except BaseException:
            if not fault:
                self.archive.release(number, self.holder)
            raise

        with suppress(StorageError):
            restore_redo(self.archive, number, session)
        session.journal = saver = GameSaver(self, session, number, entry.daily)
        GameSaver.in_play = number if not fault and session.outcome is None else None
        if fault:
            saver.claim_later(entry, fault)
        return session

    def _claim(self, entry: GameEntry) -> str:
        """Make this process the game's holder. Return the reason why the game can't be saved, or an empty string."""
        try:
            self.archive.claim(entry.id, self.holder, entry.holder)
        except TakenOver:
            raise OpenInAnotherWindow(entry.id) from None
        except DamagedDatabase:
            raise
        except StorageError as error:
            return self.reason(error)
        return ""

    def load(self, number: int) -> Session:
        """Return a saved game, to be shown or watched. New moves in it aren't saved."""
        from cardtable.formats.strict_json import BadFile
        from cardtable.table.recording import open_session

        record = self.archive.record(number)
        try:
            return open_session(record)
        except BadFile as error:
            raise UnreadableGame(number, cause=error) from None

    def is_open_in_another_window(self, entry: GameEntry) -> bool:
        """Return whether another running process has the game open, or anybody is at its shared table."""
        if entry.is_shared:
            from cardtable.store.shared_games import read_seats

            return any(self.is_running(each.holder) for each in read_seats(self.archive, entry.id))
        return bool(entry.holder) and entry.holder != self.lock_name and is_running(self.path.parent, entry.holder)

    def is_running(self, holder: str) -> bool:
        """Return whether the process with this lock name is running, or is this one."""
        return bool(holder) and (holder == self.holder or is_running(self.path.parent, holder))


class SavedGame(NamedTuple):
    """A game in the saved-games database."""

    saved_games: LazyArchive
    number: int


class Saver:
    """An object that saves each move of one game before players see it."""

    _changes: ClassVar[Any] = Archive
    """The owner of the functions that write to the database: `append`, `remove_last_action` and `update_counts`."""

    def __init__(self, saved_games: LazyArchive, number: int | None = None, daily: str = "") -> None:
        self.saved_games = saved_games
        self.number = number
        """The game's number in the database, or None until it can be saved."""
        self.daily = daily
        """The date of a daily deal. It is empty if the game isn't a daily deal."""
        self.fault = ""
        """The reason why the database doesn't have the latest moves. It is empty if none are missing."""

    @property
    def saved_game(self) -> SavedGame | None:
        """The saved game, or None until the game can be saved."""
        return None if self.number is None else SavedGame(self.saved_games, self.number)

    @property
    def own_games(self) -> LazyArchive:
        """The saved games of the person here."""
        return self.saved_games

    def entries(self) -> list[GameEntry]:
        """Return all saved games of the person here. The result is empty if they can't be read."""
        with suppress(StorageError):
            return self.own_games.archive.entries()
        return []

    def before_action(self, session: Session, action: Any, state: Any) -> None:
        """Save the action. Raise TakenOver if another process holds the game."""
        status = replace(
            _status_of(session),
            actions=(*map(str, session.actions), str(action)),
            turn=session.game.turn(state),
            outcome=session.game.named_outcome(state, session.names),
        )
        self._write(session, status, self._changes.append)

    def before_undo(self, session: Session, state: Any, undone: int) -> None:
        """Record the undo of the last action before it happens. Raise TakenOver if another process holds the game."""
        actions, turn = tuple(map(str, session.actions[:-1])), session.game.turn(state)
        self._write(session, GameStatus(actions, undone, session.hinted, turn, None), self._changes.remove_last_action)

    def before_hint(self, session: Session, hinted: int) -> None:
        """Record a hint before it is shown. Raise TakenOver if another process holds the game."""
        self._write(session, replace(_status_of(session), hinted=hinted), self._changes.update_counts)

    def _write(self, session: Session, status: GameStatus, write_change: Any) -> None:
        """Write a change of the game to the database with one of the functions of `_changes`."""
        raise NotImplementedError  # each kind of saver has its own

    def retry(self, session: Session) -> None:
        """Save everything that an earlier attempt couldn't save."""

    def is_taken_over(self) -> bool:
        """Return whether another process has taken over the game since the last check. Errors count as False."""
        return False

    def will_delete(self, session: Session) -> bool:
        """Return whether the game will be deleted when the player leaves."""
        return False

    def delete_if_unplayed(self, session: Session) -> None:
        """Delete the game if it was started here and has no moves."""

    def leave(self, session: Session) -> None:
        """Let other processes open the game. Delete a new game without moves."""


class GameSaver(Saver):
    """An object that saves each move of a game that is played at one screen."""

    in_play: ClassVar[int | None] = None
    """The number of the game that this process played last. None if that game is over or has unsaved moves."""

    def __init__(self, saved_games: LazyArchive, session: Session, number: int | None = None, daily: str = "") -> None:
        super().__init__(saved_games, number, daily)
        self._is_new = number is None
        """Whether the game was started here. A resumed game may be an import, so it is deleted only on request."""
        self._unclaimed: GameEntry | None = None
        """The entry of a game that was read but hasn't been claimed yet, or None."""
        self._retry_at = 0.0
        self._recoveries = saved_games.recoveries
        self._data_version = 0

    # Saving

    def begin(self, session: Session) -> None:
        """Save the new game."""
        with self._recording_fault():
            _ = self.saved_games.archive  # opened first, as its error explains more than a failed lock
            self.number = self.saved_games.add_game(session, self.saved_games.holder, self.daily)
            self._recoveries = self.saved_games.recoveries

    def claim_later(self, entry: GameEntry, reason: str) -> None:
        """Claim the game as soon as the database is writable."""
        self._unclaimed, self.fault = entry, f"{reason} {NOT_SAVED}"

    def retry(self, session: Session) -> None:
        self._retry_at = 0.0
        self._write(session, _status_of(session), Archive.rewrite)

    # Other windows, and leaving

    def is_taken_over(self) -> bool:
        if self.number is None or self.fault:
            return False
        with suppress(StorageError):
            archive = self.saved_games.archive
            if self._data_version != (version := archive.data_version()):
                self._data_version = version
                try:
                    return archive.entry(self.number).holder != self.saved_games.holder
                except GameNotFound:
                    return True
        return False

    def release(self) -> None:
        """Let other processes open the game."""
        if self.number is not None:
            with suppress(StorageError):
                self.saved_games.archive.release(self.number, self.saved_games.holder)

    def delete(self) -> None:
        """Delete the game, unless another process holds it."""
        if self.number is not None:
            GameSaver.in_play = None
            with suppress(StorageError, TakenOver):
                self.saved_games.archive.delete(self.number, self.saved_games.holder)

    def will_delete(self, session: Session) -> bool:
        return self._is_new and len(session.actions) == session.inherited_actions

    def delete_if_unplayed(self, session: Session) -> None:
        if self.will_delete(session):
            self.delete()

    def leave(self, session: Session) -> None:
        """Save redoable actions and let other processes open the game. Delete a new game without moves."""
        self.delete_if_unplayed(session)
        if self.number is not None and not self.fault:
            with suppress(StorageError, GameNotFound):
                archive = self.saved_games.archive
                if archive.entry(self.number).holder == self.saved_games.holder:
                    save_redo(archive, self.number, session)
        self.release()

    # Writing

    def _write(self, session: Session, status: GameStatus, write_change: Any) -> None:
        from cardtable.table.recording import record_of

        if monotonic() < self._retry_at:
            return

        with self._recording_fault():
            archive, holder = self.saved_games.archive, self.saved_games.holder
            write = Archive.rewrite if self.fault else write_change

            if self.number is None or self._recoveries != self.saved_games.recoveries:
                if self.number is None or not archive.has_game(self.number, holder, record_of(session)):
                    self.number, self._unclaimed = self.saved_games.add_game(session, holder, self.daily), None
                self._recoveries = self.saved_games.recoveries
                write = Archive.rewrite

            try:
                self._claim_late(archive, holder)
                write(archive, self.number, holder, status)
            except TakenOver:
                if not self.fault:
                    raise
                # The moves that couldn't be saved exist only here, so they become a new game.
                self.number, self._unclaimed = self.saved_games.add_game(session, holder, self.daily), None
                archive.rewrite(self.number, holder, status)
            self.fault = ""

        GameSaver.in_play = None if self.fault or status.outcome is not None else self.number

    def _claim_late(self, archive: Archive, holder: str) -> None:
        """Claim a game that couldn't be written before. Raise TakenOver if the game has changed since then."""
        if (entry := self._unclaimed) is None:
            return
        archive.claim(entry.id, holder, entry.holder)
        if replace(archive.entry(entry.id), holder=entry.holder) != entry:
            archive.release(entry.id, holder)
            raise TakenOver
        self._unclaimed = None

    @contextmanager
    def _recording_fault(self) -> Iterator[None]:
        start = monotonic()
        try:
            yield
        except StorageError as error:
            self.fault = f"{self.saved_games.reason(error)} {NOT_SAVED}"
            self._retry_at = monotonic() + BACKOFF_FACTOR * (monotonic() - start)
            if isinstance(error, DamagedDatabase):
                self.saved_games.close_archive()


def _status_of(session: Session) -> GameStatus:
    return GameStatus(tuple(map(str, session.actions)), session.undone, session.hinted, session.turn, session.outcome)


def _privacy_notices(archive: Archive) -> list[str]:
    """Return a message the first time that the database can't be made private, and an empty list otherwise."""
    if not is_open_to_others(archive.path):
        return []
    with suppress(StorageError):
        if archive.progress(PRIVACY_NOTICE_SHOWN) is not None:
            return []
        archive.save_progress(PRIVACY_NOTICE_SHOWN, True)
    return [
        "Others can read your saved games, and Cardtable can't change that. `cardtable doctor --repair` explains why."
    ]
