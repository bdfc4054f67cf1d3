"""Results as Parquet.

A Parquet file can't be extended, so the results go to part files in a folder beside it. When the simulation is
finished, all parts are copied into one file. A part appears in the folder only after it is complete, so killing the
program can't damage the parts.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cardtable.lab.simulation.plan import Plan, SimulationError
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.simulation.results import COLUMNS, Continuation, WriterLock, shown, write_error

PART_ROWS = 50_000
PART_SECONDS = 30.0
"""The limits of a part, in rows and in seconds. A part is written when it reaches either limit."""
GROUP_ROWS = 1 << 16
"""The number of rows in each row group of the finished file."""
_PART = "*.parquet"
_UNFINISHED = ".unfinished"
_WORDS = pa.dictionary(pa.int32(), pa.string())
_TYPES = {
    "game": _WORDS,
    "key": pa.uint64(),
    "deal": pa.int64(),
    "code": pa.string(),
    "variant": pa.int32(),
    "players": pa.list_(pa.string()),
    "options": _WORDS,
    "points": pa.list_(pa.int32()),
    "winners": pa.list_(pa.int16()),
    "margin": pa.int32(),
    "moves": pa.int32(),
    "stand_ins": pa.list_(pa.int32()),
    "faults": pa.list_(pa.string()),
    "seconds": pa.float64(),
}
_SCHEMA = pa.schema([(name, _TYPES[name]) for name in COLUMNS])


class ParquetFolder:
    """A Parquet file, with a folder for its parts until the simulation is finished."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._path, self._plan, self.name = path, plan, shown(path)
        self._folder = path.with_name(f"{path.name}.parts")
        self._lock = WriterLock(path)
        self._rows: list[GameResult] = []
        self._due = 0.0
        self._files: list[Path] = []
        """The files with the results so far, in the order of the deals."""

    def exists(self) -> bool:
        """Return whether the file or the folder already contains results."""
        return os.path.lexists(self._path) or os.path.lexists(self._folder)

    def read(self) -> Iterator[tuple[GameResult, ...]]:
        """Yield the games of each deal, first from the finished file and then from the parts."""
        checked = Continuation(self.name, self._plan)
        found = [self._path] if os.path.lexists(self._path) else []
        for path in (*found, *sorted(self._folder.glob(_PART))):
            if path != self._path and int(path.stem) < self._plan.deals.start + checked.deals:
                continue  # the finished file has this part, but the program was killed before removing it
            try:
                for game in _games(path):
                    if games := checked.check(game):
                        yield games
            except (OSError, pa.ArrowException) as error:
                raise SimulationError(f"Can't read {shown(path)}: {_first_line(error)}") from None
            except (KeyError, TypeError, ValueError):
                raise checked.refusal() from None
            self._files.append(path)

    def open(self) -> None:
        """Create the folder for the parts."""
        try:
            self._folder.mkdir(exist_ok=True)
        except OSError as error:
            raise write_error(self._folder, error) from None
        self._lock.acquire()
        self._due = monotonic() + PART_SECONDS

    def write(self, games: Sequence[GameResult]) -> None:
        """Add complete deals. Write a part if one is due."""
        self._rows += games
        if len(self._rows) >= PART_ROWS or monotonic() >= self._due:
            self._write_part()

    def finish(self) -> None:
        """Put all parts into one file if an earlier run was killed before it did so."""
        if self._folder.exists():
            self.open()
            self.close(is_complete=True)

    def close(self, *, is_complete: bool) -> None:
        """Write the last part. If the simulation is complete, replace all the parts with the finished file."""
        try:
            self._write_part()
            if is_complete:
                self._finish()
        finally:
            self._lock.release()

    def _write_part(self) -> None:
        rows, self._rows, self._due = self._rows, [], monotonic() + PART_SECONDS
        if not rows:
            return
        part = self._folder / f"{rows[0].deal:013}.parquet"
        unfinished = part.with_suffix(_UNFINISHED)
        try:
            pq.write_table(_table(rows), unfinished)
            _to_disk(unfinished)
            unfinished.replace(part)
        except OSError as error:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise write_error(self._path, error) from None
        self._files.append(part)

    def _finish(self) -> None:
        """Copy all results into one file, then remove the parts."""
        unfinished = self._folder / f"{self._path.name}{_UNFINISHED}"
        try:
            if self._files != [self._path]:
                with pq.ParquetWriter(unfinished, _SCHEMA) as writer:
                    for table in _regrouped(self._files):
                        writer.write_table(table)
                _to_disk(unfinished)
                unfinished.replace(self._path)
            shutil.rmtree(self._folder)
        except OSError as error:
            raise write_error(self._path, error) from None


def _table(games: Sequence[GameResult]) -> Any:
    """Return results as a table. As in CSV, winners are numbered from 1."""
    columns: dict[str, list[Any]] = {name: [getattr(game, name) for game in games] for name in COLUMNS}
    columns["winners"] = [[seat + 1 for seat in game.winners] for game in games]
    return pa.table(columns, _SCHEMA)


def _games(path: Path) -> Iterator[GameResult]:
    """Yield the results in a file. Raise KeyError, TypeError or ValueError if the columns are different."""
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(10_000):
            for row in batch.to_pylist():
                del row["code"]
                winners = tuple(number - 1 for number in row.pop("winners"))
                row |= {name: tuple(row[name]) for name in ("players", "points", "stand_ins", "faults")}
                yield GameResult(**row, winners=winners)


def _regrouped(files: Sequence[Path]) -> Iterator[Any]:
    """Yield all rows in tables of the same size."""
    left = _SCHEMA.empty_table()
    for path in files:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(GROUP_ROWS):
                left = pa.concat_tables([left, pa.Table.from_batches([batch]).cast(_SCHEMA)])
                while left.num_rows >= GROUP_ROWS:
                    yield left.slice(0, GROUP_ROWS)
                    left = left.slice(GROUP_ROWS)
    if left.num_rows:
        yield left


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
