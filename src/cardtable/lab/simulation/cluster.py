"""Workers on a Dask cluster."""

from __future__ import annotations

import logging
import re
import warnings
from contextlib import suppress
from time import monotonic
from typing import Any

from distributed import Client
from distributed.versions import VersionMismatchWarning

from cardtable.formats.text import safe_text
from cardtable.lab.simulation.plan import SimulationError
from cardtable.lab.simulation.play import play_remotely
from cardtable.lab.simulation.workers import AnyExecutor

TIMEOUT_SECONDS = 10
RETRIES = 3
"""The number of attempts to replay a chunk after a worker has failed."""
COUNT_SECONDS = 2.0
"""The time between two counts of the workers. Workers may join and leave at any time."""
_ADDRESS = re.compile(r"(?:tcp|tls|wss?)://\S+:(\d{1,5})")
_ALIKE = ("python", "distributed")
"""The packages whose versions must match those on the cluster. Only the last part of Python's version may differ."""


class DaskCluster(AnyExecutor):
    """The workers of a Dask scheduler. Workers may join late. If a worker dies, another one plays its chunks."""

    def __init__(self, address: str) -> None:
        """Connect to an address such as `tcp://scheduler:8786`. Raise SimulationError if the connection fails."""
        match = _ADDRESS.fullmatch(address)
        if match is None or int(match[1]) >= 1 << 16:
            raise SimulationError(f"An address is like tcp://scheduler:8786, not '{safe_text(address, 60)}'.")
        _silence()
        self._client = _connect(address)
        try:
            self._check_versions()
        except BaseException:
            self._client.close()
            raise
        super().__init__(self._client.get_executor(retries=RETRIES), 0, play_remotely)
        self._count_due = 0.0

    @property
    def count(self) -> int:
        """The number of games that the workers can play at the same time."""
        if monotonic() >= self._count_due:
            with suppress(OSError, ValueError):  # the connection is lost, and waiting for results will fail, too
                self._count = sum(self._client.nthreads().values())
            self._count_due = monotonic() + COUNT_SECONDS
        return self._count

    def close(self) -> None:
        """Cancel the chunks that haven't started, then disconnect."""
        super().close()
        with suppress(OSError, TimeoutError):
            self._client.close()

    def _check_versions(self) -> None:
        found = self._client.get_versions()
        own = found["client"]["packages"]
        others = {
            "The scheduler": found["scheduler"],
            **{f"Worker {at}": each for at, each in found["workers"].items()},
        }
        for who, other in others.items():
            for name in _ALIKE:
                here, there = _version(own, name), _version(other["packages"], name)
                if here != there:
                    raise SimulationError(
                        f"{safe_text(who, 60)} has {name} {there}, but you have {here}. Install the same version."
                    )


class _Client(Client):  # type: ignore[misc]  # distributed has no types
    """A client with a time limit, because another kind of server may accept the connection and then never answer."""

    def start(self, **keywords: Any) -> None:
        """Connect. Raise TimeoutError if the whole exchange with the scheduler takes too long."""
        try:
            super().start(**keywords, callback_timeout=TIMEOUT_SECONDS)
        except BaseException:
            self.status = "closed"  # otherwise, the destructor waits for the server's reply
            raise


def _connect(address: str) -> Client:
    """Return a client for the scheduler at this address. Raise SimulationError if there is no scheduler."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VersionMismatchWarning)  # `_check_versions` reports it in a sentence
            return _Client(address, timeout=TIMEOUT_SECONDS, set_as_default=False, name="cardtable")
    except TimeoutError:
        reason = f"timed out after {TIMEOUT_SECONDS} seconds"
    except (ValueError, TypeError, MemoryError):
        reason = "the answer isn't that of a Dask scheduler"
    except OSError as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
    raise SimulationError(f"No scheduler answers at {safe_text(address, 60)}: {reason}.")


def _version(packages: dict[str, str], name: str) -> str:
    version = str(packages.get(name))
    return ".".join(version.split(".")[:2]) if name == "python" else version


def _silence() -> None:
    """Turn off Dask's logging, because Cardtable's own messages describe what happened."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
