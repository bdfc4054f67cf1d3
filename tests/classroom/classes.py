"""Classes for tests, in a folder like that of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from cardtable.classroom.desk import Desk, prepare
from cardtable.rooms.kit.records import Records
from cardtable.store.paths import archive_file
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.shared_game import Person

CODE = "K7QF-2M9X"
CLASS = """
title = "Class 6b"
text = "Take your time."
order = "free"

[[items]]
lesson = "rummy-like 1"

[[items]]
exercises = "clash"
right = 2

[[items]]
test = "clash"
right = 6

[[items]]
title = "The deal"
deal = "clash, players me+easy, K7QF-2M9X"

[[items]]
level = 1
"""


def folder() -> Path:
    """Return the folder of the server, in the data folder of the test."""
    return archive_file().parent / "serve"


def enrol(*pupils: str, course: str = CLASS) -> dict[str, Records]:
    """Return the records of a teacher and of pupils, each with saved games of their own as guests of a server have."""
    rmtree(folder() / "class", ignore_errors=True)
    prepare(folder() / "class", course, CODE)
    found = {}
    for guest in ("teacher", *pupils):
        own = LazyArchive(folder() / "guests" / guest / "data" / "archive.sqlite3")
        desk = Desk(folder() / "class", guest, guest)
        found[guest] = Records(own, LazyArchive(archive_file()), Person(guest, f"guest {guest}"), desk)
        found[guest].tables.archive.entries()  # so that the file exists
    desk_of(found["teacher"]).become_teacher(CODE)
    return found


@contextmanager
def school(*pupils: str, course: str = CLASS) -> Iterator[dict[str, Records]]:
    """Yield the records of a class, and close them."""
    found = enrol(*pupils, course=course)
    try:
        yield found
    finally:
        for each in found.values():
            each.close()


def desk_of(records: Records) -> Desk:
    """Return the desk of a guest in a class."""
    assert records.desk is not None
    return records.desk
