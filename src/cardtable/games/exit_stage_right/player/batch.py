"""Many games of Exit Stage Right, played at the same time with the policy of `knowledge.py`."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtable.engine.games.exit_stage_right.model import ROWS, State
from cardtable.games.exit_stage_right.player.tables import (
    AFTER,
    BEST,
    CARDS,
    CARDS_ABOVE,
    CATEGORY,
    COUNTS,
    EMPTY_CENTRE,
    FACE_DOWN,
    FIELD,
    FILL,
    HELD,
    KINDS_AT_MOST,
    MEMBERS,
    REFILL,
    SIZE,
    UNIT,
    WAY,
    WON,
    Integers,
    codes,
    refill_choices,
    rules,
)

RandomWords = NDArray[np.uint64]
_SLIP = (1 << 32) // 10
"""The threshold for a random action: a 32-bit random number falls below it one time in ten."""
_NAMEABLE: Integers = np.where(CARDS >= 2, CARDS, -1)
"""For each code, the number of Completes that go right if the row is named, or -1 if it can't be named."""
_CATEGORY_FIELDS: Integers = 3 * FIELD * np.arange(3)[:, None]
_CATEGORY_MASK = (1 << 3 * FIELD) - 1
_CATEGORY_BITS: Integers = 1 << 3 * np.arange(3)
_ROW_BITS: Integers = 1 << np.arange(len(ROWS))


class Deals(NamedTuple):
    """The hidden cards and the random numbers of several deals."""

    hands: Integers
    """The hand of each seat in each deal, in the format of `UNIT`."""
    draw_deck: Integers
    """The Singles of each deal in drawing order, in the format of `UNIT`, then zeros for turns without a draw."""
    complete_deck: Integers
    """The Completes of each deal in the order in which players draw them, followed by a placeholder."""
    words: RandomWords
    """Random words of 64 bits, one for each turn of each deal."""


