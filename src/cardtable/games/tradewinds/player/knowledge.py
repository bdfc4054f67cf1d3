"""Computer players' knowledge of Tradewinds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blow, State, opposite
from cardtable.engine.games.tradewinds.outlook import foresee
from cardtable.engine.games.tradewinds.words import sum_up_moves, tell_moves
from cardtable.engine.phrases import capitalized
from cardtable.games.tradewinds.player.contrast import contrast
from cardtable.players.knowledge import Knowledge, LessonTopic

MAX_TOLD = 4
"""The maximum number of Singles to name one by one in a reason."""


def rate(state: State, legal: Sequence[Blow], random: Random) -> list[float]:
    """Rate plays by the points that they immediately score minus the points that they immediately deduct."""
    before = sum(GAME.standing(state))
    return [sum(GAME.standing(GAME.advance(state, action, None))) - before for action in legal]


def reason(state: State, action: Blow, names: Sequence[str]) -> str:
    """Return text about the wind's effect on the Singles."""
    wind = foresee(state, action)
    collector = names[opposite(wind.seat)]
    if sum(len(flight.cards) for flight in wind.flights) <= MAX_TOLD:
        return f"{'; '.join(each.removesuffix('.') for each in tell_moves(wind, collector, spoken=True))}."
    return f"{capitalized(sum_up_moves(wind, collector))}."


@lru_cache(maxsize=64)
def _contrast(state: State, better: Blow, worse: Blow) -> str:
    return contrast(KNOWLEDGE, state, better, worse)


def topic(state: State, legal: Sequence[Blow], better: Blow, played: Blow) -> LessonTopic:
    """Return the topic of a mistake: immediate points, or points for the players who follow."""
    gain, loss = rate(state, (better, played), Random(0))
    if gain > loss:
        return LessonTopic("07-plus-and-minus", "how to weigh what scores against what deducts")
    return LessonTopic("09-together", "how to leave points for the players after you")


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate,
    slips=0.6,
    win_weight=0.0,
    scale=10.0,
    margin_meaning="points scored minus points deducted",
    simulations=600,
    reason=reason,
    contrast=_contrast,
    topic=topic,
)
