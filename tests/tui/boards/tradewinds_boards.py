"""Tradewinds' board for tests: games with a fixed deal, and the board of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blew, Options, State
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.games.tradewinds.board import TradewindsBoard
from cardtable.table.session import Session
from cardtable.tui.drawing.faces import BLOCKS, CardSet
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, LARGE, MEDIUM, USUAL, VAST, random_turns, sit_after_deal
from tests.tui.screens import DEAL

WIDE = (80, 18)
"""The board's size in a terminal of 80x19."""
NARROW = (40, 16)
"""The board's size beside a review in a terminal of 80x24, with another status line."""
ALL_SIZES = (VAST, LARGE, USUAL, MEDIUM, WIDE, NARROW, COMPACT)
LAYOUTS = pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1] + 1}")
ALONE = (0, 0, 0, 0)


def sit(
    turns: int = 0, names: tuple[str, ...] = SEAT_NAMES, persons: tuple[int, ...] | None = ALONE, **options: Any
) -> Session:
    """Return a game with a fixed deal after so many random turns."""
    session = Session(GAME, Options(**options), names, DealCode.parse(DEAL), persons)
    return next(islice(random_turns(session, 3), turns, None), session)


def sit_at(position: State) -> Session:
    """Return a game that begins at this position."""
    return sit_after_deal(GAME, position, SEAT_NAMES, ALONE)


def board_of(session: Session, signs: CardSet = BLOCKS, at: int = 0) -> TradewindsBoard:
    """Return the board of the player whose turn it is, with the cursor on a card."""
    board = TradewindsBoard(signs)
    board.show(session.look(session.turn if session.turn is not None else 0))
    board.move_cursor(at)
    return board


def all_boards(every: int = 3, **options: Any) -> Iterator[tuple[Session, TradewindsBoard]]:
    """Yield the turns of a game, with the cursor on each card in turn."""
    for turns in range(0, 24, every):
        session = sit(turns, **options)
        board = board_of(session)
        for at in range(len(board.groups)):
            board.move_cursor(at)
            yield session, board


def wind_of(session: Session, board: TradewindsBoard) -> Blew:
    """Return the event of the choice under the cursor."""
    assert board.choice is not None
    return next(event for event in GAME.apply(truth(session), board.choice.action).events if isinstance(event, Blew))
