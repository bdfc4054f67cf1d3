"""Computer players' knowledge of Exit Stage Right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from random import Random
from typing import Any

from cardtable.engine.cards import COMPLETES, Card
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Options,
    Refill,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.texts import name_action
from cardtable.engine.games.exit_stage_right.words import effect
from cardtable.engine.phrases import capitalized
from cardtable.games.exit_stage_right.player.calibration import calibration_for
from cardtable.games.exit_stage_right.player.contrast import contrast
from cardtable.games.exit_stage_right.player.endgames import exact
from cardtable.games.exit_stage_right.player.sure import SURE_WAY, by_the_book, explain_sure_way, keeps_winning, sure
from cardtable.games.exit_stage_right.player.topic import topic
from cardtable.players.foresight import CONTINUATIONS, paired_ends
from cardtable.players.knowledge import Batch, Knowledge, pick_at_random

_CELLS = len(ROWS) * COLUMNS
_BITS = _CELLS.bit_length()
_COUNTS: dict[Card | None, int] = {None: 0} | {
    card: sum(1 << _BITS * at for at in range(card.mask.bit_length()) if card.mask >> at & 1) for card in COMPLETES
}
"""For each Complete, a packed count of its characteristics. Adding these numbers counts each characteristic."""
_FULL = (1 << _BITS) - 1
_MIN_NAMEABLE = 2
_BEST_CONTINUATIONS = 40
"""The number of simulations of each move in a comparison near the end: a small one, because best play takes time."""


def _matching(state: State) -> int:
    """Return the number of Completes on the stage that have each characteristic, packed as in `_COUNTS`."""
    top, middle, bottom = state.stage
    return sum(map(_COUNTS.__getitem__, top + middle + bottom))


def _net(state: State, matching: int, action: Action) -> int:
    """Return the number of Completes that would go right minus the number that would go left."""
    cards = _CELLS - sum(row.count(None) for row in state.stage)
    if isinstance(action, Refill):
        if state.options.refill_shift == "all-but-new":
            return -cards
        return sum(row[COLUMNS // 2] is not None for row in state.stage) - cards
    if isinstance(action, FaceUp):
        right = matching >> _BITS * (action.card.mask.bit_length() - 1) & _FULL
    else:
        right = COLUMNS - state.stage[action.row].count(None)
    return 2 * right - cards


def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions by the number of Completes that go right minus the number that go left."""
    matching = _matching(state)
    return [_net(state, matching, action) for action in legal]


def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions like `rate_simply`, but avoid refills while more Completes have been won than lost."""
    matching, is_ahead = _matching(state), len(state.won) > len(state.lost)
    return [_net(state, matching, action) - 99 * (is_ahead and isinstance(action, Refill)) for action in legal]


def rate_for_margin(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions like `rate_simply`, but prefer refills to equally good Singles, and small refills to large ones."""
    matching = _matching(state)
    return [
        _net(state, matching, action) + (1 / (1 + len(action.rows)) if isinstance(action, Refill) else 0)
        for action in legal
    ]


