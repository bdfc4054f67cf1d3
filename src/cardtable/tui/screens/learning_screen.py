"""The base of the lesson and exercise screens: a board with text beside or below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtable.rooms.kit.learning_room import LearningRoom
from cardtable.rooms.kit.response import OwnWay, Response
from cardtable.rooms.kit.two_sides import ShowSide
from cardtable.tui.board.pointing import Pointer, zones_not_shown
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import ROWS_BELOW_TABLE, VAST, is_vast
from cardtable.tui.drawing.faces import CardSet
from cardtable.tui.screens.board_screen import CURSOR_KEYS, PlayScreen
from cardtable.tui.screens.dialogs import ActionDialog
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.text_pane import PaneText, TextPane

if TYPE_CHECKING:
    from collections.abc import Collection

    from cardtable.engine.game import Event, Seat
    from cardtable.engine.zones import Place
    from cardtable.table.seen import Seen
    from cardtable.table.session import Session

VERDICT_ROWS = 3
"""The number of rows reserved for the verdict on an answer."""
PANE_COLUMNS = 40
"""The number of columns of the text when it is beside the board."""
LARGEST, LARGER, LARGE, MEDIUM, COMPACT = (120, 37), (120, 30), (80, 21), (60, 16), (40, 11)
"""The columns and rows of the boards' layouts, without the status lines."""
STATUS_ROWS = 2
MIN_TEXT_ROWS = 5
"""The smallest number of rows for text below the board. With less room, only the board or only the text is shown."""
BRIEF_ROWS = 2
"""The number of rows that projector mode leaves below its large table, for the status line and a shortened text."""
CHOICE_HINT = "Press the answer's number, or use the arrows and Enter."
TABLE_HINT = "Press Enter to go to the table."


