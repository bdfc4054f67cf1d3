"""Damaged files, JSON with one change, and checks of the code that reads them."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

from hypothesis import strategies as st

from cardtable.formats.strict_json import BadFile
from tests.tui.terminal.payloads import PAYLOADS

T = TypeVar("T")
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 7, 2**31, 2**64, -(2**63) - 1, 10**40, 1.5, 1e300, float("nan"), float("inf")),
    *("", "x", "1", "red", "hollow-red-circle", "true", "face-down", "?", "\x00", "\x1b[2J", "\u202e", "\ud800"),
    *("[/]", "é" * 5_000, "refill", "refill top top", "Red down", [], [[]], [0], ["red"], {}, {"": 0}, [{}] * 300),
)


@st.composite
def mutated(draw: st.DrawFn, tree: Any) -> Any:
    """Return a copy of some JSON with one value changed, deleted, added, doubled or moved."""
    copy = deepcopy(tree)
    spots = list(_spots(copy))
    holder, key = draw(st.sampled_from(spots))
    match draw(st.sampled_from(["retype", "delete", "double", "swap", "add", "shift"])):
        case "retype":
            holder[key] = draw(st.sampled_from(STRANGE))
        case "delete":
            del holder[key]
        case "double" if isinstance(holder, list):
            holder.insert(key, holder[key])
        case "swap":
            other, place = draw(st.sampled_from(spots))
            holder[key], other[place] = deepcopy(other[place]), deepcopy(holder[key])
        case "shift" if type(holder[key]) is int:
            holder[key] += draw(st.sampled_from([-1, 1, 100, 10**18]))
        case _ if isinstance(holder, list):
            holder.append(draw(st.sampled_from(STRANGE)))
        case _:
            holder[draw(st.text(max_size=8))] = draw(st.sampled_from(STRANGE))
    return copy


@st.composite
def poisoned(draw: st.DrawFn, tree: Any) -> Any:
    """Return a copy of some JSON in which all strings, or those under some keys, are a payload."""
    copy, payload = deepcopy(tree), draw(st.sampled_from(PAYLOADS))
    spots = [(holder, key) for holder, key in _spots(copy) if isinstance(holder[key], str)]
    names = sorted({str(key) for _, key in spots})
    chosen = set(draw(st.lists(st.sampled_from(names), min_size=1))) if names else set()
    for holder, key in spots:
        if str(key) in chosen:
            holder[key] = payload
    return copy


TOKENS = (
    *(b"NaN", b"-Infinity", b"1e999", b"1.5", b"null", b"true", b'""', b"-1", b"9" * 30, b"9" * 5_000, b"0" * 20),
    *(b"[" * 2_000, b'{"a":' * 2_000, b"[]", b"{}", b'"deal": "0", ', b'"version": 9, ', b",", b":", b'"', b"\\"),
    *(
        b"\xef\xbb\xbf",
        b"\x00",
        b"\xff",
        b"\xed\xa0\x80",
        b"\\ud800",
        b"\\u0000",
        b"\\u001b[2J",
        b"\x1b]0;x\x07",
        b"\n",
    ),
)
"""Bytes to insert anywhere in a file."""


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """Return a file that is cut off, or has bytes changed, added, removed, doubled or overwritten."""
    at, to = sorted(draw(st.tuples(*[st.integers(0, len(content))] * 2)))
    match draw(st.sampled_from(["cut", "flip", "flip", "token", "delete", "double", "blank", "garbage"])):
        case "cut":
            return content[:at]
        case "token":
            return content[:at] + draw(st.sampled_from(TOKENS)) + content[at:]
        case "delete":
            return content[:at] + content[to:]
        case "double":
            return content[:to] + content[at:]
        case "blank":
            return content[:at] + bytes(to - at) + content[to:]
        case "garbage":
            return content[:at] + random.Random(draw(st.integers(0, 2**32))).randbytes(to - at) + content[to:]
    changed = bytearray(content)
    for place in draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=8)) if content else []:
        changed[place] ^= 1 << draw(st.integers(0, 7))
    return bytes(changed)


def _spots(tree: Any) -> Any:
    """Yield every place in some JSON, as its container and key."""
    keys = tree.keys() if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _spots(tree[key])


def read_or_refused(read: Callable[[], T]) -> T | None:
    """Return what was read, or None if it was refused with one sentence."""
    try:
        return read()
    except BadFile as refused:
        check_sentence(str(refused))
        return None


def check_sentence(sentence: str) -> None:
    assert sentence.isprintable()
    assert 10 < len(sentence) <= 200
    assert sentence[0].isupper()
    assert sentence.endswith((".", "…")) or len(sentence) > 150
