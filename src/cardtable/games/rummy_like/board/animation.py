"""Animated moves: cards that move between the hands and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like.model import SEATS, Led, PickedUp, Played, ReturnedToHand, Sent
from cardtable.games.rummy_like.board.layout import Layout
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.cards import draw_face


class CardInFlight(NamedTuple):
    """Cards that are moving between two places. `part`, from 0 to 1, is how far they have moved."""

    cards: tuple[Card, ...]
    source: str
    """The kind of place where the cards start: `hand`, `slot` (a place in the trick) or `led`."""
    seat: Seat
    target: str
    to: Seat
    part: float


def flights_of(event: Event) -> Iterator[CardInFlight]:
    """Yield the cards that an event moves, at the places where they start."""
    match event:
        case Led(seat, card):
            yield CardInFlight((card,), "hand", seat, "led", seat, 0)
        case Played(seat, card):
            yield CardInFlight((card,), "hand", seat, "slot", seat, 0)
        case PickedUp(seat, cards):
            yield CardInFlight(tuple(cards), "slot", seat, "hand", seat, 0)
        case ReturnedToHand(seat, card):
            yield CardInFlight((card,), "slot", seat, "hand", seat, 0)
        case Sent(seat, cards, to):
            yield CardInFlight(tuple(cards), "hand", seat, "hand", to, 0)
        case _:
            return


def paint_flight(board: BoardWidget, canvas: Canvas, layout: Layout, flight: CardInFlight) -> None:
    """Paint moving cards."""
    (x0, y0), (x1, y1) = (
        _point_of(board, canvas, layout, where, seat)
        for where, seat in ((flight.source, flight.seat), (flight.target, flight.to))
    )
    x, y = round(x0 + (x1 - x0) * flight.part), round(y0 + (y1 - y0) * flight.part)
    for at, card in enumerate(flight.cards):
        draw_face(canvas, (x + at * layout.slot, y), card, layout.card, board.signs, chosen=True)


def _point_of(board: BoardWidget, canvas: Canvas, layout: Layout, where: str, seat: Seat) -> tuple[int, int]:
    """Return the column and row of a player's hand, a player's place in the trick, or the TriCard led."""
    assert board.seen is not None, "an animation needs a table"
    if where == "led":
        return 1, layout.middle + 1
    if where == "slot":
        return 1 + layout.slot * (1 + (seat - board.seen.state.leader) % SEATS), layout.middle + 1
    if seat == board.seen.viewer:
        return layout.label, layout.counts
    return (canvas.width // SEATS * seat, layout.players) if layout.small else (layout.label, layout.players + seat)
