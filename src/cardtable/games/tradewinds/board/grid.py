"""The grid of piles, with signs that show where the choice would blow each Single.

In the roomy layouts, arrows fill the gaps between the piles. An arrow carries the letters of the Singles that fly
across its gap. Singles that would leave the grid appear at its edge with their points. In all other layouts, each pile
has a mark.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import FACE_DOWN, Card, Single
from cardtable.engine.games.tradewinds.model import (
    COLUMNS,
    NORTH,
    OFF,
    PILES,
    ROWS,
    SOUTH,
    WEST,
    Blew,
    Flight,
    Grid,
    Pile,
)
from cardtable.games.tradewinds.board.layout import Layout
from cardtable.games.tradewinds.board.winds import MARKS, arrow
from cardtable.tui.drawing.animation import Frame
from cardtable.tui.drawing.canvas import Box, Canvas
from cardtable.tui.drawing.cards import draw_face, ink_on_card
from cardtable.tui.drawing.faces import CardSet, Size, count_label

Chip = tuple[str, str]
"""A short string and its ink."""
PEEK = 3
"""The width of the letters of the face-up cards below a top card, without their brackets."""


def paint_grid(signs: CardSet, canvas: Canvas, layout: Layout, frame: Frame[Grid], preview: Blew | None) -> None:
    """Paint the piles and the moving Singles, with signs that show where the choice would blow each Single."""
    marks = {flight.source: flight for flight in preview.flights} if preview else {}
    for at, pile in enumerate(frame.table):
        row, column = divmod(at, len(COLUMNS))
        x, y = layout.x(column), layout.y(row)
        mark = _mark(preview, marks[at]) if preview and at in marks else ""
        left = x + (2 if layout.card is Size.TINY else 0)
        canvas.mark_place(Box(left, y, layout.card.width, layout.card.height), "grid", row, column)
        if layout.is_roomy:
            draw_face(canvas, (x, y), _top(pile), layout.card, signs, head=_count(pile, signs))
        elif layout.card is Size.MEDIUM:
            _paint_medium(signs, canvas, x, y, at, pile, mark)
        else:
            _paint_tiny(signs, canvas, x, y, at, pile, mark)
    if layout.is_roomy:
        _paint_names(canvas, layout)
        if preview:
            _paint_flights(signs, canvas, layout, frame.table, preview)
        for at, pile in enumerate(frame.table):
            _paint_peeks(canvas, layout, *divmod(at, len(COLUMNS)), pile)
    for moving in frame.moving:
        x = layout.x(moving.column) + (2 if layout.card is Size.TINY else 0)
        draw_face(canvas, (x, layout.y(moving.row)), moving.card, layout.card, signs)


def _paint_peeks(canvas: Canvas, layout: Layout, row: int, column: int, pile: Pile) -> None:
    """Paint, in brackets, the letters of face-up cards below a top card, unless Singles that leave need the room."""
    if not (below := pile.face_up[1:]):
        return
    shown = below if len(below) <= PEEK else below[: PEEK - 1]
    more = "+" * (len(shown) < len(below))
    x, y = layout.x(column) + layout.card.width - PEEK, layout.y(row) + layout.card.height
    if canvas.line(y)[x : x + len(shown) + len(more) + 2].strip():
        return
    canvas.put(x, y, f"({' ' * len(shown)}{more})", "face")
    for along, card in enumerate(shown, 1):
        canvas.put(x + along, y, card.code, ink_on_card(card))


def _paint_names(canvas: Canvas, layout: Layout) -> None:
    for row, name in enumerate(ROWS):
        canvas.put(layout.left - 2, layout.y(row) + layout.card.height // 2, name, "dim")
    for column, name in enumerate(COLUMNS):
        canvas.put(layout.x(column) + layout.card.width // 2, layout.bottom + 1, name, "dim")


# Flights in the roomy layouts


def _paint_flights(signs: CardSet, canvas: Canvas, layout: Layout, table: Grid, blew: Blew) -> None:
    """Paint the letters of flying Singles in the gaps that they would cross and, if they leave, at the grid's edge."""
    is_down = blew.seat in (NORTH, SOUTH)
    crossing: dict[tuple[int, int], tuple[Single, ...]] = {}
    leaving: dict[int, tuple[Single, ...]] = {}
    for source, target, cards in blew.flights:
        line, start, end = _course(blew.seat, source, target)
        for gap in range(start, end):
            crossing[line, gap] = crossing.get((line, gap), ()) + cards
        if target == OFF:
            leaving[line] = leaving.get(line, ()) + cards
    sign = arrow(blew.seat, signs)
    for (line, gap), cards in crossing.items():
        if is_down:
            peeks = len(table[gap * len(COLUMNS) + line].face_up) > 1
            _paint_down(canvas, layout.x(line), layout.y(gap) + layout.card.height, sign, cards, layout, peeks)
        else:
            x = layout.x(gap) + layout.card.width
            room = layout.pitch - layout.card.width
            canvas.block(x, layout.y(line) + 1, _beside(sign, cards, layout.card.height - 2, room), "gold")
    for line, cards in leaving.items():
        if is_down:
            y = layout.bottom if blew.seat == NORTH else layout.top - 1
            put_chips(canvas, layout.x(line), y, _chips(sign, cards, blew, layout.pitch - 1))
        else:
            _paint_tabs(canvas, layout, line, sign, cards, blew)


def _course(seat: int, source: int, target: int) -> tuple[int, int, int]:
    """Return the row or column in which a Single flies, and the range of the gaps that it crosses."""
    row, column = divmod(source, len(COLUMNS))
    line, start = (column, row) if seat in (NORTH, SOUTH) else (row, column)
    is_forward = seat in (NORTH, WEST)
    edge = len(ROWS) - 1 if is_forward else 0
    end = edge if target == OFF else divmod(target, len(COLUMNS))[0 if seat in (NORTH, SOUTH) else 1]
    return line, min(start, end), max(start, end)


