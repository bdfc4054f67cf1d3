"""The recap of events since a player's last turn, which is shown in full, shortened or scrolled, but never cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cardtable.engine.game import Event
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import Box, Canvas, wrap
from cardtable.tui.drawing.faces import CardSet

MIN_ROWS = 3
"""The smallest number of rows for the scrolling part of a recap. If fewer rows are left, the first lines scroll too."""
UNLIMITED = 999
"""More rows than any sentence needs."""


class Hidden(NamedTuple):
    """The number of rows of a recap that are scrolled out of its box, above and below."""

    above: int = 0
    below: int = 0


def steps_since(seen: Seen, since: int) -> Iterator[tuple[Event, ...]]:
    """Yield the events of each move after the first `since` moves.

    Events that follow the end of a round are left out, because the table shows them.
    """
    for step in seen.log[1 + since :]:
        ends = (at for at, event in enumerate(step, 1) if isinstance(event, seen.game.moments))
        yield step[: max(ends, default=None)]


def paint_recap(canvas: Canvas, box: Box, forms: Sequence[Sequence[str]], scrolled: int, signs: CardSet) -> Hidden:
    """Clear the box, and paint the first form of the recap that fits.

    If no form fits, the last form is scrolled. The sentences before an empty sentence stay in place. Below them are as
    many of the last sentences as fit, scrolled down by `scrolled` rows (up if negative). Signs at the right edge show
    that there is more above or below.
    """
    x, y, width, height = box
    if not height:
        return Hidden()
    canvas.block(x, y, [" " * width] * height)
    for texts in forms:
        rows = _rows(texts, width)
        if len(rows) <= height:
            canvas.block(x, y, rows)
            return Hidden()
    texts = forms[-1]
    split = texts.index("") + 1 if "" in texts else 0
    fixed, rest = _rows(texts[:split], width - 2), _rows(texts[split:], width - 2)
    start = len(rest) - height + len(fixed)
    if height - len(fixed) < MIN_ROWS <= len(rest):
        fixed, rest, start = [], [*filter(None, fixed), *rest], 0 if fixed else start
    room = height - len(fixed)
    if start:
        ends = accumulate(len(_rows([text], width - 2)) for text in reversed(texts))
        start = len(rest) - max((rows for rows in ends if rows <= room), default=room)  # no part of a sentence
    top = max(0, min(start + scrolled, max(start, len(rest) - room)))
    canvas.block(x, y, [*fixed, *rest[top : top + room]])
    hidden = Hidden(top, max(0, len(rest) - room - top))
    above, below = signs.more
    canvas.put_right(x + width, y + len(fixed), above if hidden.above else "", "gold")
    canvas.put_right(x + width, y + height - 1, below if hidden.below else "", "gold")
    return hidden


def _rows(texts: Sequence[str], width: int) -> list[str]:
    return [row for text in texts for row in wrap(text, width, UNLIMITED) or [""]]
