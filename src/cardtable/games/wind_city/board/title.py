"""The title bar of Wind City: the current player and the pile or, on small screens, all players' coins and points."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.houses import points_of
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.games.wind_city.storm import reach, steps_to_end
from cardtable.engine.games.wind_city.words import PHASE_VERBS
from cardtable.engine.phrases import address, counted
from cardtable.games.wind_city.board.layout import SIDE, Layout
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import Box, Canvas, cut


def paint_title(canvas: Canvas, seen: Seen, caption: str, *, is_walking: bool) -> None:
    """Draw the title bar. While the hurricane moves, the title bar says what the player is doing."""
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
        name = cut(seen.player(seen.turn), room - len(verb) - 2)
        prefix = "" if name == f"Player {seen.turn + 1}" else f"{seen.turn + 1} "
        player = prefix + address(name + verb)
    canvas.title_bar(title or player, player + count if title else count)
    canvas.mark_place(Box(canvas.width - len(count) + 2, 0, len(cards), 1), "pile")


def paint_scores(canvas: Canvas, layout: Layout, seen: Seen, *, shows_points: bool) -> None:
    """Draw all players' coins and points in the title bar, and the pile beside the play area."""
    state: State = seen.state
    seats = range(len(seen.names))
    numbers = [_numbers(state, seat, shows_points=shows_points) for seat in seats]
    names = _names(canvas.width - sum(map(len, numbers)), seen)
    canvas.title_bar("")
    x, free = 0, canvas.width - sum(map(cell_len, names)) - sum(map(len, numbers))
    for seat in seats:
        canvas.put(x, 0, names[seat] + numbers[seat], "title")
        x += cell_len(names[seat])
        canvas.mark_place(Box(x, 0, len(numbers[seat]), 1), "coins", seat)
        x += len(numbers[seat]) + max(0, min(2, free // len(seats)))
    side = ["pile", str(len(state.pile)), "", *(["coins", "/pts"] if shows_points else ["coins"])]
    canvas.block(layout.side, 1, [text.rjust(SIDE) for text in side], "dim")
    if steps := steps_to_end(state):
        is_near = reach(state).can_leave
        end = ("end:", f"{steps} N{'!' * is_near}")
        canvas.block(layout.side, 6, [text.rjust(SIDE) for text in end], "loss" if is_near else "dim")
    canvas.mark_place(Box(layout.side, 1, SIDE, 2), "pile")


def _names(room: int, seen: Seen) -> list[str]:
    """Return the text before each player's coins: the player's number or name, with a mark for the current player."""
    marks = ["> "[seat != seen.turn] for seat in range(len(seen.names))]
    each = room // len(marks) - len("> 1 ")
    if each > 1:
        longer = list(map(seen.player_with_level, range(len(marks))))
        names = longer if max(map(cell_len, longer)) <= each else seen.players
        return [f"{mark}{seat + 1} {chop_cells(names[seat], each)[0]} " for seat, mark in enumerate(marks)]
    return [f"{mark}{seat + 1}:" if each >= -1 else mark for seat, mark in enumerate(marks)]


def _numbers(state: State, seat: Seat, *, shows_points: bool) -> str:
    """Return a player's coins, followed by a slash and the points if they are shown."""
    coins, *_, points = figures(state, seat)
    return "out" if seat in state.out else f"{coins}/{points}" if shows_points else str(coins)


def figures(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return a player's coins, houses, insured houses and points."""
    own = state.houses[seat]
    two = sum(space in state.two_family for space in own)
    insured = sum(space in state.insured for space in own)
    return state.coins[seat], len(own) + two, insured, points_of(state)[seat]
