"""A what-if line on the table: moves that aren't saved, from a move of a game that stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from cardtable.rooms.goto import ToWhatIf
from cardtable.store.errors import TakenOver
from cardtable.table.lazy_archive import GameSaver
from cardtable.table.result_words import result_sentences
from cardtable.table.what_if import what_if, what_if_name, what_if_sentence
from cardtable.tui.faces import ASCII
from cardtable.tui.screens.result import ResultDialog
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Item

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session
    from cardtable.tui.faces import CardSet

ROOMY = 60
"""The width in columns from which the status line has room for the number of the move."""


class WhatIfScreen(TableScreen):
    """A table for a line; leaving it leads back to where the player was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "again", "Start again", id="what-if"),
        Binding("q", "leave", "Back"),
    ]
    saves = False

    def __init__(self, origin: Session, at: int, lazy_archive: LazyArchive, signs: CardSet, speed: str) -> None:
        """Begin a line from after the first `at` moves of a game."""
        line = what_if(origin, at)
        self._counts = origin.turn is not None
        """Whether the next move or hint here counts as a hint in the game."""
        super().__init__(line, GameSaver(lazy_archive, line), signs, speed)
        self.board.gives_tips = False
        self.origin, self.at = origin, at
        self._introduction = what_if_sentence(origin)

    def on_resize(self) -> None:
        """Say on the status line what kind of table this is, in fewer words if there is little room."""
        self.board.mark = what_if_name(self.at) if self.app.size.width >= ROOMY else "What if"
        self.board.redraw()

    def report_saving(self) -> None:
        self.board.set_caption("what if")

    def _show_turn(self, notice: str = "") -> None:
        """Show the table; the first time, say what kind of table it is."""
        self._introduction, first = "", self._introduction
        super()._show_turn(first or notice)

    def _play(self, play: Callable[[], object], error_type: type[ValueError]) -> None:
        if self.session.computer is not None or self._count():
            super()._play(play, error_type)

    def action_hint(self) -> None:
        if self._count():
            super().action_hint()

    def _count(self) -> bool:
        """Count this line as a hint in the game, once; return False if another window has taken the game over."""
        try:
            if self._counts:
                self.origin.note_hint()
                self._counts = False
        except TakenOver:
            self.report_takeover()
            return False
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now: a line in which nothing has been played needn't start again."""
        if action == "again":
            return len(self.session.actions) > self.session.inherited_actions or bool(self.session.redoable_actions)
        return super().check_action(action, parameters)

    def action_again(self) -> None:
        """Begin another line from the same move."""
        self.go(ToWhatIf(self.origin, self.at))

    def _show_result(self) -> None:
        if self._has_shown_result:
            return
        self._has_shown_result = True
        text = f"{what_if_name(self.at)}: {result_sentences(self.session, (), None)[0]}"
        if self.origin.turn is None:
            text += f"\nThe game itself: {result_sentences(self.origin, (), None)[0]}"
        if self.board.signs is ASCII:
            text = text.replace("–", "-")
        items = (
            Item("look", "Table", key="t", is_inline=True),  # first, so that holding Enter starts nothing
            Item("again", "Start again", key="i", is_inline=True),
            Item("lobby", "Back", key="q", is_inline=True),
        )
        self.app.push_screen(ResultDialog(text, items), self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer == "again":
            self.action_again()
        else:
            super()._after_result(answer)

    def action_leave(self) -> None:
        self._close()
