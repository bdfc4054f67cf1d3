"""A script's tables: TOML from outside, whose keys and brackets are counted before it is parsed.

Python's parser keeps every prefix of a dotted key, so a key of 20,000 parts would take gigabytes.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from cardtable.formats.text import safe_text

DEEPEST = 12
"""Tables and lists within one another; each part of a dotted key but the last is a table too."""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_TOKEN = re.compile(
    rf"""
    "{{3}}(?:[^"\\]++|\\.|"(?!""))*+"{{3,5}}  # strings of several lines, which may end with two quotes of their own
    |'{{3}}(?:[^']++|'(?!''))*+'{{3,5}}
    |\#[^\n]*+
    |(?P<deep>{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST},}}+)
    |{_PART}
    |(?P<open>[\[{{])
    |(?P<close>[\]}}])
    |(?P<endless>["'])
    """,
    re.VERBOSE | re.DOTALL,
)


def read_tables(text: str) -> dict[str, Any]:
    """Return what the text says; ValueError with a sentence where it is not TOML or is nested too deep."""
    _check_tokens(text)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"this is not TOML: {safe_text(str(error), 100)}.") from None
    except ValueError:  # a number of thousands of digits
        raise ValueError("this holds a number or a date that cannot be read.") from None
    _check_depth(found)
    return found


def _check_tokens(text: str) -> None:
    """Refuse a key of too many parts, and brackets too deep within one another; linear in the length of the text.

    Whatever else is wrong is left to the parser, which stops there: up to that place it finds the same strings and
    comments.
    """
    depth = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "deep":
                line = text.count("\n", 0, token.start()) + 1
                raise ValueError(f"line {line} has a key of more than {DEEPEST} parts.")
            case "open":
                depth += 1
                if depth > DEEPEST:
                    raise _too_deep()
            case "close":
                depth -= 1
            case "endless":
                return


def _check_depth(found: object) -> None:
    """Level by level, because a recursion is what must not happen here."""
    level: list[Any] = [found]
    for _ in range(DEEPEST):
        level = [
            item
            for each in level
            for item in (each.values() if isinstance(each, dict) else each)
            if isinstance(item, dict | list)
        ]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> ValueError:
    return ValueError("this is nested too deep.")
