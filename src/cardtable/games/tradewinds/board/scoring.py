"""The score now and after the choice, and the characteristics that score for the collecting player."""

from __future__ import annotations

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import EAST, NORTH, SEATS, SOUTH, Blew, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES, VICTORIES, name_prospects, name_result
from cardtable.games.tradewinds.board.digits import ROWS, large_number
from cardtable.games.tradewinds.board.grid import gain_chips, put_chips
from cardtable.games.tradewinds.board.layout import Layout
from cardtable.games.tradewinds.board.winds import arrow
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, longest_that_fits
from cardtable.tui.drawing.cards import draw_face, ink_of
from cardtable.tui.drawing.faces import CardSet, Size, face

TOP = 1
"""The first row of the panel."""
LEGEND = "+ scores - costs"
"""The legend of the signs on T/F cards, short enough for 80 columns."""
VALUES = "+1 each, all others -1"


def collector_of(seen: Seen) -> Seat | None:
    """Return the player who collects the Singles that leave the grid on this turn."""
    return None if seen.turn is None else opposite(seen.turn)


def paint_score(
    signs: CardSet, canvas: Canvas, layout: Layout, seen: Seen, preview: Blew | None, *, shows_wants: bool
) -> None:
    """Paint the score now and after the choice, with each player's new Singles and scoring characteristics."""
    x, y, score, collector = layout.panel, TOP, score_of(seen.state), collector_of(seen)
    if layout.is_roomy:
        canvas.put(x, y, "Table's score", "dim")
        canvas.block(x, y + 1, large_number(score, signs), "strong")
        if preview:
            _paint_after(signs, canvas, x + len(large_number(score, signs)[1]), y + 1, score + preview.net, preview)
        y += ROWS + 1
    prospects = name_result(score) if collector is None else prospects_that_fit(score, canvas.width - x)
    canvas.put(x, y, prospects, "strong" if score <= 0 else "dim")
    if collector is None:
        return
    name = SEAT_NAMES[collector]
    if preview:
        canvas.put(x, y + 1, f"{name} gets", "strong")
        chips = gain_chips(preview, canvas.width - x - len(name) - 6)
        put_chips(canvas, x + len(name) + 6, y + 1, chips or [("nothing", PLAIN)])
    if not shows_wants:
        return
    canvas.put(x, y + 2, f"{name} wants {' '.join(_scores(seen.state, collector)) or 'nothing'}")
    if not layout.is_roomy:
        canvas.put(x, y + 3, VALUES if _scores(seen.state, collector) else "All Singles -1", "dim")


def prospects_that_fit(score: int, room: int) -> str:
    """Return the result so far and the score needed for a better one, shortened if there is little room."""
    prospects = name_prospects(score)
    short = prospects.removeprefix("so far a ").replace(" victory;", " so far;")
    return longest_that_fits((prospects, short, short.replace(" so far;", ";")), room)


def _paint_after(signs: CardSet, canvas: Canvas, x: int, y: int, score: int, preview: Blew) -> None:
    ink = "gain" if preview.net > 0 else "loss" if preview.net < 0 else PLAIN
    canvas.put(x + 2, y + 1, arrow(3, signs), "gold")
    canvas.block(x + 5, y, large_number(score, signs), ink)


def score_of(state: State) -> int:
    """Return the score of all four players."""
    return sum(map(len, state.scored)) - sum(map(len, state.deducted))


def paint_in_a_line(canvas: Canvas, y: int, state: State, collector: Seat | None) -> None:
    """Paint the characteristics that score for each player, on one line. Layouts without a panel use this line."""
    scores = " ".join(
        f"{_mark(seat, collector).strip()}{name[0]} {_scores(state, seat) or '-'}"
        for seat, name in enumerate(SEAT_NAMES)
    )
    canvas.put(0, y, f"+1: {scores}" if len(scores) + 4 <= canvas.width else scores)


def paint_below(canvas: Canvas, y: int, seen: Seen, preview: Blew | None) -> None:
    """Paint the collecting player's scoring characteristics and the choice's gain in a layout without a panel."""
    if (collector := collector_of(seen)) is not None:
        canvas.put(
            0, y, f"{SEAT_NAMES[collector]} wants {' '.join(_scores(seen.state, collector)) or 'nothing'}", "strong"
        )
        if preview:
            put_chips(canvas, canvas.width - 7, y, gain_chips(preview, 0) or [("0", PLAIN)])


