"""What lessons and exercises share: the board of the game, and beside or below it the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtable.tui.board_screen import PlayScreen
from cardtable.tui.faces import CardSet
from cardtable.tui.pointing import Pointer, zones_not_shown
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.text_pane import PaneText, TextPane

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from cardtable.engine.game import AnyGame, Event, Place
    from cardtable.table.session import Seen

PANE = 40
"""Columns of the text where it stands beside the board."""
LARGEST, LARGE, MEDIUM, COMPACT = (120, 37), (80, 21), (60, 16), (40, 11)
"""Columns and rows of the boards' layouts, the status line not counted."""
STATUS = 2
FEWEST = 5
"""Rows of the text below the board; with fewer one of the two is shown at a time."""


class LearningScreen(PlayScreen):
    """A board and a text; whoever derives from it says what stands there and what the keys do."""

    CSS = """
    LearningScreen BoardWidget { width: 1fr; height: 1fr; }
    LearningScreen TextPane { width: 1fr; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "turn", "Table/text"),
        Binding("pageup", "scroll_text(-1)", "Scroll the text", show=False),
        Binding("pagedown", "scroll_text(1)", "Scroll the text", show=False),
        Binding("r", "rules", "Rules", show=False),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "leave", "Leave", key_display="q"),
    ]

    def __init__(self, game: AnyGame, signs: CardSet, speed: str) -> None:
        super().__init__(game.id, signs, speed)
        self.game = game
        self.board.is_read_only = True
        self.pane = TextPane()
        self._needs: dict[int, int] = {}
        """By the width of the text: the rows that it needs."""
        self._shows_table = False
        """Which of the two is up where there is room for one alone."""

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.pane
        yield KeyBar()

    # What stands there

    def told(self) -> PaneText:
        """What the pane says now."""
        raise AssertionError(f"{type(self).__name__} says nothing")

    def most_told(self) -> Sequence[PaneText]:
        """All that the pane will have to say, so that the board need not change its size on the way."""
        return (self.told(),)

    def ruling(self) -> str:
        """The number of the ruling that the rules are to be opened at."""
        return ""

    def lay(
        self,
        seen: Seen,
        story: Sequence[Event] = (),
        *,
        plays: bool = False,
        names: bool = False,
        asks: bool = False,
        points: Collection[Place] = (),
        aim: Callable[[Place], str] | None = None,
    ) -> None:
        """Lay the table: to be looked at, to be played on, or to be pointed at.

        Where the learner only `names` what could be played, or where something else `asks` to be worked out, the
        board shows nothing of what that would do.
        """
        board = self.board
        board.is_read_only, board.posts_illegal_choices, board.is_answering = not plays, plays, names
        board.shows_effects = not (names or asks)
        board.highlighted = frozenset(points)
        board.pointer = None if aim is None else Pointer(aim)
        self._arrange()
        board.show(seen, board.frames_for(story, self.frames_per_movement))
        self.say()
        self._focus()

    def say(self) -> None:
        """Let the pane say what is to be said now."""
        told = self.told()
        if missing := zones_not_shown(self.board.canvas, self.board.highlighted) if self.board.size else []:
            told = told._replace(text=f"{told.text}\n\n(Not on the board: {', '.join(missing)}.)")
        self.pane.tell(told)
        self.refresh_bindings()

    # Who stands where

    def on_resize(self) -> None:
        self._arrange()
        self.call_after_refresh(self.say)

    @property
    def _is_active(self) -> bool:
        """Whether the learner does something on the board."""
        return not self.board.is_read_only or self.board.pointer is not None

    @property
    def is_single(self) -> bool:
        """Whether there is room for one of the two alone."""
        return not self._is_beside and self.app.size.height - 1 - COMPACT[1] - STATUS < FEWEST

    @property
    def _is_beside(self) -> bool:
        """Whether the text stands at the side: where the large board is then in sight, and below it has no room."""
        width, height = self.app.size
        return width >= LARGE[0] + PANE and LARGE[1] + 2 <= height - 1 < LARGE[1] + self._needed(width)

    def _needed(self, width: int) -> int:
        """The most rows that the text takes below the board; the status line is counted where there is one."""
        if width not in self._needs:
            self._needs[width] = max(FEWEST + 1, *(self.pane.rows(width, told) for told in self.most_told()))
        return self._needs[width]

    def _arrange(self) -> None:
        width, height = self.app.size
        board, pane, single, beside = self.board, self.pane, self.is_single, self._is_beside
        board.display = not single or self._shows_table
        pane.display = not single or not self._shows_table
        self.styles.layout = "horizontal" if beside else "vertical"
        pane.styles.width = PANE + max(0, width - LARGEST[0] - PANE) if beside else "1fr"
        board.rows = 0 if single or beside else self._rows(width, height - 1)
        status = board.status_lines(width) if self._is_active else 0
        board.styles.height = board.rows + status if board.rows else "1fr"

    def _rows(self, width: int, height: int) -> int:
        """Rows of the table with the text below it: the largest layout that leaves the text the rows that it needs."""
        needed = self._needed(width)
        for columns, rows in (LARGEST, LARGE, (MEDIUM[0], self.board.MEDIUM_ROWS)):
            if width >= columns and height - rows >= needed:
                return rows
        return max(COMPACT[1], min(MEDIUM[1] - 1, height - needed))

    def _focus(self) -> None:
        """The keys go to the board while something is to be done there."""
        wanted = self.board if self._is_active else self.pane
        if self.is_single:
            wanted = self.board if self._shows_table else self.pane
        for each in (self.board, self.pane):  # a click on the other one is to take no keys away
            each.can_focus = each is wanted
        if self.focused is not wanted:
            self.set_focus(wanted)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The table and the text are turned over where only one of them is up."""
        return action != "turn" or self.is_single

    def action_turn(self) -> None:
        """Show the other one of table and text."""
        self._shows_table = not self._shows_table
        self._arrange()
        self._focus()

    def action_scroll_text(self, pages: int) -> None:
        """Scroll the text, where not all of it is in sight."""
        self.pane.scroll_lines(pages * max(1, self.pane.size.height - 2))

    def show_text(self) -> None:
        """Bring the text up where there is room for one alone."""
        if self.is_single and self._shows_table:
            self.action_turn()

    def action_rules(self) -> None:
        """The rules, open at the ruling that this is about."""
        self.open_rules(self.game.id, self.ruling())

    def action_leave(self) -> None:
        """Go back to where one came from."""
        self.dismiss()
