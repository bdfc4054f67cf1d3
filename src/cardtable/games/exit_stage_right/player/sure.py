"""Certain facts about the result of one-player Exit Stage Right. The facts hold for every order of the cards.

A sure way to win depends on only two things: which cells are filled, and how many Singles and Completes are left.
The player names one row again and again, and plays face up only where nothing can go wrong. Unless
an empty stage must be refilled (ES-13), the player can do without refills; the other rows are then assumed to do as
badly as they can. With the options of ES-15, the player can also refill the centre of the named row; all the Completes
in the other rows then count as lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import cast

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import CENTRE, Action, Options, State
from cardtable.engine.games.exit_stage_right.shift import LEFT, RIGHT, STAYS, Direction, shift_row
from cardtable.games.exit_stage_right.player.calibration import singles_left
from cardtable.games.exit_stage_right.player.rows import Rules, bounds
from cardtable.players.knowledge import UNSURE, Sure

SURE_WAY = (
    "By the book, there is a sure way, whatever cards come: name the same row again and again, and refill it whenever "
    "its centre is empty. Two Singles win about one Complete."
)
MIN_NAMEABLE = 2
"""The minimum number of Completes in a row that can be named."""
_MAX_BOUNDED = 8
"""Upper bounds are calculated for at most this many Singles. With more, good luck can nearly always win everything."""
_Filled = tuple[bool, ...]
_AfterShift = tuple[_Filled, int]
"""A row after a shift, and the number of Completes won minus the number lost."""


def keeps_winning(state: State, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the actions after which a win is still certain. If no such action exists, return all the actions."""
    return [action for action, after in zip(legal, sure(state, legal), strict=True) if after.is_won] or legal


def sure(state: State, legal: Sequence[Action]) -> Sequence[Sure]:
    """Return the certain results of each legal action. In a game with several players, nothing is certain."""
    if len(state.hands) > 1:
        return [UNSURE] * len(legal)
    return [certain(GAME.advance(state, action, None)) for action in legal]


def certain(state: State) -> Sure:
    """Return what is already certain about the final margin of a one-player game."""
    singles, deck = singles_left(state), len(state.complete_deck)
    margin = len(state.won) - len(state.lost)
    rows = [tuple([cell is not None for cell in row]) for row in state.stage]
    if not singles:
        return Sure(margin, margin)
    cards, rules = sum(map(sum, rows)), Rules(state.options.refill_count, state.options.refill_shift)
    most = sum([bounds(rules, singles)[cells].most for cells in rows]) if singles <= _MAX_BOUNDED else cards + deck
    may_have_to_refill = state.options.empty_grid == "refill-first" and deck > 0  # ES-13
    least = -cards - deck if may_have_to_refill else _without_refills(rows, singles)
    if by_the_book(state.options):
        least = max(least, *[sum(cells) - cards + _gain(cells, singles, deck) for cells in rows])
    return Sure(margin + least, margin + min(most, cards + deck))


def sure_row(state: State, preferred: Sequence[int]) -> int | None:
    """Return the best row to name and refill from now on by the book, whatever cards come.

    Of equally good rows, prefer one of those in `preferred`. Return None if it is better not to refill.
    """
    singles, deck = singles_left(state), len(state.complete_deck)
    rows = [tuple([cell is not None for cell in row]) for row in state.stage]
    gains = [sum(cells) - sum(map(sum, rows)) + _gain(cells, singles, deck) for cells in rows]
    if not deck or (singles and max(gains) < _without_refills(rows, singles)):
        return None
    return max(range(len(rows)), key=lambda row: (gains[row], row in preferred))


def explain_sure_way(text: str) -> str:
    """Return a reason with the sure way explained where it is first mentioned."""
    way = r"name the \1 row again and again, and refill it when its centre is empty"
    return re.sub(r"the sure way through the (\w+) row", rf"the sure way ({way})", text, count=1)


def by_the_book(options: Options) -> bool:
    """Return whether these options always allow a sure win from the deal (ES-15)."""
    rules = options.refill_count, options.refill_shift, options.empty_grid
    return rules == ("up-to", "all-but-new", "allowed")


def _without_refills(rows: Sequence[_Filled], singles: int) -> int:
    """Return the lowest possible margin without refills, if the player names one row whenever that is best."""
    worst = [_worst(cells, singles) for cells in rows]
    return max(sum(worst) - own + _gain(cells, singles, 0) for cells, own in zip(rows, worst, strict=True))


@cache
def _worst(cells: _Filled, singles: int) -> int:
    """Return the lowest possible margin of a row without refills, whatever is played."""
    if not singles:
        return 0
    face_up, *_ = _plays_of_single(cells)
    return min([won + _worst(after, singles - 1) for after, won in face_up])


@cache
def _gain(cells: _Filled, singles: int, deck: int) -> int:
    """Return the margin that a row certainly gains."""
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
def _plays_of_single(cells: _Filled) -> tuple[frozenset[_AfterShift], ...]:
    """Return the possible results of each way to play a Single: face up and, if allowed, face down."""
    cards = sum(cells)
    face_up = frozenset(_shifted(cells, way) for way in product((LEFT, RIGHT), repeat=cards))
    return (face_up, frozenset([_shifted(cells, (RIGHT,) * cards)])) if cards >= MIN_NAMEABLE else (face_up,)


@cache
def _refilled(cells: _Filled) -> _AfterShift:
    filled = tuple([cell or column == CENTRE for column, cell in enumerate(cells)])
    return _shifted(filled, [STAYS if column == CENTRE else LEFT for column, cell in enumerate(filled) if cell])


def _shifted(cells: _Filled, way: Sequence[Direction]) -> _AfterShift:
    """Return a row after a shift, and the number of Completes won minus the number lost."""
    directions = iter(way)
    shift = shift_row(*[next(directions) if cell else None for cell in cells])
    rearrange = cast(Callable[[_Filled], _Filled], shift.rearrange)  # it only changes the order
    after = rearrange((*cells, False))
    return after, len(shift.won) - len(shift.lost)
