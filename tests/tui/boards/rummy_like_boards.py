"""Rummy-like's board for tests: matches with a fixed deal, positions, and the board as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import KINDS, Options, State
from cardtable.games.rummy_like.board import RummyLikeBoard, layout_for
from cardtable.table.session import Session
from cardtable.tui.drawing.faces import BLOCKS, CardSet
from tests.games.rummy_like_positions import A, B, C, state
from tests.tui.boards.boards import random_turns, shown, sit_after_deal

NAMES = ("Ann", "Bo", "Cy")
CALLS = state(leader=C, turn=C, scores=(7, 3, 2), known={(C, A): "H P", (C, B): "G"}, discards="HGT FRT")
"""C can say "Score"."""
LEADS = state(drawn="HGS HBC FRT", known={(A, B): "B C"}, own=("HRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS"))
NO_SET = LEADS._replace(
    phase="draw", drawn=(), drawn_marks=(), deck=LEADS.deck + LEADS.drawn, deck_marks=LEADS.deck_marks + (0, 0, 0)
)
"""A draws, and can't say "Score"."""
PLAYS = state(led="HRC", leader=C, played=("", "", "C"))
"""A plays after C, who will pick up the Chards."""
PASSES = state(
    ("H H H P P P F F F R R", "P F R G G G B B B C C", "G B C S S S S T T T T"), led="HRC", picked="H R C",
    known_tricards={A: "FGT PRC"}, known={(A, C): "S S", (B, 3): "H"},
)  # fmt: skip
"""A has a set of Hollow and sends two Chards."""
SITS_OUT = state(
    ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "H H R C S S S S T T T T"), led="HRC", scores=(1, 2, 3)
)
"""A has to discard."""
MOMENTS = {"calls": CALLS, "leads": LEADS, "plays": PLAYS, "passes": PASSES, "sits-out": SITS_OUT}


def sit(moves: int = 0, code: int = 3, names: tuple[str, ...] = NAMES, **options: Any) -> Session:
    """Return a match after so many random moves."""
    session = Session(GAME, Options(**options), names, DealCode(code))
    return next(islice(random_turns(session, code), moves, None), session)


def sit_at(position: State, names: tuple[str, ...] = NAMES) -> Session:
    """Return a match that begins at this position."""
    return sit_after_deal(GAME, position, names)


def board_of(session: Session, viewer: int | None = -1, signs: CardSet = BLOCKS) -> RummyLikeBoard:
    """Return the board as a seat sees it; by default the seat whose turn it is."""
    board = RummyLikeBoard(signs)
    board.show(session.look(session.turn if viewer == -1 else viewer))
    return board


def random_boards(number: int, every: int = 1, **options: Any) -> Iterator[RummyLikeBoard]:
    for session in islice(random_turns(sit(code=number, **options), number), 0, 120, every):
        yield board_of(session)


def captions(board: RummyLikeBoard) -> dict[str, str]:
    """Return the texts above the Chards, by kind."""
    layout = layout_for(80, 21)
    row = shown(board).splitlines()[layout.table]
    texts = {kind.code: row[layout.kind_x(at) :][: layout.pitch].strip() for at, kind in enumerate(KINDS)}
    return {code: text for code, text in texts.items() if text}
