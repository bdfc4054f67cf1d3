"""Measure a class over ssh: whether a teacher who watches slows thirty pupils, in lessons and at tables.

    python benchmarks/classroom.py   # --quick, --json; Linux only

As in `serve.py`, whose guests these are, the server and all guests are on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import asyncssh
from serve import Guest, children_of, echo, memory_of, open_session

CLASS = Path(__file__).parents[1] / "examples" / "class.toml"
CODE = "K7QF-2M9X"
PERIOD = 3.0
"""The time between two keys of a pupil, in seconds."""


async def enrol(port: int, name: str) -> Guest:
    """Let a new pupil come in with a key, as far as the page of the class."""
    guest = await open_session(port, asyncssh.generate_private_key("ssh-ed25519"), name)
    await guest.see(b"Your name")
    guest.channel.write(b"\r")
    await guest.see(b"items finished")
    return guest


async def learn(pupil: Guest, seconds: float) -> list[float]:
    """Answer in a lesson, and return the times from a key to the page that it opens."""
    end, found = time.perf_counter() + seconds, list[float]()
    await asyncio.sleep(random.uniform(0, PERIOD))
    while time.perf_counter() < end:
        pupil.channel.write(random.choice((b"1", b"2", b"b", b"\r")))
        await asyncio.sleep(PERIOD / 2)
        found.append(await echo(pupil))
        await asyncio.sleep(PERIOD / 2)
    return found


async def play(pupil: Guest, seconds: float) -> list[float]:
    """Play whatever is under the cursor, and return no times."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        await asyncio.sleep(PERIOD)
        pupil.channel.write(b"\r")
    return []


async def busy(learners: list[Guest], players: list[Guest], seconds: float) -> list[float]:
    """Let everybody learn and play for a while, and return the times of the learners."""
    work = [*(learn(each, seconds) for each in learners), *(play(each, seconds) for each in players)]
    return [taken for times in await asyncio.gather(*work) for taken in times]


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, server: int, pupils: int, seconds: float) -> dict[str, float]:
    """Return all figures."""
    (nursery,) = children_of(server)
    teacher = await enrol(port, "Ms Okoro")
    (process,) = children_of(nursery)
    class_ = [await enrol(port, f"Pupil {number}") for number in range(pupils)]
    teacher.channel.write(b"T")
    await teacher.see(b"code:")
    teacher.channel.write(CODE.encode() + b"\r")
    await teacher.see(f"{pupils} of {pupils} here".encode())
    teacher.channel.write(b"d")
    await teacher.see(b"Which game")
    teacher.channel.write(b"\r")
    await teacher.see(b"how many")
    teacher.channel.write(b"\r")
    teacher.channel.write(b"q")
    learners, players = class_[: pupils * 3 // 5], class_[pupils * 3 // 5 :]
    for each in learners:
        each.channel.write(b"\r")
    for each in players:
        each.channel.write(b"t")
    await asyncio.sleep(5)
    figures: dict[str, float] = {}
    for what, keys in (("alone", b""), ("watched by the teacher", b"k"), ("and one over the shoulder", b"\r")):
        teacher.channel.write(keys)
        before, began = processor_seconds(process), time.perf_counter()
        times = await busy(learners, players, seconds)
        used = (processor_seconds(process) - before) / (time.perf_counter() - began)
        figures[f"milliseconds from a key to its page, {what}, median"] = 1000 * statistics.median(times)
        figures[f"milliseconds from a key to its page, {what}, 95%"] = 1000 * statistics.quantiles(times, n=20)[-1]
        figures[f"percent of a core for the teacher, {what}"] = 100 * used
    figures["MB a pupil"] = memory_of([each for each in children_of(nursery) if each != process]) / pupils
    figures["MB of the teacher"] = memory_of([process])
    figures["load average"] = os.getloadavg()[0]
    return figures


def main() -> None:
    """Start a class, measure it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, to see that it works")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    flags = parser.parse_args()
    pupils, seconds = (5, 8.0) if flags.quick else (30, 45.0)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARDTABLE_DATA": folder}
        command = [sys.executable, "-m", "cardtable", "serve", "--port", "0", "--anyone", "--max", str(pupils + 1)]
        command += ["--class", str(CLASS), "--teacher", CODE]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as server:
            assert server.stdout is not None
            try:
                found = re.search(r"port (\d+)", server.stdout.readline())
                assert found is not None, "the server has started"
                figures = asyncio.run(measure(int(found[1]), server.pid, pupils, seconds))
            finally:
                server.terminate()
    if flags.json:
        print(json.dumps(figures, indent=1))
    else:
        print(*(f"{value:8.2f}  {name}" for name, value in figures.items()), sep="\n")


if __name__ == "__main__":
    main()
