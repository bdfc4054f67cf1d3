"""What only one of the front ends can do, and why; a command that joins the list is a decision, not an accident."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cardtable.rooms.kit.key_changes import kinds_of_rooms
from tests.rooms.examples import BASES

LIST = Path(__file__).with_name("one_front_end.txt")


def lines() -> Iterator[str]:
    """Yield a line for each reason and each command that it holds for, in an order that imports don't change."""
    for front_end, attribute in (("plain mode", "no_key"), ("the app", "no_words")):
        yield f"Only in {front_end}:"
        found = defaultdict[str, list[str]](list)
        for kind in kinds_of_rooms():
            for each in kind.commands if kind not in BASES else ():
                if reason := getattr(each, attribute):
                    found[reason].append(f"{kind.__name__}.{each.id}")
        for reason, commands in sorted(found.items()):
            yield f"  {reason}"
            yield from (f"    {each}" for each in sorted(commands))


def test_what_only_one_front_end_can_do_is_listed() -> None:
    text = "\n".join([*lines(), ""])
    if os.environ.get("CARDTABLE_WRITE_GOLDENS"):
        LIST.write_text(text, "utf-8")
    assert text == LIST.read_text("utf-8"), "CARDTABLE_WRITE_GOLDENS=1 updates the list"
