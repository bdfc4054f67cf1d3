"""The base of the screens that ask a question about a position, which can be answered by a move on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from cardtable.tui.board import ENTER_MEANINGS, BoardWidget
from cardtable.tui.screens.dialogs import ActionDialog
from cardtable.tui.screens.learning_screen import LearningScreen

if TYPE_CHECKING:
    from cardtable.engine.game import AnyGame
    from cardtable.table.seen import Seen
    from cardtable.table.session import Session
    from cardtable.tui.faces import CardSet

VERDICT_ROWS = 3
"""The number of rows reserved for the verdict on an answer."""


class QuestionScreen(LearningScreen):
    """A screen with a question; subclasses choose it and judge the answers."""

    FIRST_KEYS = (
        "Table",
        "Text",
        "Try again",
        "Next",
        "Back",
        "Choose",
        "Answer",
        *ENTER_MEANINGS,
        "Show the best",
        "Again",
        "Leave",
        "Exercise code",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "turn('table')", "Table"),
        Binding("t", "turn('text')", "Text"),
        Binding("r", "rules", "Rules", show=False, id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Leave", key_display="q"),
        Binding("enter,space,n", "next", "Next", key_display="enter"),
        Binding("enter,space", "act", "Table", key_display="enter"),
        Binding("s", "show_best", "Show the best", priority=True),
        Binding("a", "again", "Again"),
        Binding("slash", "type", "Type a move, or pick one from a list", key_display="/", show=False),
    ]

    def __init__(self, game: AnyGame, signs: CardSet, speed: str) -> None:
        super().__init__(game, signs, speed)
        self.reply = ""
        """The verdict on the answer, or an error message."""

    def on_mount(self) -> None:
        self.call_after_refresh(self.begin)

    # Overridden by subclasses

    def begin(self) -> None:
        """Show the first question."""
        self.show_question()

    @property
    def seen(self) -> Seen:
        """The table of the question, with the legal actions."""
        raise NotImplementedError  # the question is theirs

    def session(self) -> Session:
        """Return a new session that begins with the position of the question."""
        raise NotImplementedError  # the question is theirs

    def show_question(self) -> None:
        """Show the question, without an answer."""
        raise NotImplementedError  # the question is theirs

    def answer(self, action: Any) -> None:
        """Judge an answer and show its result."""
        raise NotImplementedError  # the question is theirs

    # Answers

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        self.answer(event.action)

    def refuse(self, reason: str) -> None:
        """Say why something isn't an answer."""
        self.reply = reason
        self.update_text()
        self.turn_to_text()

    def show_reply(self, reply: str, action: Any) -> None:
        """Show a reply, and the table after an action; None leaves the table as it is."""
        self.reply = reply
        if action is None:
            self.show_table(self.seen)
        else:
            self.show_played(self.session(), self.seen.viewer, action)
        self.turn_to_text()

    def action_again(self) -> None:
        self.show_question()

    def action_type(self) -> None:
        self.app.push_screen(
            ActionDialog(self.seen), lambda action: self.answer(action) if action is not None else None
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        if action == "act":
            return self.hidden == "table" and self._is_active
        return action != "turn" or (bool(self.hidden) and parameters == (self.hidden,))

    def action_turn(self, side: str) -> None:
        """Show the `table` or the `text`."""
        self.turn(side)

    def action_act(self) -> None:
        """Show the table, on which the learner is to act."""
        self.turn("table")
