"""Several real processes at once: all start the same work at the same moment, and send back the results.

They are forked from a server that has imported just what they need, so two hundred of them start quickly.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any, TypeVar
from unittest.mock import patch

from cardtable.store import database

T = TypeVar("T")
PATIENCE = 100.0
"""Seconds to wait for a process."""

_CONTEXT = multiprocessing.get_context("forkserver")


def run_at_once(work: Callable[..., T], each: Sequence[tuple[Any, ...]]) -> list[T]:
    """Return the result of the work for each of these arguments, each in a process of its own, all started together."""
    _CONTEXT.set_forkserver_preload(["tests.reliability.crowds", work.__module__])
    # Older Pythons don't pass sys.path on, and a server that can't import the modules ignores them without a word.
    with patch.dict(os.environ, {"PYTHONPATH": os.pathsep.join(sys.path)}):
        forkserver.ensure_running()
    barrier = _CONTEXT.Barrier(len(each))
    ends, processes = [], []
    for arguments in each:
        ours, theirs = _CONTEXT.Pipe(duplex=False)
        process = _CONTEXT.Process(target=_do, args=(theirs, barrier, work, arguments), daemon=True)
        process.start()
        theirs.close()
        ends.append(ours)
        processes.append(process)
    try:
        return [_result(end) for end in ends]
    finally:
        for process in processes:
            process.join(PATIENCE)


def _do(end: Connection, barrier: Barrier, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    database.BUSY_TIMEOUT_SECONDS = PATIENCE  # a busy machine may let each of them wait for long
    barrier.wait(PATIENCE)
    try:
        end.send((True, work(*arguments)))
    except Exception as error:  # noqa: BLE001  reported to the test
        end.send((False, "".join(traceback.format_exception(error))))


def _result(end: Connection) -> Any:
    assert end.poll(PATIENCE), "a process did not answer"
    went_well, result = end.recv()
    assert went_well, result
    return result
