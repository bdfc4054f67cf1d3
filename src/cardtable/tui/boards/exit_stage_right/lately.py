"""The line that says what happened last on the stage."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import Drew, Shifted
from cardtable.table.seen import Seen


def last_step(seen: Seen, width: int) -> str:
    """Return what happened last; if that's too long for a line, name only the lost cards, or count all of them."""
    events = [each for each in seen.log[-1] if not (isinstance(each, Drew) and is_hidden(each.card))]
    lines = (
        seen.describe_step(seen.log[-1]),
        " ".join(_in_brief(seen, each, names_lost=True) for each in events),
        " ".join(_in_brief(seen, each) for each in events),
        " ".join(_net_or_line(seen, each) for each in events),
    )
    shortest = " ".join(_net_or_line(seen, each) for each in events[:2])
    return next((line for line in lines if cell_len(line) <= width), shortest)


def _net_or_line(seen: Seen, event: Event) -> str:
    return f"{event.net:+d}." if isinstance(event, Shifted) else seen.describe(event)


def _in_brief(seen: Seen, event: Event, *, names_lost: bool = False) -> str:
    if isinstance(event, Shifted):
        lost = [move.card.code for move in event.moves if move.target.zone == "lost"] if names_lost else []
        end = f", lost: {', '.join(lost)}." if lost else "."
        return f"{event.right} right, {event.left} left ({event.net:+d}){end}"
    return seen.describe(event)
