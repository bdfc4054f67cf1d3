"""The review of a game: the board before each move, the loss that each move caused, and a graph of the outlook."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message

from cardtable.practice.review import STEPS
from cardtable.rooms.kit.response import Response
from cardtable.rooms.kit.review_work import SAVE_SECONDS
from cardtable.rooms.kit.two_sides import ShowSide
from cardtable.rooms.review import ReviewRoom
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import longest_that_fits
from cardtable.tui.drawing.faces import ASCII, CardSet
from cardtable.tui.screens.board_screen import BoardScreen
from cardtable.tui.screens.review_layout import ReviewLayout, layout_for
from cardtable.tui.screens.review_text import NUMBERS_HELP, ReviewText
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.outlook_graph import OutlookGraph
from cardtable.tui.widgets.text_pane import TextPane

LOSS = tuple(f"{100 * step:.0f} points" for step in STEPS)


class ReviewPane(TextPane):
    """The text of a review, with a list of mistakes. The player can go to each mistake."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Choose", show=False),
        Binding("down", "move(1)", "Choose", show=False),
        Binding("enter,space", "pick", "Go there", key_display="enter"),
    ]


class ReviewScreen(RoomScreen[None], BoardScreen[None]):
    """A review that players can read while it is still growing."""

    room: ReviewRoom
    CSS = """
    ReviewScreen #top { layout: horizontal; height: 1fr; width: 1fr; }
    ReviewScreen #top.-stacked { layout: vertical; }
    ReviewScreen TextPane { width: 1fr; height: 1fr; }
    """
    KEY_HELP = (
        ("up, down", "in the summary: choose a mistake; at a move: previous mistake, next mistake"),
        ("pgup, pgdn", "scroll the text"),
        ("mouse", "click the graph to go to a move, or a mistake in the list"),
        *NUMBERS_HELP,
        (
            "?!",
            f"in the graph: an inaccuracy, which gave away a certain win or at least {LOSS[0]} of the win chance",
        ),
        ("?", f"a mistake: at least {LOSS[1]}"),
        ("??", f"a blunder: at least {LOSS[2]}"),
        ("x", "in games without win chances: a move that gave away half a point or more of the margin"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of(ReviewRoom.commands),
        Binding("pageup", "scroll_text(-1)", show=False),
        Binding("pagedown", "scroll_text(1)", show=False),
    ]

    class Changed(Message):
        """Posted from another thread when the review has changed."""

    def __init__(self, room: ReviewRoom, signs: CardSet, speed: str) -> None:
        """Prepare to show the review, which hasn't been started yet."""
        super().__init__(room.session.game.id, signs, speed)
        self.room = room
        room.work.on_change = lambda: self.post_message(self.Changed())
        self.pane, self.graph = ReviewPane(), OutlookGraph()
        self.graph.is_ascii = signs is ASCII
        self.text = ReviewText(self.room.page, self.room.work.is_running, self.graph.is_ascii)
        self._shows_table = False
        """Whether the table is shown if there is only room for either the table or the text and the graph."""
        self._shown: tuple[int, str, Any] | None = None
        """What the board last showed: the number of earlier actions, the notice and the selected action."""
        self.board.can_focus = False
        self.board.is_beside_text = True

    def compose(self) -> ComposeResult:
        with Container(id="top"):
            yield self.board
            yield self.pane
        yield self.graph
        yield KeyBar()

    def on_mount(self) -> None:
        self.board.disabled = True  # clicks would move its cursor
        self.set_interval(SAVE_SECONDS, self._tick)
        self.room.work.start()
        self.pane.focus()
        self._arrange()
        self._update()

    def on_unmount(self) -> None:
        super().on_unmount()
        self.room.work.close()

    @on(Changed)
    def _changed(self) -> None:
        self.room.work.save_stage()
        self._update()

    def _tick(self) -> None:
        """Save the review so far, and report any faults to the player."""
        self.room.work.save()
        for fault in self.room.work.take_faults():
            self.say(fault)
            self._update()

    def answer(self, response: Response | None) -> None:
        if isinstance(response, ShowSide):
            self._shows_table = response.side == "table"
            self._arrange()
            if not self._shows_table:
                self.pane.focus()
        else:
            super().answer(response)

    @on(TextPane.AnswerSelected)
    def _picked_error(self, event: TextPane.AnswerSelected) -> None:
        self._go(self.text.page.listed[event.at])

    @on(OutlookGraph.Picked)
    def _picked_move(self, event: OutlookGraph.Picked) -> None:
        self._go(event.at)

    def _go(self, at: int) -> None:
        self.room.go(at)
        self.show_room()

    def action_scroll_text(self, pages: int) -> None:
        """Scroll the text by a number of pages."""
        self.pane.scroll_pages(pages)

    # Showing

    def _update(self) -> None:
        graph = self.graph
        self.text = ReviewText(self.room.page, self.room.work.is_running, self.graph.is_ascii)
        graph.points, graph.scale, graph.legend = self.text.points(), self.text.scale(), self.text.legend
        self._show(is_newer=True)

    def show_room(self) -> None:
        self._arrange()
        self._show()

    def _show(self, *, is_newer: bool = False) -> None:
        """Show the selected move or the summary.

        `is_newer` says that the review has grown but the cursor hasn't moved.
        """
        at = self.graph.at = self.room.at
        self.graph.redraw()
        about = None if at is None else self.text.about_move(at, tells_better=self.room.knows_better)
        content = about or self.text.summary()
        if is_newer:
            self.pane.refresh_content(content)
        elif content != self.pane.content:
            self.pane.show(content)
        self._show_board()
        self.refresh_bindings()

    def _show_board(self) -> None:
        """Show the table before the move under the cursor, with the longest notice that fits on a line."""
        board, room = self.board, self.room
        at, action, width = room.shown_at, room.shown_action, self._layout.board_columns
        notice = longest_that_fits(room.notices, width)
        if self._shown == (at, notice, action):
            return
        self._shown = at, notice, action
        board.log_label = "Before: " if at and room.decision is not None else ""
        seen = room.session.look_at(room.seat, at)
        legal = seen.legal if room.decision is None else room.decision.legal
        board.show(replace(seen, legal=legal), notice=notice, choice=action)
        if action is not None and (board.choice is None or board.choice.action != action):
            board.show(seen, notice=notice)  # the board doesn't list it, so nothing is chosen

    # The layout

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        super().apply_settings(signs, speed)
        self.graph.is_ascii = signs is ASCII
        self._update()

    def on_resize(self) -> None:
        self._arrange()

    @property
    def _layout(self) -> ReviewLayout:
        width, height = self.app.size
        return layout_for(width, height - 1, self.board.SIZES_BESIDE_TEXT, is_summary=self.room.at is None)

    def _arrange(self) -> None:
        layout, board = self._layout, self.board
        self.room.hidden = ("text" if self._shows_table else "table") if layout.is_single else ""
        board.display = not layout.is_single or self._shows_table
        self.pane.display = self.graph.display = not layout.is_single or not self._shows_table
        self.query_one("#top").set_class(layout.is_stacked, "-stacked")
        self.graph.styles.height = layout.graph_rows
        board.rows = layout.board_rows - 1
        board.styles.height = layout.board_rows
        board.styles.width = "1fr" if layout.is_board_full_width else layout.board_columns
        board.redraw()
        self.refresh_bindings()
