"""Results as CSV. Any incomplete lines at the end are removed before a file is continued."""

from __future__ import annotations

import csv
import io
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from cardtable.formats.text import safe_text
from cardtable.lab.simulation.plan import Plan, SimulationError
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.simulation.results import COLUMNS, MAX_NAME_CELLS, Continuation, WriterLock, shown, write_error

_HEADER = f"{','.join(COLUMNS)}\n".encode()
_MAX_LINE = 10_000
"""An upper limit for the length of a line, in bytes."""


class CsvFile:
    """Results as CSV, with one line for each game. The lines are written when their chunk is finished."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._path, self._plan, self.name = path, plan, shown(path)
        self._length = 0
        """The length of the header and all complete deals, in bytes."""
        self._lock = WriterLock(path)
        self._descriptor: int | None = None

    def exists(self) -> bool:
        """Return whether the file already contains results."""
        return os.path.lexists(self._path)

    def read(self) -> Iterator[tuple[GameResult, ...]]:
        """Yield the games of each complete deal. An incomplete line is left out."""
        if not self.exists():
            return
        try:
            with self._path.open("rb") as file:
                yield from self._read(file)
        except OSError as error:
            raise SimulationError(f"Can't read {self.name}: {error.strerror}.") from None

    def _read(self, file: io.BufferedReader) -> Iterator[tuple[GameResult, ...]]:
        header = file.readline(_MAX_LINE)
        if header != _HEADER:
            if _HEADER.startswith(header):  # the program was killed while it wrote the header
                return
            raise SimulationError(f"{self.name} isn't a file with results. Choose another file.")
        at = self._length = len(header)
        checked = Continuation(self.name, self._plan)
        while (line := file.readline(_MAX_LINE)).endswith(b"\n"):
            at += len(line)
            try:
                game = _parse(line)
            except (csv.Error, ValueError):
                raise checked.refusal() from None
            if games := checked.check(game):
                self._length = at
                yield games

    def open(self) -> None:
        """Create the file with its header. If the file exists, remove everything after the last complete deal."""
        create = 0 if self._length else os.O_CREAT
        try:
            self._descriptor = os.open(self._path, os.O_WRONLY | create | getattr(os, "O_BINARY", 0), 0o666)
            self._lock.acquire()
            os.ftruncate(self._descriptor, self._length)
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
        except OSError as error:
            raise write_error(self._path, error) from None
        if not self._length:
            self._append(_HEADER)

    def write(self, games: Sequence[GameResult]) -> None:
        """Add complete deals. If writing fails, remove the added lines."""
        self._append(_format(games))

    def _append(self, text: bytes) -> None:
        assert self._descriptor is not None, "the file is open"
        left = memoryview(text)
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self._length)
            raise write_error(self._path, error) from None
        self._length += len(text)

    def close(self) -> None:
        """Write all data to disk."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        try:
            os.fsync(descriptor)
        except OSError as error:
            raise write_error(self._path, error) from None
        finally:
            with suppress(OSError):
                os.close(descriptor)
            self._lock.release()


def csv_file(name: str, plan: Plan) -> CsvFile:
    """Return the file with this name, unopened. Raise ValueError with a sentence if it can't be a CSV file."""
    try:
        path = Path(name).expanduser().absolute()
        path.parent.lstat()
    except (OSError, RuntimeError, ValueError):
        raise ValueError(f"There's no folder for {safe_text(name, MAX_NAME_CELLS)}.") from None
    if path.suffix.lower() != ".csv":
        raise ValueError(f"--out needs a name that ends in .csv, not {safe_text(name, MAX_NAME_CELLS)}.")
    return CsvFile(path, plan)


def _format(games: Iterable[GameResult]) -> bytes:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for game in games:
        writer.writerow(
            (
                *(game.game, game.key, game.deal, game.code, game.variant, shlex.join(game.players), game.options),
                *(" ".join(map(str, game.points)), " ".join(str(seat + 1) for seat in game.winners)),
                *(game.margin, game.moves, " ".join(map(str, game.stand_ins)), shlex.join(game.faults)),
                f"{game.seconds:.6f}",
            )
        )
    return written.getvalue().encode()


def _parse(line: bytes) -> GameResult:
    """Return the result in a line. Raise ValueError or csv.Error if the line is invalid."""
    (cells,) = csv.reader([line.decode("utf-8")])
    game, key, deal, _, variant, players, options, points, winners, margin, moves, stand_ins, faults, seconds = cells
    return GameResult(
        game,
        int(key),
        int(deal),
        int(variant),
        tuple(shlex.split(players)),
        options,
        tuple(map(int, points.split())),
        tuple(int(number) - 1 for number in winners.split()),
        int(margin),
        int(moves),
        tuple(map(int, stand_ins.split())),
        tuple(shlex.split(faults)),
        float(seconds),
    )
