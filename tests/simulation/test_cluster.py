"""A real Dask scheduler and its workers, in processes of their own, give the same results as this process."""

from __future__ import annotations

import csv
import json
import os
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.extras(name="cluster")

GAMES = 20_000
SIMULATION = ("simulate", "tradewinds", "--players", "random", "--games", str(GAMES))
START_SECONDS = 60


class Cluster:
    """A scheduler, and workers that each play one game at a time."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._processes = list[subprocess.Popen[bytes]]()
        self._start("dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")

    @property
    def address(self) -> str:
        """The address of the scheduler, which may have to start first."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                address: str = json.loads(self._file.read_text("utf-8"))["address"]
                return address
            except (OSError, ValueError):
                time.sleep(0.05)
        raise AssertionError("the scheduler doesn't start")

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker, which joins when it is ready."""
        return self._start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--scheduler-file", str(self._file)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._processes.append(process)
        return process

    def stop(self) -> None:
        """End all processes."""
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.stop()


def command(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cardtable", *arguments],
        env=os.environ | {"PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row[:-1] for row in csv.reader(file)]


def wait_for_rows(path: Path, count: int) -> None:
    end = time.monotonic() + START_SECONDS
    while not path.exists() or path.read_bytes().count(b"\n") <= count:
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.timeout(600)
def test_a_killed_worker_and_a_late_one_change_nothing(cluster: Cluster, tmp_path: Path) -> None:
    path, local = tmp_path / "cluster.csv", tmp_path / "local.csv"
    first, _ = cluster.add_worker(), cluster.add_worker()
    process = command(*SIMULATION, "--out", str(path), "--on", cluster.address)
    wait_for_rows(path, GAMES // 10)
    first.kill()
    cluster.add_worker()
    out, err = process.communicate()
    assert (process.returncode, err[:7]) == (0, "Played "), err
    alone = command(*SIMULATION, "--out", str(local))
    assert alone.communicate()[0] == out
    found = rows(path)
    assert len(found) == GAMES + 1
    assert found == rows(local)


@pytest.mark.timeout(300)
def test_a_scheduler_that_disappears_leaves_a_file_to_resume(cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "cluster.csv"
    cluster.add_worker()
    process = command(*SIMULATION, "--out", str(path), "--on", cluster.address)
    wait_for_rows(path, 100)
    cluster.stop()
    _, err = process.communicate()
    assert process.returncode == 2
    assert err == "The connection to the workers is lost. To go on, add --resume to the same command.\n"
    done = len(rows(path)) - 1
    again = command(*SIMULATION[:-1], str(done + 10), "--out", str(path), "--resume")
    assert again.communicate()[0].startswith(f"Tradewinds: {done + 10:,} games, deals 0 to {done + 9:,}\n")


def test_no_scheduler_is_one_sentence() -> None:
    process = command(*SIMULATION, "--on", "tcp://127.0.0.1:9")
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err.startswith("No scheduler answers at tcp://127.0.0.1:9: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(b"", "timed out after 1 seconds"), (b"SSH-2.0-OpenSSH_9.6\r\n", "the answer isn't that of a Dask scheduler")],
    ids=["silent", "another protocol"],
)
def test_a_server_that_is_not_a_scheduler_is_one_sentence(
    answer: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardtable.lab.simulation import cluster
    from cardtable.lab.simulation.plan import SimulationError

    monkeypatch.setattr(cluster, "TIMEOUT_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        accepted = list[socket.socket]()

        def accept() -> None:
            accepted.append(server.accept()[0])
            accepted[0].sendall(answer)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        with pytest.raises(SimulationError, match=f"^No scheduler answers at {address}: {reason}"):
            cluster.DaskCluster(address)
        thread.join()
        accepted[0].close()


def test_a_scheduler_of_another_version_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    from cardtable.lab.simulation.cluster import DaskCluster

    async def connect(*arguments: Any, **keywords: Any) -> None:
        warnings.warn(VersionMismatchWarning("Mismatched versions found"), stacklevel=1)
        await ensure_connected(*arguments, **keywords)

    ensure_connected = Client._ensure_connected
    from cardtable.lab.simulation.plan import SimulationError

    packages = {"python": "3.11.0.final.0", "distributed": "2020.1.0"}
    newer = packages | {"distributed": "2026.8.0"}
    versions = {"client": {"packages": newer}, "scheduler": {"packages": packages}, "workers": {}}
    monkeypatch.setattr(Client, "get_versions", lambda _: versions)
    message = r"The scheduler has distributed 2020\.1\.0, but you have 2026\.8\.0\. Install the same version\."
    monkeypatch.setattr(Client, "_ensure_connected", connect)
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        with pytest.raises(SimulationError, match=message):
            DaskCluster(cluster.address)
    assert not [each for each in shown if each.category is VersionMismatchWarning]
