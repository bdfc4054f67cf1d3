"""Scripts for tests: those that come with Cardtable, and small ones made of a few tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtable.games import GAMES
from cardtable.lessons.reading import Lesson, loads

RULES = Path(__file__).parents[2] / "rules"
SCRIPTS = sorted(RULES.glob("*/lessons/*.toml"))
ES = GAMES["exit-stage-right"]
HEAD = 'title = "A lesson"\nabout = "It is one."\nrulings = ["ES-5"]\n'
POSITION = """
[position]
players = ["Ann"]
lay = { stage = [". . HRC . .", ". . FRS . .", ". . PBT . ."], hands = ["red blue green circle triangle"] }
"""


def lesson(*steps: str, position: str = POSITION, head: str = HEAD, game: str = ES.id) -> Lesson:
    """Return a lesson of these steps, each the lines of one table; a step without a text gets one."""
    texts = [step if "text" in step else f'text = "Look."\n{step}' for step in steps or ('kind = "tell"',)]
    return loads(head + position + "".join(f"\n[[steps]]\n{text}\n" for text in texts), "01-test.toml", GAMES[game])


def as_toml(tree: Any) -> str:
    """Return a tree of tables as TOML, with all tables inline except the outermost."""
    return "".join(f"{_quoted(name)} = {_inline(value)}\n" for name, value in tree.items())


def _inline(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_quoted(name)} = {_inline(item)}" for name, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_inline, value)) + "]"
        case bool():
            return "true" if value else "false"
        case str():
            return _quoted(value)
        case None:
            return "none"
        case _:
            return str(value)


def _quoted(text: str) -> str:
    escaped = "".join(each if each.isprintable() and each not in '"\\' else f"\\U{ord(each):08X}" for each in text)
    return f'"{escaped}"'
