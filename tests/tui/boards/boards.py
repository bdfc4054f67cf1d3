"""Helpers for tests of boards: their sizes, their text, a strict canvas, and random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import AnyGame
from cardtable.table.session import Session
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Canvas
from tests.table.sittings import move_to
from tests.tui.screens import usually

VAST, LARGE, USUAL, MEDIUM, COMPACT = SIZES = (160, 49), (120, 39), (80, 23), (60, 19), (40, 11)
"""The board's size in terminals of 160x50, 120x40, 80x24, 60x20 and 40x12; the key bar takes the last line."""
LAYOUTS = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1] + 1}")
FEW_LAYOUTS = pytest.mark.parametrize("size", usually([USUAL, COMPACT], SIZES), ids=str)
WIDTHS = (40, 41, 59, 60, 61, 79, 80, 81, 119, 120, 121, 130, 159, 160, 200)
HEIGHTS = (11, 12, 17, 18, 19, 22, 23, 24, 38, 39, 40, 44, 48, 49, 60)
"""The sizes at which the layout changes, and the smallest and largest."""


class BoundedCanvas(Canvas):
    """A canvas that fails if text leaves it."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        if seen := text.rstrip():
            assert 0 <= y < self.height, f"{text!r} is on row {y} of {self.height}"
            assert x >= 0, f"{text!r} begins at column {x}"
            assert x + len(seen) <= self.width, f"{text!r} ends at column {x + len(seen)} of {self.width}"
            self.check_cover(x, y, text, ink)
        super().put(x, y, text, ink)

    def check_cover(self, x: int, y: int, text: str, ink: str) -> None:
        """Fail if the text may not cover what is already there."""


class StrictCanvas(BoundedCanvas):
    """A canvas that also fails if text covers other text."""

    def check_cover(self, x: int, y: int, text: str, ink: str) -> None:
        under = "".join(each for each, _ in self._cells[y][x : x + len(text)])
        for old, new in zip(under, text, strict=False):  # a wide character takes two cells
            is_free = " " in (old, new) or old == new or self.may_cover(old, under, ink)
            assert is_free, f"{text!r} covers {under!r} on row {y}"

    def may_cover(self, old: str, under: str, ink: str) -> bool:
        """Return whether a character in this ink may cover an old one, which is in a text."""
        return False


def sit_after_deal(
    game: AnyGame, position: Any, names: tuple[str, ...], persons: tuple[int, ...] | None = None
) -> Session:
    """Return a game that begins at this position, with an ordinary deal in its log."""
    session = Session(game, position.options, names, DealCode(0), persons)
    move_to(session, position)
    return session


def shown(board: BoardWidget, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def hold(board: BoardWidget, *frames: Any) -> None:
    """Stop the board's animation at this frame, or end it."""
    board._frames = list(frames)


def status(board: BoardWidget) -> str:
    assert board.seen is not None
    return board.status(board.seen)


def places(board: BoardWidget) -> Iterator[tuple[int, int]]:
    """Yield every group and action that the cursor can reach."""
    for group, each in enumerate(board.groups):
        for action in range(len(each.actions)):
            yield group, action


def random_turns(session: Session, number: int) -> Iterator[Session]:
    """Yield the session at each turn until the end of a game that is played at random."""
    luck = Key(number)
    while session.turn is not None:
        yield session
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.mark_seen()