class Games:
    """Games in progress. Each column of the arrays is one game."""

    COLUMNS = ("games", "deals", "stage", "hands", "turn", "margin", "draw_at", "complete_at", "completes")
    """The names of the arrays with one column for each game in progress."""

    def __init__(self, view: State, deals: Deals, times: int, enough: int = 0) -> None:
        """Begin games with these hidden cards. Each deal is played `times` times.

        The policy stops refilling once the margin is above `enough`.
        """
        self._enough = enough
        self.draw_decks, self.complete_decks = deals.draw_deck.ravel(), deals.complete_deck.ravel()
        self.rolls, self.slips = (deals.words >> 32).astype(np.int64), (deals.words & 0xFFFFFFFF) < _SLIP
        self._rules = rules(view.options.refill_shift)
        self._refills, self._refill_actions = refill_choices(view.options.refill_count)
        self._refill_first = view.options.empty_grid == "refill-first"
        self._seats, self._turns = len(deals.hands), 0
        number, width = deals.complete_deck.shape
        size = number * times
        self.games: Integers = np.arange(size)
        self.deals: Integers = np.tile(np.arange(number), times)
        self.stage: Integers = np.repeat(np.array([codes(row) for row in view.stage]).T[:, :, None], size, axis=2)
        """The codes of the stage, by category, row and game."""
        self.hands: Integers = np.tile(deals.hands, times)
        self.turn: Integers = np.full(size, view.turn)
        self.margin: Integers = np.full(size, len(view.won) - len(view.lost))
        self.draw_at: Integers = self.deals * deals.draw_deck.shape[1]
        self.complete_at: Integers = self.deals * width
        self.completes: Integers = np.full(size, width - 1)
        """The number of Completes left in each game's deck."""
        self.number_columns()

    def number_columns(self) -> None:
        """Renumber the columns and cells after the number of games has changed."""
        size = len(self.games)
        self._columns: Integers = np.arange(size)
        self._cells: Integers = np.arange(len(ROWS) * size).reshape(len(ROWS), size)

    # The policy's choice
    def choose(self) -> tuple[Integers, Integers]:
        """Return the policy's choice in each game: the number of an action and the kind of its Single."""
        slip = self.slips[self._turns].take(self.deals)
        held = HELD.take(self._hand() >> _CATEGORY_FIELDS & _CATEGORY_MASK)
        best = BEST.take(np.add.reduce(COUNTS.take(self.stage), axis=1) << 3 | held)
        by_row = _NAMEABLE.take(self.stage[0])
        most = np.maximum(best.max(axis=0) >> 3, by_row.max(axis=0))
        up = np.where(slip, held, KINDS_AT_MOST.take(best ^ most << 3))
        rows = _ROW_BITS @ (by_row >= np.where(slip, 0, most))
        refills_too = slip | ((most == 0) & (self.margin <= self._enough))
        empty = _ROW_BITS @ EMPTY_CENTRE.take(self.stage[0])
        case = np.minimum(self.completes, len(ROWS)) << len(ROWS) | empty
        refills = self._refills.take(case)
        if self._refill_first:
            must_refill = (refills > 0) & ~self.stage[0].any(axis=0)
            up, refills_too = np.where(must_refill, 0, up), refills_too | must_refill
        return self._pick(_CATEGORY_BITS @ up, _CATEGORY_BITS @ held, rows, refills * refills_too, case)

    def _pick(
        self, up: Integers, held: Integers, rows: Integers, refills: Integers, case: Integers
    ) -> tuple[Integers, Integers]:
        """Pick a kind to play face up, a kind in hand to play face down for one of the rows, or a refill."""
        ups, kinds = SIZE.take(up), SIZE.take(held)
        downs = kinds * SIZE.take(rows)
        pick = self.rolls[self._turns].take(self.deals) * (ups + downs + refills) >> 32
        down = pick - ups
        row = down // kinds
        is_up = down < 0
        kind = MEMBERS.take(np.where(is_up, up << 4 | pick, (held << 4) + (down - row * kinds)))
        action = np.where(is_up, kind, MEMBERS.take((rows << 4) + row, mode="clip") + FACE_DOWN)
        refill = down - downs
        is_refill = refill >= 0
        if is_refill.any():
            action = np.where(is_refill, self._refill_actions.take((case << 3) + refill, mode="clip"), action)
        return action, kind

    def _hand(self) -> Integers:
        return self.hands.take(self.turn * len(self.games) + self._columns)

    # The rules
    def play(self, actions: Integers, kinds: Integers) -> None:
        """Play an action in each game. A refill ignores the kind of Single."""
        size, is_single = len(self.games), actions < REFILL
        if not is_single.all():
            self._refill((~is_single).nonzero()[0], actions)
        telling = self.stage.take(CATEGORY.take(actions) * (len(ROWS) * size) + self._cells)
        at = self.stage + WAY.take(self._rules.take(actions, axis=1) + telling)
        self.margin += np.add.reduce(WON.take(at[0]))
        self.stage = AFTER.take(at)
        change = (self.draw_decks.take(self.draw_at) - UNIT.take(kinds)) * is_single
        self.draw_at += is_single
        if self._seats == 1:
            self.hands[0] += change
        else:
            self.hands.ravel()[self.turn * size + self._columns] += change
            self._pass_turn()
        self._turns += 1

    def _refill(self, games: Integers, actions: Integers) -> None:
        """Fill the centre of some rows in some of the games."""
        rows = actions[games] - REFILL
        complete_at, left = self.complete_at[games], self.completes[games]
        cards = self.complete_decks.take(complete_at + np.minimum(CARDS_ABOVE.take(rows, axis=1), left))
        self.stage[:, :, games] += FILL.take(cards, axis=1)
        count = SIZE.take(rows)
        self.complete_at[games] += count
        self.completes[games] -= count

    def _pass_turn(self) -> None:
        """Pass the turn clockwise to the next player who holds a Single."""
        turn = self.turn
        for after in range(self._seats - 1, 0, -1):
            seat = (turn + after) % self._seats
            holds = self.hands.take(seat * len(self.games) + self._columns) > 0
            self.turn = np.where(holds, seat, self.turn)

    def collect(self, final: Integers) -> bool:
        """Store the margins of finished games in `final`. Return whether any games are still in progress."""
        going_on = self.hands.any(axis=0)
        if not going_on.all():
            over, others = np.flatnonzero(~going_on), np.flatnonzero(going_on)
            final[self.games.take(over)] = self.margin.take(over)
            self.keep(others)
        return len(self.games) > 0

    # Other games
    def select(self, columns: Integers) -> Games:
        """Return copies of the games in these columns. A column may be listed several times."""
        found = copy(self)
        found.keep(columns)
        return found

    @staticmethod
    def joined(parts: Sequence[Games]) -> Games:
        """Combine parts that were split from the same games."""
        found = copy(parts[0])
        for name in Games.COLUMNS:
            setattr(found, name, np.concatenate([getattr(each, name) for each in parts], axis=-1))
        found.number_columns()
        return found

    @staticmethod
    def side_by_side(parts: Sequence[Games]) -> Games:
        """Combine games that haven't begun. The games must have the same options and the same number of seats."""
        found, turns = Games.joined(parts), max(len(each.rolls) for each in parts)
        for name in ("draw_decks", "complete_decks"):
            setattr(found, name, np.concatenate([getattr(each, name) for each in parts]))
        for name in ("rolls", "slips"):
            words = [getattr(each, name) for each in parts]
            setattr(found, name, np.hstack([np.pad(each, ((0, turns - len(each)), (0, 0))) for each in words]))
        sizes = {
            "games": [len(each.games) for each in parts],
            "deals": [each.rolls.shape[1] for each in parts],
            "draw_at": [len(each.draw_decks) for each in parts],
            "complete_at": [len(each.complete_decks) for each in parts],
        }
        for name, size in sizes.items():
            starts = np.repeat(np.cumsum([0, *size[:-1]]), sizes["games"])
            setattr(found, name, getattr(found, name) + starts)
        return found

    def keep(self, columns: Integers) -> None:
        """Keep the games in these columns and drop the others."""
        for name in self.COLUMNS:
            setattr(self, name, getattr(self, name).take(columns, axis=-1))
        self.number_columns()
