"""Computer players' knowledge of Tradewinds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import OFF, Blew, Blow, State
from cardtable.engine.phrases import counted, join_words
from cardtable.games.tradewinds.player.contrast import contrast
from cardtable.players.knowledge import Knowledge, LessonTopic


def rate(state: State, legal: Sequence[Blow], random: Random) -> list[float]:
    """Rate plays by the points that they score at once minus the points that they deduct at once."""
    before = sum(GAME.standing(state))
    return [sum(GAME.standing(GAME.advance(state, action, None))) - before for action in legal]


def reason(state: State, action: Blow, names: Sequence[str]) -> str:
    """Return text about the wind's effect on the Singles."""
    blew = next(event for event in GAME.preview(state, action) if isinstance(event, Blew))
    landing = sum(len(flight.cards) for flight in blew.flights if flight.target != OFF)
    counts = ((len(blew.scored), "scores"), (len(blew.deducted), "deducts"), (landing, "lands on another pile"))
    (first, *others) = [each for each in counts if each[0]] or [(0, "")]
    if not first[0]:
        return "Nothing moves."
    parts = [f"{counted(first[0], 'Single')} {_agree(*first)}", *(f"{n} {_agree(n, what)}" for n, what in others)]
    return f"{join_words(parts)}."


def _agree(number: int, what: str) -> str:
    """Return the phrase in the singular or plural, such as `lands on another pile` or `land on other piles`."""
    verb, _, rest = what.partition(" ")
    return what if number == 1 else f"{verb[:-1]} {rest.replace('another pile', 'other piles')}".strip()


@lru_cache(maxsize=64)
def _contrast(state: State, better: Blow, worse: Blow) -> str:
    return contrast(KNOWLEDGE, state, better, worse)


def topic(state: State, legal: Sequence[Blow], better: Blow, played: Blow) -> LessonTopic:
    """Return the topic of a mistake: points at once, or points for the players who follow."""
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
