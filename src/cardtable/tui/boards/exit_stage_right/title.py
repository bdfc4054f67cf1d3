"""The title bar: the game, its rules and deal, whose turn it is, the decks and the score."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.games.exit_stage_right.model import State
from cardtable.engine.phrases import address
from cardtable.table.seen import Seen
from cardtable.tui.canvas import Box, Canvas, cut

TITLE_COLUMNS = 60
"""The columns from which the title bar has room to say whose turn it is."""
NAME = "Exit Stage Right"


def paint_title(canvas: Canvas, seen: Seen, caption: str) -> None:
    """Draw the title bar with a caption, whose parts are separated by two spaces."""
    state: State = seen.state
    counts = f"draw deck {len(state.draw_deck)}  Completes {len(state.complete_deck)}"
    if canvas.width < TITLE_COLUMNS:
        counts = f"draw {len(state.draw_deck)}  Compl. {len(state.complete_deck)}"
    won, lost = f"won {len(state.won)}", f"lost {len(state.lost)}"
    text = f"{counts}  {won}  {lost}  {len(state.won) - len(state.lost):+d}"
    canvas.title_bar(_title(seen, caption, canvas.width, canvas.width - len(text) - 2), text)
    draw_deck, _, complete_deck = counts.partition("  ")
    x = canvas.width - len(text)
    for zone, part in (("draw_deck", draw_deck), ("complete_deck", complete_deck), ("won", won), ("lost", lost)):
        canvas.mark_place(Box(x, 0, len(part), 1), zone)
        x += len(part) + 2


def _title(seen: Seen, caption: str, width: int, room: int) -> str:
    """Return the longest title that fits; part of a deal code or a warning would be no use."""
    if width < TITLE_COLUMNS:
        return ""
    turn = address(f"{seen.player(seen.turn)}'s turn") if len(seen.names) > 1 and seen.turn is not None else ""
    first = caption.partition("  ")[0]
    wide = ((NAME, caption, turn), (NAME, first, turn), (first if turn else NAME, turn))
    narrow = ((turn or first,), (turn,))
    titles = ["  ".join(filter(None, parts)) for parts in (wide if width >= 80 else narrow)]
    return next((title for title in titles if cell_len(title) <= room), cut(titles[-1], room))
