"""The processes that play the games, behind one interface: this process, a pool, or any other executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Protocol

from cardtable.players.program_process import ProgramProcess
from cardtable.simulation.plan import Plan, SimulationError
from cardtable.simulation.play import GameResult, RunningPlayers, play_chunk

MAX_PROCESSES = 61 if sys.platform == "win32" else 1024
"""The maximum number of processes in a pool: Windows can't wait for more."""
CHUNKS_EACH = 4
"""The number of chunks in progress or waiting for each worker."""
MAX_RESTARTS = 3
"""The number of restarts of a pool without any progress, if its processes die."""

Chunk = Future[list[GameResult]]
"""The results of some games, which another process may still be playing."""


_players_in_pool = RunningPlayers()
"""The players in a process of a pool."""


class Workers(Protocol):
    """The processes that play the games of a plan."""

    @property
    def count(self) -> int:
        """The number of games that are played at the same time."""

    @property
    def capacity(self) -> int:
        """The number of chunks to have in progress or waiting, so that every worker always has one."""

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Begin to play the games with these numbers."""

    def restart(self) -> None:
        """Start again after processes have died; raise SimulationError if that doesn't help."""

    def note_progress(self) -> None:
        """Take note of a chunk that has been played."""

    def close(self) -> None:
        """End the work at once."""


def processor_count() -> int:
    """Return the number of processors that this process may use, which a cluster's scheduler may limit."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_workers(count: int | None) -> Workers:
    """Return workers on this machine, by default as many as it has processors."""
    count = processor_count() if count is None else count
    return ThisProcess() if count == 1 else Pool(count)


class ThisProcess:
    """This process, which plays one chunk at a time."""

    count = capacity = 1

    def __init__(self) -> None:
        self._players = RunningPlayers()

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Play the games with these numbers."""
        done: Chunk = Future()
        try:
            done.set_result(play_chunk(plan, games, self._players))
        except SimulationError as error:
            done.set_exception(error)
        return done

    def restart(self) -> None:
        """Do nothing: there is no other process."""

    def note_progress(self) -> None:
        """Do nothing: there is no other process."""

    def close(self) -> None:
        """End the programs."""
        self._players.close()


class Pool:
    """Processes on this machine, which end with this one even if it is killed."""

    def __init__(self, count: int) -> None:
        self.count, self.capacity, self._restarts = count, CHUNKS_EACH * count, 0
        self._start()

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Start playing these games; the pool starts its processes as they are needed."""
        with _blocked_interrupts():
            return self._executor.submit(_play_in_pool, plan, games)

    def restart(self) -> None:
        """Replace the processes after one has died; raise SimulationError if new ones keep dying."""
        self.close()
        self._restarts += 1
        if self._restarts > MAX_RESTARTS:
            raise SimulationError(
                "The worker processes keep ending. A script must call simulate() under `if __name__ == '__main__':`; "
                "otherwise there may be too little memory, so use fewer workers."
            )
        self._start()

    def note_progress(self) -> None:
        """Allow restarts again."""
        self._restarts = 0

    def close(self) -> None:
        """End the processes at once, whatever they are playing."""
        self._lifeline.close()
        self._executor.shutdown(cancel_futures=True)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks that threads hold
        lifeline, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self.count, context, _prepare, (lifeline,))


class AnyExecutor:
    """Another executor, such as one of mpi4py or Ray, which belongs to the caller."""

    def __init__(
        self,
        executor: Executor,
        count: int,
        play: Callable[[Plan, range], list[GameResult]] = play_chunk,
    ) -> None:
        self._executor, self._count, self._play = executor, count, play
        self._open = set[Chunk]()

    @property
    def count(self) -> int:
        """The number of games that are played at the same time."""
        return self._count

    @property
    def capacity(self) -> int:
        """The number of chunks to have in progress or waiting."""
        return CHUNKS_EACH * max(1, self.count)

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Begin to play the games with these numbers."""
        chunk = self._executor.submit(self._play, plan, games)
        self._open.add(chunk)
        chunk.add_done_callback(self._open.discard)
        return chunk

    def restart(self) -> None:
        """Raise SimulationError, because only the executor's owner can start it again."""
        raise SimulationError("The executor's processes have ended.")

    def note_progress(self) -> None:
        """Do nothing: the executor looks after its processes."""

    def close(self) -> None:
        """Cancel the chunks that haven't begun."""
        for chunk in tuple(self._open):
            chunk.cancel()


def _play_in_pool(plan: Plan, games: range) -> list[GameResult]:
    """Play a chunk with programs that run until the process ends."""
    return play_chunk(plan, games, _players_in_pool)


def _prepare(lifeline: Connection) -> None:
    """Prepare a worker process: it ignores Ctrl+C, and ends when its parent closes the lifeline or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ProgramProcess.adopt_orphans()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv()
    finally:
        os._exit(0)


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Delay Ctrl+C, and block it in a process that starts meanwhile: it would print a traceback during its imports."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