def paint_wants(signs: CardSet, canvas: Canvas, layout: Layout, seen: Seen) -> None:
    """Paint the covering Completes with their T/F cards, and the characteristics that score for each player."""
    if layout.figures:
        _paint_figures(signs, canvas, layout, layout.figures, seen.state)
        _paint_wishes(canvas, layout.panel, layout.wants + layout.figures.height + 2, seen.state, collector_of(seen))
    else:
        _paint_table(canvas, layout, seen.state, collector_of(seen))


def _paint_figures(signs: CardSet, canvas: Canvas, layout: Layout, size: Size, state: State) -> None:
    """Paint the covering Completes with their T/F cards on the four sides."""
    y, height = layout.wants, size.height + 2
    for at, card in enumerate(state.covering):
        x = layout.panel + 1 + at * (size.width + 8)
        draw_face(canvas, (x + 3, y + 1), card, size, signs)
        canvas.mark_place(Box(x + 3, y + 1, size.width, size.height), "covering", at)
        across, middle = x + 3 + (size.width - 3) // 2, y + height // 2
        corners = ((across, y), (x + 3 + size.width, middle), (across, y + height - 1), (x, middle))
        for seat, (left, top) in enumerate(corners):
            canvas.block(left, top, face(state.sides[seat][at], Size.TINY, signs))
            is_outer = at == (len(state.covering) - 1 if seat == EAST else 0)
            if is_outer or seat in (NORTH, SOUTH):  # elsewhere, two letters would touch
                canvas.put(left + 3 if seat == EAST else left - 1, top, SEAT_NAMES[seat][0], "dim")
            canvas.mark_place(Box(left, top, 3, 1), "side", seat, at)


def _paint_wishes(canvas: Canvas, x: int, y: int, state: State, collector: Seat | None) -> None:
    """Paint the characteristics that score for each player."""
    for seat, name in enumerate(SEAT_NAMES):
        line = f"{_mark(seat, collector)} {name:<5} wants {' '.join(_scores(state, seat)) or 'nothing'}"
        canvas.put(x, y + seat, line, "strong" if seat == collector else PLAIN)


def _paint_table(canvas: Canvas, layout: Layout, state: State, collector: Seat | None) -> None:
    x, y = layout.panel, layout.wants
    heading = f"{' '.join(name[0] for name in SEAT_NAMES)}  {LEGEND}"
    has_room = canvas.width - x >= len(heading) + 4
    canvas.put(x + 4, y, heading if has_room else heading.removesuffix(LEGEND).rstrip(), "dim")
    for at, card in enumerate(state.covering):
        canvas.put(x, y + 1 + at, card.code, ink_of(card))
        canvas.put(x + 4, y + 1 + at, " ".join(side[at].code for side in state.sides))
        canvas.mark_place(Box(x, y + 1 + at, 3, 1), "covering", at)
        for seat in range(SEATS):
            canvas.mark_place(Box(x + 4 + 2 * seat, y + 1 + at, 1, 1), "side", seat, at)
    for seat, name in enumerate(SEAT_NAMES):
        scores = _by_category(_scores(state, seat))
        line = f"{name[0]}{'+' if scores else ' '}{_mark(seat, collector)}{scores or 'nothing'}"
        if has_room:
            line = f"{_mark(seat, collector)} {name:<5} wants {scores or 'nothing'}"
        canvas.put(x, y + 4 + seat, line, "strong" if seat == collector else PLAIN)
    if not layout.is_roomy:
        score = score_of(state)
        ahead = next((lowest for lowest, _ in VICTORIES if score < lowest), None)
        goal = "Goal: above 0" if score <= 0 else f"Next goal: {ahead:+d}" if ahead else "A triumph"
        canvas.put(x, y + 9, goal, "strong")


def _mark(seat: Seat, collector: Seat | None) -> str:
    return ">" if seat == collector else " "


def _by_category(letters: str) -> str:
    """Return the letters with blanks between patterns, colours and shapes, such as `HF R CT`."""
    each = ("".join(letter for letter in category if letter in letters) for category in ("HPF", "RGB", "CST"))
    return " ".join(filter(None, each))


def _scores(state: State, seat: Seat) -> str:
    """Return the letters of the characteristics that score for a player."""
    scores = scoring_mask(state.covering, state.sides[seat])
    return "".join(each.letter for each in CHARACTERISTICS if each.mask & scores)
