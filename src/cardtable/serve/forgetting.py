"""Deleting everything about a guest."""

from __future__ import annotations

import fcntl
import json
import shutil
from dataclasses import replace
from pathlib import Path
from zlib import crc32

from cardtable.classroom.desk import files_of
from cardtable.formats.text import safe_text, same_name
from cardtable.serve.guests import Guests
from cardtable.serve.house import LOCK, LOG
from cardtable.store.archive import Archive, dump_head
from cardtable.store.errors import StorageError, UnreadableGame
from cardtable.store.shared_games import GUEST
from cardtable.table.storage_words import storage_sentence

FORGOTTEN = "forgotten"
"""The text that a seat has in place of a person once its guest has been forgotten."""


def forget(folder: Path, name: str) -> None:
    """Delete everything about the guest with this name from a server's folder.

    Other people's games in which the guest played stay, but without the guest's name. Raise ValueError with a
    sentence if there is no such guest, if a server is running, or if something can't be deleted.
    """
    guest = Guests(folder / "guests").with_name(name)
    if guest is None:
        raise ValueError(f"There is no guest called {safe_text(name, 40)}.")
    with (folder / LOCK).open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _forget_in(folder.parent / "archive.sqlite3", guest.name, f"{GUEST}{guest.id}")
            for other in (folder / "guests").iterdir():
                if other.name != guest.id:
                    _forget_in(other / "data" / "archive.sqlite3", guest.name)
        except BlockingIOError:
            raise ValueError("First stop the server.") from None
        except UnreadableGame as error:
            raise ValueError(f"Game {error.number} is damaged. First run cardtable doctor --repair.") from None
        except StorageError as error:
            raise ValueError(f"{guest.name} hasn't been forgotten yet. {storage_sentence(error)}") from None
        for path in files_of(folder / "class", guest.id):
            path.unlink(missing_ok=True)
        for log in folder.glob(f"{LOG}*"):
            lines = log.read_text("utf-8").splitlines(keepends=True)
            log.write_text("".join(line for line in lines if f" {guest.name}: " not in line), "utf-8")
        shutil.rmtree(folder / "guests" / guest.id)


def _forget_in(path: Path, name: str, person: str = "") -> None:
    """Remove a name from an archive: from the games where this person has a seat or, without a person, from all."""
    if not path.exists():
        return
    with Archive(path) as archive:
        seats = archive.query("SELECT game, seat FROM seat WHERE person = ?", person) if person else []
        for number in {game for game, _ in seats} if person else archive.numbers():
            _rename(archive, number, name)
        with archive.transaction() as db:
            db.executemany("DELETE FROM note WHERE game = ? AND who = ? AND kind != 'draw'", seats)
            for seat in seats:
                taken = (FORGOTTEN, *seat)
                db.execute("UPDATE seat SET person = ?, stand_in = 'medium' WHERE game = ? AND seat = ?", taken)
        archive.query("VACUUM")  # so that the file no longer has the old names


def _rename(archive: Archive, number: int, name: str) -> None:
    """Replace a name in one game with `Player` and the number of the seat."""
    record, _ = archive.unguarded_record(number)
    seats = tuple(
        replace(each, name=f"Player {at}") if same_name(each.name, name) else each
        for at, each in enumerate(record.seats, 1)
    )
    if seats == record.seats:
        return
    head = dump_head(replace(record, seats=seats))
    names = json.dumps([each.name for each in seats], ensure_ascii=False)
    with archive.transaction() as db:
        db.execute("UPDATE game SET head = ?, names = ? WHERE id = ?", (head, names, number))
        checksum = crc32(head.encode())
        for at, said in db.execute(
            "SELECT number, said FROM action WHERE game = ? ORDER BY number", (number,)
        ).fetchall():
            checksum = crc32(said.encode(), checksum)
            db.execute("UPDATE action SET sum = ? WHERE game = ? AND number = ?", (checksum, number, at))
