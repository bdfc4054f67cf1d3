"""Exact values of endgames in one-player Exit Stage Right.

The search is expectimax over the unknown order of the Complete deck. The game ends with the last Single, and each
refill takes cards from the Complete deck, so the search ends. Without refills, nothing in an endgame is random. In most
positions, the search can ignore refills: even the luckiest refill gains no more than the Singles certainly gain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from cardtable.engine.cards import COMPLETES, Complete
from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, FaceDown, FaceUp, State
from cardtable.engine.games.exit_stage_right.rules import ALL_ROWS
from cardtable.engine.zones import put, unseen
from cardtable.games.exit_stage_right.player.rows import (
    MAX_SINGLES,
    After,
    Cells,
    EndgameRow,
    Kind,
    Rows,
    Rules,
    rows_for,
)

Value = tuple[float, float]
"""A win chance and an expected margin."""
MAX_WORK = {"up-to": 4_000, "all": 12_000}
"""The number of refill results to examine (in about a second) before giving up, for each refill rule."""
_MAX_ROWS = 20_000
"""The number of rows to keep in memory between endgames."""
_WORST: Value = (-1.0, -99.0)
_DIGITS = 12
"""The number of digits to which values are rounded, so that equal values stay equal."""
_RowNumbers = tuple[int, ...]
"""The numbers of the rows on the stage."""
_Deck = tuple[int, ...]
"""The number of Completes of each kind in the Complete deck."""


def exact(state: State, legal: Sequence[Action]) -> list[Value] | None:
    """Return the win chance and the expected margin of each action with best play.

    Best play means the highest win chance first, then the highest margin. Only what the player can see counts. Return
    None if there are several players, too many possible refills, or more than three Singles to play, unless no card is
    unknown.
    """
    draws = state.draw_deck and state.options.draw == "after-each-single"
    if len(state.hands) > 1 or draws:
        return None
    if len(state.hands[0]) > MAX_SINGLES:
        return _known(state, legal) if len(state.complete_deck) <= 1 else None
    try:
        return _Endgame(state).values(legal)
    except _TooLong:
        return None


def _known(state: State, legal: Sequence[Action]) -> list[Value] | None:
    """Return the value of each action if no card is unknown. The last card of a deck is known from all the others."""
    from cardtable.games.exit_stage_right.player.hindsight import exact_margin  # only now, because numpy loads slowly

    full = GAME.determinize(state, 0, Key(0))
    margins = [exact_margin(GAME.advance(full, action, None)) for action in legal]
    return None if None in margins else [(float(margin > 0), float(margin)) for margin in margins if margin is not None]


class _TooLong(Exception):
    """An exception for endgames with too many possible refills."""


class _Bounds(NamedTuple):
    """Bounds on the gain from a position. The gain is the number of Completes won minus the number lost."""

    surely: int
    """The lower bound: the gain without refills."""
    at_most: int
    """The upper bound: the gain with the best luck."""


class _Node(NamedTuple):
    """The part of a position that changes in an endgame."""

    rows: Rows
    stage: _RowNumbers
    margin: int
    deck: _Deck

    @property
    def each(self) -> list[EndgameRow]:
        return [self.rows[number] for number in self.stage]


class _Endgame:
    """The search for the value of each action in an endgame."""

    def __init__(self, state: State) -> None:
        options, counts = state.options, Counter(state.hands[0])
        self._refills_all = options.refill_count == "all"
        self._refills_first = options.empty_grid == "refill-first"
        self._kinds = [single for single, _ in counts.most_common()]
        self._work_left = MAX_WORK[options.refill_count]
        self._values: dict[tuple[object, ...], Value] = {}
        self._bounds: dict[tuple[object, ...], _Bounds] = {}
        rows = rows_for(
            tuple([counts[single] for single in self._kinds]), Rules(options.refill_count, options.refill_shift)
        )
        if len(rows) > _MAX_ROWS:
            rows_for.cache_clear()
        stage = [rows.number(self._cells(row)) for row in state.stage]
        on_stage = [card for row in state.stage for card in row if card is not None]
        deck = Counter(map(self._kind, unseen(COMPLETES, on_stage, state.won, state.lost)))
        margin = len(state.won) - len(state.lost)
        self._start = _Node(rows, tuple(stage), margin, tuple([deck[kind] for kind in rows.kinds]))

    def values(self, legal: Sequence[Action]) -> list[Value]:
        """Return the value of each legal action."""
        return [self._value_of(action) for action in legal]

    def _value_of(self, action: Action) -> Value:
        if isinstance(action, FaceUp):
            return self._value(_face_up(self._start, self._kinds.index(action.card)))
        if isinstance(action, FaceDown):
            return self._value(_face_down(self._start, self._kinds.index(action.card), action.row))
        return self._value_of_refill(self._start, action.rows, _WORST)

    def _cells(self, row: Sequence[Complete | None]) -> Cells:
        return tuple([None if card is None else self._kind(card) for card in row])

    def _kind(self, card: Complete) -> Kind:
        return sum(1 << at for at, single in enumerate(self._kinds) if card.mask & single.mask)

    # Best play
    def _value(self, position: _Node) -> Value:
        """Return the value of a position if the player plays as well as possible."""
        rows, stage, margin, deck = position
        if not rows.left:
            return float(margin > 0), float(margin)
        cards = sum(deck)
        if cards:
            surely, at_most = self._bounds_of(rows, stage)
            if surely == at_most:
                return float(margin + surely > 0), float(margin + surely)
        if not self._can_run_short(rows, cards):
            stage = tuple(sorted(stage))
        key = rows.singles, stage, margin, deck
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._best(position._replace(stage=stage))
        return found

    def _can_run_short(self, rows: Rows, cards: int) -> bool:
        """Return whether a refill may run out of cards for the empty cells. The order of the rows then matters."""
        return self._refills_all and 0 < cards < len(ALL_ROWS) * rows.left

    def _best(self, position: _Node) -> Value:
        each, cards, best = position.each, sum(position.deck), _WORST
        if not (cards and self._must_refill(each)):
            best = max(map(self._value, _after_single(position, each)))
        for filled in self._refills(each, cards):
            bound = position.margin + _bound_after_refill(each, filled)
            if (float(bound > 0), float(bound)) > best:
                best = max(best, self._value_of_refill(position, filled, best))
        return best

    def _must_refill(self, each: Iterable[EndgameRow]) -> bool:
        """Return whether the player must refill before playing a Single, as long as the deck has cards (ES-13)."""
        return self._refills_first and all(row.is_empty for row in each)

    def _refills(self, each: Sequence[EndgameRow], cards: int) -> Iterator[tuple[int, ...]]:
        """Yield the rows that each legal refill fills. Refills of equal rows appear only once."""
        if not self._refills_all:
            yield from {tuple([each[row].number for row in rows]): rows for rows in _fillable(each, cards)}.values()
        else:
            yield from list(_fillable(each, cards))[:1]

    # Refills
    def _value_of_refill(self, position: _Node, filled: tuple[int, ...], best: Value) -> Value:
        """Return the value of a refill, or any value up to `best` if the refill isn't better than that."""
        rows, each = position.rows, position.each
        wins = margins = open_wins = open_margins = 0
        unsettled = list[tuple[Sequence[Kind], ...]]()
        for kinds, chance in self._results_up_to_twins(position, filled):
            after = _refilled(position, each, filled, [some[0] for some in kinds])
            surely, at_most = self._bounds_of(rows, after.stage)
            if surely == at_most:
                wins += chance * (after.margin + surely > 0)
                margins += chance * (after.margin + surely)
            else:
                open_wins += chance * (after.margin + at_most > 0)
                open_margins += chance * (after.margin + at_most)
                unsettled.append(kinds)
        ways = _ways(position.deck, len(filled))
        highest = _rounded((wins + open_wins) / ways, (margins + open_margins) / ways)
        if not unsettled or highest <= best:
            return highest
        win, margin = float(wins), float(margins)
        for drawn in (drawn for kinds in unsettled for drawn in product(*kinds)):
            if chance := _chance(position.deck, drawn):
                self._work()
                after = _refilled(position, each, filled, drawn)
                one, other = self._value(after)
                win += chance * one
                margin += chance * other
        return _rounded(win / ways, margin / ways)

    def _results_up_to_twins(
        self, position: _Node, filled: tuple[int, ...]
    ) -> Iterator[tuple[tuple[Sequence[Kind], ...], int]]:
        """Yield the results of a refill with the number of ways to draw each. Results with twin rows are merged."""
        rows, deck = position.rows, position.deck
        by_twin = list[Iterable[list[Kind]]]()
        for number in filled:
            groups: dict[tuple[int, int], list[Kind]] = {}
            for kind, (gain, row) in enumerate(rows[position.stage[number]].refilled):
                if deck[kind]:
                    groups.setdefault((gain, rows.twin(row)), []).append(kind)
            by_twin.append(groups.values())
        for kinds in product(*by_twin):
            if chance := sum([_chance(deck, drawn) for drawn in product(*kinds)]):
                self._work()
                yield kinds, chance

    def _work(self) -> None:
        self._work_left -= 1
        if self._work_left < 0:
            raise _TooLong

    # Bounds
    def _bounds_of(self, rows: Rows, stage: _RowNumbers) -> _Bounds:
        """Return bounds on the gain that hold for every possible deck."""
        if not rows.left:
            return _Bounds(0, 0)
        key = rows.singles, *sorted([rows.twin(number) for number in stage])
        found = self._bounds.get(key)
        if found is None:
            found = self._bounds[key] = self._find_bounds(_Node(rows, stage, 0, (0,) * len(rows.kinds)))
        return found

    def _find_bounds(self, position: _Node) -> _Bounds:
        each = position.each
        surely = at_most = int(_WORST[1])
        if not self._must_refill(each):
            for after in _after_single(position, each):
                found = self._bounds_of(after.rows, after.stage)
                surely, at_most = max(surely, after.margin + found.surely), max(at_most, after.margin + found.at_most)
        bound = sum([row.bound.most for row in each])
        if surely < bound:  # a deck that runs short fills fewer rows, so every set of rows counts
            at_most = max([at_most, *[_bound_after_refill(each, filled) for filled in _fillable(each, len(each))]])
        return _Bounds(surely, min(at_most, bound))


