"""The exercises of Clash."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from cardtable.engine.cards import Card, Chard, Complete
from cardtable.engine.games.clash import GAME
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
from cardtable.engine.games.clash.texts import PLAYS
from cardtable.games.clash.lessons.teaching import count_fitting_cards, plays_of
from cardtable.games.clash.lessons.turns import turn_with
from cardtable.lessons.drill import CardReason, Dice, Drill, MultipleChoice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

MAX_MOVES = 40
ENOUGH_PLAYS = 3
"""The minimum number of legal plays in a position that is worth a question."""
_LAST_OR_END = PlayLast | EndTurn


def _plays(state: State) -> list[Action]:
    """Return the legal plays that don't end the turn, or an empty list before the opening."""
    if not state.piles[COMPLETE_PILE]:
        return []
    return [action for action in legal(state) if not isinstance(action, _LAST_OR_END)]


def _order_matters(state: State) -> bool:
    """Return whether the first play decides how long the turn can be."""
    plays = _plays(state)
    lengths = {turn_with(state, play) for play in plays} if len(plays) >= ENOUGH_PLAYS else {0}
    return len(lengths) > 1 and max(lengths) > ENOUGH_PLAYS


def _plays_differ(state: State) -> bool:
    """Return whether some plays allow more plays afterwards than others do."""
    plays = _plays(state)
    return len(plays) >= ENOUGH_PLAYS and len({len(_plays(advance(state, play, None))) for play in plays}) > 1


def _ends_with_a_choice(state: State) -> bool:
    """Return whether a last Chard is the only legal play and the choice of Chard matters."""
    if not state.piles[COMPLETE_PILE] or _plays(state):
        return False
    lasts = [action for action in legal(state) if isinstance(action, PlayLast)]
    return len({count_fitting_cards(advance(state, action, None)) for action in lasts}) > 1


def _can_be_matched(state: State) -> bool:
    """Return whether some plays make all four piles match, others don't, and no last Chard does."""
    matched = {action for action in legal(state) if is_matched(advance(state, action, None))}
    plays = set(_plays(state))
    return bool(matched) and matched < plays


def _allows(play: str, state: State) -> bool:
    """Return whether some actions are allowed by this play alone, and all others only by other plays."""
    plays = {plays_of(state, action) for action in legal(state)} - {"6", "none"}
    return play in plays and len(plays) > 1 and not any(play in other for other in plays - {play})


def cards_that_fit(state: State) -> Mapping[Card, CardReason]:
    """Return, for each card in hand, a play of it that doesn't end the turn, or the reason why there is none."""
    assert state.turn is not None, "the round isn't over"
    plays = _plays(state)
    found: dict[Card, CardReason] = {}
    for card in dict.fromkeys(state.hands[state.turn]):
        alone = PlayComplete(card) if isinstance(card, Complete) else PlayChard(card)
        fitting = sorted((play for play in plays if card in cards_of(play)), key=lambda play: len(cards_of(play)))
        found[card] = CardReason(bool(fitting), GAME.explain(state, fitting[0] if fitting else alone, GAME.seat_names))
    return found


def _some_fit(state: State) -> bool:
    """Return whether the player can play some cards, but not all, without ending the turn."""
    return bool(state.piles[COMPLETE_PILE]) and len({fits for fits, _ in cards_that_fit(state).values()}) == 2


WITH_PLAY = {str(play): f"As {PLAYS[play]}" for play in range(1, 6)}
LAST, NOT_AT_ALL = "Only as the last card", "Not at all"


def _which_play(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Return a question about which play allows a card in the hand, or None if several plays allow it."""
    state: State = situation.state
    hand = tuple(dict.fromkeys(state.hands[situation.turn or 0]))
    card = hand[roll(len(hand))]
    plays = {plays_of(state, action) for action in _plays(state) if card in cards_of(action)}
    if len(plays) > 1 or any(play not in WITH_PLAY for play in plays):
        return None
    answer = WITH_PLAY[plays.pop()] if plays else LAST if isinstance(card, Chard) else NOT_AT_ALL
    question = f"How can you play **{card}** now, alone or together with other cards?"
    return MultipleChoice(question, (*WITH_PLAY.values(), LAST, NOT_AT_ALL), answer, cards_that_fit(state)[card].why)


def _by_play(play: int) -> Drill:
    """Return a drill in which the learner must find cards for this play."""
    right = RightAnswers.model_validate({"measure": "play", "is": str(play)})
    return Drill(f"Play **{PLAYS[play]}**.", right, 2, MAX_MOVES, partial(_allows, str(play)))


DRILLS = (
    Drill(
        "You want to play as many cards as you can this turn. What should you play first?",
        RightAnswers(best="turn"), 2, MAX_MOVES, _order_matters, whole_turn=True,
    ),
    Drill(
        "Which play leaves you the most ways to play another card?",
        RightAnswers(best="choices"), 2, MAX_MOVES, _plays_differ,
    ),
    Drill(
        "You can only play a last Chard. Which one leaves your opponent the fewest different cards to play?",
        RightAnswers(lowest="fitting", like="last"), 2, MAX_MOVES, _ends_with_a_choice, rarity=2,
    ),
    Drill(
        "Point at every card in your hand that you can play without ending your turn.",
        None, 2, MAX_MOVES, _some_fit, point=cards_that_fit,
    ),
    Drill(
        "Make all four piles match without ending your turn.",
        RightAnswers.model_validate({"measure": "matched", "is": "yes"}), 2, MAX_MOVES, _can_be_matched,
    ),
    Drill("", None, 2, MAX_MOVES, _some_fit, ask=_which_play),
    _by_play(3),
    _by_play(5),
)  # fmt: skip
