"""Computer players' knowledge of Rummy-like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardtable.engine.cards import Chard, TriCard
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    OF_A_KIND,
    Action,
    Call,
    Chards,
    Discard,
    Lead,
    Play,
    Send,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.scoring import points_of, sets_of
from cardtable.games.rummy_like.player.contrast import contrast
from cardtable.games.rummy_like.player.hands import CAREFUL, SOUND, Appraisal, collect, values_of
from cardtable.games.rummy_like.player.reasons import compare_call, reason
from cardtable.players.foresight import paired_ends
from cardtable.players.knowledge import Knowledge, pick_at_random, pick_best

_PAIRS = 100
"""The number of pairs of simulations, with and without a call, that a reason is based on."""
_NO_MATCH = -1.0
"""The rating of leading a TriCard that the leader can't match."""


def _loss(values: tuple[float, ...], count: int) -> float:
    """Return the loss from giving away one Chard of a kind."""
    return values[count] - values[count - 1]


class _Own(NamedTuple):
    """The cards of the player whose turn it is, including Chards that the player has picked up."""

    seat: Seat
    hand: Chards
    appraisal: Appraisal
    values: dict[Chard, tuple[float, ...]]


def _own(state: State, appraisal: Appraisal = SOUND) -> _Own:
    seat = state.turn
    assert seat is not None, "a seat is to move"
    hand = state.chards[seat] + (state.picked if state.phase == "send" else ())
    return _Own(seat, hand, appraisal, values_of(state.tricards[seat], appraisal))


def _points(state: State, seat: Seat) -> int:
    """Return the points that this seat would score for a call now."""
    return points_of(state.tricards[seat], sets_of(state.chards[seat]))


def _rate_call(state: State, own: _Own) -> float:
    """Rate the call "Score". Not calling is rated 0."""
    points, score = _points(state, own.seat), state.scores[own.seat]
    is_good = points >= own.appraisal.good_call or (points and score + points >= state.options.target)
    return 1.0 if is_good else -1.0


def _rate_lead(own: _Own, card: TriCard) -> float:
    """Rate a lead by the Chards that the leader would like to pick up."""
    gain, matches = 0.0, False
    for kind in KINDS:
        if kind.mask & card.mask:
            values, count = own.values[kind], own.hand.count(kind)
            matches = matches or count > 0
            gain += values[min(count + 1, OF_A_KIND)] - values[count]
    return gain if matches else _NO_MATCH


def _rate_send(own: _Own, cards: Chards) -> float:
    """Rate an action that sends Chards. The more the hand loses, the lower the rating."""
    if len(set(cards)) == 1:
        values, count = own.values[cards[0]], own.hand.count(cards[0])
        return values[count - len(cards)] - values[count]
    return -sum([_loss(own.values[card], own.hand.count(card)) for card in cards])


def _rate_discard(own: _Own, tricards: TriCards, card: TriCard) -> float:
    """Rate a discard by what the hand is worth with the TriCards that are left after it."""
    rest = values_of(tuple([each for each in tricards if each is not card]), own.appraisal)
    return sum(rest[kind][own.hand.count(kind)] for kind in KINDS)


def _rate(state: State, own: _Own, action: Action) -> float:
    match action:
        case Play(card):  # the leader picks it up again
            return 0.0 if own.seat == state.leader else -_loss(own.values[card], own.hand.count(card))
        case Send(cards):
            return _rate_send(own, cards)
        case Lead(card):
            return _rate_lead(own, card)
        case Discard(card):
            return _rate_discard(own, state.tricards[own.seat], card)
        case Call():
            return _rate_call(state, own)
    return 0.0


def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions by the worth of the hand after each of them, using the player's own TriCards."""
    own = _own(state)
    return [_rate(state, own, action) for action in legal]


def rate_carefully(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions like `rate`, but above all keep the others from collecting sets."""
    own = _own(state, CAREFUL)
    return [_rate(state, own, action) for action in legal]


def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions by the number of equal Chards that stay in the hand. Call "Score" for any number of points."""
    own = _own(state)
    return [_rate_simply(state, own, action) for action in legal]


def _rate_simply(state: State, own: _Own, action: Action) -> float:
    match action:
        case Play(card):
            return -float(own.hand.count(card))
        case Send(cards):
            return -float(sum(own.hand.count(card) for card in cards))
        case Call():
            return 1.0 if _points(state, own.seat) else -1.0
    return 0.0


def policy(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Play like a sound player, but choose at random one time in ten. A random choice is never the call "Score"."""
    if state.phase == "draw":
        return pick_best(rate(state, legal, random), legal, random)
    if random.random() < 0.1:
        return pick_at_random(state, legal, random)
    own = _own(state)
    if state.phase != "send":
        return pick_best([_rate(state, own, action) for action in legal], legal, random)
    return Send(_cheapest(own, len(state.picked) - 1))


def _cheapest(own: _Own, count: int) -> Chards:
    """Return the `count` least useful Chards in the hand, in deck order."""
    losses = {kind: _loss(own.values[kind], own.hand.count(kind)) for kind in set(own.hand)}
    first = min(losses, key=lambda kind: (losses[kind], kind.order))
    if count == 1:
        return (first,)
    held = own.hand.count(first)
    losses[first] = _loss(own.values[first], held - 1) if held > 1 else len(KINDS)
    second = min(losses, key=lambda kind: (losses[kind], kind.order))
    return (first, second) if first.order <= second.order else (second, first)


@lru_cache(maxsize=64)
def _contrast(state: State, better: Action, worse: Action) -> str:
    """Return a sentence about what the players get after each of these actions."""
    if Call() not in (better, worse):
        return contrast(KNOWLEDGE, state, better, worse)
    ends = paired_ends(KNOWLEDGE, state, Call(), worse if better == Call() else better, _PAIRS)
    return compare_call(state, *zip(*ends, strict=True))


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate_simply,
    slips=0.15,
    policy=policy,
    look_ahead=rate_carefully,
    refine=collect,
    scale=3.0,
    simulations=1000,
    reason=reason,
    contrast=_contrast,
)
