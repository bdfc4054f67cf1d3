"""The results of a tournament, and the CSV file that holds them: one line for each game, in order."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cardtable.tournament.plan import Tournament


class Row(NamedTuple):
    """A finished game."""

    number: int
    """The number of the game, counted from 0."""
    deal: str
    players: tuple[str, ...]
    """The player at each seat, as text."""
    points: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won, counted from 0."""
    margin: int
    moves: int
    stand_ins: tuple[int, ...]
    """For each seat, the number of moves that another player made, because a program or a search failed."""
    fault: str
    """The first thing that went wrong, or an empty string."""


class WrongResults(Exception):
    """A file can't be used for a tournament's results; the message is a sentence for the player."""


def header_of(plan: Tournament) -> list[str]:
    """Return the names of the columns; seats are counted from 1."""
    seats = range(1, plan.seats + 1)
    return [
        *("game", "options", "simulations", "number", "deal"),
        *(f"player {seat}" for seat in seats),
        *(f"points {seat}" for seat in seats),
        *("winners", "margin", "moves"),
        *(f"stand-ins {seat}" for seat in seats),
        "fault",
    ]


def cells_of(plan: Tournament, row: Row) -> list[str]:
    """Return the cells of a line."""
    winners = " ".join(str(seat + 1) for seat in row.winners)
    numbers = [str(plan.simulations or ""), str(row.number + 1), row.deal]
    return [
        *(plan.game.id, plan.options_text, *numbers, *row.players, *map(str, row.points)),
        *(winners, str(row.margin), str(row.moves), *map(str, row.stand_ins), row.fault),
    ]


def _row_of(plan: Tournament, cells: Sequence[str]) -> Row:
    """Return a line's result; raise ValueError if it isn't one of this tournament's."""
    seats, rest = plan.seats, list(cells)
    _, _, _, number, deal = (rest.pop(0) for _ in range(5))
    players, rest = tuple(rest[:seats]), rest[seats:]
    points, rest = tuple(map(int, rest[:seats])), rest[seats:]
    winners, margin, moves, *rest = rest
    row = Row(
        number=int(number) - 1,
        deal=deal,
        players=players,
        points=points,
        winners=tuple(int(seat) - 1 for seat in winners.split()),
        margin=int(margin),
        moves=int(moves),
        stand_ins=tuple(map(int, rest[:seats])),
        fault=rest[seats],
    )
    pairing = plan.pairing(row.number)
    texts = tuple(plan.players[each] for each in pairing.seats)
    if (row.deal, row.players) != (str(pairing.deal), texts) or cells_of(plan, row) != list(cells):
        raise ValueError
    return row


class ResultsFile:
    """A file that grows by one whole line for each game."""

    def __init__(self, plan: Tournament, path: Path, *, resume: bool) -> None:
        """Open a new file, or go on with an old one; raise WrongResults, with nothing changed, if that can't be done.

        An incomplete last line, as a power cut leaves it, is dropped.
        """
        self._plan = plan
        self.rows: list[Row] = []
        """The results that the file had when it was opened."""
        try:
            self._file: BinaryIO = path.open("r+b" if resume else "xb", buffering=0)
        except FileExistsError:
            raise WrongResults(f"There's already a file {path.name}. Add --resume to go on with it.") from None
        except FileNotFoundError:
            reason = f"There's no file {path.name} to resume." if resume else f"There's no folder for {path.name}."
            raise WrongResults(reason) from None
        except OSError as error:
            raise WrongResults(f"Can't open {path.name}: {error.strerror}.") from None
        try:
            if resume:
                self._read(path)
            else:
                self._write(header_of(plan))
        except BaseException:
            self.close()
            raise

    def _read(self, path: Path) -> None:
        whole, newline, torn = self._file.read().rpartition(b"\n")
        wrong = f"{path.name} has the results of another tournament. Write to a new file, without --resume."
        try:
            first, *lines = csv.reader(io.StringIO((whole + newline).decode("utf-8"), newline=""), strict=True)
            self.rows = [_row_of(self._plan, line) for line in lines]
        except (ValueError, IndexError, csv.Error):
            raise WrongResults(wrong) from None
        if first != header_of(self._plan) or [row.number for row in self.rows] != list(range(len(self.rows))):
            raise WrongResults(wrong)
        if len(self.rows) > self._plan.length:
            raise WrongResults(f"{path.name} has {len(self.rows)} games, more than this tournament.")
        if torn:
            self._file.truncate(len(whole + newline))
        self._file.seek(0, os.SEEK_END)

    def add(self, row: Row) -> None:
        """Write the line of a game; raise OSError if that fails."""
        self._write(cells_of(self._plan, row))

    def _write(self, cells: Sequence[str]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        data = text.getvalue().encode("utf-8")
        while data:
            data = data[self._file.write(data) :]

    def close(self) -> None:
        """Close the file."""
        self._file.close()