# Single steps
def _face_up(position: _Node, single: int) -> _Node:
    return _after(position, single, [row.by_kind[single] for row in position.each])


def _face_down(position: _Node, single: int, named: int) -> _Node:
    rows = enumerate(position.each)
    return _after(position, single, [(row.right if at == named else row.left)[single] for at, row in rows])


def _after_single(position: _Node, each: Sequence[EndgameRow]) -> Iterator[_Node]:
    for single in range(len(position.rows.singles)):
        yield _face_up(position, single)
        for named, row in enumerate(each):
            if row.is_nameable:
                yield _face_down(position, single, named)


def _after(position: _Node, single: int, after: Sequence[After]) -> _Node:
    rows, _, margin, deck = position
    following = rows.following[single]
    if rows.singles[single] == 1:
        kinds = [0] * len(following.kinds)
        for kind, cards in enumerate(deck):
            kinds[rows.kind_without(kind, single)] += cards
        deck = tuple(kinds)
    return _Node(following, tuple([each.row for each in after]), margin + sum([each.gain for each in after]), deck)


def _refilled(position: _Node, each: Sequence[EndgameRow], filled: Sequence[int], drawn: Sequence[Kind]) -> _Node:
    after, deck = [row.left_alone for row in each], position.deck
    for number, kind in zip(filled, drawn, strict=True):
        after[number] = each[number].refilled[kind]
        deck = put(deck, kind, deck[kind] - 1)
    margin = position.margin + sum([each.gain for each in after])
    return _Node(position.rows, tuple([each.row for each in after]), margin, deck)


def _fillable(each: Sequence[EndgameRow], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of rows that this many cards can fill. Larger sets and earlier rows come first."""
    empty = [number for number, row in enumerate(each) if not row.has_centre]
    for size in range(min(len(empty), cards), 0, -1):
        yield from combinations(empty, size)


def _bound_after_refill(each: Sequence[EndgameRow], filled: Sequence[int]) -> int:
    bounds = [row.bound for row in each]
    return sum([each.if_refilled if at in filled else each.if_left_alone for at, each in enumerate(bounds)])


def _ways(deck: _Deck, cards: int) -> int:
    """Return the number of ways to draw this many cards from the deck."""
    ways, left = 1, sum(deck)
    for number in range(cards):
        ways *= left - number
    return ways


def _chance(deck: _Deck, drawn: Sequence[Kind]) -> int:
    """Return the number of ways to draw Completes of these kinds in this order."""
    ways = 1
    for number, kind in enumerate(drawn):
        ways *= deck[kind] - drawn[:number].count(kind)
    return ways


def _rounded(win: float, margin: float) -> Value:
    return round(win, _DIGITS), round(margin, _DIGITS)
