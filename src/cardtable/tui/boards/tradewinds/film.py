"""The film of a wind: which Singles move after which."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.cards import Single
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import COLUMNS, NORTH, OFF, SOUTH, STEPS, Blew, Flight, Grid
from cardtable.tui.boards.tradewinds.grid import Frame, MovingCard


def frames_of(grid: Grid, blew: Blew, steps: int) -> Iterator[Frame]:
    """The downwind edge first (TW-5): what stands side by side across the wind goes together, the top Single first."""
    standing = list(grid)
    for rank in _ranks(blew):
        for depth in range(max(len(cards) for _, _, cards in rank)):
            going = [(source, target, cards[depth]) for source, target, cards in rank if depth < len(cards)]
            for source, _, _ in going:
                standing[source] = standing[source]._replace(face_up=standing[source].face_up[1:])
            for step in range(1, steps + 1):
                yield Frame(tuple(standing), tuple(_on_the_way(blew.seat, each, step / steps) for each in going))
            for _, target, card in going:
                if target != OFF:
                    standing[target] = standing[target]._replace(face_up=(card, *standing[target].face_up))
    yield Frame(tuple(standing), ())


def _ranks(blew: Blew) -> Iterator[list[Flight]]:
    """The flights line by line across the wind."""
    found: dict[int, list[Flight]] = {}
    for flight in blew.flights:
        row, column = divmod(flight.source, len(COLUMNS))
        found.setdefault(row if blew.seat in (NORTH, SOUTH) else column, []).append(flight)
    return iter(found.values())


def _on_the_way(seat: Seat, going: tuple[int, int, Single], part: float) -> MovingCard:
    source, target, card = going
    row, column = divmod(source, len(COLUMNS))
    down, right = STEPS[seat]
    if target == OFF:  # half a pile beyond the edge
        to_row, to_column = (1 + down * 1.5 if down else row), (1 + right * 1.5 if right else column)
    else:
        to_row, to_column = divmod(target, len(COLUMNS))
    return MovingCard(card, row + (to_row - row) * part, column + (to_column - column) * part)
