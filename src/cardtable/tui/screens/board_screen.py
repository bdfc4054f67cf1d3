"""The screens that show the board of a game."""

from __future__ import annotations

from itertools import takewhile

from textual.app import ComposeResult

from cardtable.tui.board.pointing import POINTER_HELP
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.faces import CardSet
from cardtable.tui.screens.app_screen import AppScreen, ResultT
from cardtable.tui.widgets.key_bar import KeyBar

CURSOR_KEYS = ("left, right", "up, down", "1 to 9", "arrows", "1-5")
"""The keys of the cursor. The keys page lists them above a board's commands and signs."""
STEPS = {"off": 0, "fast": 3, "normal": 6, "slow": 12}
"""The number of frames for each movement of an animation, by speed setting."""


class BoardScreen(AppScreen[ResultT]):
    """A screen with the board of a game."""

    def __init__(self, game_id: str, signs: CardSet, speed: str = "off") -> None:
        super().__init__()
        self.board: BoardWidget = board_for(game_id)(signs)
        self.speed = speed

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self.board.signs, self.speed = signs, speed
        self.board.redraw()

    @property
    def frames_per_movement(self) -> int:
        """The number of frames for each movement of an animation."""
        return STEPS[self.speed]


class PlayScreen(BoardScreen[None]):
    """A screen with a board that players can play on."""

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        board = self.board
        if board.pointer is not None:
            return POINTER_HELP
        cursor = tuple(takewhile(lambda row: row[0] in CURSOR_KEYS, board.KEY_HELP))
        return (*cursor, *board.command_rows, *board.KEY_HELP[len(cursor) :])

    def tell_how_to_leave(self) -> None:
        self.board.say("Press q to leave the table or ctrl+q to quit at once.")
