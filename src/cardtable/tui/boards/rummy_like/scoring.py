"""The end of a round: everybody's TriCards, what they score, and how near each player is to the target."""

from __future__ import annotations

from cardtable.engine.cards import matches
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import SEATS, TRICARDS_EACH, Scored, State
from cardtable.engine.games.rummy_like.words import describe_sets
from cardtable.engine.phrases import address
from cardtable.table.seen import Seen
from cardtable.tui.boards.rummy_like.lately import last_passes
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
FEWEST_ROWS, FEWEST_COLUMNS = 15, 60
"""The smallest table on which the cards fit; on a smaller one, the recap gives the result in words."""


def paint_scoring(signs: CardSet, canvas: Canvas, seen: Seen, event: Scored) -> None:
    """Paint the result of a round."""
    state: State = seen.state
    target = state.options.target
    canvas.title_bar(
        f"Rummy-like  end of round {state.round - (seen.outcome is None)}", f"first to {target}" if target else ""
    )
    fits = (size for size in (Size.HUGE, Size.LARGE) if _fits(canvas, size))
    size = next(fits, Size.MEDIUM)
    top = 1 + (size is Size.HUGE)
    pitch = min(size.height + 2, (canvas.height - top - 2) // SEATS)
    canvas.put(1, top, address(HEADINGS[event.cause].format(name=seen.player(event.seat))), "strong")
    for seat in range(SEATS):
        box = Box(0, top + 1 + (size is Size.HUGE) + seat * pitch, canvas.width, size.height)
        _paint_player(signs, canvas, seen, event, seat, box, size)
    if top + 1 + (size is Size.HUGE) + (SEATS - 1) * pitch + size.height <= canvas.height - 2:
        canvas.put(1, canvas.height - 2, last_passes(seen, event, canvas.width - 2), "dim")
    following = address(f"Next: round {state.round}. {seen.player(state.leader)} leads first.")
    canvas.put(1, canvas.height - 1, seen.outcome.reason if seen.outcome else following)


def _fits(canvas: Canvas, size: Size) -> bool:
    """Return whether three rows of cards of this size fit, with their sets beside them."""
    width = canvas.width // 6 + TRICARDS_EACH * (size.width + 1) + 38
    return canvas.width >= width and canvas.height >= 3 + SEATS * size.height + 2


def _paint_player(signs: CardSet, canvas: Canvas, seen: Seen, event: Scored, seat: Seat, box: Box, size: Size) -> None:
    room, gain = canvas.width // 6, event.gains[seat]
    canvas.put(1, box.y + box.height // 2, shorten_name(seen.player(seat), room - 2), "gold" if gain else PLAIN)
    x = room
    for card in event.tricards[seat]:
        scores = any(matches(kind, card) for kind in event.sets[seat])
        draw_face(canvas, (x, box.y), card, size, signs, chosen=scores)
        x += size.width + 1
    x = room + TRICARDS_EACH * (size.width + 1) + 1
    what = describe_sets(event, seat) or "no set that scores" if event.tricards[seat] else "bust, or without TriCards"
    lines = wrap(what, canvas.width - x - 1, box.height - 1)
    y = box.y + (box.height - len(lines) - 1) // 2
    canvas.block(x, y, lines, PLAIN if gain else "dim")
    line = Box(x, y + len(lines), canvas.width - x - 1, 1)
    paint_score(signs, canvas, line, gain, event.scores[seat], seen.state.options.target)
