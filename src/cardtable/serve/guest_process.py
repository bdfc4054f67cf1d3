"""A guest's process: the app or plain mode on the guest's line, with its own folder, environment and limits.

The process is a fork of the nursery (`nursery.py`), and sets all of these before it reads any of the guest's files.
"""

from __future__ import annotations

import ctypes
import fcntl
import io
import os
import resource
import signal
import sys
import termios
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cardtable.store.paths import DATA_VARIABLE
from cardtable.store.powers import GUEST_VARIABLE

KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "TZ")
"""The variables of the host's environment that a guest's process keeps."""
NICENESS = 5
"""The increase in the niceness of guests' processes. The server, which all guests share, then has priority."""
_PR_SET_PDEATHSIG = 1


class Start(NamedTuple):
    """What the nursery needs to know to start a guest's process."""

    id: int
    """The number of the guest's line."""
    guest: str
    """The guest's id."""
    name: str
    folder: str
    """The folder for the guest's games and settings."""
    tables: str
    """The host's saved-games database, which has the shared tables."""
    terminal: Mapping[str, str]
    """The environment variables that describe the guest's terminal. Empty if the guest has none."""
    classroom: str
    """The folder of the class, or an empty string if there is no class."""
    is_plain: bool
    memory: int
    """This and the next three fields are limits for the process and for those that it starts, as in `Limits`."""
    files: int
    file_size: int
    processor_seconds: int


def clean_environment() -> dict[str, str]:
    """Return the environment for all guests' processes, without anything personal from the host's."""
    kept = {name: value for name, value in os.environ.items() if name in KEPT_VARIABLES}
    # More threads would need more memory, and could be running when the nursery forks.
    return {"LANG": "C.UTF-8", **kept, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def become_guest(start: Start, line: int, parent: int) -> None:
    """Turn this fork of the nursery into the guest's process, with the line as its only open file."""
    os.setsid()
    _die_with(parent)
    os.nice(NICENESS)
    if start.terminal:
        fcntl.ioctl(line, termios.TIOCSCTTY, 0)
    for descriptor in range(3):
        os.dup2(line, descriptor)
    os.closerange(3, 1 << 16)
    confine(start)


def confine(start: Start) -> None:
    """Give this process the guest's folder, environment and limits, and new standard streams."""
    _reopen_streams()
    for limit, most in (
        (resource.RLIMIT_AS, start.memory),
        (resource.RLIMIT_NOFILE, start.files),
        (resource.RLIMIT_FSIZE, start.file_size),
        (resource.RLIMIT_CPU, start.processor_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    environment = {
        **clean_environment(),
        GUEST_VARIABLE: start.guest,
        DATA_VARIABLE: start.folder,
        "HOME": start.folder,
        **start.terminal,
    }
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(start.folder)


def _die_with(parent: int) -> None:
    """Let the system kill this process as soon as the nursery ends."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _reopen_streams() -> None:
    """Open new UTF-8 streams. The nursery's are closed, and OpenSSH may bring a locale with another encoding."""
    sys.stdin = sys.__stdin__ = _stream(0, "r")  # type: ignore[misc]  # the originals are Final for mypy
    sys.stdout = sys.__stdout__ = _stream(1, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _stream(2, "w")  # type: ignore[misc]


def _stream(descriptor: int, mode: str) -> io.TextIOWrapper:
    stream = open(  # noqa: SIM115  open until the process ends
        descriptor, mode, encoding="utf-8", errors="replace", closefd=False, buffering=1
    )
    assert isinstance(stream, io.TextIOWrapper)
    return stream


def play(start: Start) -> int:
    """Open the lobby for the guest, and return the exit code when the guest leaves."""
    from cardtable.classroom.desk import Desk
    from cardtable.rooms.kit.goto import ToClass
    from cardtable.rooms.kit.records import Records
    from cardtable.store.shared_games import GUEST
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.shared_game import Person

    _prefer_name(start.name)
    person = Person(start.name, f"{GUEST}{start.guest}")
    desk = Desk(Path(start.classroom), start.guest, start.name) if start.classroom else None
    records = Records(LazyArchive(), LazyArchive(Path(start.tables)), person, desk)
    if start.is_plain:
        from cardtable.plain.lines import Lines
        from cardtable.plain.lobby import choose_and_play

        return choose_and_play(Lines.of_process(), records)
    from cardtable.tui.app import run

    return run(*([ToClass()] if desk is not None else []), records=records)


def _prefer_name(name: str) -> None:
    """Let new games begin with the guest's name, unless the guest has already chosen names."""
    from dataclasses import replace

    from cardtable.store.settings import load_settings, save_settings

    settings = load_settings()
    if not settings.names:
        with suppress(OSError):
            save_settings(replace(settings, names=(name,)))


def run_guest(start: Start) -> int:
    """Play, and turn every error into an exit code."""
    try:
        code = play(start)
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        return getattr(interrupt, "code", 130)
    except OSError as error:
        if error.filename is not None:  # otherwise, the line is gone
            _report(error)
    except Exception as error:  # noqa: BLE001  no traceback is printed, because it may show hidden cards
        _report(error)
    else:
        return code
    return 1


def _report(error: Exception) -> None:
    """In the guest's own folder, log where an error occurred, but no cards. Tell the guest."""
    from cardtable.store.fault_log import crash_message
    from cardtable.store.paths import log_folder
    from cardtable.table.lazy_archive import GameSaver

    with suppress(OSError):
        sys.stderr.write(f"{crash_message([error], log_folder(), GameSaver.in_play)}\n")
