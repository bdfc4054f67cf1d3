"""Play any game as a program: `cardtable play clash --seat 2="program python examples/programs/longest.py"`.

It plays the action with the longest notation, which often means the most cards.  docs/engine.md describes the lines.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any


def choose(legal: list[str], state: dict[str, Any]) -> str:
    """Return one of the legal actions; put your own ideas here."""
    longest = max(map(len, legal))
    return random.choice([action for action in legal if len(action) == longest])


def main() -> None:
    """Answer Cardtable's lines until it says `quit`."""
    legal, position = [""], {"state": dict[str, Any]()}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "cardtable":
                print("ready 1 Longest", flush=True)
            case "position":
                position = json.loads(rest)
                random.seed(rest)  # so that it makes the same choice in the same position
            case "legal":
                legal = json.loads(rest)
            case "go":
                print("best", choose(legal, position["state"]), flush=True)
            case "quit":
                return


main()
