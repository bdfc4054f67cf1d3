"""The animation of a play, in which the Singles fly one after another."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import COLUMNS, NORTH, OFF, SOUTH, STEPS, Blew, Flight, Grid
from cardtable.tui.drawing.animation import Frame, move_part


def frames_of(grid: Grid, blew: Blew, steps: int) -> Iterator[Frame[Grid]]:
    """Yield the frames of a play, starting with the line farthest downwind (TW-5).

    The top Singles of a line fly together, and then the Singles below them.
    """
    piles = list(grid)
    for line in _lines(blew):
        for depth in range(max(len(cards) for _, _, cards in line)):
            flying = [(source, target, cards[depth]) for source, target, cards in line if depth < len(cards)]
            for source, _, _ in flying:
                piles[source] = piles[source]._replace(face_up=piles[source].face_up[1:])
            for step in range(1, steps + 1):
                moving = (
                    move_part(card, divmod(source, len(COLUMNS)), _landing(blew.seat, source, target), step / steps)
                    for source, target, card in flying
                )
                yield Frame(tuple(piles), tuple(moving))
            for _, target, card in flying:
                if target != OFF:
                    piles[target] = piles[target]._replace(face_up=(card, *piles[target].face_up))
    yield Frame(tuple(piles), ())


def _lines(blew: Blew) -> Iterator[list[Flight]]:
    """Yield the flights of each line across the wind, as one list per line."""
    found: dict[int, list[Flight]] = {}
    for flight in blew.flights:
        row, column = divmod(flight.source, len(COLUMNS))
        found.setdefault(row if blew.seat in (NORTH, SOUTH) else column, []).append(flight)
    return iter(found.values())


def _landing(seat: Seat, source: int, target: int) -> tuple[float, float]:
    """Return the row and column where a Single lands: half a pile beyond the edge if the Single leaves the grid."""
    row, column = divmod(source, len(COLUMNS))
    down, right = STEPS[seat]
    if target != OFF:
        return divmod(target, len(COLUMNS))
    return (1 + down * 1.5 if down else row), (1 + right * 1.5 if right else column)
