"""Short texts about the effects of an action."""

from __future__ import annotations

from cardtable.engine.cards import characteristics_of
from cardtable.engine.games.rummy_like.model import DRAWN, Action, Call, Chards, Discard, Lead, Play, Send, State
from cardtable.engine.games.rummy_like.scoring import costly_sets, points_of, sets_of
from cardtable.engine.games.rummy_like.trick import gets_chard_back, seat_to_move
from cardtable.engine.phrases import counted

COMES_BACK = "you get it back"
"""The effect of playing a Chard that the player will pick up again."""
ONLY_ONE = "your only one"
"""The effect of playing the player's only Chard of a kind."""
NO_POINTS = "no use to you"
"""The effect of sending only Chards that match none of the player's TriCards."""


def effect(state: State, action: Action) -> str:
    """Return the effect of a legal action on the player in a few words, or an empty string if the action has none."""
    seat = seat_to_move(state)
    hand, tricards = state.chards[seat] + state.picked, state.tricards[seat]
    match action:
        case Call():
            return f"you score {points_of(tricards, sets_of(hand))}"
        case Lead(card):
            return "" if characteristics_of(hand) & card.mask else "you discard"
        case Discard(card):
            loss = points_of((card,), sets_of(hand))
            return f"loses {counted(loss, 'point')}" if loss else ""
        case Play() if gets_chard_back(state):
            return COMES_BACK
        case Play(card):
            left = hand.count(card) - 1
            return _broken(costly_sets(hand, tricards, (card,))) or (f"you have {left} left" if left else ONLY_ONE)
        case Send(cards):
            can_score = points_of(tricards, characteristics_of(cards)) > 0
            return _broken(costly_sets(hand, tricards, cards)) or ("" if can_score else NO_POINTS)
        case _:
            return ""


def round_end(state: State) -> str:
    """Return text about the round's end (RM-6). After a reshuffle, add the maximum number of tricks left (RM-12)."""
    if not state.reshuffled:
        return 'The round ends when a leader with a set says "Score".'
    left = len(state.deck) + len(state.drawn) - DRAWN + 1
    latest = f"in {counted(left, 'trick')}" if left else "after this one"
    return f'The round ends when a leader says "Score", or {latest}.'


def _broken(kinds: Chards) -> str:
    """Return text about the sets of these kinds that break, or an empty string if no set breaks."""
    return f"breaks {'a set' if len(kinds) == 1 else f'{len(kinds)} sets'}" if kinds else ""
