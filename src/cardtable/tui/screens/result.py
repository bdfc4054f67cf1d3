"""The dialog with the result of a game, below the final board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.formats.wrapping import wrap
from cardtable.practice.decisions import is_practised, why_no_review
from cardtable.table import daily
from cardtable.table.command_lines import deal_sentence
from cardtable.table.daily_words import share_line, streak_sentence
from cardtable.table.lazy_archive import GameSaver
from cardtable.table.result_words import result_sentences
from cardtable.table.session import Session
from cardtable.table.when import format_day
from cardtable.tui.screens.dialogs import COPY, LOW_HEIGHT, ChoiceDialog, SideRooms
from cardtable.tui.widgets.menu import Item, Menu

NOT_SAVED = "This game isn't saved. Press s at the table to save it to a file."


class ResultDialog(ChoiceDialog):
    """A result at the bottom of the screen, with the keys for what to do next."""

    CSS = """
    ResultDialog { align: center bottom; background: $background 0%; }
    ResultDialog > Vertical { width: 100%; padding: 0 1; }
    """
    WIDTH = 1000
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("v", "refuse_review", "Say why there is no review", show=False),
    ]
    why_no_review = ""
    """The reason why the game can't be reviewed, or an empty string if a menu item reviews it."""

    def action_refuse_review(self) -> None:
        """Give the reason in place of the last line."""
        *lines, _ = self._text.split("\n")
        self.query_one("Vertical > Static", Static).update("\n".join([*lines, self.why_no_review]))


def result_dialog(
    session: Session,
    saver: GameSaver,
    deal: str,
    size: tuple[int, int],
    side_rooms: SideRooms,
    *,
    ascii_only: bool,
) -> ResultDialog:
    """Return the dialog, without the least important sentences if the terminal has too few rows."""
    entries, day = saver.entries(), daily.today()
    history = daily.daily_history(entries, day)
    share = share_line(history) if saver.daily == day.isoformat() else ""
    first, *more = result_sentences(session, entries, saver.number)
    if share:
        more[:0] = [f"Daily deal of {format_day(day, day)}. Streak: {streak_sentence(history)}", f"To share: {share}"]
    reason = why_no_review(session)
    # The first item is harmless: many players press Enter once more than the end of the game needs.
    items = (
        Item("look", "Table", key="t", is_inline=True),
        Item("new", "New deal", key="n", is_inline=True),
        Item("same", f"Same {'position' if session.code is None else 'deal'}", key="a", is_inline=True),
        Item("replay", "Replay", key="w", is_inline=True),
        *(() if reason else (Item("review", "Review", key="v", is_inline=True),)),
        *((Item("practice", "Practice", key="p", is_inline=True),) if is_practised(session) else ()),
        *((Item(COPY, "Copy", key="c", is_inline=True),) if share or deal else ()),
        Item("lobby", "Lobby", key="q", is_inline=True),
    )
    start = [first, *([NOT_SAVED] if saver.fault else [])]
    end = [deal_sentence(session.code)]
    text = "\n".join(fill(start, more, end, items, size))
    dialog = ResultDialog(text.replace("–", "-") if ascii_only else text, items, share or deal, side_rooms)
    dialog.why_no_review = reason
    return dialog


def fill(
    start: Sequence[str], more: Sequence[str], end: Sequence[str], items: Sequence[Item], size: tuple[int, int]
) -> list[str]:
    """Return the first and last lines of a dialog, with as many more lines between them as fit."""
    count = next((each for each in range(len(more), 0, -1) if fits([*start, *more[:each], *end], items, size)), 0)
    return [*start, *more[:count], *end]


def fits(lines: Sequence[str], items: Sequence[Item], size: tuple[int, int]) -> bool:
    """Return whether a dialog leaves half of the screen to the board or, if the screen is low, fits on it."""
    width, height = size
    room = ResultDialog("", ()).inner_width(width, 0)
    rows = sum(len(wrap(line.split(), room, measure=cell_len)) for line in lines) + 1 + Menu(items).rows(room)
    return rows + 3 <= (height if height < LOW_HEIGHT else height // 2)
