"""The work on a plan. Chunks of games go to the workers, and the results come back in the order of the deals."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from dataclasses import replace

from cardtable.engine.game import AnyGame
from cardtable.lab.simulation.plan import (
    DEFAULT_GAMES,
    DEFAULT_PLAYER,
    OptionsLike,
    Plan,
    Players,
    SimulationError,
    make_plan,
)
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.simulation.workers import AnyExecutor, Chunk, Workers, local_workers, processor_count

CHUNK_SECONDS = 0.5
"""The approximate duration of a chunk. Longer chunks take less time to send per game, but losing one costs more."""
MORE_SECONDS = 0.005
"""The extra duration of a chunk for each worker. The extra time keeps many workers from overloading the scheduler."""
MAX_CHUNK_GAMES = 5000


class Run:
    """The work on a plan."""

    def __init__(self, plan: Plan, workers: Workers, done: int = 0) -> None:
        """Prepare to play the plan. The first `done` deals are skipped."""
        self._plan, self._workers = plan, workers
        self._next = done * plan.games_per_deal
        self._pending = deque[tuple[range, Chunk]]()
        self._game_seconds = CHUNK_SECONDS
        """The estimated duration of a game."""

    def chunks(self) -> Generator[list[GameResult]]:
        """Yield the results of complete deals in order. Raise SimulationError if the work can't continue."""
        waiting = list[GameResult]()
        try:
            while self._fill():
                chunk = self._pending[0][1]
                try:
                    results = chunk.result()
                except BrokenExecutor:
                    self._begin_again()
                    continue
                except CancelledError:
                    raise SimulationError("The connection to the workers is lost.") from None
                except SimulationError:
                    raise
                except Exception as error:
                    raise SimulationError(f"A worker failed with {type(error).__name__}: {error}") from error
                self._pending.popleft()
                self._workers.note_progress()
                self._measure(results)
                waiting += results
                if end := len(waiting) - len(waiting) % self._plan.games_per_deal:
                    yield waiting[:end]
                    del waiting[:end]
        finally:
            self._workers.close()

    def _fill(self) -> bool:
        """Keep the workers busy. Return whether any results are still to come."""
        while self._next < self._plan.games and len(self._pending) < self._workers.capacity:
            games = range(self._next, min(self._next + self._chunk_size(), self._plan.games))
            self._next = games.stop
            self._pending.append((games, self._submit(games)))
        return bool(self._pending)

    def _submit(self, games: range) -> Chunk:
        while True:
            try:
                return self._workers.submit(self._plan, games)
            except BrokenExecutor:
                self._begin_again()

    def _begin_again(self) -> None:
        """Replace workers that have died, and submit the unfinished chunks again."""
        self._workers.restart()
        for at, (games, chunk) in enumerate(self._pending):
            if chunk.cancelled() or chunk.exception() is not None:
                self._pending[at] = games, self._workers.submit(self._plan, games)

    def _chunk_size(self) -> int:
        """Return the number of games in the next chunk. The last chunks are small, so that no worker finishes late."""
        workers = max(1, self._workers.count)
        seconds = CHUNK_SECONDS + MORE_SECONDS * workers
        fair = (self._plan.games - self._next) // (2 * workers)
        return max(1, min(round(seconds / self._game_seconds), fair, MAX_CHUNK_GAMES))

    def _measure(self, results: list[GameResult]) -> None:
        """Update the estimated duration of a game. Older measurements have less weight."""
        measured = sum(game.seconds for game in results) / len(results)
        self._game_seconds = max(1e-6, (self._game_seconds + 3 * measured) / 4)


def simulate(  # noqa: PLR0913  the parameters of a simulation
    game: AnyGame | str,
    *,
    games: int = DEFAULT_GAMES,
    players: Players = DEFAULT_PLAYER,
    seats: int | None = None,
    options: OptionsLike | None = None,
    rotate: bool = False,
    compare: Players | OptionsLike | None = None,
    first_deal: int = 0,
    key: int = 0,
    records: bool = False,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Generator[GameResult]:
    """Play many games lazily and yield their results in the order of the deals.

    `games` is the number of games of each variant. `players` is a line-up such as `"hard,easy"`, or a list that may
    contain the caller's own players. The last player takes the remaining seats. `options` is an object of the game's
    own type or a mapping such as `{"target": "0"}`. With `rotate`, each deal is played once with each rotation of the
    players. `compare` is a second line-up, or different options, for the same deals. With `records`, each result has
    the record of its game.

    By default, the games use all processors. With `workers=1`, they run in this process. With an executor, `workers` is
    the number of games that the executor plays at the same time. For the same arguments, the results are the same with
    any number of workers, apart from the `seconds` of each game and the choices of programs. Raise ValueError if an
    argument is invalid. Raise SimulationError if the work can't continue.
    """
    plan = make_plan(
        game,
        games=games,
        players=players,
        seats=seats,
        options=options,
        rotate=rotate,
        compare=compare,
        first_deal=first_deal,
        key=key,
    )
    if workers is not None and workers < 1:
        raise ValueError(f"The number of workers must be at least 1, not {workers}.")
    return _play(replace(plan, keeps_records=records), workers, executor)


def _play(plan: Plan, workers: int | None, executor: Executor | None) -> Generator[GameResult]:
    """Play a plan. The workers start when the caller requests the first result."""
    crew = local_workers(workers) if executor is None else AnyExecutor(executor, workers or processor_count())
    for chunk in Run(plan, crew).chunks():
        yield from chunk
