"""Play a plan with workers: chunks of games go to the workers, and the results come back in the order of the deals."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, CancelledError, Executor

from cardtable.engine.game import AnyGame
from cardtable.simulation.plan import (
    DEFAULT_GAMES,
    DEFAULT_PLAYER,
    OptionsLike,
    Plan,
    Players,
    SimulationError,
    make_plan,
)
from cardtable.simulation.play import GameResult
from cardtable.simulation.workers import AnyExecutor, Chunk, Workers, local_workers, processor_count

CHUNK_SECONDS = 0.5
"""The approximate length of a chunk: long enough to make sending it cheap, short enough to make losing it harmless."""
MORE_SECONDS = 0.005
"""The extra length of a chunk for each worker, so that many workers don't keep the scheduler too busy."""
MAX_CHUNK_GAMES = 5000


class Run:
    """The work on a plan."""

    def __init__(self, plan: Plan, workers: Workers, done: int = 0) -> None:
        """Prepare to play the deals after the first `done` ones."""
        self._plan, self._workers = plan, workers
        self._next = done * plan.games_per_deal
        self._pending = deque[tuple[range, Chunk]]()
        self._game_seconds = CHUNK_SECONDS
        """The estimated duration of a game."""

    def chunks(self) -> Generator[list[GameResult]]:
        """Yield the results of whole deals in their order; raise SimulationError if the work can't go on."""
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
        """Keep the workers busy; return whether there are results to wait for."""
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
        """Replace workers that have died, and give the unfinished chunks to the new workers."""
        self._workers.restart()
        for at, (games, chunk) in enumerate(self._pending):
            if chunk.cancelled() or chunk.exception() is not None:
                self._pending[at] = games, self._workers.submit(self._plan, games)

    def _chunk_size(self) -> int:
        """Return the number of games in the next chunk; the last ones are small, so that no worker lags behind."""
        workers = max(1, self._workers.count)
        seconds = CHUNK_SECONDS + MORE_SECONDS * workers
        fair = (self._plan.games - self._next) // (2 * workers)
        return max(1, min(round(seconds / self._game_seconds), fair, MAX_CHUNK_GAMES))

    def _measure(self, results: list[GameResult]) -> None:
        """Update the estimated duration of a game, giving less weight to older measurements."""
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
    workers: int | None = None,
    executor: Executor | None = None,
) -> Generator[GameResult]:
    """Play many games lazily, and yield their results in the order of their deals.

    `games` is the number of games of each variant.  `players` is a line-up such as `"hard,easy"`, or a list that may
    contain players of the caller's own; the last one takes the seats that are left.  `options` are an object of the
    game's own type, or texts such as `{"target": "0"}`.  With `rotate`, each deal is played once with each rotation of
    the players.  `compare` is a second line-up or other options for the same deals.

    By default, all processors play; `workers=1` plays in this process.  With an executor, `workers` is the number of
    games that it plays at the same time.  The same arguments lead to the same results with any workers, apart from
    `seconds`.  Raise ValueError for arguments that aren't valid, and SimulationError if the work can't go on.
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
    return _play(plan, workers, executor)


def _play(plan: Plan, workers: int | None, executor: Executor | None) -> Generator[GameResult]:
    """Play a plan; the workers start when the first result is needed."""
    crew = local_workers(workers) if executor is None else AnyExecutor(executor, workers or processor_count())
    for chunk in Run(plan, crew).chunks():
        yield from chunk
