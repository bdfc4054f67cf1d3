"""The characteristics that score in each direction: the covering Completes with their T/F cards."""

from __future__ import annotations

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import EAST, NORTH, SEATS, SOUTH, TF_COUNT, State, count_true, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import SEAT_NAMES, VICTORIES, name_prospects
from cardtable.table.seen import Seen
from cardtable.tui.boards.tradewinds.layout import Layout
from cardtable.tui.canvas import PLAIN, Box, Canvas
from cardtable.tui.cards import draw_face, ink_of
from cardtable.tui.faces import CardSet, Size, face

WIDE = 120
"""The width from which the board also names the covering Completes and counts the T/F cards."""


def paint_scoring(signs: CardSet, canvas: Canvas, layout: Layout, seen: Seen) -> None:
    """Paint the characteristics that score in each direction, in the form that the layout has room for."""
    state: State = seen.state
    collector = None if seen.turn is None else opposite(seen.turn)
    if layout.figures:
        _paint_figures(signs, canvas, layout, layout.figures, state, collector)
    elif layout.panel:
        _paint_table(canvas, layout, state, collector)
    else:
        scores = " ".join(
            f"{_mark(seat, collector).strip()}{name[0]} {_scores(state, seat) or '-'}"
            for seat, name in enumerate(SEAT_NAMES)
        )
        canvas.put(0, layout.covering, f"+1: {scores}" if len(scores) + 4 <= canvas.width else scores)


def _paint_figures(
    signs: CardSet, canvas: Canvas, layout: Layout, size: Size, state: State, collector: Seat | None
) -> None:
    """Paint the covering Completes with their T/F cards on the four sides, and the characteristics that score."""
    y, height = layout.covering + 1, size.height + 2
    if canvas.width >= WIDE:
        canvas.put(layout.panel, layout.covering, "Covering Completes", "strong")
    score = sum(map(len, state.scored)) - sum(map(len, state.deducted))
    goal = f"{score:+d}: {name_prospects(score)}" if score > 0 else name_prospects(score)
    canvas.put_right(canvas.width, layout.covering, goal, "strong")
    for at, card in enumerate(state.covering):
        x = layout.panel + 1 + at * (size.width + (11 if size is Size.LARGE else 8))
        draw_face(canvas, (x + 3, y + 1), card, size, signs)
        canvas.mark_place(Box(x + 3, y + 1, size.width, size.height), "covering", at)
        across, middle = x + 3 + (size.width - 3) // 2, y + height // 2
        corners = ((across, y), (x + 3 + size.width, middle), (across, y + height - 1), (x, middle))
        for seat, (left, top) in enumerate(corners):
            sign = face(state.sides[seat][at], Size.TINY, signs)
            canvas.block(left, top, sign, "strong" if seat == collector else PLAIN)
            is_outer = at == (len(state.covering) - 1 if seat == EAST else 0)
            if is_outer or seat in (NORTH, SOUTH) or size is Size.LARGE:  # elsewhere, two letters would touch
                canvas.put(left + 3 if seat == EAST else left - 1, top, SEAT_NAMES[seat][0], "dim")
            canvas.mark_place(Box(left, top, 3, 1), "side", seat, at)
    _paint_wishes(canvas, layout.panel, y + height, state, collector)
    if canvas.width >= WIDE:
        true_cards = count_true(state.sides)
        counts = f"[+] {true_cards} True [-] {TF_COUNT - true_cards} False"
        canvas.put_right(canvas.width, y + height + SEATS, counts, "dim")


def _paint_wishes(canvas: Canvas, x: int, y: int, state: State, collector: Seat | None) -> None:
    """Paint what scores in each direction, with the direction of the present player's Singles first and in full."""
    values = "  +1 each, all others -1"
    others = [f"  {_name_wishes(state, seat)}" for seat in range(SEATS) if seat != collector]
    if collector is None:
        canvas.block(x, y, [*others, values])
        return
    first = [f"> {_name_wishes(state, collector)}", values if _scores(state, collector) else "  All Singles -1"]
    canvas.block(x, y, first, "strong")
    canvas.block(x, y + len(first), others)


def _name_wishes(state: State, seat: Seat) -> str:
    """Return the letters that score in a direction, such as `West  wants H F R`."""
    return f"{SEAT_NAMES[seat]:<5} wants {' '.join(_scores(state, seat)) or 'nothing'}"


def _paint_table(canvas: Canvas, layout: Layout, state: State, collector: Seat | None) -> None:
    """Paint a table of the covering Completes, their T/F cards and the characteristics that score."""
    x, y = layout.panel, layout.covering
    score = sum(map(len, state.scored)) - sum(map(len, state.deducted))
    ahead = next((lowest for lowest, _ in VICTORIES if score < lowest), None)
    canvas.put(x, y, "Goal: above 0" if score <= 0 else f"Next: from {ahead:+d}" if ahead else "A triumph", "strong")
    canvas.put(x + 4, y + 1, " ".join(name[0] for name in SEAT_NAMES), "dim")
    for at, card in enumerate(state.covering):
        canvas.put(x, y + 2 + at, card.code, ink_of(card))
        canvas.put(x + 4, y + 2 + at, " ".join(side[at].code for side in state.sides))
        canvas.mark_place(Box(x, y + 2 + at, 3, 1), "covering", at)
        for seat in range(SEATS):
            canvas.mark_place(Box(x + 4 + 2 * seat, y + 2 + at, 1, 1), "side", seat, at)
    canvas.put(x, y + 5, "What scores", "dim")
    for seat, name in enumerate(SEAT_NAMES):
        scores = _by_category(_scores(state, seat))
        line = f"{name[0]}{'+' if scores else ' '}{_mark(seat, collector)}{scores or 'nothing'}"
        canvas.put(x, y + 6 + seat, line, "strong" if seat == collector else PLAIN)


def _mark(seat: Seat, collector: Seat | None) -> str:
    return ">" if seat == collector else " "


def _by_category(letters: str) -> str:
    """Return the letters with blanks between patterns, colours and shapes, such as `HF R CT`."""
    each = ("".join(letter for letter in category if letter in letters) for category in ("HPF", "RGB", "CST"))
    return " ".join(filter(None, each))


def _scores(state: State, seat: Seat) -> str:
    """Return the letters of the characteristics that score in a direction."""
    scores = scoring_mask(state.covering, state.sides[seat])
    return "".join(each.letter for each in CHARACTERISTICS if each.mask & scores)
