"""Clash's board for tests: matches with a fixed deal, positions, and the board as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Options, State
from cardtable.games.clash.board import ClashBoard
from cardtable.table.session import Session
from cardtable.tui.drawing.faces import BLOCKS, CardSet
from tests.games.clash_positions import state
from tests.tui.boards.boards import random_turns, sit_after_deal

NAMES = ("Ann", "Bob")
MATCHED = state("P R S", "PRS", ("H F B C T HGT PRT", "R G"), draw=(9, 12), scores=(7, 3))
"""All four piles match, and three Chards can be played in four combinations."""
CHAIN = state("F G S", "FRS", ("T T S H B FGT PBC", "R G"), draw=(9, 12), played=0)
"""A pair can be played, then three Chards, then more."""


def sit(moves: int = 0, code: int = 3, names: tuple[str, ...] = NAMES, **options: Any) -> Session:
    """Return a match after so many random moves."""
    session = Session(GAME, Options(**options), names, DealCode(code))
    return next(islice(random_turns(session, code), moves, None), session)


def sit_at(position: State, names: tuple[str, ...] = NAMES) -> Session:
    """Return a match that begins at this position."""
    return sit_after_deal(GAME, position, names)


def board_of(session: Session, viewer: int | None = -1, signs: CardSet = BLOCKS) -> ClashBoard:
    """Return the board as a seat sees it; by default the seat whose turn it is."""
    board = ClashBoard(signs)
    board.show(session.look(session.turn if viewer == -1 else viewer))
    return board


def random_boards(number: int, every: int = 1, **options: Any) -> Iterator[ClashBoard]:
    for session in islice(random_turns(sit(code=number, **options), number), 0, 120, every):
        yield board_of(session)
