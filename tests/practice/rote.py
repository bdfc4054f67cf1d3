"""Players of Exit Stage Right alone who see which cells are filled, but never look at a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import ROWS, Action, FaceDown, FaceUp, Refill, State
from cardtable.formats.deal_line import Deal
from cardtable.games.exit_stage_right.player.sure import sure
from cardtable.table.session import Session

Rote = Callable[[State, tuple[Action, ...]], Action]
"""Picks one of the legal actions without looking at a card."""


def fullest(state: State) -> int:
    """Return the row with the most Completes."""
    return max(range(len(ROWS)), key=lambda row: sum(cell is not None for cell in state.stage[row]))


def furthest(state: State) -> int:
    """Return the row from which the most Completes would be won soonest."""
    return max(range(len(ROWS)), key=lambda row: sum(2**at for at, cell in enumerate(state.stage[row]) if cell))


ROW_RULES: tuple[Callable[[State], int], ...] = (lambda _: 0, lambda _: 1, lambda _: 2, fullest, furthest)
"""Which row to name."""


def by_habit(
    row_of: Callable[[State], int], *, refills_first: bool, refills_all: bool, waits: bool, last: bool
) -> Rote:
    """Return a player that names a row if it can, and otherwise refills it or plays any Single face up.

    A player that `waits` refills only an empty stage.
    """

    def pick(state: State, legal: tuple[Action, ...]) -> Action:
        row, is_empty = row_of(state), not any(card for cells in state.stage for card in cells)
        may_refill = is_empty or not waits or not isinstance(legal[0], FaceUp)
        refills = [each for each in legal if isinstance(each, Refill) and may_refill]
        wanted = [each for each in refills if refills_all or each.rows == (row,)] or refills[:1]
        downs = [each for each in legal if isinstance(each, FaceDown) and each.row == row]
        ups = [each for each in legal if isinstance(each, FaceUp)]
        has_row = any(row in each.rows for each in refills)
        asked = wanted if refills_first and has_row else ()
        ordered: list[Action] = [*asked, *(downs[::-1] if last else downs), *wanted, *(ups[::-1] if last else ups)]
        return ordered[0]

    return pick


def most_certain(state: State, legal: tuple[Action, ...]) -> Action:
    """Return the action with the largest margin that is certain, whatever the cards are."""
    kinds = [next(each for each in legal if isinstance(each, FaceUp))] if isinstance(legal[0], FaceUp) else []
    others = [each for each in legal if not isinstance(each, FaceUp)]
    found: list[Action] = [*kinds, *others]
    least = [each.at_least for each in sure(state, found)]
    return found[least.index(max(least))]


def _rules() -> Iterator[tuple[Callable[[State], int], bool, bool, bool, bool]]:
    either = (False, True)
    yield from product(ROW_RULES, either, either, either, either)


def rote_players() -> Iterator[Rote]:
    """Yield every rote player."""
    yield most_certain
    for row_of, refills_first, refills_all, waits, last in _rules():
        yield by_habit(row_of, refills_first=refills_first, refills_all=refills_all, waits=waits, last=last)


def play_by_rote(deal: Deal, rote: Rote) -> Session:
    """Return the finished game of a rote player."""
    session = Session(GAME, deal.options, ("Ann",), deal.deal_code)
    while session.outcome is None:
        seen = session.look(0)
        state: Any = seen.state
        session.act(rote(state, seen.legal))
    return session
