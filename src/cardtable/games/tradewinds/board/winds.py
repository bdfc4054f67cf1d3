"""The four winds around the grid: the players, their collected Singles, and the choice's gain."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from cardtable.engine.cards import in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import EAST, NORTH, SEATS, SOUTH, WEST, Blew, State, opposite
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.engine.games.tradewinds.words import format_tally, name_points
from cardtable.games.tradewinds.board.layout import Layout
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.drawing.faces import ASCII, CardSet

MARKS = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}
"""The marks for the direction in which each seat blows, used in small layouts."""
_ARROWS = {NORTH: "▼", EAST: "◄", SOUTH: "▲", WEST: "►"}


def arrow(seat: Seat, signs: CardSet) -> str:
    """Return the sign for the direction in which a seat blows."""
    return MARKS[seat] if signs is ASCII else _ARROWS[seat]


class Wind(NamedTuple):
    """The texts on one side of the grid."""

    name: str
    player: str
    """The player's name, or an empty string if it is the wind's name."""
    level: str
    """A computer player's level, in brackets. The level follows the name if there is room."""
    collected: str
    gain: str
    """The number that the choice would add to the player's tally."""
    style: str


def paint_winds(canvas: Canvas, layout: Layout, seen: Seen, preview: Blew | None) -> None:
    """Paint the texts of each wind on its side of the grid."""
    for seat in range(SEATS):
        wind = _wind(seen, seat, preview)
        if layout.is_roomy:
            _paint_roomy(canvas, layout, seat, wind)
        elif seat == NORTH:
            _paint_across(canvas, layout, layout.top - 1, seat, wind)
        elif seat == SOUTH:
            _paint_across(canvas, layout, layout.y(2) + layout.card.height, seat, wind)
        elif seat == WEST:
            _paint_beside(canvas, 0, layout.y(1), layout.left - 1, seat, wind)
        else:
            _paint_beside(canvas, layout.east, layout.y(1), layout.panel - layout.east - 1, seat, wind)


def _paint_roomy(canvas: Canvas, layout: Layout, seat: Seat, wind: Wind) -> None:
    """Paint a wind in a corner or above the middle of a side, without lines that would cover Singles that leave."""
    title = wind.name.removeprefix("> ")  # the title bar says whose turn it is
    x = layout.east if seat == EAST else 0
    room = (layout.panel if seat == EAST else layout.left) - x - 1
    y = layout.top - 1 if seat == NORTH else layout.bottom - 1 if seat == SOUTH else layout.y(1) - 2
    tally = next(
        (text for text in (wind.collected, wind.collected.replace(" ", "")) if len(title) + 1 + len(text) <= room),
        wind.collected.replace(" ", ""),
    )
    name = title if len(title) + 1 + len(tally) <= room else title[0]
    canvas.put(x, y, f"{name} {tally}", wind.style)
    _mark_collected(canvas, seat, tally, x + len(name) + 1, y)
    whole = _named(wind.player, wind.level, room)
    lines = [whole] if whole.endswith(")") or not wind.level else [cut(wind.player, room), wind.level.strip(" ()")]
    for down, line in enumerate(lines, 1):
        if not canvas.line(y + down)[x : x + room].strip():  # Singles that would leave may be there
            canvas.put(x, y + down, cut(line, room), wind.style)


def _paint_across(canvas: Canvas, layout: Layout, y: int, seat: Seat, wind: Wind) -> None:
    edge = layout.x(2) + layout.card.width
    room = edge + layout.left - 2  # as far beyond the grid on both sides as there is room
    rest = f" {wind.collected}{f' {wind.gain}' if wind.gain else ''}"
    text = cut(_named(f"{wind.name} {wind.player}".rstrip(), wind.level, room - len(rest)), room - len(rest)) + rest
    x = (edge + layout.left - cell_len(text)) // 2
    canvas.put(x, y, text.removesuffix(wind.gain), wind.style)
    _mark_collected(canvas, seat, wind.collected, x + cell_len(text) - cell_len(rest) + 1, y)
    canvas.put_right(x + cell_len(text), y, wind.gain, "strong")


def _paint_beside(canvas: Canvas, x: int, y: int, room: int, seat: Seat, wind: Wind) -> None:
    lines = [cut(line, room) for line in (wind.name, wind.player, wind.level.strip(" ()"), wind.collected) if line]
    canvas.block(x, y, lines, wind.style)
    gain = wind.gain if cell_len(wind.gain) <= room else wind.gain.replace(" ", "")
    canvas.put(x, y + len(lines), cut(gain, room), "strong")
    _mark_collected(canvas, seat, wind.collected, x, y + len(lines) - 1)


def _named(name: str, level: str, room: int) -> str:
    """Return a name with the level, or the name alone if the level doesn't fit."""
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
        _mark_collected(canvas, seat, text[3:], x + 3, 1)
        x += len(text) + 1


def _wind(seen: Seen, seat: Seat, preview: Blew | None) -> Wind:
    has_turn, gain, name = seat == seen.turn, "", seen.player(seat)
    if preview is not None and opposite(preview.seat) == seat:
        gain = f"{MARKS[preview.seat]} {name_points(preview) or 0}"
    return Wind(
        name=("> " if has_turn else "") + SEAT_NAMES[seat].upper(),
        player="" if name == SEAT_NAMES[seat] else name,
        level=seen.player_with_level(seat).removeprefix(name) if name != SEAT_NAMES[seat] else "",
        collected=format_tally(seen.state.scored[seat], seen.state.deducted[seat]),
        gain=gain,
        style="gold" if has_turn else "strong" if seen.turn == opposite(seat) else PLAIN,
    )


def _mark_collected(canvas: Canvas, seat: Seat, tally: str, x: int, y: int) -> None:
    """Record where a wind's numbers of scored and deducted Singles are on the canvas."""
    scored, deducted = tally.replace("-", " -").split()
    for zone, text in (("scored", scored), ("deducted", deducted)):
        canvas.mark_place(Box(x, y, len(text), 1), zone, seat)
        x += len(text) + (" -" in tally)


def format_collected(state: State, seat: Seat) -> str:
    """Return the letters of a seat's collected Singles: first those that scored, then those that cost points."""
    piles = (("+", state.scored[seat]), ("-", state.deducted[seat]))
    texts = (sign + "".join(card.code for card in in_order(pile)) for sign, pile in piles if pile)
    return " ".join(texts) or "nothing yet"
