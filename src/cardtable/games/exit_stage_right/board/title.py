"""The title bar, with the game, its rules and deal code, the current player, the decks and the score."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.games.exit_stage_right.model import State
from cardtable.engine.phrases import address
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import Box, Canvas, cut

TITLE_COLUMNS = 60
"""The smallest width at which the title bar has room to name the current player."""
NAME = "Exit Stage Right"


def paint_title(canvas: Canvas, seen: Seen, caption: str) -> None:
    """Draw the title bar with a caption. Two spaces separate the parts of the caption."""
    state: State = seen.state
    counts = (
        ("draw_deck", f"{'draw deck' if canvas.width >= TITLE_COLUMNS else 'draw'} {len(state.draw_deck)}"),
        ("complete_deck", f"Completes {len(state.complete_deck)}"),
        ("won", f"won {len(state.won)}"),
        ("lost", f"lost {len(state.lost)}"),
        ("", f"{len(state.won) - len(state.lost):+d}"),
    )
    gap = "  " if cell_len("  ".join(text for _, text in counts)) <= canvas.width else " "
    right = gap.join(text for _, text in counts)
    canvas.title_bar(_title(seen, caption, canvas.width, canvas.width - len(right) - 2), right)
    x = canvas.width - len(right)
    for zone, text in counts:
        if zone:
            canvas.mark_place(Box(x, 0, len(text), 1), zone)
        x += len(text) + len(gap)


def _title(seen: Seen, caption: str, width: int, room: int) -> str:
    """Return the longest title that fits. Deal codes and warnings are shown in full or not at all."""
    if width < TITLE_COLUMNS:
        return ""
    turn = address(f"{seen.player(seen.turn)}'s turn") if len(seen.names) > 1 and seen.turn is not None else ""
    first, _, code = caption.partition("  ")
    nameless = ((caption, turn),) if code else ()  # whoever knows the preset knows the game
    wide = ((NAME, caption, turn), *nameless, (NAME, first, turn), (first if turn else NAME, turn))
    narrow = ((turn or first,), (turn,))
    titles = ["  ".join(filter(None, parts)) for parts in (wide if width >= 80 else narrow)]
    return next((title for title in titles if cell_len(title) <= room), cut(titles[-1], room))
