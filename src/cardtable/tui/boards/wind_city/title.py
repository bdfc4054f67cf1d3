"""The title bar of Wind City: whose turn it is and the pile or, on small screens, everybody's coins and points."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.houses import points_of
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.phrases import address, counted
from cardtable.table.seen import Seen
from cardtable.tui.boards.wind_city.layout import SIDE, Layout
from cardtable.tui.boards.wind_city.texts import PHASE_VERBS
from cardtable.tui.canvas import Box, Canvas, cut


def paint_title(canvas: Canvas, seen: Seen, caption: str, *, is_walking: bool) -> None:
    """Draw the title bar; while the hurricane is walking, that is what the player does."""
    state: State = seen.state
    title = f"Wind City  {caption}".rstrip() if canvas.width >= 80 else ""
    piles = f" of {state.options.piles}" if state.options.piles else ""
    number = min(state.run_out + 1, state.options.piles or state.run_out + 1)
    cards = f"{counted(len(state.pile), 'card')} left" if canvas.width >= 60 else f"pile {len(state.pile)}"
    count = f"  {cards}, pile {number}{piles}" if canvas.width >= 60 else f"  {cards}"
    player = ""
    if seen.turn is not None:
        room = canvas.width - len(count) - (len(title) + 2 if title else 0)
        verb = " moves the hurricane" if is_walking else f" {PHASE_VERBS[state.phase]}"
        player = address(cut(f"{seen.turn + 1} {seen.player(seen.turn)}", room - len(verb)) + verb)
    canvas.title_bar(title or player, player + count if title else count)
    canvas.mark_place(Box(canvas.width - len(count) + 2, 0, len(cards), 1), "pile")


def paint_scores(canvas: Canvas, layout: Layout, seen: Seen, *, shows_points: bool) -> None:
    """Draw everybody's coins and points in the title bar, and the pile beside the play area."""
    state: State = seen.state
    seats = range(len(seen.names))
    numbers = [_numbers(state, seat, shows_points=shows_points) for seat in seats]
    marks = [f"{'>' if seat == seen.turn else ' '}{seat + 1}" for seat in seats]
    room = canvas.width // len(seats) - max(len(mark + number) for mark, number in zip(marks, numbers, strict=True)) - 2
    canvas.title_bar("")
    x = 0
    for seat in seats:
        name = f"{marks[seat]} {chop_cells(seen.player(seat), room)[0]} " if room > 1 else f"{marks[seat]}:"
        canvas.put(x, 0, name + numbers[seat], "title")
        canvas.mark_place(Box(x + cell_len(name), 0, len(numbers[seat]), 1), "coins", seat)
        x += canvas.width // len(seats)
    side = ["pile", str(len(state.pile)), "", *(["coins", "/pts"] if shows_points else ["coins"])]
    canvas.block(layout.side, 1, [text.rjust(SIDE) for text in side], "dim")
    canvas.mark_place(Box(layout.side, 1, SIDE, 2), "pile")


def _numbers(state: State, seat: Seat, *, shows_points: bool) -> str:
    """Return a player's coins, with the points after a slash."""
    coins, *_, points = figures(state, seat)
    return "out" if seat in state.out else f"{coins}/{points}" if shows_points else str(coins)


def figures(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return coins, houses, insured houses and points."""
    own = state.houses[seat]
    two = sum(space in state.two_family for space in own)
    insured = sum(space in state.insured for space in own)
    return state.coins[seat], len(own) + two, insured, points_of(state)[seat]
