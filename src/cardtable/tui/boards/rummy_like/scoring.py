"""The end of a round: everybody's TriCards, what they score, and how near each player is to the target."""

from __future__ import annotations

from cardtable.engine.cards import matches
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import SEATS, Scored, State
from cardtable.engine.games.rummy_like.words import describe_sets
from cardtable.table.session import Seen
from cardtable.tui.boards.rummy_like.players import shorten_name
from cardtable.tui.canvas import PLAIN, Box, Canvas, wrap
from cardtable.tui.cards import draw_face
from cardtable.tui.faces import CardSet, Size
from cardtable.tui.panels import paint_score

HEADINGS = {
    "called": '{name} has said "Score". Everybody shows their TriCards.',
    "bust": "Only {name} isn't bust, so the round is scored.",
    "deck": "The deck has run short again, so the round is scored.",
}
FEWEST_ROWS, FEWEST_COLUMNS = 16, 60
"""The smallest table on which the cards fit; on a smaller one, the recap gives the result in words."""


def paint_scoring(signs: CardSet, canvas: Canvas, seen: Seen, event: Scored) -> None:
    """Paint the result of a round."""
    state: State = seen.state
    target = state.options.target
    canvas.title_bar(f"Rummy-like  end of round {state.round - 1}", f"first to {target}" if target else "")
    canvas.put(1, 1, HEADINGS[event.cause].format(name=seen.names[event.seat]), "strong")
    canvas.put(1, 2, f"Next: round {state.round}. {seen.names[state.leader]} leads first.", "dim")
    size = Size.LARGE if canvas.height >= 2 + SEATS * (Size.LARGE.height + 1) else Size.MEDIUM
    for seat in range(SEATS):
        _paint_player(signs, canvas, seen, event, seat, Box(0, 3 + seat * (size.height + 1), canvas.width, size.height))


def _paint_player(signs: CardSet, canvas: Canvas, seen: Seen, event: Scored, seat: Seat, box: Box) -> None:
    size = Size.LARGE if box.height >= Size.LARGE.height else Size.MEDIUM
    room = canvas.width // 6
    canvas.put(1, box.y + box.height // 2, shorten_name(seen.names[seat], room - 2), "strong")
    x = room
    for card in event.tricards[seat]:
        scores = any(matches(kind, card) for kind in event.sets[seat])
        draw_face(canvas, (x, box.y), card, size, signs, chosen=scores)
        x += size.width + 1
    x = room + 3 * (size.width + 1) + 1
    what = describe_sets(event, seat) or "no set that scores" if event.tricards[seat] else "bust, or without TriCards"
    lines = wrap(what, canvas.width - x, box.height - 2)
    canvas.block(x, box.y, lines, PLAIN if event.gains[seat] else "dim")
    target = seen.state.options.target
    paint_score(
        canvas, Box(x, box.y + min(box.height - 1, len(lines) + 1), canvas.width - x, 1),
        event.gains[seat], event.scores[seat], target,
    )  # fmt: skip
