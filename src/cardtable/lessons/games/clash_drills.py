"""The exercises of Clash."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from cardtable.engine.cards import Card, Chard, Complete
from cardtable.engine.games.clash.explain import explain
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    Action,
    EndTurn,
    PlayChard,
    PlayComplete,
    PlayLast,
    State,
    cards_of,
)
from cardtable.engine.games.clash.rules import advance, is_matched, legal
from cardtable.lessons.drill import CardReason, Dice, Drill, Question
from cardtable.lessons.games.clash import kinds_that_fit, plays_of
from cardtable.lessons.games.clash_turns import turn_with
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

LONGEST = 40
HARD_ENOUGH = 3
"""Plays among which there is something to choose."""
_LAST_OR_END = PlayLast | EndTurn


def _ways(state: State) -> list[Action]:
    """To lay cards without ending the turn; none before the opening."""
    if not state.piles[COMPLETE_PILE]:
        return []
    return [action for action in legal(state) if not isinstance(action, _LAST_OR_END)]


def _order_matters(state: State) -> bool:
    """Whether a turn of some length is open, and not every way begins the longest."""
    ways = _ways(state)
    found = {turn_with(state, way) for way in ways} if len(ways) >= HARD_ENOUGH else {0}
    return len(found) > 1 and max(found) > HARD_ENOUGH


def _ways_differ(state: State) -> bool:
    """Whether some ways to lay cards leave more ways open than others."""
    ways = _ways(state)
    return len(ways) >= HARD_ENOUGH and len({len(_ways(advance(state, way, None))) for way in ways}) > 1


def _ends_with_a_choice(state: State) -> bool:
    """Whether nothing fits but a last Chard, and it matters which."""
    if not state.piles[COMPLETE_PILE] or _ways(state):
        return False
    lasts = [action for action in legal(state) if isinstance(action, PlayLast)]
    return len({kinds_that_fit(advance(state, action, None)) for action in lasts}) > 1


def _can_be_matched(state: State) -> bool:
    """Whether some ways to lay cards make the piles match, and some do not; a last Chard never does."""
    matched = {action for action in legal(state) if is_matched(advance(state, action, None))}
    ways = set(_ways(state))
    return bool(matched) and matched < ways


def _allows(play: str, state: State) -> bool:
    """Whether this play is open for some cards, and for others another one; and no card goes by both."""
    plays = {plays_of(state, action) for action in legal(state)} - {"6", "none"}
    return play in plays and len(plays) > 1 and not any(play in other for other in plays - {play})


def cards_that_fit(state: State) -> Mapping[Card, CardReason]:
    """Each card of the hand on turn: by which play it can be laid without ending the turn, or why by none."""
    assert state.turn is not None, "somebody is on turn"
    ways = _ways(state)
    found: dict[Card, CardReason] = {}
    for card in dict.fromkeys(state.hands[state.turn]):
        alone = PlayComplete(card) if isinstance(card, Complete) else PlayChard(card)
        fitting = sorted((way for way in ways if card in cards_of(way)), key=lambda way: len(cards_of(way)))
        found[card] = CardReason(bool(fitting), explain(state, fitting[0] if fitting else alone))
    return found


def _some_fit(state: State) -> bool:
    """Whether some of the cards fit and some do not."""
    return bool(state.piles[COMPLETE_PILE]) and len({fits for fits, _ in cards_that_fit(state).values()}) == 2


BY_PLAY = {play: f"By play {play}" for play in ("1", "2", "3", "4", "5")}
LAST, NOT_AT_ALL = "Only as the last card", "Not at all"


def _which_play(scene: Situation, dice: Dice) -> Question | None:
    """By which play a card of the hand can be laid; None where several allow it."""
    state: State = scene.state
    hand = tuple(dict.fromkeys(state.hands[scene.turn or 0]))
    card = hand[dice(len(hand))]
    plays = {plays_of(state, action) for action in _ways(state) if card in cards_of(action)}
    if len(plays) > 1 or any(play not in BY_PLAY for play in plays):
        return None
    answer = BY_PLAY[plays.pop()] if plays else LAST if isinstance(card, Chard) else NOT_AT_ALL
    question = f"By which play can you lay **{card}** now, alone or together with others?"
    return Question(
        question, (*BY_PLAY.values(), LAST, NOT_AT_ALL), answer, f"{card}: {cards_that_fit(state)[card].why}"
    )


def _named(play: str, what: str) -> Drill:
    """An exercise to tell one play from the others."""
    question = f"Lay {what} by **play {play}**."
    return Drill(
        question, RightAnswers.model_validate({"measure": "play", "is": play}), 2, LONGEST, partial(_allows, play)
    )


DRILLS = (
    Drill(
        "You want to lay as many cards as you can in this turn. What do you lay first?",
        RightAnswers(best="turn"), 2, LONGEST, _order_matters, whole_turn=True,
    ),
    Drill(
        "After which play are the most ways open to lay another card?",
        RightAnswers(best="choices"), 2, LONGEST, _ways_differ,
    ),
    Drill(
        "Nothing fits. Which Chard, laid last, leaves the other player the fewest cards that fit?",
        RightAnswers(lowest="fitting", like="last"), 2, LONGEST, _ends_with_a_choice, rare=2,
    ),
    Drill(
        "Point at every card of your hand that fits, alone or together with others.",
        None, 2, LONGEST, _some_fit, point=cards_that_fit,
    ),
    Drill(
        "Lay what makes all four piles match, without ending your turn.",
        RightAnswers.model_validate({"measure": "matched", "is": "yes"}), 2, LONGEST, _can_be_matched,
    ),
    Drill("By which play can a card be laid?", None, 2, LONGEST, _some_fit, ask=_which_play),
    _named("3", "a Complete"),
    _named("5", "a Chard and a Complete"),
)  # fmt: skip
