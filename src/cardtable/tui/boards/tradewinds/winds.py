"""The four winds round the grid: who they are, what they have collected and what the choice would add."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from cardtable.engine.cards import in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import EAST, NORTH, SEATS, SOUTH, WEST, Blew, State, opposite
from cardtable.engine.games.tradewinds.words import SEAT_NAMES, format_tally
from cardtable.table.session import Seen
from cardtable.tui.boards.tradewinds.layout import Layout
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap

ARROWS = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}
"""Which way a seat blows."""


class Wind(NamedTuple):
    """The text on one side of the grid."""

    name: str
    player: str
    """Empty where the player is called like the wind."""
    collected: str
    gain: str
    """What the choice under the cursor would add."""
    ink: str


def paint_winds(canvas: Canvas, plan: Layout, seen: Seen, foreseen: Blew | None) -> None:
    """Paint each wind on its side of the grid."""
    for seat in range(SEATS):
        wind = _wind(seen, seat, foreseen)
        if seat == NORTH:
            _paint_level(canvas, plan, plan.top - 1, wind)
        elif seat == SOUTH:
            _paint_level(canvas, plan, plan.y(2) + plan.card.height, wind)
        elif seat == WEST:
            _paint_upright(canvas, 0, plan.y(1), plan.left - 1, wind)
        else:
            _paint_upright(canvas, plan.east, plan.y(1), plan.panel - plan.east - 1, wind)


def _paint_level(canvas: Canvas, plan: Layout, y: int, wind: Wind) -> None:
    """A wind in one line, above or below the grid."""
    edge = plan.x(2) + plan.card.width
    room = edge + plan.left - 2  # as far beyond the grid on both sides as there is room
    rest = f" {wind.collected}{f' {wind.gain}' if wind.gain else ''}"
    text = cut(f"{wind.name} {wind.player}".rstrip(), room - len(rest)) + rest
    x = (edge + plan.left - cell_len(text)) // 2
    canvas.put(x, y, text.removesuffix(wind.gain), wind.ink)
    _lay_collected(canvas, wind, x + cell_len(text) - cell_len(rest) + 1, y)
    canvas.put_right(x + cell_len(text), y, wind.gain, "strong")


def _paint_upright(canvas: Canvas, x: int, y: int, room: int, wind: Wind) -> None:
    """A wind in some lines, beside the grid."""
    lines = [cut(line, room) for line in (wind.name, wind.player, wind.collected) if line]
    canvas.block(x, y, lines, wind.ink)
    canvas.put(x, y + len(lines), cut(wind.gain, room), "strong")
    _lay_collected(canvas, wind, x, y + len(lines) - 1)


def paint_winds_in_a_line(canvas: Canvas, seen: Seen, *, shows_collected: bool) -> None:
    """Paint all winds above the grid, with what they have scored or, card by card, collected."""
    state: State = seen.state
    if shows_collected:
        told = "  ".join(f"{SEAT_NAMES[seat][0]} {format_collected(state, seat)}" for seat in range(SEATS))
        canvas.block(0, 1, wrap(told, canvas.width, 2))
        return
    x = 0
    for seat, name in enumerate(SEAT_NAMES):
        on_turn = seat == seen.turn
        text = f"{'>' if on_turn else ' '}{name[0]} {format_tally(state.scored[seat], state.deducted[seat])}"
        canvas.put(x, 1, text, "strong" if on_turn else PLAIN)
        _lay_collected(canvas, _wind(seen, seat, None), x + 3, 1)
        x += len(text) + 1


def _wind(seen: Seen, seat: Seat, foreseen: Blew | None) -> Wind:
    on_turn, gain = seat == seen.turn, ""
    if foreseen is not None and opposite(foreseen.seat) == seat:
        gain = f"{ARROWS[foreseen.seat]} {format_tally(foreseen.scored, foreseen.deducted)}"
    return Wind(
        name=("> " if on_turn else "") + SEAT_NAMES[seat].upper(),
        player="" if seen.names[seat] == SEAT_NAMES[seat] else seen.names[seat],
        collected=format_tally(seen.state.scored[seat], seen.state.deducted[seat]),
        gain=gain,
        ink="strong" if on_turn else PLAIN,
    )


def _lay_collected(canvas: Canvas, wind: Wind, x: int, y: int) -> None:
    """Mark the places of what a wind has collected, where it is counted: what scores, and what deducts."""
    seat = SEAT_NAMES.index(wind.name.removeprefix("> ").capitalize())
    for zone, text in zip(("scored", "deducted"), wind.collected.split(" "), strict=False):
        canvas.lay(Box(x, y, len(text), 1), zone, seat)
        x += len(text) + 1


def format_collected(state: State, seat: Seat) -> str:
    """Return the letters of what a seat has collected: what scores, then what deducts."""
    scored, deducted = ("".join(card.code for card in in_order(pile[seat])) for pile in (state.scored, state.deducted))
    return f"+{scored} -{deducted}"
