"""The folder of a class, through which the processes of teachers and pupils know of each other.

It has the class file, the teacher's code, the last message and, for each pupil, small files: the pupil's name, the
teachers who are looking over the pupil's shoulder, and the screen that they see. Errors with these files are ignored,
so that lessons go on.
"""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from cardtable.classroom.course import Course, read_course
from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text
from cardtable.store.paths import make_private, write_private

COURSE, LINE, CODE = "class.toml", "line.json", "teacher-code"
NAME, LOOK, SCREEN, TEACHER = "name", "look", "screen", "teacher"
"""The suffixes of the files about one guest."""
LOOK_SECONDS = 4.0
"""The time, in seconds, for which a look over a shoulder lasts unless it is renewed."""
POLL_SECONDS = 1.0
"""The time between two checks for news, in seconds."""
MAX_LINE = 160
MAX_ROWS = 200
MAX_CODES = 5
"""The number of wrong codes after which a guest's process refuses all others."""


class TeacherMessage(NamedTuple):
    """A message from a teacher to all pupils, in one line."""

    teacher: str
    text: str
    when: float

    @property
    def sentence(self) -> str:
        """The message as pupils see it."""
        return f"{self.teacher}, to all: {self.text}"


class Desk:
    """One guest's access to the folder of a class."""

    def __init__(self, folder: Path, guest: str, name: str) -> None:
        """Take the place of a guest with this id and name in the class with this folder."""
        self.folder, self.guest, self.name = folder, guest, name
        self._started = time.time()
        self._heard = self._started
        self._watchers: set[str] = set()
        self._wrong_codes = 0
        self._write(NAME, name)

    @cached_property
    def course(self) -> Course:
        """The course of the class. Raise BadScript if the class file can't be read."""
        return read_course(self.folder / COURSE)

    def _file(self, suffix: str, guest: str = "") -> Path:
        return self.folder / f"{guest or self.guest}.{suffix}"

    def _write(self, suffix: str, text: str, guest: str = "") -> None:
        with suppress(OSError):
            make_private(self.folder)
            write_private(self._file(suffix, guest), text)

    # Teachers

    @property
    def is_teacher(self) -> bool:
        """Whether the guest is a teacher."""
        return self._file(TEACHER).exists()

    @property
    def other_teachers(self) -> list[str]:
        """The names of the other teachers of this class."""
        return [name for guest, name in _names(self.folder, TEACHER).items() if guest != self.guest]

    def become_teacher(self, typed: str) -> None:
        """Make the guest a teacher. Raise ValueError with a sentence if the text isn't the teacher's code."""
        if self._wrong_codes >= MAX_CODES:
            raise ValueError("Too many wrong codes. Leave, and come in again.")
        try:
            code = (self.folder / CODE).read_text("utf-8")
        except OSError:
            code = ""
        if not code or not hmac.compare_digest(_plain(typed).encode(), _plain(code).encode()):
            self._wrong_codes += 1
            time.sleep(0.5)
            raise ValueError("That's not the teacher's code. The server shows it when it starts.")
        self._write(TEACHER, self.name)

    @property
    def pupils(self) -> dict[str, str]:
        """The names of the pupils, by their ids."""
        return pupils_in(self.folder)

    def say_to_all(self, text: str) -> None:
        """Send a message to all pupils."""
        line = TeacherMessage(self.name, safe_text(text, MAX_LINE), time.time())
        with suppress(OSError):
            write_private(self.folder / LINE, json.dumps(line))

    def look_at(self, pupil: str) -> tuple[str, ...]:
        """Look over a pupil's shoulder for LOOK_SECONDS. Return the screen, or nothing if it isn't there yet."""
        self._write(LOOK, self.name, f"{pupil}.{self.guest}")
        path = self._file(SCREEN, pupil)
        with suppress(OSError, UnicodeDecodeError):
            if time.time() - path.stat().st_mtime < LOOK_SECONDS:
                return tuple(map(_printable, path.read_text("utf-8").split("\n")[:MAX_ROWS]))
        return ()

    def stop_looking(self, pupil: str) -> None:
        """Stop looking over a pupil's shoulder."""
        with suppress(OSError):
            self._file(LOOK, f"{pupil}.{self.guest}").unlink(missing_ok=True)

    # Pupils

    @property
    def last_line(self) -> TeacherMessage | None:
        """The latest message to all pupils, if it is less than twelve hours old."""
        with suppress(OSError, ValueError, TypeError):
            teacher, text, when = json.loads((self.folder / LINE).read_text("utf-8"))
            if 0 <= time.time() - when < 12 * 3600:
                return TeacherMessage(safe_text(teacher, 40), safe_text(text, MAX_LINE), when)
        return None

    def news(self, screen: Callable[[], Sequence[str]]) -> list[str]:
        """Return sentences about what has changed. If teachers are looking over this shoulder, show them the screen."""
        found = []
        line = self.last_line
        if line is not None and line.when > self._heard:
            self._heard = line.when
            if line.teacher != self.name:
                found.append(line.sentence)
        watchers = self._find_watchers()
        if new := watchers - self._watchers:
            found.append(f"{join_words(sorted(new))} can see your screen now.")
        if self._watchers and not watchers:
            found.append("Nobody can see your screen any more.")
        if watchers:
            self._write(SCREEN, "\n".join(screen()))
        elif self._watchers:
            with suppress(OSError):
                self._file(SCREEN).unlink(missing_ok=True)
        self._watchers = watchers
        return found

    def _find_watchers(self) -> set[str]:
        found = set()
        for path in self.folder.glob(f"{self.guest}.*.{LOOK}"):
            with suppress(OSError, UnicodeDecodeError):
                if time.time() - path.stat().st_mtime < LOOK_SECONDS:
                    found.add(safe_text(path.read_text("utf-8"), 40))
        return found


def pupils_in(folder: Path) -> dict[str, str]:
    """Return the names of the pupils in the class with this folder, by their ids."""
    teachers = _names(folder, TEACHER)
    return {guest: name for guest, name in _names(folder, NAME).items() if guest not in teachers}


def files_of(folder: Path, guest: str) -> list[Path]:
    """Return the files about a guest in the folder of a class."""
    return [*folder.glob(f"{guest}.*"), *folder.glob(f"*.{guest}.{LOOK}")]


def _names(folder: Path, suffix: str) -> dict[str, str]:
    """Return the text of each file with this suffix, by the guest whose file it is."""
    found = {}
    for path in sorted(folder.glob(f"*.{suffix}")):
        with suppress(OSError, UnicodeDecodeError):
            found[path.name.removesuffix(f".{suffix}")] = safe_text(path.read_text("utf-8"), 60)
    return found


def _printable(row: str) -> str:
    """Return a row of a screen, with spaces in place of unprintable characters."""
    return "".join(letter if letter.isprintable() else " " for letter in row[:500]).rstrip()


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())


def prepare(folder: Path, course: str, code: str) -> None:
    """Write a class file and a teacher's code into the folder of a class. Raise OSError if that fails."""
    make_private(folder)
    write_private(folder / COURSE, course)
    write_private(folder / CODE, code)
