"""Measure guests over ssh: the time to the lobby, from a key to its echo and to the other's screen, and the memory.

    python benchmarks/serve.py   # --quick, --json; Linux only

The server and all guests are on this machine, so the guests' own work with ssh is part of every time. First, guests
come in one by one and then at once. Then a third of them play Clash by twos, a third learn, and the rest are in the
lobby, and each pair and each guest presses a key every three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import asyncssh

LOBBY, KEYS = b"What would you like to play", b"Keys"
"""Texts of the lobby and of the page that `?` opens."""
DOWN, UP = b"\x1b[B", b"\x1b[A"
PATIENCE = 120.0
PERIOD = 3.0
"""The time between two moves at a table, and between two keys of a guest, in seconds."""


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

    async def anything(self) -> None:
        """Wait until something has been received since the buffer was emptied."""
        while not self.received:
            self._news.clear()
            await self._news.wait()


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


class Pair:
    """Two guests at a table of Clash, who are named by their seats."""

    def __init__(self, guests: tuple[Guest, Guest], archive: Path) -> None:
        self._guests = guests
        self._file = archive

    async def sit_down(self) -> None:
        """Open a table, and join it. No other pair may do so at the same time."""
        opener, other = self._guests
        for keys, text in ((DOWN + DOWN + b"\r", b"Which game"), (UP + b"\r", b"set up"), (b"\r", b"Waiting for")):
            opener.channel.write(keys)
            await opener.see(text)
        self._archive = sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)
        (self._number,) = self._archive.execute("SELECT max(id) FROM game").fetchone()
        other.channel.write(b"j")
        await other.see(b"waiting for 1 player")
        other.channel.write(b"\r")
        await other.see(b"dealer")

    async def move(self) -> float | None:
        """Return the seconds from Enter to the first bytes of the other's repaint. None if Enter wasn't a move."""
        turn, before = self._status()
        if turn is None:
            return None
        other = self._guests[1 - turn]
        other.received = b""
        begin = time.perf_counter()
        self._guests[turn].channel.write(b"\r")
        try:
            await asyncio.wait_for(other.anything(), PERIOD)
        except TimeoutError:
            return PERIOD if self._status()[1] > before else None
        return time.perf_counter() - begin

    def _status(self) -> tuple[int | None, int]:
        found: tuple[int | None, int] = self._archive.execute(
            "SELECT turn, length FROM game WHERE id = ?", (self._number,)
        ).fetchone()
        return found


async def every_period(press: Any, seconds: float) -> list[float]:
    """Press a key again and again, and return the times that it took, without those that are None."""
    end, found = time.perf_counter() + seconds, []
    await asyncio.sleep(random.uniform(0, PERIOD))
    while (begin := time.perf_counter()) < end:
        found.append(await press())
        await asyncio.sleep(max(0.0, begin + PERIOD - time.perf_counter()))
    return [each for each in found if each is not None]


async def press_on(guest: Guest, key: bytes) -> None:
    """Press a key without waiting for what it does."""
    guest.channel.write(key)


async def sit_down(players: list[Guest], archive: Path) -> list[Pair]:
    """Let guests sit down by twos."""
    pairs = [Pair((players[at], players[at + 1]), archive) for at in range(0, len(players), 2)]
    for pair in pairs:
        await pair.sit_down()
    return pairs


async def under_load(
    pairs: list[Pair], learners: list[Guest], idlers: list[Guest], seconds: float
) -> tuple[list[float], list[float]]:
    """Let everybody press keys. Return the times of moves and of keys in the lobby."""
    for learner in learners:
        learner.channel.write(b"\r")
    presses = [pair.move for pair in pairs] + [partial(echo, each) for each in idlers]
    work = [every_period(press, seconds) for press in presses]
    work += [every_period(partial(press_on, each, b"\r"), seconds) for each in learners]
    found = await asyncio.gather(*work)
    return list(chain(*found[: len(pairs)])), list(chain(*found[len(pairs) :]))


async def disturb(port: int, deaf: Guest, fast: Guest, odd: Guest) -> None:
    """Never read, paste without end, report odd sizes, and begin 500 handshakes, again and again."""
    deaf.channel.pause_reading()
    while True:
        deaf.channel.write(b"?\x1b" * 1000)
        fast.channel.write(b"x" * 1_000_000)
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(500)]
        for _, writer in lines:
            writer.write(b"SSH-2.0-half\r\n")
        for size in ((0, 0), (60_000, 60_000), (2**32 - 1, 1), (80, 24)) * 10:
            odd.channel.change_terminal_size(*size)
            await asyncio.sleep(0.2)
        for _, writer in lines:
            writer.close()


async def while_disturbed(port: int, pairs: list[Pair], hostile: list[Guest], seconds: float) -> list[float]:
    """Return the times of moves while three guests do their worst."""
    disturbing = asyncio.create_task(disturb(port, *hostile))
    found = await asyncio.gather(*(every_period(pair.move, seconds) for pair in pairs))
    disturbing.cancel()
    with suppress(asyncio.CancelledError):
        await disturbing
    return list(chain(*found))


async def measure(port: int, server: int, archive: Path, *, is_quick: bool) -> dict[str, float]:
    """Return all figures."""
    guests, at_once, singles, seconds = (9, 4, 2, 12.0) if is_quick else (60, 30, 10, 90.0)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(guests)]
    for number, key in enumerate(keys):
        await introduce(port, key, f"guest {number}")
    alone = []
    for _ in range(singles):
        taken, guest = await come_in(port, keys[0])
        alone.append(taken)
        await leave(guest)
    together = await asyncio.gather(*(come_in(port, key) for key in keys[:at_once]))
    later = [await come_in(port, key) for key in keys[at_once:]]
    here = [guest for _, guest in (*together, *later)]
    await asyncio.sleep(2)
    (nursery,) = children_of(server)
    in_lobby = memory_of(children_of(nursery)) / guests
    third = guests // 3
    pairs = await sit_down(here[: third // 2 * 2], archive)
    idlers = here[2 * third :]
    moves, echoes = await under_load(pairs, here[third : 2 * third], idlers, seconds)
    loads = memory_of(children_of(nursery)) / guests
    disturbed = await while_disturbed(port, pairs, idlers[:3], seconds / 2)
    processes = children_of(nursery)
    assert len(processes) == guests
    return {
        "load average": os.getloadavg()[0],
        "seconds to the lobby, one guest": statistics.median(alone),
        f"seconds to the lobby, last of {at_once} at once": max(seconds for seconds, _ in together),
        **spread(f"from Enter to the other's screen, {guests} guests", moves),
        **spread(f"from a key in the lobby to its page, {guests} guests", echoes),
        **spread("from Enter to the other's screen, with hostile guests", disturbed),
        "moves": len(moves) + len(disturbed),
        "MB a guest, all in the lobby": in_lobby,
        "MB a guest, under load": loads,
        "MB of the largest guest": max(memory_of([process]) for process in processes),
        "MB of the server and the process that forks": memory_of([server, nursery]),
    }


def spread(name: str, seconds: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile in milliseconds."""
    return {
        f"milliseconds {name}, median": 1000 * statistics.median(seconds),
        f"milliseconds {name}, 95%": 1000 * statistics.quantiles(seconds, n=20)[-1],
    }


def main() -> None:
    """Start a server, measure it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, to see that it works")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARDTABLE_DATA": folder}
        command = [sys.executable, "-m", "cardtable", "serve", "--port", "0", "--anyone", "--max", "60"]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as server:
            assert server.stdout is not None
            try:
                found = re.search(r"port (\d+)", server.stdout.readline())
                assert found is not None, "the server has started"
                figures = asyncio.run(
                    measure(int(found[1]), server.pid, Path(folder, "archive.sqlite3"), is_quick=flags.quick)
                )
            finally:
                server.terminate()
    if flags.json:
        print(json.dumps(figures, indent=1))
    else:
        print(*(f"{value:8.2f}  {name}" for name, value in figures.items()), sep="\n")


if __name__ == "__main__":
    main()
