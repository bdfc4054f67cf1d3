"""Files with the results of a simulation, which a later run can continue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from cardtable.formats.text import safe_text
from cardtable.simulation.plan import Plan
from cardtable.simulation.play import GameResult
from cardtable.simulation.results import MAX_NAME_CELLS


class ResultsFile(Protocol):
    """A file for results, in the order of the deals."""

    @property
    def name(self) -> str:
        """The file's name for messages."""

    def read(self) -> Iterator[tuple[GameResult, ...]]:
        """Yield the games of each whole deal in the file; raise SimulationError if they aren't those of the plan."""

    def open(self) -> None:
        """Prepare to write after the results that have been read; raise SimulationError if that fails."""

    def write(self, games: Sequence[GameResult]) -> None:
        """Add whole deals; raise SimulationError if that fails, leaving only whole rows in the file."""

    def finish(self) -> None:
        """Bring a complete file into its final form, if the program was killed before it could."""

    def close(self, *, is_complete: bool) -> None:
        """Write everything to disk: in the final form if it is complete, and otherwise for a later run to continue."""

    def exists(self) -> bool:
        """Return whether there are results already."""


def results_file(name: str, plan: Plan) -> ResultsFile:
    """Return the file with this name, not opened yet; raise ValueError with a sentence for other kinds of files."""
    from cardtable.simulation.csv_file import CsvFile

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
        from cardtable.simulation.parquet_file import ParquetFolder
    except ImportError:
        raise ValueError("For Parquet, install pyarrow: pip install 'cardtable[parquet]'") from None
    return ParquetFolder(path, plan)
