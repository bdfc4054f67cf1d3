"""The title bar of Wind City: whose turn it is, and the pile."""

from __future__ import annotations

from cardtable.engine.games.wind_city.model import State
from cardtable.engine.phrases import counted
from cardtable.table.seen import Seen
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
        player = cut(f"{seen.turn + 1} {seen.names[seen.turn]}", room - len(verb)) + verb
    canvas.title_bar(title or player, player + count if title else count)
    canvas.mark_place(Box(canvas.width - len(count) + 2, 0, len(cards), 1), "pile")