def policy(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Pick an action that `rate` would rate best under the usual rules. One time in ten, pick a random action.

    This function is faster than rating every action, because only the kinds of Singles and the rows matter.
    """
    if isinstance(legal[0], Refill) or random.random() < 0.1:
        return pick_at_random(state, legal, random)
    hand = list(dict.fromkeys(state.hands[state.turn or 0]))
    matching = _matching(state)
    by_card = [matching >> _BITS * (card.mask.bit_length() - 1) & _FULL for card in hand]
    by_row = [COLUMNS - row.count(None) for row in state.stage]
    most = max(by_card)
    rows = [row for row, cards in enumerate(by_row) if cards >= most and cards >= _MIN_NAMEABLE]
    if rows:
        most = max(most, *[by_row[row] for row in rows])
        rows = [row for row in rows if by_row[row] == most]
    best = [card for card, right in zip(hand, by_card, strict=True) if right == most]
    refills = _count_refills(legal) if most == 0 and len(state.won) <= len(state.lost) else 0
    pick = int(random.random() * (len(best) + len(hand) * len(rows) + refills))
    if pick < refills:
        return legal[-1 - pick]
    pick -= refills
    if pick < len(best):
        return FaceUp(best[pick])
    row, card = divmod(pick - len(best), len(hand))
    return FaceDown(hand[card], rows[row])


def _count_refills(legal: Sequence[Action]) -> int:
    """Return the number of refills. Refills come last in the list of legal actions."""
    return sum(isinstance(action, Refill) for action in legal)


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return a sentence about the effect of an action: Completes won, lost, and moved right or left."""
    return f"{capitalized(effect(foresee(state, action)))}."


@lru_cache(maxsize=64)
def _comparison(state: State, better: Action, worse: Action) -> tuple[str, str]:
    """Return sentences, partly from simulations, about the better action's advantage and the worse one's drawback."""
    values = exact(state, (better, worse))
    knowledge, number = (KNOWLEDGE, CONTINUATIONS) if values is None else (_BEST_PLAY, _BEST_CONTINUATIONS)
    return contrast(state, better, worse, partial(paired_ends, knowledge, state, better, worse, number), values)


def tempting(state: State, legal: Sequence[Action], better: Action, worse: Action) -> tuple[Action, str] | None:
    """Return the action with the greatest immediate gain, and how it gains: `win more`, `lose less` or `gain more`.

    Return None if it doesn't gain more than both `better` and `worse`.
    """

    def counts(action: Action) -> tuple[int, int]:
        shifted = foresee(state, action)
        return len(shifted.won), -len(shifted.lost)

    most = max(legal, key=lambda action: sum(counts(action)))
    (won, lost), rivals = counts(most), [counts(better), counts(worse)]
    if won + lost <= max(map(sum, rivals)):
        return None
    if all(won > each for each, _ in rivals):
        return most, "win more"
    return most, "lose less" if all(lost > each for _, each in rivals) else "gain more"


@lru_cache(maxsize=4096)
def _best(view: State, legal: Sequence[Action]) -> Action:
    """Return the best action near the end of a game."""
    values: Sequence[Any] = exact(view, legal) or rate(view, legal, Random(0))
    return max(zip(values, legal, strict=True), key=lambda each: each[0])[1]


def _load_batch() -> Callable[[State, Seat, Key], Batch]:
    # Numpy takes longer to import than the whole program, so it's imported only for simulations.
    from cardtable.games.exit_stage_right.player.simulations import Simulations

    return Simulations


def _hindsight(state: State) -> int:
    from cardtable.games.exit_stage_right.player.hindsight import best_margin  # likewise

    return best_margin(state)


def _load_margin_batch() -> Callable[[State, Seat, Key], Batch]:
    from cardtable.games.exit_stage_right.player.simulations import MarginSimulations  # likewise

    return MarginSimulations


_SIMULATIONS_FOR_MARGIN = {"up-to": 200, "all": 600}
"""The simulations per move, by refill rule. With only 200, a player who must fill every cell loses one game in four."""


def _for_margin(options: Options) -> Knowledge[State, Action]:
    return Knowledge(
        game=GAME,
        rate=rate_for_margin,
        rate_simply=rate_simply,
        load_batch=_load_margin_batch,
        sure=sure if by_the_book(options) else None,  # simulations don't find the sure way
        simulations=_SIMULATIONS_FOR_MARGIN[options.refill_count],
    )


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate_simply,
    slips=0.15,
    policy=policy,
    load_batch=_load_batch,
    consider=keeps_winning,
    exact=exact,
    sure=sure,
    scale=3.0,
    simulations=600,
    unit="Complete",
    margin_steps=(0.5, 1.0, 2.0),
    margin_meaning="Completes won minus lost",
    certain_meaning=SURE_WAY,
    calibration=calibration_for,
    hindsight=_hindsight,
    in_full=explain_sure_way,
    tempting=tempting,
    reason=reason,
    contrast=lambda state, better, worse: _comparison(state, better, worse)[0],
    fault=lambda state, better, worse: _comparison(state, better, worse)[1],
    topic=topic,
    name=lambda _, action: name_action(action),
    for_margin=_for_margin,
)
_BEST_PLAY = replace(KNOWLEDGE, policy=lambda state, legal, _: _best(GAME.view(state, 0), legal))
"""The knowledge with which simulations near the end of a game play as well as possible."""
