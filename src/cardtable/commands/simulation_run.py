"""Play many games for a command: write the results, show the progress and print the summary."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from io import FileIO
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from cardtable.commands.many_games import RunFlags
from cardtable.formats.streams import is_terminal
from cardtable.formats.text import safe_text
from cardtable.lab.simulation.csv_file import CsvFile, csv_file
from cardtable.lab.simulation.plan import Plan, SimulationError
from cardtable.lab.simulation.results import check_last, write_error
from cardtable.lab.simulation.run import Run
from cardtable.lab.simulation.summary_words import counted_games
from cardtable.lab.simulation.workers import Workers, local_workers
from cardtable.plain.signals import Signals
from cardtable.players.program_process import ProgramProcess
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.lab.simulation.play import GameResult

GO_ON = "To go on, add --resume to the same command."


class ShowsProgress(Protocol):
    """A function that shows the number of finished games."""

    def __call__(self, games: int) -> None:
        """Show the number of finished games."""


class RunSummary(Protocol):
    """A summary that counts the games played so far."""

    @property
    def deals(self) -> int:
        """The number of deals."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def is_clear(self) -> bool:
        """Whether the difference is clear, so that no more games are needed."""

    def add(self, games: Sequence[GameResult], /) -> None:
        """Count all the games of the next deal."""


def run_games(plan: Plan, summary: RunSummary, lines: Callable[[], list[str]], flags: RunFlags) -> int:
    """Play the games of a plan, print the lines of their summary, and return the exit code."""
    try:
        file = None if flags.out is None else csv_file(flags.out, plan)
    except ValueError as error:
        raise RequestError(str(error)) from None
    if file is not None and file.exists() and not flags.resume:
        shown = safe_text(flags.out, 60)
        raise RequestError(f"{shown} already exists. Choose another name, or continue it with --resume.")
    count = flags.worker_count
    if flags.records is None:
        return _Run(plan, summary, lines, file, is_plain=flags.plain).run(count)
    with _new_file(flags.records) as records:
        plan = replace(plan, keeps_records=True)
        return _Run(plan, summary, lines, file, is_plain=flags.plain, records=records).run(count)


def _new_file(name: str) -> FileIO:
    try:
        return Path(name).expanduser().open("xb", buffering=0)
    except FileExistsError:
        raise RequestError(f"{safe_text(name, 60)} already exists. Choose another name.") from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise RequestError(f"Can't write {safe_text(name, 60)}: {reason}.") from None


class _Run:
    """A simulation or tournament that a command runs."""

    def __init__(
        self,
        plan: Plan,
        summary: RunSummary,
        lines: Callable[[], list[str]],
        file: CsvFile | None,
        *,
        is_plain: bool,
        records: FileIO | None = None,
    ) -> None:
        self._plan, self._summary, self._lines, self._file, self._is_plain = plan, summary, lines, file, is_plain
        self._is_file_open, self._records = False, records
        self._signals = Signals(lambda: False, is_on_terminal=True)

    def run(self, workers: int | None) -> int:
        """Play the remaining games with this many processes, print the summary, and return the exit code."""
        try:
            with self._signals:
                self._read()
                if not self._summary.is_clear and self._summary.deals < len(self._plan.deals):
                    self._play(workers)
        except SimulationError as error:
            hint = f" {GO_ON}" if self._is_file_open and self._summary.games else ""
            raise RequestError(f"{error}{hint}") from None
        self._print_summary()
        return 0

    def _read(self) -> None:
        """Count the games that are already in the file, and check that the run can be continued."""
        if self._file is None:
            return
        last: Sequence[GameResult] = ()
        with self._signals.waiting():
            for last in self._file.read():
                if not self._summary.is_clear:
                    self._summary.add(last)
            if last and self._plan.is_repeatable:
                check_last(self._file.name, self._plan, last)

    def _play(self, count: int | None) -> None:
        """Play the remaining games. After Ctrl+C, print the summary of the games played so far."""
        with self._signals.waiting():
            ProgramProcess.adopt_orphans()
            workers = local_workers(count)
        try:
            if self._file is not None:
                self._file.open()
                self._is_file_open = True
            self._write_all(workers)
        except KeyboardInterrupt:
            workers.close()
            self._close()
            self._print_summary()
            _report(f"Stopped. {GO_ON}" if self._file is not None else "Stopped.")
            raise
        except BaseException:
            workers.close()
            with suppress(SimulationError):
                self._close()
            raise
        self._close()

    def _write_all(self, workers: Workers) -> None:
        """Write results as they arrive, until there are no more or the difference is clear."""
        before, began = self._summary.games, monotonic()
        with _progress(self._plan, before, is_plain=self._is_plain) as show:
            chunks = Run(self._plan, workers, self._summary.deals).chunks()
            while not self._summary.is_clear:
                with self._signals.waiting():
                    results = next(chunks, None)
                if results is None:
                    break
                self._write(results)
                show(self._summary.games)
            chunks.close()
        games, seconds = self._summary.games - before, monotonic() - began
        _report(f"Played {counted_games(games)} in {seconds:,.1f} seconds, {games / seconds:,.1f} per second.")

    def _write(self, results: Sequence[GameResult]) -> None:
        """Count and write results. Stop at the deal that makes the difference clear."""
        end = 0
        while end < len(results) and not self._summary.is_clear:
            deal = results[end : end + self._plan.games_per_deal]
            self._summary.add(deal)
            end += len(deal)
        if self._file is not None:
            self._file.write(results[:end])
        if self._records is not None:
            self._write_records(self._records, results[:end])

    def _write_records(self, file: FileIO, results: Sequence[GameResult]) -> None:
        left = memoryview("".join(f"{result.record}\n" for result in results).encode())
        try:
            while left:
                left = left[file.write(left) :]
        except OSError as error:
            raise write_error(Path(str(file.name)), error) from None

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _print_summary(self) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in self._lines()))
        sys.stdout.flush()


@contextmanager
def _progress(plan: Plan, done: int, *, is_plain: bool) -> Iterator[ShowsProgress]:
    """Show a progress bar with the speed and the time left, if standard error is a terminal."""
    if is_plain or not is_terminal(sys.stderr):
        yield lambda games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    texts = ("{task.completed:,} of {task.total:,} games", "{task.fields[rate]}")
    columns = (TextColumn(texts[0]), BarColumn(), TextColumn(texts[1]), TimeRemainingColumn(), TextColumn("left"))
    began = monotonic()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=plan.games, completed=done, rate="")

        def show(games: int) -> None:
            rate = (games - done) / max(monotonic() - began, 0.001)
            bar.update(task, completed=games, rate=f"{rate:,.1f} per second")

        yield show


def _report(sentence: str) -> None:
    """Print a sentence to standard error, so that it doesn't mix with the summary."""
    with suppress(OSError):
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()
