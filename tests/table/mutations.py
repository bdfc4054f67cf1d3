"""Files gone wrong: JSON with one thing changed, and what must hold of whoever reads it."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

from hypothesis import strategies as st

from cardtable.table.strict_json import BadFile

T = TypeVar("T")
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 7, 2**31, 2**64, -(2**63) - 1, 10**40, 1.5, 1e300, float("nan"), float("inf")),
    *("", "x", "1", "red", "hollow-red-circle", "true", "face-down", "?", "\x00", "\x1b[2J", "\u202e", "\ud800"),
    *("[/]", "é" * 5_000, "refill", "refill top top", "Red down", [], [[]], [0], ["red"], {}, {"": 0}, [{}] * 300),
)


@st.composite
def mutated(draw: st.DrawFn, tree: Any) -> Any:
    """A copy of some JSON in which one thing has another type or value, is missing, added, doubled or moved."""
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


def _spots(tree: Any) -> Any:
    """Every place in it, as what holds it and under which key."""
    keys = tree.keys() if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _spots(tree[key])


def read_or_refused(read: Callable[[], T]) -> T | None:
    """What was read; None where it was refused.  Either takes less than a second, and a refusal one sentence."""
    started = time.process_time()
    try:
        return read()
    except BadFile as refused:
        check_sentence(str(refused))
        return None
    finally:
        assert time.process_time() - started < 1


def check_sentence(sentence: str) -> None:
    assert sentence.isprintable()
    assert 10 < len(sentence) <= 200
    assert sentence[0].isupper()
    assert sentence.endswith((".", "…")) or len(sentence) > 150
