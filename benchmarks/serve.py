"""Measure guests over ssh: the time from the log-in to the lobby, from a key to its echo, and the memory of a guest.

    python benchmarks/serve.py   # --quick, --json; Linux only

The server and all guests are on this machine, so the guests' own work with ssh is part of every time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncssh

LOBBY, KEYS = b"What would you like to play", b"Keys"
"""Texts of the lobby and of the page that `?` opens."""
PATIENCE = 120.0


class Guest(asyncssh.SSHClientSession[bytes]):
    """A guest's session."""

    channel: Any

    def __init__(self) -> None:
        self.received = b""
        self._news = asyncio.Event()

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.received = self.received[-100_000:] + data
        self._news.set()

    async def see(self, text: bytes) -> None:
        """Wait until a text has been received since the last call."""
        while text not in self.received:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)
        self.received = b""


async def open_session(port: int, key: asyncssh.SSHKey, name: str) -> Guest:
    """Log in with a key, and return the session."""
    connection = await asyncssh.connect(
        "127.0.0.1", port, username=name, known_hosts=None, client_keys=[key], agent_path=None, config=None
    )
    channel, guest = await connection.create_session(
        Guest, term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    guest.channel = channel
    return guest


async def come_in(port: int, key: asyncssh.SSHKey) -> tuple[float, Guest]:
    """Log in with a key that is known. Return the seconds until the lobby is on the screen, and the guest."""
    begin = time.perf_counter()
    guest = await open_session(port, key, "guest")
    await guest.see(LOBBY)
    return time.perf_counter() - begin, guest


async def introduce(port: int, key: asyncssh.SSHKey, name: str) -> None:
    """Let the owner of a new key choose a name, and leave."""
    guest = await open_session(port, key, name)
    await guest.see(b"Your name")
    guest.channel.write(b"\r")
    await guest.see(LOBBY)
    await leave(guest)


async def leave(guest: Guest) -> None:
    """Leave the lobby, and wait for the end of the session."""
    guest.channel.write(b"q")
    await guest.channel.wait_closed()


async def echo(guest: Guest) -> float:
    """Return the seconds from a key to the page that it opens."""
    guest.received = b""
    begin = time.perf_counter()
    guest.channel.write(b"?")
    await guest.see(KEYS)
    seconds = time.perf_counter() - begin
    guest.channel.write(b"\x1b")
    await asyncio.sleep(0.2)
    return seconds


def memory_of(processes: list[int]) -> float:
    """Return the memory of these processes in MB, with a share of what they share with others."""
    texts = [Path(f"/proc/{process}/smaps_rollup").read_text("utf-8") for process in processes]
    return (
        sum(int(kilobytes) for text in texts for kilobytes in re.findall(r"^Pss:\s+(\d+)", text, re.MULTILINE)) / 1024
    )


def children_of(process: int) -> list[int]:
    """Return the children of a process."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()]


async def measure(port: int, server: int, guests: int, singles: int) -> dict[str, float]:
    """Return all figures."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(guests)]
    for number, key in enumerate(keys):
        await introduce(port, key, f"guest {number}")
    alone = []
    for _ in range(singles):
        seconds, guest = await come_in(port, keys[0])
        alone.append(seconds)
        await leave(guest)
    together = await asyncio.gather(*(come_in(port, key) for key in keys))
    await asyncio.sleep(2)
    (nursery,) = children_of(server)
    processes = children_of(nursery)
    assert len(processes) == guests
    echoes = [await echo(guest) for _, guest in together for _ in range(3)]
    return {
        "seconds to the lobby, one guest": statistics.median(alone),
        f"seconds to the lobby, last of {guests} at once": max(seconds for seconds, _ in together),
        f"milliseconds from a key to its page, {guests} guests, median": 1000 * statistics.median(echoes),
        f"milliseconds from a key to its page, {guests} guests, 95%": 1000 * statistics.quantiles(echoes, n=20)[-1],
        "MB a guest": memory_of(processes) / guests,
        "MB of the server and the process that forks": memory_of([server, nursery]),
    }


def main() -> None:
    """Start a server, measure it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, to see that it works")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    flags = parser.parse_args()
    guests, singles = (4, 2) if flags.quick else (30, 10)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARDTABLE_DATA": folder}
        command = [sys.executable, "-m", "cardtable", "serve", "--port", "0", "--anyone", "--max", str(guests)]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as server:
            assert server.stdout is not None
            try:
                found = re.search(r"port (\d+)", server.stdout.readline())
                assert found is not None, "the server has started"
                figures = asyncio.run(measure(int(found[1]), server.pid, guests, singles))
            finally:
                server.terminate()
    if flags.json:
        print(json.dumps(figures, indent=1))
    else:
        print(*(f"{value:8.2f}  {name}" for name, value in figures.items()), sep="\n")


if __name__ == "__main__":
    main()
