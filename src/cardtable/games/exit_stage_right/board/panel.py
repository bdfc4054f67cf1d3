"""The panel beside the stage: the choices, the players and the latest moves with their results."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Seat, last_event
from cardtable.engine.games.exit_stage_right.model import Shifted
from cardtable.engine.phrases import counted
from cardtable.games.exit_stage_right.board.lately import move_in_brief
from cardtable.games.exit_stage_right.board.layout import Layout
from cardtable.table.seen import Seen
from cardtable.tui.board.panels import current_choices, paint_choices
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, wrap


def numbers(shifted: Shifted, columns: str) -> str:
    """Return the numbers of Completes won, lost, moved right and moved left, aligned with these column headings."""
    found = {"won": len(shifted.won), "lost": len(shifted.lost), "right": shifted.right, "left": shifted.left}
    return " ".join(str(found[name]).rjust(len(name)) for name in columns.split())


def paint_panel(
    canvas: Canvas, board: BoardWidget, layout: Layout, seen: Seen, columns: str, *, has_choices: bool, goal: str
) -> None:
    """Paint the choices, the players and the log, one below another, and the `goal` if it isn't shown elsewhere."""
    width, y = canvas.width - layout.panel, layout.top
    end = canvas.height if layout.has_piles else layout.bottom
    if not layout.has_column_headings:
        end -= 1
        canvas.put_right(canvas.width, end, goal, "strong")
    if has_choices:
        area, choices = Box(layout.panel, y, width, end - y), current_choices(board)
        title = board.groups[board.group].name
        if len(choices) < area.height and cell_len(title) + len(columns) < width:
            canvas.put_right(canvas.width, y, columns, "dim")
        y += paint_choices(canvas, board, area, choices, board.action_index, title)
    y += 1
    if len(seen.names) > 1:
        if len(seen.names) <= end - y:
            for seat in range(len(seen.names)):
                _paint_player(canvas, layout, seen, y, seat)
                y += 1
        else:
            counts = "  ".join(
                f"{cut(name, 8)} {len(seen.state.hands[seat])}" for seat, name in enumerate(seen.players)
            )
            canvas.block(layout.panel, y, wrap(f"Cards in hand: {counts}", width, end - y), "dim")
            y = end
    board.skip_goal()
    used = board.put_tips(canvas, Box(layout.panel, y + 1, width, end - y - 3))
    y += 1 + used + bool(used)
    if not used or end - y > 2:  # below tips, numbers without their heading say nothing
        _paint_log(canvas, layout, seen, y, end)


def _paint_player(canvas: Canvas, layout: Layout, seen: Seen, y: int, seat: Seat) -> None:
    hand = seen.state.hands[seat]
    width, cards = canvas.width - layout.panel, counted(len(hand), "card", none="0")
    if seat != seen.viewer and not any(map(is_hidden, hand)):  # ES-10: an open hand
        cards = f"{''.join(card.code for card in hand)} {cards}"
    has_turn, name = seat == seen.turn, seen.player_with_level(seat)
    if cell_len(name) > width - len(cards) - 3:
        cards = cards.removesuffix(" cards").removesuffix(" card")
    line = f"{'>' if has_turn else ' '} {cut(name, width - len(cards) - 3)}"
    canvas.put(layout.panel, y, line, "strong" if has_turn else PLAIN)
    canvas.put_right(canvas.width, y, cards, "dim")


def _paint_log(canvas: Canvas, layout: Layout, seen: Seen, y: int, end: int) -> None:
    steps = seen.log[1:]
    columns = "won lost"
    if steps and end - y > 2:
        canvas.put(layout.panel, y, "What happened" if layout.has_headings else "Moves", "dim")
        canvas.put_right(canvas.width, y, columns, "dim")
        y += 1
    width, room = canvas.width - layout.panel, end - y
    shown: list[tuple[list[str], Shifted | None]] = []
    for step in reversed(steps):
        shifted = last_event(step, Shifted)
        lines = wrap(move_in_brief(seen, step[0]), width - len(columns) - 1, 3)
        room -= len(lines)
        if room < 0:
            break
        shown.insert(0, (lines, shifted))
    for (first, *more), shifted in shown:
        canvas.block(layout.panel, y, [first, *(f"  {line}" for line in more)], "dim")
        if shifted is not None:
            net = len(shifted.won) - len(shifted.lost)
            ink = "gain" if net > 0 else "loss" if net < 0 else "dim"
            canvas.put_right(canvas.width, y, numbers(shifted, columns), ink)
        y += 1 + len(more)
