"""The part of the panel that shows what has happened since the viewer's last turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardtable.games.wind_city.board.recap import loss_line, recent_lines
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import Box, Canvas, cut, put_latest, wrap

NARROW = 30
"""The smallest width at which the panel has full words."""
IN_LOG = " (l: all)"
"""A note that the log doesn't fit, with the key that opens the whole log."""


class News(NamedTuple):
    """The latest events in words that suit the width of the panel."""

    head: str
    loss: str
    """A sentence about the houses that the viewer has lost, or an empty string."""
    texts: Sequence[str]

    def rows(self, width: int) -> int:
        """Return the number of rows that the news takes at this width."""
        return bool(self.head) + _rows((self.loss, *self.texts), width)

    def least_rows(self, width: int) -> int:
        """Return the number of rows that mustn't be cut: the losses and the latest sentence."""
        return _rows((self.loss, *(text + IN_LOG for text in self.texts[-1:])), width)


def _rows(texts: Iterable[str], width: int) -> int:
    return sum(len(wrap(text, width, len(text))) for text in texts if text)


def news_of(seen: Seen, panel_width: int, steps: int = 0) -> News:
    """Return the latest events, from at least this many steps. Narrow panels get shorter words."""
    is_brief = panel_width < NARROW
    head, texts = recent_lines(seen, is_brief=is_brief, steps=steps)
    head = "Lately" if is_brief else head
    return News(head if texts else "", loss_line(seen, is_brief=is_brief), texts)


def paint_news(canvas: Canvas, news: News, box: Box, *, has_blank_above: bool) -> None:
    """Paint the viewer's losses and then, under a heading, as many of the latest events as fit.

    If there is too little room, the blank line above and the heading are left out first.
    """
    x, y, width, room = box
    latest = news.texts[-1:]
    marked = news._replace(head=news.head and news.head + IN_LOG)
    forms = (
        (news, news),
        (news._replace(head=""),) * 2,
        (marked._replace(texts=latest), marked),
        (news._replace(head="", texts=[text + IN_LOG for text in latest]),) * 2,
    )
    found = (form for form in forms if form[0].rows(width) <= room + has_blank_above)
    needed, (head, loss, texts) = next(found, (marked, marked))
    y -= has_blank_above and needed.rows(width) > room
    rows = canvas.height - y - bool(head)
    losses = wrap(loss, width, rows - bool(texts)) if loss and rows > bool(texts) else []
    canvas.block(x, y, losses, "loss")
    y += len(losses)
    if head:
        canvas.put(x, y, cut(head, width), "dim")
        y += 1
    put_latest(canvas, Box(x, y, width, canvas.height - y), texts)
