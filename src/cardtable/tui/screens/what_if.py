"""A what-if line on the table: moves from a position of a game, which aren't saved and don't change the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from cardtable.rooms.what_if import WhatIfRoom
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.faces import ASCII
from cardtable.tui.screens.result import ResultDialog, items_of
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Item

if TYPE_CHECKING:
    from cardtable.tui.drawing.faces import CardSet

ROOMY = 60
"""The smallest width, in columns, at which the status line has room for the move number."""


class WhatIfScreen(TableScreen, inherit_bindings=False):
    """A table for a what-if line. When the player leaves it, the earlier screen is shown again."""

    room: WhatIfRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(WhatIfRoom.commands)
    saves = False

    def __init__(self, room: WhatIfRoom, signs: CardSet, speed: str) -> None:
        super().__init__(room, signs, speed)
        self.board.gives_tips = False
        self._introduction = room.note

    def on_resize(self) -> None:
        """Say on the status line that this is a what-if line. If there is little room, use fewer words."""
        self.board.mark = self.room.heading if self.app.size.width >= ROOMY else "What if"
        self.board.redraw()

    def _show_turn(self, notice: str = "") -> None:
        """Show the table. The first time, say that the table shows a what-if line."""
        self._introduction, first = "", self._introduction
        super()._show_turn(first or notice)

    def show_result(self) -> None:
        if self._has_shown_result:
            return
        self._has_shown_result = True
        text = "\n".join(filter(None, (self.room.ending, self.room.origin_ending)))
        if self.board.signs is ASCII:
            text = text.replace("–", "-")
        look = Item("look", "Table", key="t", is_inline=True)  # first, so that holding Enter starts nothing
        items = (look, *items_of(self.room, self.room.after_the_end[0], self.key_of))
        self.app.push_screen(ResultDialog(text, items), self._after_result)
