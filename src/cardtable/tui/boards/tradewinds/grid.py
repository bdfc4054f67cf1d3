"""The grid of piles, with marks for where the choice would blow what."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.games.tradewinds.model import COLUMNS, OFF, PILES, Blew, Flight, Grid, Pile
from cardtable.engine.games.tradewinds.words import format_signs
from cardtable.tui.boards.tradewinds.layout import Layout
from cardtable.tui.boards.tradewinds.winds import ARROWS
from cardtable.tui.canvas import Box, Canvas
from cardtable.tui.faces import CardSet, Size, face, ink_of, pile_of


class MovingCard(NamedTuple):
    """A Single on its way, while the wind is filmed."""

    card: Card
    row: float
    column: float


class Frame(NamedTuple):
    """One picture of the wind: the piles as they stand, and what is on its way."""

    grid: Grid
    moving: tuple[MovingCard, ...]


def paint_grid(signs: CardSet, canvas: Canvas, plan: Layout, frame: Frame, foreseen: Blew | None) -> None:
    """Paint the piles, the Singles on their way, and where the choice would blow them."""
    marks = {flight.source: flight for flight in foreseen.flights} if foreseen else {}
    for at, pile in enumerate(frame.grid):
        row, column = divmod(at, len(COLUMNS))
        x, y = plan.x(column), plan.y(row)
        mark = _mark(foreseen, marks[at], 5 if plan.card is Size.LARGE else 4) if foreseen and at in marks else ""
        left = x + (2 if plan.card is Size.TINY else 0)
        canvas.lay(Box(left, y, plan.card.width, plan.card.height), "grid", row, column)
        if plan.card is Size.LARGE:
            _paint_large(signs, canvas, x, y, at, pile, mark)
        elif plan.card is Size.MEDIUM:
            _paint_medium(signs, canvas, x, y, at, pile, mark)
        else:
            _paint_tiny(signs, canvas, x, y, at, pile, mark)
    for actor in frame.moving:
        x = plan.x(actor.column) + (2 if plan.card is Size.TINY else 0)
        canvas.block(x, plan.y(actor.row), face(actor.card, plan.card, signs), ink_of(actor.card))


def _paint_large(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    """The mark stands in the empty row of the face, and what lies face up below in its lower border."""
    top, count = _top(pile), pile_of(len(pile.face_up) + len(pile.face_down), signs)
    room = 5 - len(count)
    foot = _below(pile, room).ljust(room, signs.border[4]) + count if top else ""
    canvas.block(x, y, face(top, Size.LARGE, signs, head=PILES[at], foot=foot), ink_of(top))
    canvas.put(x + 1, y + 1, f"{mark:^5}".rstrip() if mark else "", "strong")


def _paint_medium(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    """Name, mark and what lies face up below stand beside the face."""
    top = _top(pile)
    foot = pile_of(len(pile.face_up) + len(pile.face_down), signs) if top else ""
    canvas.block(x, y, face(top, Size.MEDIUM, signs, foot=foot), ink_of(top))
    canvas.put(x + 5, y, PILES[at], "dim")
    canvas.put(x + 5, y + 1, mark, "strong")
    canvas.put(x + 5, y + 2, _below(pile, 3), "dim")


def _paint_tiny(signs: CardSet, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
    top, count = _top(pile), len(pile.face_up) + len(pile.face_down)
    canvas.put(x, y, PILES[at], "dim")
    canvas.block(x + 2, y, face(top, Size.TINY, signs), ink_of(top))
    beside = _below(pile, 2) + str(count) if top else ""
    canvas.put(x + 5, y, beside, "dim")
    canvas.put(x + 5 + len(beside) + (len(beside + mark) < 7), y, mark, "strong")


def _top(pile: Pile) -> Card | None:
    """Return what is seen of a pile: its top card, a back while the wind blows, or nothing of a gap."""
    return pile.face_up[0] if pile.face_up else FACE_DOWN if pile.face_down else None


def _below(pile: Pile, room: int) -> str:
    """The letters of what lies face up below the top card; a star says that there is more."""
    letters = "".join(card.code for card in pile.face_up[1:])
    return letters if len(letters) <= room else f"{letters[: room - 1]}*"


def _mark(blew: Blew, flight: Flight, room: int) -> str:
    """Return where the Singles of a pile would go: `>A3`, or `>+-` off the grid, the upper one first."""
    arrow = ARROWS[blew.seat]
    _, target, cards = flight
    if target != OFF:
        return (arrow * len(cards) if len(cards) < 3 else f"{len(cards)}{arrow}") + PILES[target]
    signs = format_signs(blew, cards)
    return arrow + signs if len(signs) < room else f"+{signs.count('+')}-{signs.count('-')}"