def _paint_down(
    canvas: Canvas, x: int, y: int, sign: str, cards: Sequence[Single], layout: Layout, peeks: bool
) -> None:
    """Paint an arrow below a pile, with the letters of the Singles or, if they don't fit, the number of Singles."""
    room = layout.card.width - PEEK - 2 if peeks else layout.pitch - 3
    letters = "".join(card.code for card in cards)
    spaced = " ".join(letters)
    text = next((text for text in (spaced, letters) if len(text) <= room), str(len(cards)))
    canvas.put(x, y, f"{sign} {text}", "gold")


def _beside(sign: str, cards: Sequence[Single], rows: int, room: int) -> list[str]:
    """Return arrows for the gap between two piles: one per Single, with its letter, or one with their number."""
    texts = [card.code for card in cards] if len(cards) <= rows else [str(len(cards))]
    return [(f"{text}{sign}" if sign in ">►" else f"{sign}{text}").center(room) for text in texts]


def _paint_tabs(canvas: Canvas, layout: Layout, row: int, sign: str, cards: Sequence[Single], blew: Blew) -> None:
    """Paint the Singles that would leave a row of the grid, as a vertical list beside that row."""
    chips = [_chips(sign, [card], blew, layout.pitch)[0] for card in cards]
    if len(chips) > layout.card.height - 2:
        chips = [(f"{sign} {text}", ink) for text, ink in _points(cards, blew)]
    for down, (text, ink) in enumerate(chips):
        x = layout.right + 1 if blew.seat == WEST else layout.left - 3 - len(text)
        canvas.put(x, layout.y(row) + 1 + down, text, ink)


def _chips(sign: str, cards: Sequence[Single], blew: Blew, room: int) -> list[Chip]:
    """Return one line of the Singles that leave the grid, each with its point, or only the points if there are many."""
    each = [(f"{card.code} {text}", ink) for card in cards for text, ink in _points([card], blew)]
    tight = [(text.replace(" ", ""), ink) for text, ink in each]
    points = _points(cards, blew)
    forms = [[(f"{sign} {form[0][0]}", form[0][1]), *form[1:]] for form in (each, tight, points)]
    fitting = (form for form in forms if _width(form) <= room)
    return next(fitting, [(sign + points[0][0], points[0][1]), *points[1:]])


def _width(chips: Sequence[Chip]) -> int:
    return sum(len(text) + 1 for text, _ in chips) - 1


def _points(cards: Sequence[Single], blew: Blew) -> list[Chip]:
    """Return how many of these Singles score, and how many cost a point."""
    scoring = sum(card in blew.scored for card in cards)
    counts = (("+", scoring, "won"), ("-", len(cards) - scoring, "lost"))
    return [(f"{sign}{count}", ink) for sign, count, ink in counts if count]


def put_chips(canvas: Canvas, x: int, y: int, chips: Sequence[Chip]) -> None:
    """Paint chips in a row."""
    for text, ink in chips:
        canvas.put(x, y, text, ink)
        x += len(text) + 1


def gain_chips(blew: Blew, room: int) -> list[Chip]:
    """Return the Singles that a player would gain, each with its point, or only the points if the Singles don't fit."""
    collected = (*blew.scored, *blew.deducted)
    each = [(f"{card.code} {text}", ink) for card in collected for text, ink in _points([card], blew)]
    return each if _width(each) <= room else _points(collected, blew)


# Marks in the other layouts


def _paint_medium(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    """Paint a pile. The pile's name, its mark and the letters of its lower cards are beside the face."""
    draw_face(canvas, (x, y), _top(pile), Size.MEDIUM, signs, foot=_count(pile, signs))
    canvas.put(x + 5, y, PILES[at], "dim")
    canvas.put(x + 5, y + 1, mark, "gold")
    canvas.put(x + 5, y + 2, _below(pile, 3), "dim")


def _paint_tiny(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    top, count = _top(pile), len(pile.face_up) + len(pile.face_down)
    canvas.put(x, y, PILES[at], "dim")
    draw_face(canvas, (x + 2, y), top, Size.TINY, signs)
    beside = _below(pile, 2) + str(count) if top else ""
    canvas.put(x + 5, y, beside, "dim")
    canvas.put(x + 5 + len(beside) + (len(beside + mark) < 7), y, mark, "gold")


def _top(pile: Pile) -> Card | None:
    """Return the top card of a pile, or None for a gap. The top card is face down only during an animation."""
    return pile.face_up[0] if pile.face_up else FACE_DOWN if pile.face_down else None


def _count(pile: Pile, signs: CardSet) -> str:
    """Return the label with the number of cards in a pile, or an empty string for a gap."""
    count = len(pile.face_up) + len(pile.face_down)
    return count_label(count, signs) if count else ""


def _below(pile: Pile, room: int) -> str:
    """Return the letters of the face-up cards below the top card. A plus sign stands for the cards that don't fit."""
    letters = "".join(card.code for card in pile.face_up[1:])
    return letters if len(letters) <= room else f"{letters[: room - 1]}+"


def _mark(blew: Blew, flight: Flight) -> str:
    """Return the destination of a pile's Singles, such as `>A3`, or `2>A3` for two of them.

    `>-1` means leaving the grid and losing a point.
    """
    sign = MARKS[blew.seat]
    _, target, cards = flight
    if target != OFF:
        return f"{len(cards) if len(cards) > 1 else ''}{sign}{PILES[target]}"
    points = "".join(text for text, _ in _points(cards, blew))
    return sign + points if len(points) < 3 else points
