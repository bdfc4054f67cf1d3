"""The best margin found for a deal of one-player Exit Stage Right when all the cards are known.

The search is a beam search. From each of the best positions so far, it plays every Single in every possible way, with
and without refills. The search then continues with the best of the new positions.
"""

from __future__ import annotations

import numpy as np

from cardtable.engine.cards import COMPLETES
from cardtable.engine.games.exit_stage_right.model import COLUMNS, ROWS, State
from cardtable.games.exit_stage_right.player.batch import Deals, Games
from cardtable.games.exit_stage_right.player.tables import (
    CARDS,
    CODES,
    EMPTY_CENTRE,
    FACE_DOWN,
    FIELD,
    KINDS,
    UNIT,
    Integers,
    refill_choices,
)

WIDTH = {"all": 1_000, "up-to": 300}
"""The number of positions to keep after each Single, by refill rule. A search takes two seconds on a slow core."""
MAX_POSITIONS = 50_000
"""The maximum number of positions after each Single in an exact search."""
_WORTH = -6, -3, 0, 4, 7
"""The worth of a Complete in each column, in tenths of a won Complete."""
_WON = 10
_LAST = 3
"""With fewer Singles left than this, Completes on the stage are worth less."""
_PLACES = 2 * np.arange(COLUMNS)
_WORTH_OF_ROW: Integers = (np.arange(CODES)[:, None] >> _PLACES & 3 > 0) @ np.array(_WORTH)
_MIN_NAMEABLE = 2
_ROW_BITS: Integers = 1 << np.arange(len(ROWS))
_MAX_REFILLS = 2
"""The maximum number of refills to try between two Singles."""
_HASH = np.uint64(0x9E3779B97F4A7C15)


def best_margin(state: State, width: int | None = None) -> int:
    """Return the best margin found for a full state of a one-player game. The same state gives the same result."""
    return _search(state, WIDTH[state.options.refill_count] if width is None else width)[0]


def exact_margin(state: State) -> int | None:
    """Return the best possible margin for a full state, or None if too many positions would have to be compared."""
    margin, is_exact = _search(state, MAX_POSITIONS)
    return margin if is_exact else None


def _search(state: State, width: int) -> tuple[int, bool]:
    """Return the best margin found with this many positions after each Single, and whether no position was left out."""
    draws = state.options.draw == "after-each-single"
    singles = len(state.hands[0]) + (len(state.draw_deck) if draws else 0)
    games, is_exact = Games(state, _deal(state, singles), 1), True
    for left in range(singles - 1, -1, -1):
        following = _after_singles(_with_refills(games, state))
        games = _best(following, width, left)
        is_exact = is_exact and len(following.margin) <= width
    return int(games.margin.max()), is_exact


def _deal(state: State, singles: int) -> Deals:
    draw_deck = np.zeros((1, singles + 1), np.int64)
    if state.options.draw == "after-each-single":
        draw_deck[0, : len(state.draw_deck)] = [UNIT[card.order] for card in state.draw_deck]
    complete_deck = np.array([[*[card.order for card in state.complete_deck], len(COMPLETES)]])
    hands = np.array([[sum(int(UNIT[card.order]) for card in state.hands[0])]])
    return Deals(hands, draw_deck, complete_deck, np.zeros((0, 1), np.uint64))


def _with_refills(games: Games, state: State) -> Games:
    """Return all games in which a Single can be played, with and without refills before it."""
    refills, actions = refill_choices(state.options.refill_count)
    found, latest = [games], games
    for _ in range(_MAX_REFILLS if state.options.refill_count == "up-to" else 1):
        empty = _ROW_BITS @ EMPTY_CENTRE.take(latest.stage[0])
        case = np.minimum(latest.completes, len(ROWS)) << len(ROWS) | empty
        columns = np.repeat(np.arange(len(case)), refills.take(case))
        first = np.cumsum(refills.take(case)) - refills.take(case)
        which = np.arange(len(columns)) - first.take(columns)
        latest = latest.select(columns)
        latest.play(actions.take((case.take(columns) << 3) + which), np.full(len(columns), KINDS))
        found.append(latest)
    if state.options.empty_grid == "refill-first":
        found = [each.select(np.flatnonzero(each.stage[0].any(axis=0) | (each.completes == 0))) for each in found]
    return Games.joined(found)


def _after_singles(games: Games) -> Games:
    """Return the games after every possible play of a Single."""
    kinds, columns = np.nonzero(games.hands[0] >> FIELD * np.arange(KINDS)[:, None] & 15)
    found = [(columns, kinds, kinds)]
    for row in range(len(ROWS)):
        can_name = np.flatnonzero(CARDS.take(games.stage[0, row].take(columns)) >= _MIN_NAMEABLE)
        found.append((columns.take(can_name), np.full(len(can_name), FACE_DOWN + row), kinds.take(can_name)))
    at, actions, played = map(np.concatenate, zip(*found, strict=True))
    after = games.select(at)
    after.play(actions, played)
    return after


def _best(games: Games, width: int, singles: int) -> Games:
    """Return the most promising games, with only one game for each position."""
    worth = _WORTH_OF_ROW.take(games.stage[0]).sum(axis=0) * min(singles, _LAST) // _LAST
    score = _WON * games.margin + worth
    order = np.argsort(-score, kind="stable")[: 4 * width]
    keys = np.zeros(len(order), np.uint64)
    for part in (*games.stage.reshape(-1, games.stage.shape[-1]), games.hands[0], games.completes):
        keys = (keys ^ part.take(order).astype(np.uint64)) * _HASH
        keys ^= keys >> np.uint64(29)
    _, first = np.unique(keys, return_index=True)
    return games.select(order.take(np.sort(first)[:width]))
