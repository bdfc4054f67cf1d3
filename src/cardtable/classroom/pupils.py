"""All pupils of a class: how far each has got, what each is doing now, and who is stuck."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cardtable.classroom.course import Course
from cardtable.classroom.standing import Standing, standings
from cardtable.engine.phrases import counted
from cardtable.store.archive import Archive
from cardtable.store.clock import current_time, is_known
from cardtable.store.errors import StorageError
from cardtable.table.when import format_ago

STUCK = timedelta(minutes=5)
"""The time without success after which a pupil who is here counts as stuck."""
LEARNING = "learning"
"""What the list of who is here says about a pupil in a lesson, exercises or a test."""


class Pupil(NamedTuple):
    """A pupil at one moment."""

    id: str
    name: str
    doing: str = ""
    """What the pupil is doing, such as `playing Clash`. It is empty for a pupil who isn't here."""
    standings: Sequence[Standing] = ()
    item: int | None = None
    """The index of the item that the pupil worked on last, or None before the first."""
    left: datetime | None = None
    """The time when the pupil's saved games last changed, or None if there are none."""
    fault: str = ""

    @property
    def is_here(self) -> bool:
        """Whether the pupil is here."""
        return bool(self.doing)

    @property
    def is_learning(self) -> bool:
        """Whether the pupil is working on `item` now."""
        return self.doing == LEARNING and self.item is not None

    @property
    def current(self) -> Standing:
        """The standing in the item that the pupil worked on last."""
        return Standing() if self.item is None else self.standings[self.item]

    def stuck_minutes(self, now: datetime | None = None) -> int:
        """Return the minutes without a right answer if the pupil is stuck, otherwise 0."""
        since = self.current.counts.since
        if not self.is_learning or self.current.is_done or not is_known(since):
            return 0
        waited = (now or current_time()) - since
        return int(waited.total_seconds()) // 60 if waited >= STUCK else 0

    def now(self, course: Course) -> str:
        """Return, in a few words, what the pupil is doing, such as `lesson 2, step 3` or `not here`."""
        if not self.is_here:
            ago = format_ago(self.left) if self.left is not None else ""
            return f"left {ago}" if ago else "not here"
        if minutes := self.stuck_minutes():
            return f"stuck for {counted(minutes, 'minute')}"
        if not self.is_learning or self.item is None:
            return self.doing.replace("at a table of", "table:")
        step = f", step {self.current.at + 1}" if course.items[self.item].kind == "lesson" else ""
        return f"item {self.item + 1}{step}"

    def about(self, course: Course) -> str:
        """Return sentences about the pupil's current item: the step, the wrong answers and the question."""
        if not self.is_learning or self.item is None:
            return f"{self.name}: {self.now(course)}."
        counts, item = self.current.counts, course.items[self.item]
        step = f", step {self.current.at + 1} of {self.current.of}" if item.kind == "lesson" else ""
        wrong = f" {counted(counts.wrong_here, 'wrong answer')} since the last right one." if counts.wrong_here else ""
        minutes = self.stuck_minutes()
        stuck = f" Stuck for {counted(minutes, 'minute')}." if minutes else ""
        return f"{self.name}: {item.title}{step}.{stuck}{wrong} On the screen: {counts.question}"


class Pupils:
    """The pupils of a class. Only those whose saved games have changed are read again."""

    def __init__(self, course: Course, guests: Path) -> None:
        """Prepare to read the pupils' progress. `guests` is the folder that has all guests' folders."""
        self._course, self._guests = course, guests
        self._read: dict[str, tuple[tuple[float, ...], Pupil]] = {}

    def look(self, names: Mapping[str, str], doing: Mapping[str, str]) -> list[Pupil]:
        """Return the pupils, sorted by name. `names` is keyed by id, and `doing` by the names of those who are here."""
        found = [self._pupil(each, name)._replace(doing=doing.get(name, "")) for each, name in names.items()]
        return sorted(found, key=lambda pupil: pupil.name.casefold())

    def _pupil(self, guest: str, name: str) -> Pupil:
        path = self._guests / guest / "data" / "archive.sqlite3"
        times = tuple(each.stat().st_mtime for each in (path, Path(f"{path}-wal")) if each.exists())
        if guest not in self._read or self._read[guest][0] != times or self._read[guest][1].name != name:
            self._read[guest] = times, _read_pupil(guest, name, path, self._course, times)
        return self._read[guest][1]


def _read_pupil(guest: str, name: str, path: Path, course: Course, times: Sequence[float]) -> Pupil:
    none = (Standing(),) * len(course.items)
    if not times:
        return Pupil(guest, name, standings=none)
    left = datetime.fromtimestamp(max(times)).astimezone()
    try:
        with Archive(path) as archive:
            found = standings(archive, course)
    except StorageError:
        return Pupil(guest, name, standings=none, left=left, fault=f"{name}'s progress can't be read.")
    begun = [at for at, each in enumerate(found) if is_known(each.counts.last)]
    item = max(begun, key=lambda at: found[at].counts.last) if begun else None
    return Pupil(guest, name, standings=found, item=item, left=left)


def results_csv(course: Course, pupils: Sequence[Pupil]) -> str:
    """Return all results as CSV, with a row for each pupil and item."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["pupil", "item", "title", "finished", "tries", "result", "when"])
    for pupil in pupils:
        for number, (item, standing) in enumerate(zip(course.items, pupil.standings, strict=True), 1):
            when = standing.when.astimezone().isoformat(timespec="seconds") if is_known(standing.when) else ""
            done = "yes" if standing.is_done else "no"
            row = [pupil.name, number, item.title, done, standing.tries, standing.result or standing.words, when]
            writer.writerow([_safe(each) for each in row])
    return out.getvalue()


def _safe(value: object) -> object:
    """Return the value in a form that a spreadsheet doesn't treat as a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" and value else value
