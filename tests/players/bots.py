"""Programs that play, well or badly, for tests."""

from __future__ import annotations

import sys
from pathlib import Path

HELLO = """
import json, os, subprocess, sys, time
def say(text):
    print(text, flush=True)
def legal_of(line):
    return json.loads(line.partition(" ")[2])
"""
LOOP = """
for line in sys.stdin:
    word = line.split()[0]
    if word == "cardtable":
        say("ready 1 Bot")
    if word == "legal":
        legal = legal_of(line)
    if word == "quit":
        break
    if word == "go":
        {go}
"""
FIRST = "say('best ' + legal[0] + ' value 0.25')"
"""The code of a program that plays the first legal action."""


def command(folder: Path, go: str = FIRST, *, before: str = "", loop: str = LOOP) -> str:
    """Return the command of a program in Python that runs `before` when it starts, and `go` to choose an action."""
    path = folder / "bot.py"
    path.write_text(HELLO + before + "\n" + loop.replace("{go}", go), "utf-8")
    return f"{Path(sys.executable).as_posix()} -I -S {path.as_posix()}"
