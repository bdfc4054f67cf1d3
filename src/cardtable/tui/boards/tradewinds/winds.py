"""The four winds round the grid: players, collected Singles, and the gain from the choice."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from cardtable.engine.cards import in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import EAST, NORTH, SEATS, SOUTH, WEST, Blew, State, opposite
from cardtable.engine.games.tradewinds.words import SEAT_NAMES, format_tally, name_points
from cardtable.table.seen import Seen
from cardtable.tui.boards.tradewinds.layout import Layout
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap

ARROWS = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}
"""The direction in which each seat blows."""


class Wind(NamedTuple):
    """The texts on one side of the grid."""

    name: str
    player: str
    """The player's name, or an empty string if it's the same as the wind's."""
    level: str
    """The level of a computer player in brackets, which follows the name if there is room."""
    collected: str
    gain: str
    """The number that the choice under the cursor would add to the tally."""
    style: str


def paint_winds(canvas: Canvas, layout: Layout, seen: Seen, preview: Blew | None) -> None:
    """Paint the texts of each wind on its side of the grid."""
    for seat in range(SEATS):
        wind = _wind(seen, seat, preview)
        if seat == NORTH:
            _paint_across(canvas, layout, layout.top - 1, wind)
        elif seat == SOUTH:
            _paint_across(canvas, layout, layout.y(2) + layout.card.height, wind)
        elif seat == WEST:
            _paint_beside(canvas, 0, layout.y(1), layout.left - 1, wind)
        else:
            _paint_beside(canvas, layout.east, layout.y(1), layout.panel - layout.east - 1, wind)


def _paint_across(canvas: Canvas, layout: Layout, y: int, wind: Wind) -> None:
    """Paint the texts of a wind on one line, above or below the grid."""
    edge = layout.x(2) + layout.card.width
    room = edge + layout.left - 2  # as far beyond the grid on both sides as there is room
    rest = f" {wind.collected}{f' {wind.gain}' if wind.gain else ''}"
    text = cut(_named(f"{wind.name} {wind.player}".rstrip(), wind.level, room - len(rest)), room - len(rest)) + rest
    x = (edge + layout.left - cell_len(text)) // 2
    canvas.put(x, y, text.removesuffix(wind.gain), wind.style)
    _mark_collected(canvas, wind, x + cell_len(text) - cell_len(rest) + 1, y)
    canvas.put_right(x + cell_len(text), y, wind.gain, "strong")


def _paint_beside(canvas: Canvas, x: int, y: int, room: int, wind: Wind) -> None:
    """Paint a wind's label on several lines, beside the grid."""
    lines = [cut(line, room) for line in (wind.name, wind.player, wind.level.strip(" ()"), wind.collected) if line]
    canvas.block(x, y, lines, wind.style)
    gain = wind.gain if cell_len(wind.gain) <= room else wind.gain.replace(" ", "")
    canvas.put(x, y + len(lines), cut(gain, room), "strong")
    _mark_collected(canvas, wind, x, y + len(lines) - 1)


def _named(name: str, level: str, room: int) -> str:
    """Return a name with the level, or without it if that doesn't fit."""
    return name + level if cell_len(name + level) <= room else name


def paint_winds_in_a_line(canvas: Canvas, seen: Seen, *, shows_collected: bool) -> None:
    """Paint the tallies or the collected cards of all winds above the grid."""
    state: State = seen.state
    if shows_collected:
        text = "  ".join(f"{SEAT_NAMES[seat][0]} {format_collected(state, seat)}" for seat in range(SEATS))
        canvas.block(0, 1, wrap(text, canvas.width, 2))
        return
    x = 0
    for seat, name in enumerate(SEAT_NAMES):
        has_turn = seat == seen.turn
        text = f"{'>' if has_turn else ' '}{name[0]} {format_tally(state.scored[seat], state.deducted[seat])}"
        canvas.put(x, 1, text, "strong" if has_turn else PLAIN)
        _mark_collected(canvas, _wind(seen, seat, None), x + 3, 1)
        x += len(text) + 1


def _wind(seen: Seen, seat: Seat, preview: Blew | None) -> Wind:
    has_turn, gain, name = seat == seen.turn, "", seen.player(seat)
    if preview is not None and opposite(preview.seat) == seat:
        gain = f"{ARROWS[preview.seat]} {name_points(preview) or 0}"
    return Wind(
        name=("> " if has_turn else "") + SEAT_NAMES[seat].upper(),
        player="" if name == SEAT_NAMES[seat] else name,
        level=seen.player_with_level(seat).removeprefix(name) if name != SEAT_NAMES[seat] else "",
        collected=format_tally(seen.state.scored[seat], seen.state.deducted[seat]),
        gain=gain,
        style="gold" if has_turn else PLAIN,
    )


def _mark_collected(canvas: Canvas, wind: Wind, x: int, y: int) -> None:
    """Record the tallies of a wind's scored and deducted Singles as places on the canvas."""
    seat = SEAT_NAMES.index(wind.name.removeprefix("> ").capitalize())
    for zone, text in zip(("scored", "deducted"), wind.collected.split(" "), strict=False):
        canvas.mark_place(Box(x, y, len(text), 1), zone, seat)
        x += len(text) + 1


def format_collected(state: State, seat: Seat) -> str:
    """Return the letters of a seat's collected Singles: scored, then deducted."""
    piles = (("+", state.scored[seat]), ("-", state.deducted[seat]))
    texts = (sign + "".join(card.code for card in in_order(pile)) for sign, pile in piles if pile)
    return " ".join(texts) or "nothing yet"
