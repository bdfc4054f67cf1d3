"""A safe way to parse a script's TOML.

The nesting of keys and brackets is checked first. Python's parser stores every prefix of a dotted key, so a key with
20,000 parts would use gigabytes of memory.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from cardtable.formats.text import safe_text

DEEPEST = 12
"""The maximum depth of nested tables and lists. Each part of a dotted key except the last adds a level."""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_TOKEN = re.compile(
    rf"""
    "{{3}}(?:[^"\\]++|\\.|"(?!""))*+"{{3,5}}  # multi-line strings, which may end with two quotes of their own
    |'{{3}}(?:[^']++|'(?!''))*+'{{3,5}}
    |\#[^\n]*+
    |(?P<deep>{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST},}}+)
    |{_PART}
    |(?P<open>[\[{{])
    |(?P<close>[\]}}])
    |(?P<unclosed>["'])
    """,
    re.VERBOSE | re.DOTALL,
)


def read_tables(text: str) -> dict[str, Any]:
    """Return the tables in TOML text. Raise ValueError with a message for the author if the nesting is too deep."""
    _check_tokens(text)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"this isn't valid TOML: {safe_text(str(error), 100)}.") from None
    except ValueError:  # a number with thousands of digits
        raise ValueError("this has a number or a date that is out of range.") from None
    _check_depth(found)
    return found


def _check_tokens(text: str) -> None:
    """Reject keys with too many parts, and brackets that are nested too deep.

    This takes time linear in the length of the text. The parser finds all other errors. Up to the first such error,
    this function recognises the same strings and comments as the parser.
    """
    depth = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "deep":
                line = text.count("\n", 0, token.start()) + 1
                raise ValueError(f"line {line} has a key with more than {DEEPEST} parts.")
            case "open":
                depth += 1
                if depth > DEEPEST:
                    raise _too_deep()
            case "close":
                depth -= 1
            case "unclosed":
                return


def _check_depth(found: object) -> None:
    """Reject tables that are nested too deep. The check goes level by level, as recursion could overflow the stack."""
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
