"""The dialog with the result of a game, below the final board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from cardtable.formats.wrapping import wrap
from cardtable.rooms.table import AFTER_THE_END, TableRoom
from cardtable.table.command_lines import deal_sentence, preset_name
from cardtable.table.grades import to_ascii
from cardtable.table.result_words import result_sentences
from cardtable.tui.screens.dialogs import COPY, LOW_HEIGHT, ChoiceDialog
from cardtable.tui.widgets.menu import Item, Menu

NOT_SAVED = "This game isn't saved. Press s at the table to save it to a file."


class ResultDialog(ChoiceDialog):
    """A result at the bottom of the screen, with the keys for what to do next."""

    CSS = """
    ResultDialog { align: center bottom; background: $background 0%; }
    ResultDialog > Vertical { width: 100%; padding: 0 1; background: $background; }
    ResultDialog > Vertical > Static { background: $background; color: $foreground; }
    """
    WIDTH = 1000
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("g", "refuse_review", "Say why there is no review", show=False),
    ]
    rows = 0
    """The rows that the dialog takes above the key bar."""
    why_no_review = ""
    """The reason why the game can't be reviewed, or an empty string if a menu item reviews it."""

    def styled(self, text: str) -> Content:
        """Return the text with the result in bold."""
        return Content(text).stylize("bold", 0, len(text.partition("\n")[0]))

    def action_refuse_review(self) -> None:
        """Give the reason in place of the last line."""
        *lines, _ = self._text.split("\n")
        self.query_one("Vertical > Static", Static).update(self.styled("\n".join([*lines, self.why_no_review])))


def result_dialog(
    room: TableRoom,
    deal: str,
    size: tuple[int, int],
    do: Callable[[str], object],
    *,
    ascii_only: bool,
    board_rows: int = 0,
) -> ResultDialog:
    """Return the dialog, without the least important sentences if the terminal has too few rows.

    `do` carries out a command of the room that opens another place, below which the dialog stays open.
    `board_rows` is the number of rows in which the board shows every score, which the dialog doesn't repeat, or 0.
    """
    session, ending = room.session, room.daily_ending
    entries = [] if room.saver is None else room.saver.entries()
    share = "" if ending is None else ending.share
    first, *more = result_sentences(
        session, entries, room.number, graded=room.grading.result, shows_scores=bool(board_rows)
    )
    if ending is not None:
        more.insert(1, ending.sentence)
    # The first item is harmless: many players press Enter once more than the end of the game needs.
    items = (
        Item("look", "Table", key="t", is_inline=True),
        *(
            Item(each.id, room.end_label(each.id), key=each.listed_keys[0], is_inline=True)
            for each in room.after_the_end
            if each.id in AFTER_THE_END
        ),
        *((Item(COPY, "Copy result" if share else "Copy deal", key="c", is_inline=True),) if share or deal else ()),
        Item("leave", "Lobby", key="q", is_inline=True),
    )
    start = [first, *([NOT_SAVED] if room.fault else [])]
    width, preset = ResultDialog("", ()).inner_width(size[0], 0), preset_name(session)
    code = deal_sentence(session.deal_code, f"{preset}, deal " if preset and session.deal_code else "Deal ")
    in_full = deal_sentence(deal)
    end = [in_full if cell_len(in_full) <= width else code]
    lines = fill(start, more, end, items, size, board_rows)
    text, copied = "\n".join(lines), share or deal
    if ascii_only:
        text, copied = to_ascii(text), to_ascii(copied)
    places = {each: partial(do, each) for each in ("replay", "review", "practice")}
    dialog = ResultDialog(text, items, copied, places)
    dialog.why_no_review, dialog.rows = room.command("review").why_not(room), rows_of(lines, items, size[0])
    return dialog


def fill(
    start: Sequence[str],
    more: Sequence[str],
    end: Sequence[str],
    items: Sequence[Item],
    size: tuple[int, int],
    board_rows: int = 0,
) -> list[str]:
    """Return the first and last lines of a dialog, with as many of the `more` lines between them as fit."""
    counts = range(len(more), 0, -1)
    count = next((each for each in counts if fits([*start, *more[:each], *end], items, size, board_rows)), 0)
    return [*start, *more[:count], *end]


def fits(lines: Sequence[str], items: Sequence[Item], size: tuple[int, int], board_rows: int = 0) -> bool:
    """Return whether a dialog leaves half of the screen, or on a low screen at least `board_rows`, to the board."""
    width, height = size
    return rows_of(lines, items, width) + 1 <= (height - board_rows if height < LOW_HEIGHT else height // 2)


def rows_of(lines: Sequence[str], items: Sequence[Item], width: int) -> int:
    """Return the rows of a dialog with these lines, without the key bar."""
    room = ResultDialog("", ()).inner_width(width, 0)
    text = sum(len(wrap(line.split(), room, measure=cell_len)) for line in lines)
    return text + 1 + Menu(items).rows(room) + 2
