"""Exit Stage Right's board for tests: random games, and a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.games.exit_stage_right.board import ExitStageRightBoard
from cardtable.table.session import Session
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.boards.boards import random_turns
from tests.tui.screens import NAMES, board_of

PAIRS = state(stage(". . HGC . .", "HRC FRC . . .", "PGS FGS . . ."), "R G B")
"""A position in which two rows can be named, but not the top one."""


def random_game(seats: int, number: int, **options: Any) -> Iterator[Session]:
    """Return the session at each turn of a random game."""
    return random_turns(Session(GAME, GAME.options(**options), NAMES[:seats], DealCode(number)), number)


def random_boards(seats: int, number: int, every: int = 1, **options: Any) -> Iterator[ExitStageRightBoard]:
    """Yield the board of the player whose turn it is, at some turns of a random game."""
    for session in islice(random_game(seats, number, **options), 0, None, every):
        yield board_of(session, session.turn)
