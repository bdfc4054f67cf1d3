"""The line about what happened last."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.cells import cell_len

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import Drew, Shifted
from cardtable.table.seen import Seen


def last_step(seen: Seen, width: int) -> str:
    """Return what happened last; if that's too long for a line, name only the lost cards, or count all of them.

    A draw of a hidden card isn't mentioned, because it follows every Single.
    """
    events = [each for each in seen.log[-1] if not (isinstance(each, Drew) and is_hidden(each.card))]
    ways: tuple[Callable[[Event], str], ...] = (
        seen.describe,
        partial(_in_brief, seen, names_lost=True),
        partial(_in_brief, seen),
        partial(_net_or_line, seen),
    )
    for describe in ways:
        if cell_len(line := " ".join(map(describe, events))) <= width:
            return line
    return " ".join(_net_or_line(seen, each) for each in events[:2])


def _net_or_line(seen: Seen, event: Event) -> str:
    return f"{event.net:+d}." if isinstance(event, Shifted) else seen.describe(event)


def _in_brief(seen: Seen, event: Event, *, names_lost: bool = False) -> str:
    if isinstance(event, Shifted):
        lost = [move.card.code for move in event.moves if move.target.zone == "lost"] if names_lost else []
        end = f", lost: {', '.join(lost)}." if lost else "."
        return f"{event.right} right, {event.left} left ({event.net:+d}){end}"
    return seen.describe(event)
