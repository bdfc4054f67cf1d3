"""Result files of simulations. A later run can continue these files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from cardtable.formats.text import safe_text
from cardtable.lab.simulation.plan import Plan
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.simulation.results import MAX_NAME_CELLS


class ResultsFile(Protocol):
    """A file with results in the order of the deals."""

    @property
    def name(self) -> str:
        """The file's name for messages."""

    def read(self) -> Iterator[tuple[GameResult, ...]]:
        """Yield the games of each complete deal in the file. Raise SimulationError if they don't match the plan."""

    def open(self) -> None:
        """Prepare to write after the existing results. Raise SimulationError if the file can't be written."""

    def write(self, games: Sequence[GameResult]) -> None:
        """Add complete deals. If writing fails, raise SimulationError and leave only complete rows in the file."""

    def finish(self) -> None:
        """Convert a complete file to its final form if an earlier run was killed before it did so."""

    def close(self, *, is_complete: bool) -> None:
        """Write all data to disk. A complete file gets its final form. A later run can continue an incomplete file."""

    def exists(self) -> bool:
        """Return whether the file already contains results."""


def results_file(name: str, plan: Plan) -> ResultsFile:
    """Return the file with this name, unopened. Raise ValueError with a sentence for an unsupported kind of file."""
    from cardtable.lab.simulation.csv_file import CsvFile

    try:
        path = Path(name).expanduser().absolute()
        suffix = path.suffix.lower()
        path.parent.lstat()
    except (OSError, RuntimeError, ValueError):
        raise ValueError(f"There's no folder for {safe_text(name, MAX_NAME_CELLS)}.") from None
    if suffix == ".csv":
        return CsvFile(path, plan)
    if suffix != ".parquet":
        raise ValueError(f"--out needs a name that ends in .csv or .parquet, not {safe_text(name, MAX_NAME_CELLS)}.")
    try:
        from cardtable.lab.simulation.parquet_file import ParquetFolder
    except ImportError:
        raise ValueError("For Parquet, install pyarrow: pip install 'cardtable[parquet]'") from None
    return ParquetFolder(path, plan)
