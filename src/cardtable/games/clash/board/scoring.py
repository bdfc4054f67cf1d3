"""The end of a round: each player's remaining cards and distance from the target."""

from __future__ import annotations

from cardtable.engine.cards import FACE_DOWN
from cardtable.engine.game import Seat
from cardtable.engine.games.clash.model import RoundEnded, State
from cardtable.engine.games.clash.words import describe_round_end
from cardtable.engine.phrases import address, counted
from cardtable.games.clash.board.history import turns_of
from cardtable.table.seen import Seen
from cardtable.tui.board.panels import paint_score
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, is_vast, wrap
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import CardSet, Size, count_label

MIN_ROWS = 14
"""The smallest number of rows in which the result fits."""


def paint_scoring(signs: CardSet, canvas: Canvas, seen: Seen, event: RoundEnded) -> None:
    """Paint the result of a round."""
    state: State = seen.state
    options = state.options
    goal = "" if options.is_single_round else f"first to {options.target}"
    canvas.title_bar(f"Clash  end of round {state.round - (seen.outcome is None)}", goal)
    lines = wrap(address(f"{describe_round_end(event, seen.players)}."), canvas.width - 2, 2)
    around = 8 + len(lines)
    sizes = (Size.GIANT, Size.HUGE, Size.LARGE, Size.MEDIUM)[not is_vast(canvas.width, canvas.height) :]
    size = next((size for size in sizes if canvas.height >= around + 2 * (size.height + 1)), Size.MEDIUM)
    gap = 1 + (canvas.height >= around + 6 + 2 * (size.height + 1))
    canvas.block(1, 1 + gap, lines, "strong")
    points = abs(event.left[0] - event.left[1])
    x, y = size.width + 4, 0
    for seat, name in enumerate(seen.players):
        y = 2 + 2 * gap + len(lines) - 1 + seat * (size.height + gap)
        left, gain = event.left[seat], points if seat == event.winner else 0
        foot = count_label(left, signs) if left else ""
        draw_face(canvas, (1, y), FACE_DOWN if left else None, size, signs, foot=foot)
        middle = y + size.height // 2
        style = "gold" if seat == event.winner else PLAIN
        text = f"{name}: {counted(left, 'card')} left{_where(event, seat)}"
        canvas.put(x, middle - 1, cut(text, canvas.width - x - 1), style)
        line = Box(x, middle, min(70, canvas.width - x - 1), 1)
        paint_score(signs, canvas, line, gain, event.scores[seat], options.target)
    top = y + size.height + gap
    _paint_last_turns(canvas, Box(1, top, canvas.width - 2, canvas.height - top - 1 - gap), seen, event)
    following = address(f"Next: round {state.round}. {seen.player(state.dealer)} deals.")
    canvas.put(1, canvas.height - 1, cut(seen.outcome.reason if seen.outcome else following, canvas.width))


def _where(event: RoundEnded, seat: Seat) -> str:
    """Return where a player's remaining cards are, such as `, 7 in hand and 9 face down`, or an empty string."""
    left, in_hand = event.left[seat], event.in_hand[seat]
    if left > in_hand:
        return f", {in_hand} in hand and {left - in_hand} face down"
    return f", {'all ' * (left > 1)}in hand" if left else ""


def _paint_last_turns(canvas: Canvas, box: Box, seen: Seen, event: RoundEnded) -> None:
    """Paint the last turns of the round if there is room for a heading and at least two turns."""
    turns = list(turns_of(seen, box.width))
    turns = turns[: len(turns) - 1 - turns[::-1].index(seen.describe(event))]
    if all(event.left):
        turns.append("Both players passed, so the round ended.")
    shown = turns[-(box.height - 1) :]
    if box.height > 2:
        canvas.put(box.x, box.y, "How the round ended", "strong")
        canvas.block(box.x, box.y + 1, [cut(line, box.width) for line in shown], "dim")
