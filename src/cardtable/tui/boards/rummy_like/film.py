"""The film of a move: cards on their way between hands and table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like.model import SEATS, Led, PickedUp, Played, ReturnedToHand, Sent
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.rummy_like.layout import Layout
from cardtable.tui.canvas import Canvas
from cardtable.tui.faces import face, ink_of


class CardInFlight(NamedTuple):
    """One picture of a card on its way, from place to place in cells; `part` of the way is done."""

    cards: tuple[Card, ...]
    source: str
    """`hand`, `slot`, `led`, or a player's line."""
    seat: Seat
    target: str
    to: Seat
    part: float


def flights_of(event: Event) -> Iterator[CardInFlight]:
    """Yield the cards that an event moves, from where to where."""
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


def paint_flight(board: BoardWidget, canvas: Canvas, plan: Layout, flight: CardInFlight) -> None:
    """Paint cards on their way."""
    (x0, y0), (x1, y1) = (
        _point_of(board, canvas, plan, where, seat)
        for where, seat in ((flight.source, flight.seat), (flight.target, flight.to))
    )
    x, y = round(x0 + (x1 - x0) * flight.part), round(y0 + (y1 - y0) * flight.part)
    for at, card in enumerate(flight.cards):
        canvas.block(x + at * plan.slot, y, face(card, plan.card, board.signs, chosen=True), ink_of(card))


def _point_of(board: BoardWidget, canvas: Canvas, plan: Layout, where: str, seat: Seat) -> tuple[int, int]:
    """The cell where a card lies that is in a player's hand, in their place in the trick, or led."""
    assert board.seen is not None, "a film has a table"
    if where == "led":
        return 1, plan.middle + 1
    if where == "slot":
        return 1 + plan.slot * (1 + (seat - board.seen.state.leader) % SEATS), plan.middle + 1
    if seat == board.seen.viewer:
        return plan.label, plan.counts
    return (canvas.width // SEATS * seat, plan.players) if plan.small else (plan.label, plan.players + seat)
