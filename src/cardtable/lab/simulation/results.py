"""The common parts of result files: the columns, and checks before a run continues a file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from time import monotonic

from filelock import FileLock, Timeout

from cardtable.formats.text import safe_text
from cardtable.lab.simulation.plan import Plan, SimulationError
from cardtable.lab.simulation.play import GameResult, play_chunk
from cardtable.store.process_lock import LOCK_ERRORS

COLUMNS = (
    *("game", "key", "deal", "code", "variant", "players", "options"),
    *("points", "winners", "margin", "moves", "stand_ins", "faults", "seconds"),
)
"""The columns of a result file: every field of a result but the record, and the deal code."""
MAX_NAME_CELLS = 60
CHECK_SECONDS = 10.0
"""The approximate time limit for checking the last deal, which in a tournament can have many games."""


class Continuation:
    """A check that results match a plan and are in order."""

    def __init__(self, name: str, plan: Plan) -> None:
        """Begin with the first game of the plan. `name` is the file's name for messages."""
        self._name, self._plan = name, plan
        self._games = cycle([(number, variant, seating.names) for number, variant, seating in plan.seatings])
        self._deals: list[GameResult] = []
        self.deals = 0
        """The number of complete deals so far."""

    def check(self, game: GameResult) -> tuple[GameResult, ...]:
        """Check the next game.

        If the game is the last one of its deal, return all games of the deal. If other games of the deal follow, return
        an empty tuple. Raise SimulationError if the plan has a different game here.
        """
        if self.deals == len(self._plan.deals):
            raise SimulationError(
                f"{self._name} already has more games than you ask for. Ask for more, or choose another file."
            )
        number, variant, names = next(self._games)
        deal = self._plan.deals[self.deals]
        expected = game._replace(
            game=self._plan.game_id,
            key=self._plan.key,
            deal=deal,
            variant=number,
            players=names,
            options=variant.options_text,
        )
        if game != expected:
            raise self.refusal(next(name for name in game._fields if getattr(game, name) != getattr(expected, name)))
        self._deals.append(game)
        if len(self._deals) < self._plan.games_per_deal:
            return ()
        games, self._deals = tuple(self._deals), []
        self.deals += 1
        return games

    def refusal(self, column: str = "") -> SimulationError:
        """Return the error for results of a different simulation. `column` is the column that differs."""
        deal = self._plan.deals.start + self.deals
        difference = f"another value of `{column}`" if column else "a line that can't be read"
        return SimulationError(
            f"{self._name} has results from another simulation: deal {deal:,} has {difference}. Choose another file."
        )


def check_last(name: str, plan: Plan, games: Sequence[GameResult]) -> None:
    """Play the last deal of a file again. Raise SimulationError if the results are different.

    If this takes too long, the deal's remaining games aren't played.
    """
    deal, end = games[0].deal, monotonic() + CHECK_SECONDS
    first = (deal - plan.deals.start) * plan.games_per_deal
    for number, game in enumerate(games, first):
        (again,) = play_chunk(plan, range(number, number + 1))
        if again._replace(seconds=0) != game._replace(seconds=0):
            raise SimulationError(
                f"{name} can't be continued: deal {deal:,} has a different result now, so it must have been played "
                "with a different version of the game or of its players."
            )
        if monotonic() > end:
            break


class WriterLock:
    """A lock that prevents two processes from writing to the same file."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        self._lock = FileLock(self._path)

    def acquire(self) -> None:
        """Acquire the lock. Raise SimulationError if another process has the lock."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise SimulationError(f"Another process is writing {shown(self._path)[1:-5]}.") from None
        except LOCK_ERRORS:
            pass  # the file system has no locks

    def release(self) -> None:
        """Release the lock."""
        with suppress(OSError):
            self._lock.release()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def shown(path: Path) -> str:
    """Return a file's name for messages."""
    return safe_text(path.name, MAX_NAME_CELLS, fallback="The file")


def write_error(path: Path, error: OSError) -> SimulationError:
    """Return the error for a file that can't be written."""
    return SimulationError(f"Can't write {shown(path)}: {error.strerror or type(error).__name__}.")
