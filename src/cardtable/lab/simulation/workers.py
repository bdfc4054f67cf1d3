"""The processes that play the games, with a common interface: this process, a pool, or any other executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Protocol

from cardtable.lab.simulation.plan import Plan, SimulationError
from cardtable.lab.simulation.play import GameResult, RunningPlayers, play_chunk, play_remotely
from cardtable.players.program_process import ProgramProcess

MAX_PROCESSES = 61 if sys.platform == "win32" else 1024
"""The maximum number of processes in a pool. Windows can't wait for more than 61."""
CHUNKS_EACH = 4
"""The number of chunks in progress or in the queue for each worker."""
MAX_RESTARTS = 3
"""The maximum number of restarts of a pool without progress in between."""

Chunk = Future[list[GameResult]]
"""The future results of some games. Another process may still be playing these games."""


_players_in_pool = RunningPlayers()
"""The players in this process, if it belongs to a pool."""


class Workers(Protocol):
    """The processes that play the games of a plan."""

    @property
    def count(self) -> int:
        """The number of games that can be played at the same time."""

    @property
    def capacity(self) -> int:
        """The number of chunks that must be in progress or in the queue, so that every worker always has one."""

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Start playing the games with these numbers."""

    def restart(self) -> None:
        """Restart after processes have died. Raise SimulationError if a restart doesn't help."""

    def note_progress(self) -> None:
        """Record that a chunk has been played."""

    def close(self) -> None:
        """End the work at once."""


def processor_count() -> int:
    """Return the number of processors that this process may use. A cluster's scheduler may limit the number."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_workers(count: int | None) -> Workers:
    """Return workers on this machine. By default, there is one for each processor."""
    count = processor_count() if count is None else count
    return ThisProcess() if count == 1 else Pool(count)


class ThisProcess:
    """This process as the only worker. The process plays one chunk at a time."""

    count = capacity = 1

    def __init__(self) -> None:
        self._players = RunningPlayers()

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Play the games with these numbers immediately."""
        done: Chunk = Future()
        try:
            done.set_result(play_chunk(plan, games, self._players))
        except SimulationError as error:
            done.set_exception(error)
        return done

    def restart(self) -> None:
        """Do nothing, because there is no other process."""

    def note_progress(self) -> None:
        """Do nothing, because there is no other process."""

    def close(self) -> None:
        """End the programs that this process has started."""
        self._players.close()


class Pool:
    """Processes on this machine. The processes end with this process, even if this process is killed."""

    def __init__(self, count: int) -> None:
        self.count, self.capacity, self._restarts = count, CHUNKS_EACH * count, 0
        self._start()

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Start playing these games. The pool starts its processes on demand."""
        with _blocked_interrupts():
            return self._executor.submit(_play_in_pool, plan, games)

    def restart(self) -> None:
        """Replace the processes after one has died. Raise SimulationError if the new processes keep dying."""
        self.close()
        self._restarts += 1
        if self._restarts > MAX_RESTARTS:
            raise SimulationError(
                "The worker processes keep ending. A script must call simulate() under `if __name__ == '__main__':`. "
                "If yours does, there may be too little memory, so use fewer workers."
            )
        self._start()

    def note_progress(self) -> None:
        """Reset the count of restarts."""
        self._restarts = 0

    def close(self) -> None:
        """End the processes at once, even in the middle of a game."""
        self._lifeline.close()
        self._executor.shutdown(cancel_futures=True)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks that threads hold
        lifeline, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self.count, context, _prepare, (lifeline,))


class AnyExecutor:
    """The caller's own executor, such as an executor of mpi4py or Dask. Its processes may be on other machines."""

    def __init__(self, executor: Executor, count: int) -> None:
        self.count, self.capacity, self._executor = count, CHUNKS_EACH * count, executor
        self._open = set[Chunk]()

    def submit(self, plan: Plan, games: range) -> Chunk:
        """Start playing the games with these numbers."""
        chunk = self._executor.submit(play_remotely, plan, games)
        self._open.add(chunk)
        chunk.add_done_callback(self._open.discard)
        return chunk

    def restart(self) -> None:
        """Raise SimulationError, because only the executor's owner can restart it."""
        raise SimulationError("The executor's processes have ended.")

    def note_progress(self) -> None:
        """Do nothing, because the executor manages its own processes."""

    def close(self) -> None:
        """Cancel the chunks that haven't started."""
        for chunk in tuple(self._open):
            chunk.cancel()


def _play_in_pool(plan: Plan, games: range) -> list[GameResult]:
    """Play a chunk. Programs keep running until the process ends."""
    return play_chunk(plan, games, _players_in_pool)


def _prepare(lifeline: Connection) -> None:
    """Prepare a worker process to ignore Ctrl+C and to end when its parent dies or closes the lifeline."""
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
    """Delay Ctrl+C, and block it in processes that start meanwhile, so that their imports don't print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
