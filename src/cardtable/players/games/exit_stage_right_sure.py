"""Sure ways to win Exit Stage Right alone, whatever the cards are (ES-15).

All that counts in a sure way is one row: which of its cells hold Completes, and how many Singles and Completes are
left.  Singles are played face down for this row, or face up where nothing can go wrong, and refills fill its centre.
Completes in the other rows go left, so they count as lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import cast

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import CENTRE, COLUMNS, Action, State
from cardtable.engine.games.exit_stage_right.shift import LEFT, RIGHT, STAYS, Direction, shift_row

_MIN_NAMEABLE = 2
_SPARE = 3
"""How many more Completes to consider than are needed to make up for all that can be lost."""
_Cells = tuple[bool, ...]
_Outcome = tuple[_Cells, int]
"""A row after a shift, and how many more Completes were won than lost."""


def keeps_winning(state: State, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the actions after which a win is still sure, or all of them if there are none."""
    options = state.options
    rules = options.refill_count, options.refill_shift, options.empty_grid
    if rules != ("up-to", "all-but-new", "allowed") or len(state.hands) > 1:
        return legal
    return [action for action in legal if wins_surely(GAME.advance(state, action, None))] or legal


def wins_surely(state: State) -> bool:
    """Return whether there is a sure way to win from here."""
    singles = len(state.hands[0]) + (len(state.draw_deck) if state.options.draw == "after-each-single" else 0)
    margin, cards = len(state.won) - len(state.lost), sum(COLUMNS - row.count(None) for row in state.stage)
    deck = min(len(state.complete_deck), _SPARE + max(0, cards - margin))  # more would only take longer
    for row in state.stage if singles else ():
        cells = tuple([cell is not None for cell in row])
        if margin - (cards - sum(cells)) + _gain(cells, singles, deck) > 0:
            return True
    return not singles and margin > 0


@cache
def _gain(cells: _Cells, singles: int, deck: int) -> int:
    """Return the margin that a row surely gains."""
    if not singles:
        return 0
    found = [
        min([won + _gain(after, singles - 1, deck) for after, won in outcomes]) for outcomes in _plays_of_single(cells)
    ]
    if deck and not cells[CENTRE]:
        after, won = _refilled(cells)
        found.append(won + _gain(after, singles, deck - 1))
    return max(found)


@cache
def _plays_of_single(cells: _Cells) -> tuple[frozenset[_Outcome], ...]:
    """Return what can happen after each way to play a Single: face up, and face down if possible."""
    cards = sum(cells)
    face_up = frozenset(_shifted(cells, way) for way in product((LEFT, RIGHT), repeat=cards))
    return (face_up, frozenset([_shifted(cells, (RIGHT,) * cards)])) if cards >= _MIN_NAMEABLE else (face_up,)


@cache
def _refilled(cells: _Cells) -> _Outcome:
    filled = tuple([cell or column == CENTRE for column, cell in enumerate(cells)])
    return _shifted(filled, [STAYS if column == CENTRE else LEFT for column, cell in enumerate(filled) if cell])


def _shifted(cells: _Cells, way: Sequence[Direction]) -> _Outcome:
    """Return a row after its cards have gone this way, and how many more were won than lost."""
    directions = iter(way)
    shift = shift_row(*[next(directions) if cell else None for cell in cells])
    rearrange = cast(Callable[[_Cells], _Cells], shift.rearrange)  # it only changes the order
    after = rearrange((*cells, False))
    return after, len(shift.won) - len(shift.lost)
