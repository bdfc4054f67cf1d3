"""The result of a game on a screen of its own, and the dialog that shows a shorter result below a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from cardtable.formats.wrapping import wrap_words
from cardtable.rooms.ending import AFTER_THE_END, AGAIN
from cardtable.rooms.kit.command import Command
from cardtable.rooms.result import result_of
from cardtable.rooms.table import TableRoom
from cardtable.table.command_lines import deal_caption
from cardtable.table.grades import to_ascii
from cardtable.tui.drawing.canvas import Canvas, side_margin
from cardtable.tui.drawing.faces import ASCII, CardSet
from cardtable.tui.screens.dialogs import COPY, LOW_HEIGHT, ChoiceDialog
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu
from cardtable.tui.widgets.result_picture import FRAMES, ResultPicture

MORE = "more"
"""The id of the menu item that lists all remaining items."""
PAUSE_SECONDS = 1.5
"""The number of seconds for which Enter does nothing after each press, because many players press it once too often."""


class ResultDialog(ChoiceDialog):
    """A result at the bottom of the screen, with keys for the next steps."""

    CSS = """
    ResultDialog { align: center bottom; background: $background 0%; }
    ResultDialog > Vertical { width: 100%; padding: 0 1; background: $background; }
    ResultDialog > Vertical > Static { background: $background; color: $foreground; }
    """
    WIDTH = 1000
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "app.help", "Help", key_display="?")]

    def styled(self, text: str) -> Content:
        """Return the text with the result in bold."""
        return Content(text).stylize("bold", 0, len(text.partition("\n")[0]))


class ResultScreen(ChoiceDialog):
    """The full-screen result of a game at a table. The screen returns the id of the command that the player chooses."""

    CSS = """
    ResultScreen > Vertical {
        width: 100%; height: 1fr; max-height: 100%; padding: 0; border: none; background: $background;
    }
    """
    VERTICAL_BREAKPOINTS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("escape,t", "back", "Table", key_display="t"),
    ]
    last_key_at = inf
    """The time when Enter was last pressed or the screen was shown, whichever was later."""

    def __init__(
        self,
        room: TableRoom,
        do: Callable[[str], object],
        key_of: Callable[[Command], str],
        signs: CardSet,
        *,
        final: Callable[[int, int], Canvas | None],
        has_flourish: bool,
    ) -> None:
        """Show the result. `do` carries out a command that opens a side room, and `final` draws the final table."""
        first, more = (
            items_of(room, [each for each in part if each.id in AFTER_THE_END], key_of) for part in room.after_the_end
        )
        self._more = [Item("look", "Table", key="t", is_inline=True), *more]
        self._more.append(Item(COPY, "Share", key="c", is_inline=True))
        places = {each: partial(do, each) for each in ("replay", "review", "practice")}
        share = room.share_text
        items = [*first, Item(MORE, "More", key="m", is_inline=True)]
        super().__init__("", items, to_ascii(share) if signs is ASCII else share, places)
        title = room.session.game.title, deal_caption(room.session, may_show_code=True)
        self.picture, self._room = ResultPicture(result_of(room), title, signs, final), room
        self._has_flourish = has_flourish

    @property
    def all_items(self) -> Sequence[Item]:
        return *self._items, *self._more

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.picture
            yield Menu(self._items)
        yield KeyBar()

    def on_mount(self) -> None:
        if self._has_flourish:
            self.picture.play_frames(range(FRAMES))
        self.call_after_refresh(self._start_waiting)

    def _start_waiting(self) -> None:
        self.last_key_at = events.Event().time

    def on_resize(self) -> None:
        menu, margin = self.query_one(Menu), side_margin(*self.app.size)
        menu.styles.padding = (0, margin)
        menu.styles.height = menu.rows(self.app.size.width - 2 * margin)

    def on_key(self, event: events.Key) -> None:
        """End the flourish. Ignore an Enter that is held down or comes too soon after the end of the game."""
        self.picture.on_key(event)
        if event.key in ("enter", "space"):
            before, self.last_key_at = self.last_key_at, max(self.last_key_at, event.time)
            if event.time - before < PAUSE_SECONDS:
                event.stop()
                event.prevent_default()
                self._say_again()
        elif item := next((each for each in self._more if each.key == event.character), None):
            event.stop()
            event.prevent_default()
            self.pick(item.id)
        elif reason := self._why_not(event.character):
            self._show_notice(reason)

    def pick(self, choice: str) -> None:
        if choice in (MORE, COPY):
            self.query_one(Menu).show([*self._items[:-1], *self._more])
            self.on_resize()
        if choice == "look":
            self.action_back()
        elif choice != MORE:
            self.choose(choice)

    def show_copied(self, text: str) -> None:
        self._show_notice(text)

    def _say_again(self) -> None:
        if item := self.query_one(Menu).item:
            self._show_notice(AGAIN.format(item.label))

    def _show_notice(self, text: str) -> None:
        self.picture.notice = text
        self.picture.redraw()

    def _why_not(self, key: str | None) -> str:
        """Return the reason why the command with this key is refused, or an empty string."""
        room = self._room
        refused = (each for each in room.known if each.id in AFTER_THE_END and key in each.listed_keys)
        return next(filter(None, (each.why_not(room) for each in refused)), "")


def items_of(room: TableRoom, commands: Iterable[Command], key_of: Callable[[Command], str]) -> list[Item]:
    """Return menu items for commands after the end of a game. `key_of` returns the key of a command."""
    return [Item(each.id, room.end_label(each.id), key=key_of(each), is_inline=True) for each in commands]


def fill(
    start: Sequence[str],
    more: Sequence[str],
    end: Sequence[str],
    items: Sequence[Item],
    size: tuple[int, int],
) -> list[str]:
    """Return the lines of a dialog: the `start` lines, as many of the `more` lines as fit, and the `end` lines."""
    counts = range(len(more), 0, -1)
    count = next((each for each in counts if fits([*start, *more[:each], *end], items, size)), 0)
    return [*start, *more[:count], *end]


def fits(lines: Sequence[str], items: Sequence[Item], size: tuple[int, int]) -> bool:
    """Return whether a dialog leaves half of the rows to the board or, if the screen has few rows, at least one row."""
    width, height = size
    return rows_of(lines, items, width) + 1 <= (height if height < LOW_HEIGHT else height // 2)


def rows_of(lines: Sequence[str], items: Sequence[Item], width: int) -> int:
    """Return the number of rows of a dialog with these lines, without the key bar."""
    room = ResultDialog("", ()).inner_width(width, 0)
    text = sum(len(wrap_words(line.split(), room, measure=cell_len)) for line in lines)
    return text + 1 + Menu(items).rows(room) + 2
