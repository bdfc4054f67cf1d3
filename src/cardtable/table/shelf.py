"""Where this program keeps its games: on the shelf of the archive, or in memory alone, and then it says why.

Nothing here ever stops a game.  A keeper stands by each session and writes what happens before it is told; where that
fails, the game goes on, the keeper says so, and with the next action everything is tried again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardtable.table.archive import Archive, Damaged, Entry, NoSuchGame, Standing, TakenOver, Unusable
from cardtable.table.places import archive_file
from cardtable.table.privacy import privacy_notices
from cardtable.table.sitting import NO_LOCK, Sitting, is_alive

if TYPE_CHECKING:
    from cardtable.table.session import Session

REST = 10.0
"""After a failure, so many times as long as it took nothing is tried."""


class OpenElsewhere(Exception):
    """The game is on another table that is still there."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """Of the game in the archive."""


class Shelf:
    """The archive when it is needed, made if it is not there; `Unusable` again and again where it cannot be used."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = archive_file() if path is None else path
        self.notices: list[str] = []
        """What the player should be told once: that an archive was damaged, say."""
        self.beginnings = 0
        """How often a new archive was begun because the one that was there was damaged."""
        self._archive: Archive | None = None
        self._sitting: Sitting | None = None

    @property
    def archive(self) -> Archive:
        """The open archive."""
        if self._archive is None:
            self._archive = self._open()
        return self._archive

    def _open(self) -> Archive:
        with suppress(Unusable):
            self._sit_down()  # so that nobody sets aside what we have open
        try:
            archive = Archive(self.path)
            self.notices += privacy_notices(archive)
            return archive
        except Damaged:
            from cardtable.table.rescue import begin_anew

            archive, notice = begin_anew(self.path, self._sitting.name if self._sitting is not None else "")
            self.notices.append(notice)
            self.beginnings += 1
            return archive

    def look_again(self) -> None:
        """Close the archive, which shows damage, so that it is looked through when it is next opened."""
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    @property
    def holder(self) -> str:
        """The name under which this program holds games."""
        return self._sit_down().name

    def _sit_down(self) -> Sitting:
        if self._sitting is None:
            try:
                self._sitting = Sitting(self.path.parent)
            except NO_LOCK as error:
                raise Unusable(f"The archive cannot be locked: {error}.") from None
        return self._sitting

    def close(self) -> None:
        """Let go of everything."""
        if self._archive is not None:
            self._archive.close()
        if self._sitting is not None:
            self._sitting.close()
        self._archive = self._sitting = None

    def keep(self, session: Session, daily: str = "") -> Keeper:
        """Stand a keeper by a game that has just been dealt; it is on the shelf from now on, if that can be."""
        keeper = Keeper(self, session, daily=daily)
        keeper.begin(session)
        session.journal = keeper
        return keeper

    def resume(self, number: int, *, take_over: bool = False) -> Session:
        """The game as it stands, with its keeper.

        OpenElsewhere where another table has it and is not to be robbed of it; NoSuchGame, BadFile or Unusable where it
        cannot be had.
        """
        entry = self.archive.entry(number)
        if not take_over and self.is_open_elsewhere(entry):
            raise OpenElsewhere(number)
        try:
            self.archive.take(number, self.holder, entry.holder)
        except TakenOver:
            raise OpenElsewhere(number) from None
        try:
            session = self.watch(number)
        except BaseException:
            self.archive.release(number, self.holder)
            raise
        session.journal = Keeper(self, session, number, entry.daily)
        return session

    def watch(self, number: int) -> Session:
        """The game as it stands, for somebody who does not play it."""
        from cardtable.table.record import open_session
        from cardtable.table.strict_json import BadFile

        record = self.archive.record(number)
        try:
            return open_session(record)
        except BadFile as error:
            raise BadFile(f"Game {number} can't be opened. {error}") from None

    def is_open_elsewhere(self, entry: Entry) -> bool:
        """Whether another table has the game now."""
        mine = self._sitting.name if self._sitting is not None else ""
        return bool(entry.holder) and entry.holder != mine and is_alive(self.path.parent, entry.holder)


class Keeper:
    """Writes down what happens in one game."""

    def __init__(self, shelf: Shelf, session: Session, number: int | None = None, daily: str = "") -> None:
        self._shelf = shelf
        self._daily = daily
        self.number = number
        """Of the game in the archive; None as long as it could not be taken in."""
        self.fault = ""
        """Why the archive does not hold the game as it stands; empty where it does."""
        self._rests_until = 0.0
        self._beginning = shelf.beginnings
        self._counter = 0

    def begin(self, session: Session) -> None:
        """Take the game in."""
        with self._or_say_why():
            self.number = self._shelf.archive.begin(session, self._shelf.holder, self._daily)
            self._beginning = self._shelf.beginnings

    def acting(self, session: Session, action: Any, state: Any) -> None:
        """Write the action down; TakenOver where the game is in other hands."""
        standing = Standing(
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
        standing = Standing(said, session.undone + 1, session.hinted, session.game.turn(state), None)
        self._write(session, standing, Archive.take_back)

    def try_again(self, session: Session) -> None:
        """Write down all that could not be written before."""
        self._rests_until = 0.0
        self._write(session, Standing.of(session), Archive.rewrite)

    def is_robbed(self) -> bool:
        """Whether the game is in other hands now, as far as the archive can be read."""
        if self.number is None or self.fault:
            return False
        with suppress(Unusable):
            archive = self._shelf.archive
            if self._counter != (counter := archive.counter()):
                self._counter = counter
                try:
                    return archive.entry(self.number).holder != self._shelf.holder
                except NoSuchGame:
                    return True
        return False

    def lay_down(self) -> None:
        """Let others take the game up."""
        if self.number is not None:
            with suppress(Unusable):
                self._shelf.archive.release(self.number, self._shelf.holder)

    def throw_away(self) -> None:
        """Forget the game, unless it is in other hands."""
        if self.number is not None:
            with suppress(Unusable, TakenOver):
                self._shelf.archive.throw_away(self.number, self._shelf.holder)

    def _write(self, session: Session, standing: Standing, one_more: Any) -> None:
        if monotonic() < self._rests_until:
            return
        with self._or_say_why():
            archive, holder = self._shelf.archive, self._shelf.holder
            write = Archive.rewrite if self.fault else one_more
            if self.number is None or self._beginning != self._shelf.beginnings:
                if self.number is None or not archive.holds(self.number, holder, session):
                    self.number = archive.begin(session, holder, self._daily)
                self._beginning = self._shelf.beginnings
                write = Archive.rewrite
            try:
                write(archive, self.number, holder, standing)
            except TakenOver:
                if not self.fault:
                    raise
                # What was played while nothing could be written is nowhere else: it becomes a game of its own.
                self.number = archive.begin(session, holder, self._daily)
                archive.rewrite(self.number, holder, standing)
            self.fault = ""

    @contextmanager
    def _or_say_why(self) -> Iterator[None]:
        began = monotonic()
        try:
            yield
        except Unusable as error:
            self.fault = f"{error} The game goes on, but is not kept."
            self._rests_until = monotonic() + REST * (monotonic() - began)
            if isinstance(error, Damaged):
                self._shelf.look_again()