class LearningScreen(RoomScreen[None], PlayScreen):
    """A screen with a board and text. Subclasses provide the text, and show the reply to an answer."""

    room: LearningRoom

    CSS = """
    LearningScreen BoardWidget { width: 1fr; height: 1fr; }
    LearningScreen TextPane { width: 1fr; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_text(-1)", "Scroll the text", show=False),
        Binding("pagedown", "scroll_text(1)", "Scroll the text", show=False),
    ]

    def __init__(self, room: LearningRoom, signs: CardSet, speed: str) -> None:
        super().__init__(room.game.id, signs, speed)
        self.room = room
        self.board.is_read_only = True
        self.pane = TextPane()
        self._rows_by_width: dict[int, int] = {}
        """The number of rows that the texts need, by their width in columns."""
        self._shows_table = False
        """Whether the table is shown instead of the text, if there is room for only one."""
        self._blank_rows = 0
        """The number of rows that a small table leaves blank. The end of the text can be shown there."""

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.pane
        yield KeyBar()

    # The text and the table

    def pane_text(self) -> PaneText:
        """Return the current text."""
        raise NotImplementedError  # each kind of learning screen has its own text

    def all_texts(self) -> Sequence[PaneText]:
        """Return every text that the screen will show, so that the board can leave room for all of them."""
        return (self.pane_text(),)

    def forget_rows(self) -> None:
        """Measure the texts again at the next layout."""
        self._rows_by_width.clear()

    def show_table(
        self,
        seen: Seen,
        story: Sequence[Event] = (),
        *,
        plays: bool = False,
        names: bool = False,
        asks: bool = False,
        points: Collection[Place] = (),
        pointer: Pointer | None = None,
    ) -> None:
        """Show a table on which the learner can look around, play or point.

        The board doesn't show the effects of actions if the learner only `names` actions, or if the text `asks` about
        those effects. With a `pointer`, the learner points at places.
        """
        board = self.board
        board.is_read_only, board.posts_illegal_choices, board.is_answering = not plays, plays, names
        board.shows_effects = not (names or asks)
        board.highlighted = frozenset(points)
        board.pointer = pointer
        self._choose_side(has_table=True)
        self._arrange()
        board.show(seen, board.frames_for(story, self.frames_per_movement))
        self._open_small_table()
        self.update_text()
        self._focus()

    def show_played(self, session: Session, seat: Seat | None, action: Any) -> None:
        """Animate an action, and then show the table after that action from a seat's point of view."""
        self.board.seen = session.look(seat)
        story = session.act(action)
        self.show_table(session.look(seat), story)

    def avoid(self, answers: Collection[Any]) -> None:
        """Move the cursor away from a correct answer, to the first group whose first action is legal but wrong."""
        board = self.board
        if board.choice is None or board.choice.action not in answers:
            return
        for at, group in enumerate(board.groups):
            if group.actions and board.is_allowed(group.actions[0]) and group.actions[0].action not in answers:
                board.move_cursor(at)
                board.is_chosen = False
                return

    def update_text(self) -> None:
        """Show the current text."""
        text = self.pane_text()
        if missing := zones_not_shown(self.board.canvas, self.board.highlighted) if self.board.size else []:
            text = text._replace(text=f"{text.text}\n\n(Not on the board: {', '.join(missing)}.)")
        self.pane.show(text)
        self._arrange()
        self.refresh_bindings()

    # The layout

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        super().apply_settings(signs, speed)
        self._choose_side(has_table=self.board.seen is not None)
        self._arrange()
        self._focus()

    def on_resize(self) -> None:
        self._measure_blank_rows()
        self._arrange()
        self.call_after_refresh(self.update_text)

    @property
    def _is_active(self) -> bool:
        """Whether the learner chooses something on the board."""
        return not self.board.is_read_only or self.board.pointer is not None

    @property
    def is_single(self) -> bool:
        """Whether there isn't room for both the board and the full text.

        In projector mode, the text gets no row that the largest table needs.
        """
        if self._is_projected:
            return self._place_board()[0] < self._largest_rows
        room = self.app.size.height - 1 - COMPACT[1] - STATUS_ROWS
        return room < MIN_TEXT_ROWS and not self._place_board()[1]

    @property
    def _is_projected(self) -> bool:
        return self.settings.scale == "large"

    @property
    def _largest_rows(self) -> int:
        """The rows of the largest table that leaves room for a brief text; if none does, all rows above the key bar."""
        width, height = self.app.size.width, self.app.size.height - 1
        layouts = self._layouts(width)[1:]  # giant cards would leave too little room for the text
        fitting = (rows for columns, rows in layouts if width >= columns and height >= rows + BRIEF_ROWS)
        return next(fitting, height)

    @property
    def _brief_rows(self) -> int:
        """The number of rows for a shortened text below the table, or 0 if the text isn't shortened.

        The text is shortened below the large table of projector mode, and below the table of a small terminal. In
        projector mode, a reply replaces the status line.
        """
        if not self._is_projected and self._shows_table and self.is_single:
            return self.pane.brief_rows(self.app.size.width, self._blank_rows, self.pane_text())
        room = self.app.size.height - 1 - self._largest_rows
        if not (self._is_projected and self._shows_table and room and self.is_single):
            return 0
        if not self._is_active or self.pane_text().answer:
            return room
        return room - min(self.board.status_lines(self.app.size.width), max(1, room - BRIEF_ROWS))

    def _layouts(self, width: int) -> Sequence[tuple[int, int]]:
        """Return the columns and rows of the boards' layouts, starting with the largest."""
        return VAST, LARGEST, LARGER, LARGE, (MEDIUM[0], self.board.medium_rows(width))

    def _rows_needed(self, width: int) -> int:
        """Return the number of rows below the board, with any status line, in which every text but the longest fits.

        The longest text scrolls if it needs more rows, because a single long text must not make the table smaller.
        """
        if width not in self._rows_by_width:
            rows = sorted(self.pane.rows(width, text) for text in self.all_texts())
            self._rows_by_width[width] = max(MIN_TEXT_ROWS + 1, rows[-2:][0])
        return self._rows_by_width[width]

    def _arrange(self) -> None:
        width, height = self.app.size
        board, pane, single = self.board, self.pane, self.is_single
        rows, beside = (0, False) if single else self._place_board()
        brief = self._brief_rows
        rows = rows or (self._largest_rows if brief and self._is_projected else 0)
        board.display = not single or self._shows_table
        pane.display = not single or not self._shows_table or brief > 0
        pane.is_brief, pane.shows_ending = brief > 0, self._is_active or not self._is_projected
        self.styles.layout = "horizontal" if beside else "vertical"
        columns = VAST[0] if rows >= VAST[1] else LARGEST[0]
        pane.styles.width = PANE_COLUMNS + max(0, width - columns - PANE_COLUMNS) if beside else "1fr"
        board.rows = 0 if beside else rows
        board.table_columns = columns if board.rows and is_vast(width, height - ROWS_BELOW_TABLE) else 0
        pane.styles.margin = (0, (width - board.table_columns) // 2 if board.table_columns else 0)
        board.styles.height = rows + self._status_rows(rows) if board.rows else "1fr"
        pane.styles.position, pane.styles.height, pane.styles.offset = "relative", "1fr", (0, 0)
        if brief and self._is_projected:
            board.styles.height = height - 1 - brief
        elif brief:  # the text covers blank rows of the table, which stays as it is
            board.styles.height = height - 1
            top = height - 1 - brief - board.status_lines(width) * self._is_active
            pane.styles.position, pane.styles.height, pane.styles.offset = "absolute", brief, (0, top)
        self.room.hidden = self.hidden

    def _status_rows(self, rows: int) -> int:
        """Return the number of status rows below a table of this many rows. A reply that needs these rows gets them."""
        width, height = self.app.size
        status, room, text = self.board.status_lines(width), height - 1 - rows, self.pane_text()
        if not self._is_active:
            return status if room - status >= self._rows_needed(width) else 0
        return max(0, min(status, room - self.pane.rows(width, text))) if text.answer else status

    def _measure_blank_rows(self) -> None:
        """Count the blank rows at the bottom of the table.

        If the learner needs the status lines, only rows above the status lines count. While the learner chooses an
        action, no rows count as blank, because lists and previews may need them.
        """
        board, self._blank_rows = self.board, 0
        if self._is_projected or not self.is_single or board.seen is None or not board.is_read_only:
            return
        width, height = self.app.size.width, self.app.size.height - 1
        table = board.drawn(width, height)
        rows = range(height - board.status_lines(width) * self._is_active)
        self._blank_rows = len(list(takewhile(lambda y: not table.line(y), reversed(rows))))

    def _open_small_table(self) -> None:
        """Show the table of a small terminal in place of the text, if the question fits below that table."""
        if self._is_projected or not self.is_single:
            return
        self._measure_blank_rows()
        text, width = self.pane_text(), self.app.size.width
        asks = bool(text.choices) or self.board.pointer is not None
        is_all_shown = self.pane.rows(width, text) - 1 <= self._blank_rows  # without the heading
        fits = is_all_shown or (asks and self.pane.question_rows(width, text) <= self._blank_rows)
        self._shows_table = self._keeps_small_table if text.answer else fits
        self._arrange()

    @property
    def _keeps_small_table(self) -> bool:
        """Whether the reply fits below the table. The table then stays on the screen for another answer."""
        text = self.pane_text()
        is_asked = bool(text.choices) or self.board.pointer is not None
        has_room = self.pane.reply_rows(self.app.size.width, text) <= self._blank_rows
        return bool(text.answer) and has_room and is_asked and self._shows_table

    def _place_board(self) -> tuple[int, bool]:
        """Return the rows of the largest table that leaves enough room for the text, and whether the text is beside it.

        The text is below the table if it fits there.
        """
        width, height = self.app.size.width, self.app.size.height - 1
        needed = self._rows_needed(width)
        for columns, rows in self._layouts(width):
            if width >= columns and height >= rows + needed:
                return rows, False
            if width >= columns + PANE_COLUMNS and height >= rows + STATUS_ROWS:
                return rows, True
        return max(COMPACT[1], min(MEDIUM[1] - 1, height - needed)), False

    def _focus(self) -> None:
        """Focus the board if the learner chooses something on it, or else the text."""
        wanted = self.board if self._is_active else self.pane
        if self.is_single and not self._brief_rows:
            wanted = self.board if self._shows_table else self.pane
        for widget in (self.board, self.pane):  # so that a click on the other widget doesn't move the focus
            widget.can_focus = widget is wanted
        if self.focused is not wanted:
            self.set_focus(wanted)
        self.refresh_bindings()

    @property
    def hidden(self) -> str:
        """The side, `table` or `text`, that is hidden for lack of room, or an empty string if both are shown."""
        return ("text" if self._shows_table else "table") if self.is_single else ""

    def show_side(self, side: str) -> None:
        """Show the side called `table` or `text`."""
        self._shows_table = side == "table"
        self._measure_blank_rows()
        self._arrange()
        self._focus()

    def action_scroll_text(self, pages: int) -> None:
        """Scroll the text by a number of pages."""
        self.pane.scroll_pages(pages)

    def turn_to_text(self) -> None:
        """Show the text if the table hides it or, in projector mode, if the reply doesn't fit below the table."""
        if self._is_projected:
            self._choose_side(has_table=self.board.seen is not None)
            self.show_side("table" if self._shows_table else "text")
        elif self.is_single and self._shows_table:
            self.show_side("table" if self._keeps_small_table else "text")

    def _choose_side(self, *, has_table: bool) -> None:
        """Choose a side in projector mode: the table if there is one, or the text if a reply needs the table's rows."""
        if self._is_projected:
            self._shows_table = has_table
            brief, text = self._brief_rows, self.pane_text()
            self._shows_table &= not text.answer or self.pane.reply_rows(self.app.size.width, text) <= brief

    # The room

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        signs = tuple(row for row in self.board.KEY_HELP if row[0] not in CURSOR_KEYS)
        on_board = super(RoomScreen, self).key_help if self.room.acts_on_board else signs
        return (*on_board, *super().key_help)

    def answer(self, response: Response | None) -> None:
        match response:
            case ShowSide(side):
                self.show_side(side)
            case OwnWay("type"):
                self.app.push_screen(ActionDialog(self.room.seen), self._typed)
            case _:
                super().answer(response)

    def say(self, text: str) -> None:
        self.room.said = text
        self.update_text()
        self.turn_to_text()

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        self.choose(event.action)

    def choose(self, action: Any) -> None:
        """Answer with an action that the player has chosen on the board."""
        self.attempt(lambda: self.room.give(action))

    def _typed(self, action: Any) -> None:
        if action is not None:
            self.attempt(lambda: self.room.give(action))
