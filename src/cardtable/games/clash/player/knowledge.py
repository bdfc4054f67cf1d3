"""Computer players' knowledge of Clash."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from cardtable.engine.games.clash import GAME, outlook
from cardtable.engine.games.clash.model import (
    Action,
    EndTurn,
    PlayChard,
    PlayComplete,
    PlayLast,
    PlayPair,
    PlayThree,
    RoundEnded,
    State,
    cards_left,
)
from cardtable.engine.games.clash.rules import gains
from cardtable.engine.games.clash.words import speak_effect
from cardtable.engine.phrases import counted
from cardtable.engine.seating import add_points
from cardtable.games.clash.player.contrast import contrast
from cardtable.games.clash.player.turns import covers
from cardtable.players.knowledge import Knowledge, LessonTopic, pick_at_random

_CARDS: dict[type[Action], int] = {PlayThree: 3, PlayPair: 2, PlayComplete: 1, PlayChard: 1, PlayLast: 1, EndTurn: 0}
"""The number of cards that each kind of action plays."""
_PLAYS_ON = frozenset((PlayComplete, PlayChard))
_CLOSING = (PlayLast, EndTurn)


def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions by the number of cards that they play. Ending the turn is best only if no other play is possible."""
    return [_CARDS[type(action)] - 9 * isinstance(action, _CLOSING) for action in legal]


def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions like `rate_simply`, but also count the cards that can be played next."""
    return [
        rating + (_plays_next(state, action) if rating > 0 else 0.0)
        for rating, action in zip(rate_simply(state, legal, random), legal, strict=True)
    ]


def _plays_next(state: State, action: Action) -> float:
    """Return how many cards can be played by the next action of this turn, plus a little for each such action."""
    after = GAME.advance(state, action, None)
    if after.turn != state.turn:
        return 0.0
    cards = [_CARDS[type(each)] for each in GAME.legal(after) if not isinstance(each, _CLOSING)]
    return max(cards, default=0) + 0.1 * len(cards)


def policy(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Pick the action that plays the most cards. One time in ten, pick a random action."""
    if random.random() < 0.1:
        return pick_at_random(state, legal, random)
    cards = [_CARDS[type(action)] for action in legal]
    most = max(cards)
    if most == 1:  # the Chards that end the turn come last, before EndTurn
        count = sum(map(_PLAYS_ON.__contains__, map(type, legal))) or max(1, len(legal) - 1)
        return legal[int(random.random() * count)]
    return legal[cards.index(most) + int(random.random() * cards.count(most))]  # equal actions are neighbours


def worth(state: State) -> tuple[float, ...]:
    """Return the scores that the players would have if the round ended now."""
    return add_points(state.scores, gains(cards_left(state)))


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return a sentence about the number of cards that an action plays and about the rest of the turn."""
    seat = state.turn
    assert seat is not None, "a seat is to move"
    prospect = outlook.foresee(state, action)
    if isinstance(prospect.end, RoundEnded):
        return f"It {speak_effect(action, prospect, names[1 - seat])}."
    after, cards = GAME.advance(state, action, None), _CARDS[type(action)]
    left = counted(cards_left(after)[seat], "card")
    if after.turn != seat:
        plays = f"You play {counted(cards, 'card')}, which ends your turn" if cards else "Your turn ends"
        return f"{plays} with {left} left."
    following = [each for each in GAME.legal(after) if not isinstance(each, _CLOSING)]
    best = max(following, key=lambda each: _CARDS[type(each)], default=None)
    goes_on = f"you can go on with {best}" if best is not None else "at most a last Chard can follow"
    return f"You play {counted(cards, 'card')} and have {left} left; {goes_on}."


@lru_cache(maxsize=64)
def _contrast(state: State, better: Action, worse: Action) -> str:
    return contrast(KNOWLEDGE, state, better, worse)


def topic(state: State, legal: Sequence[Action], better: Action, played: Action) -> LessonTopic:
    """Return the topic of a mistake: making the piles match if the better action does so, otherwise looking ahead."""
    if isinstance(better, PlayThree | PlayPair):
        return LessonTopic("06-making-them-match", "how to make the piles match")
    return LessonTopic("09-playing-well", "how to look ahead before you play")


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate_simply,
    slips=0.15,
    policy=policy,
    worth=worth,
    scale=6.0,
    horizon=14,
    simulations=1500,
    reason=reason,
    contrast=_contrast,
    covers=covers,
    topic=topic,
)
