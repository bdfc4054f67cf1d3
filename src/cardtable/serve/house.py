"""What all connections of a server share: who may come in, who is here, and the processes of the guests."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import time
from itertools import count
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Protocol

from cardtable.formats.text import safe_text
from cardtable.serve.guest_process import Start
from cardtable.serve.guests import Guest, Guests
from cardtable.serve.invitation import Invitation
from cardtable.serve.limits import Limits, Visits
from cardtable.serve.nursery_link import NurseryLink
from cardtable.store.paths import make_private

LOG = "serve.log"
LOCK = "serve.lock"
"""The file that a running server locks. A second server would know nothing of the first one's guests."""
LOG_SIZE, OLD_LOGS = 1_000_000, 3
"""The maximum size of the log in bytes, and the number of older logs to keep."""
REPEAT_SECONDS = 1.0
"""The time in which a line that repeats the last one isn't logged, so a flood of connections can't fill the log."""
CAME_BACK = "You have come back on another line, so this one is closed."
REPLACED_SECONDS = 0.5
"""The time, in seconds, that a guest's process gets to end if the guest is already waiting on another line."""


class Refused(Exception):
    """An exception whose message tells a guest why they can't come in."""


class Line(Protocol):
    """A guest's line, as the house sees it."""

    number: int
    address: str
    """The guest's address, for the log."""
    network: str
    """The address or network to which the limits apply."""
    ended: asyncio.Event
    """Set once the guest's process has ended, or will never start."""

    @property
    def name(self) -> str:
        """The guest's name, for the log."""

    def close(self, reason: str, seconds: float) -> None:
        """Close the line at once, and tell the guest why. The process gets `seconds` to end."""

    def process_ended(self, code: int) -> None:
        """Note that the guest's process has ended with this code."""


class House:
    """A server's known guests, and the lines of those who are here."""

    def __init__(self, folder: Path, invitation: Invitation, limits: Limits, classroom: Path | None = None) -> None:
        """Prepare a house with the guests in this folder and, for a class, with the folder of the class."""
        self.classroom = classroom
        self.invitation, self.limits = invitation, limits
        self._folder = folder
        self.tables = folder.parent / "archive.sqlite3"
        """The host's saved-games database, which has the shared tables."""
        self.guests = Guests(folder / "guests")
        self.visits = Visits(limits)
        self.lines: dict[int, Line] = {}
        """The lines whose processes are running, by number."""
        self._here: dict[str, Line] = {}
        """The line of each guest who is here, by the guest's id."""
        self._numbers = count(1)
        self.nursery = NurseryLink(self._process_ended, self._lose_nursery)
        self._log = logging.getLogger(__name__)
        self._lock: int | None = None
        self._last_note = "", 0.0
        self.lost = asyncio.Event()
        """Set if the process that starts guests' processes has ended, so that nobody can come in any more."""

    def open_log(self) -> None:
        """Start writing the log. Raise OSError if that fails, or BlockingIOError if another server is running."""
        make_private(self._folder)
        self._lock = os.open(self._folder / LOCK, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._log.setLevel(logging.INFO)
        self._log.propagate = False
        path = self._folder / LOG
        path.touch(mode=0o600)
        file = RotatingFileHandler(path, maxBytes=LOG_SIZE, backupCount=OLD_LOGS, encoding="utf-8")
        for handler in (file, logging.StreamHandler()):
            handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
            self._log.addHandler(handler)

    def close_log(self) -> None:
        """Close the log."""
        for handler in list(self._log.handlers):
            self._log.removeHandler(handler)
            handler.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def note(self, address: str, name: str, what: str) -> None:
        """Write a line to the log, unless it immediately repeats the last one.

        Text from outside is made safe here.
        """
        text, now = safe_text(" ".join(filter(None, (address, name and f"{name}:", what))), 300), time.monotonic()
        last, when = self._last_note
        if text != last or now - when > REPEAT_SECONDS:
            self._last_note = text, now
            self._log.info("%s", text)

    def next_number(self) -> int:
        """Return a number for a new line."""
        return next(self._numbers)

    async def make_room(self, guest: Guest, line: Line) -> None:
        """Close the guest's old line, if there is one, and take a place. Raise Refused if no place is free."""
        while (old := self._here.get(guest.id)) is not None:
            old.close(CAME_BACK, REPLACED_SECONDS)
            await old.ended.wait()
            self._forget(old)
        if reason := self.visits.why_not_enter(line.network):
            raise Refused(reason)
        self._here[guest.id] = line
        self.visits.enter(line.network)

    def begin(self, line: Line, start: Start, end: int) -> None:
        """Start the process of a line on this end of its pseudo-terminal. Raise OSError if that fails."""
        self.nursery.begin(start, end)
        self.lines[line.number] = line

    def end(self, line: Line, seconds: float) -> None:
        """End the process of a line. After `seconds`, it is killed."""
        if line.number in self.lines:
            self.nursery.end(line.number, seconds)

    def left(self, line: Line) -> None:
        """Note that a line's connection has ended."""
        if line.number not in self.lines:
            self._forget(line)

    def _process_ended(self, number: int, code: int) -> None:
        if (line := self.lines.pop(number, None)) is not None:
            self.note(line.address, line.name, f"left (code {code})")
            self._forget(line)
            line.process_ended(code)

    def _forget(self, line: Line) -> None:
        """Free the place of a line."""
        found = next((guest_id for guest_id, other in self._here.items() if other is line), None)
        if found is not None:
            del self._here[found]
            self.visits.leave(line.network)

    def _lose_nursery(self) -> None:
        for number in list(self.lines):
            self._process_ended(number, 1)
        self.lost.set()
