"""The review of a game: the board before each move, what the move gave away, and a graph of the outlook."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message

from cardtable.practice.decisions import Decision, decisions_of
from cardtable.practice.exercises import exercises_of
from cardtable.practice.review import MoveReview
from cardtable.practice.sources import OneExercise
from cardtable.practice.words import action_text, given_away_text, lesson_sentence, winner_of
from cardtable.rooms.goto import ToLesson, ToPracticeExercises, ToReplay, ToWhatIf
from cardtable.rooms.review import ReviewWork
from cardtable.table.command_lines import deal_caption
from cardtable.table.lazy_archive import LazyArchive, SavedGame
from cardtable.table.replay import Replay
from cardtable.tui.board_screen import BoardScreen
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.review_text import NUMBERS_HELP, ReviewText
from cardtable.tui.screens.review_layout import ReviewLayout, layout_for
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.outlook_graph import OutlookGraph
from cardtable.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from cardtable.table.session import Session

SAVE_SECONDS = 2.0
"""The time between two saves during a stage."""


class ReviewPane(TextPane):
    """The text of a review, with a list of mistakes to go to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Choose", show=False),
        Binding("down", "move(1)", "Choose", show=False),
        Binding("enter,space", "pick", "Go there", key_display="enter"),
    ]


class ReviewScreen(BoardScreen[None]):
    """A review that can be read while it grows; the cursor is on a move, or on none to show the summary."""

    CSS = """
    ReviewScreen #top { layout: horizontal; height: 1fr; width: 1fr; }
    ReviewScreen #top.-stacked { layout: vertical; }
    ReviewScreen TextPane { width: 1fr; height: 1fr; }
    """
    KEY_HELP = (
        ("left, right", "previous move, next move; after the last move, the summary"),
        ("up, down", "in the summary: choose a mistake; at a move: previous mistake, next mistake"),
        ("m, M", "next mistake, previous mistake"),
        ("home, end", "summary of the game, last move"),
        ("pgup, pgdn", "scroll the text"),
        ("enter", "practise: find the better move on the board"),
        ("b", "show the better move, or the one you played"),
        ("mouse", "click the graph to go to a move, or a mistake in the list"),
        *NUMBERS_HELP,
        ("?!", "in the graph: an inaccuracy, which gave away at least 5 points of the win chance, or a certain win"),
        ("?", "a mistake: at least 10 points"),
        ("??", "a blunder: at least 15 points"),
        ("x", "in games without win chances: a move that gave away half a point or more of the margin"),
    )
    FIRST_KEYS = (
        *("Table", "Text", "Go there", "Better", "Played", "Practise", "Mistake", "Leave"),
        *("What if", "Lesson", "Move", "Replay"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "turn('table')", "Table"),
        Binding("t", "turn('text')", "Text"),
        Binding("right", "step(1)", "Move", key_display="arrows"),
        Binding("left", "step(-1)", show=False),
        Binding("m,down", "next_error", "Mistake", key_display="m"),
        Binding("M,up", "previous_error", show=False),
        Binding("home", "summary", show=False),
        Binding("end", "last", show=False),
        Binding("pageup", "scroll_text(-1)", show=False),
        Binding("pagedown", "scroll_text(1)", show=False),
        Binding("b", "switch('better')", "Better"),
        Binding("b", "switch('played')", "Played"),
        Binding("l", "lesson", "Lesson"),
        Binding("enter", "try_again", "Practise"),
        Binding("i,w", "what_if", "What if", key_display="i", id="what-if"),
        Binding("g", "replay", "Replay"),
        Binding("r", "rules", "Rules", show=False, id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "leave", "Leave", key_display="q"),
    ]

    class Changed(Message):
        """Posted from another thread when the review has changed."""

    def __init__(
        self, session: Session, number: int | None, lazy_archive: LazyArchive, signs: CardSet, speed: str
    ) -> None:
        """Prepare the review of a game, with its number if it is saved; raise NotReviewable if there can't be one."""
        super().__init__(session.game.id, signs, speed)
        self.session, self.number = session, number
        self.decisions: list[Decision] = decisions_of(session)
        saved_game = None if number is None else SavedGame(lazy_archive, number)
        self.work = ReviewWork(session, saved_game, lambda: self.post_message(self.Changed()))
        self.at: int | None = None
        """The index of the decision under the cursor, or None for the summary."""
        self.shows_better = False
        """Whether the board shows the better move instead of the one played, which it shows first."""
        self._told = set[int]()
        """The indices of the moves where the player has asked for the better move."""
        self.pane, self.graph = ReviewPane(), OutlookGraph()
        self.graph.is_ascii = signs is ASCII
        self.text = self._in_words()
        """The review so far, in words."""
        self.errors: list[int] = []
        """The indices of the moves that there's something to learn from."""
        self._shows_table = False
        """Whether the table is shown instead of the text and the graph if there isn't room for all."""
        self._shown: tuple[int, str, Any] | None = None
        """The number of actions before the table on the board, its notice and its action."""
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
        self.work.start()
        self.pane.focus()
        self._arrange()
        self._update()

    def on_unmount(self) -> None:
        self.work.close()

    @on(Changed)
    def _changed(self) -> None:
        self.work.save_stage()
        self._update()

    def _tick(self) -> None:
        """Save what is done, and tell the player what went wrong."""
        self.work.save()
        for fault in self.work.take_faults():
            self.notify(fault, markup=False)
            self._update()

    # Showing

    def _in_words(self) -> ReviewText:
        work, session, is_ascii = self.work, self.session, self.graph.is_ascii
        return ReviewText(
            session.game,
            session.names,
            self.decisions,
            work.review,
            work.is_running,
            is_ascii,
            deal_caption(session, True, ", "),
            winner_of(session),
        )

    def _update(self) -> None:
        """Show the review as it is now."""
        self.text, graph = self._in_words(), self.graph
        self.errors = self.text.errors
        graph.points, graph.scale, graph.legend = self.text.points(), self.text.scale(), self.text.legend
        self._show(is_newer=True)

    @property
    def move(self) -> MoveReview | None:
        """The review of the move under the cursor, if there is one."""
        return None if self.at is None else self.work.review.of(self.decisions[self.at].number)

    def _show(self, *, is_newer: bool = False) -> None:
        """Show what the cursor is on; `is_newer` tells that the review has grown and the cursor hasn't moved."""
        self.graph.at = self.at
        self.graph.redraw()
        about = None if self.at is None else self.text.about_move(self.at, tells_better=self.at in self._told)
        content = about or self.text.summary()
        if is_newer:
            self.pane.refresh_content(content)
        elif content != self.pane.content:
            self.pane.show(content)
        self._show_board()
        self.refresh_bindings()

    def _show_board(self) -> None:
        """Show the table before the move under the cursor, with the better move or the one played."""
        if self.at is None:
            self._put_on_board(None, len(self.session.actions), "The end of the game.")
            return
        decision, move = self.decisions[self.at], self.move
        game, played = self.session.game, action_text(self.session.game, str(decision.played))
        if move is not None and self.has_better and self.shows_better:
            shown, name = game.parse(move.best.action), f"Better: {action_text(game, move.best.action)}."
            texts = f"{name} Press b for your move, {played}.", name, "Better."
        else:
            shown, name = decision.played, f"You played {played}."
            lost = f"This gave away {given_away_text(game, move)}." if move is not None and move.is_lesson else ""
            texts = f"{name} {lost}".rstrip(), lost or name, "Your move."
        self._put_on_board(shown, decision.number - 1, *texts)

    def _put_on_board(self, action: Any, at: int, *notices: str) -> None:
        """Show an action on the board after `at` actions, with the first of the notices that fits on a line."""
        board, decision = self.board, None if self.at is None else self.decisions[self.at]
        width = self._layout.board_columns
        notice = next((text for text in notices if cell_len(text) <= width), notices[-1])
        if self._shown == (at, notice, action):
            return
        self._shown = at, notice, action
        seat = (decision or self.decisions[0]).seat if self.decisions else 0  # one player may have several seats
        board.log_label = "Before: " if at and decision is not None else ""
        seen = self.session.look_at(seat, at)
        legal = seen.legal if decision is None else decision.legal
        board.show(replace(seen, legal=legal), notice=notice, choice=action)
        if action is not None and (board.choice is None or board.choice.action != action):
            board.show(seen, notice=notice)  # the board doesn't list it, so nothing is chosen

    @property
    def has_better(self) -> bool:
        """True if a better move than the one played is known."""
        return self.move is not None and self.move.best.action != self.move.played.action

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
        return layout_for(width, height - 1, self.board.SIZES_BESIDE_TEXT, is_summary=self.at is None)

    @property
    def is_single(self) -> bool:
        """True if either the board or the text and the graph are shown."""
        return self._layout.is_single

    def _arrange(self) -> None:
        layout, board = self._layout, self.board
        board.display = not layout.is_single or self._shows_table
        self.pane.display = self.graph.display = not layout.is_single or not self._shows_table
        self.query_one("#top").set_class(layout.is_stacked, "-stacked")
        self.graph.styles.height = layout.graph_rows
        board.rows = layout.board_rows - 1
        board.styles.height = layout.board_rows
        board.styles.width = "1fr" if layout.is_board_full_width else layout.board_columns
        board.redraw()
        self.refresh_bindings()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        match action:
            case "switch":
                return self.has_better and self.shows_better == (parameters == ("played",))
            case "lesson":
                return self.has_better and self.at in self._told
            case "try_again":
                return self.move is not None and self.move.is_lesson
            case "what_if":
                return self.at is not None
            case "next_error" | "previous_error":
                return bool(self.errors)
            case "turn":
                return self.is_single and self._shows_table == (parameters == ("text",))
            case _:
                return True

    def _go(self, at: int | None) -> None:
        """Move the cursor to a move, or to the summary."""
        if at != self.at:
            self.at, self.shows_better = at, False
            self._arrange()
            self._show()

    def action_step(self, step: int) -> None:
        at = (-1 if self.at is None else self.at) + step
        self._go(at if 0 <= at < len(self.decisions) else None)

    def action_summary(self) -> None:
        self._go(None)

    def action_last(self) -> None:
        self._go(len(self.decisions) - 1)

    def action_next_error(self) -> None:
        here = -1 if self.at is None else self.at
        following = next((at for at in self.errors if at > here), None)
        if following is None:
            self.notify("There are no more mistakes after this.", markup=False)
        else:
            self._go(following)

    def action_previous_error(self) -> None:
        here = -1 if self.at is None else self.at
        self._go(next((at for at in reversed(self.errors) if at < here), None))

    @on(TextPane.AnswerSelected)
    def _picked_error(self, event: TextPane.AnswerSelected) -> None:
        self._go(self.text.listed()[event.at])

    @on(OutlookGraph.Picked)
    def _picked_move(self, event: OutlookGraph.Picked) -> None:
        self._go(event.at)

    def action_scroll_text(self, pages: int) -> None:
        """Scroll the text by a number of pages."""
        self.pane.scroll_pages(pages)

    def action_switch(self, what: str) -> None:
        """Show the `better` move or the one `played` on the board."""
        assert self.at is not None, "only a move can be compared with a better one"
        self.shows_better = what == "better"
        self._told.add(self.at)
        self._show()

    def action_turn(self, side: str) -> None:
        """Show the `table` or the `text` with the graph."""
        self._shows_table = side == "table"
        self._arrange()
        if not self._shows_table:
            self.pane.focus()

    # Other screens

    def action_lesson(self) -> None:
        """Open the lesson about the better move."""
        assert self.at is not None, "only a move has a lesson"
        found = None if self.move is None else lesson_sentence(self.session.game, self.decisions[self.at], self.move)
        if found is not None:
            self.go(ToLesson(*found[1:]))

    def action_try_again(self) -> None:
        """Open an exercise about the mistake under the cursor."""
        for exercise in exercises_of(self.session, self.work.review):
            if self.move is not None and exercise.decided.number == self.move.number:
                self.go(ToPracticeExercises(OneExercise(exercise, is_known=self.at in self._told)))

    def action_what_if(self) -> None:
        """Try another move instead of the one under the cursor."""
        assert self.at is not None, "only a move can be replaced"
        self.go(ToWhatIf(self.session, self.decisions[self.at].number - 1))

    def action_replay(self) -> None:
        """Open the replay at the move under the cursor."""
        replay = Replay(self.session)
        if self.at is not None:
            replay.viewer = self.decisions[self.at].seat
            replay.go(self.decisions[self.at].number - 1)
        self.go(ToReplay(replay, self.number))

    def action_leave(self) -> None:
        self.dismiss()
