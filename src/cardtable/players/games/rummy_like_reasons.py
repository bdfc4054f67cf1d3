"""What an action in Rummy-like surely does, for hints."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Chard, characteristics_of, matches
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.explain import consequence
from cardtable.engine.games.rummy_like.model import (
    Action,
    Call,
    Chards,
    Discard,
    Draw,
    Lead,
    Play,
    Send,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.scoring import kinds_of, points_of, sets_of
from cardtable.engine.games.rummy_like.trick import seat_to_move
from cardtable.engine.games.rummy_like.words import list_cards
from cardtable.engine.phrases import counted


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return what an action does to the sets and the TriCards of the seat to move."""
    seat = seat_to_move(state)
    hand, tricards = state.chards[seat], state.tricards[seat]
    match action:
        case Call():
            return f"It ends the round with {_points(tricards, hand)} for you."
        case Draw() if Call() in GAME.legal(state):
            return f"You go on collecting, although you could score {_points(tricards, hand)} now."
        case Lead(card):
            return _reason_to_lead(hand, tricards, card.mask)
        case Play(card):
            return f"You have {_held(hand, tricards, card)}."
        case Send(cards):
            held = hand + state.picked
            own = ", and ".join(_held(held, tricards, card) for card in dict.fromkeys(cards))
            return f"You have {own}; {consequence(state, cards)}."
        case Discard(card):
            kept = [each for each in tricards if each is not card]
            matching = sum(any(matches(chard, each) for each in kept) for chard in hand)
            return (
                f"{counted(matching, 'Chard')} of yours {'matches' if matching == 1 else 'match'} a TriCard you keep."
            )
    return "You draw three TriCards, and lead one of them." if isinstance(action, Draw) else "You can do nothing else."


def _points(tricards: TriCards, hand: Chards) -> str:
    return counted(points_of(tricards, sets_of(hand)), "point")


def _reason_to_lead(hand: Chards, tricards: TriCards, led: int) -> str:
    """Return what a leader can play and may pick up; `led` is the mask of the TriCard."""
    matching = kinds_of(characteristics_of(hand) & led)
    if not matching:
        return "You can't match it, so you would sit out this trick."
    wanted = kinds_of(characteristics_of(tricards) & led)
    scoring = f"you may pick up {list_cards(wanted, 'or')}, which your TriCards match" if wanted else ""
    return f"You can match it with {list_cards(matching, 'or')}{'; ' * bool(scoring)}{scoring}."


def _held(hand: Chards, tricards: TriCards, card: Chard) -> str:
    """Return text such as `3 Red, which no TriCard of yours matches`."""
    count = sum(matches(card, each) for each in tricards)
    matching = f"{count or 'no'} TriCard{'s' * (count > 1)} of yours match{'es' * (count < 2)}"
    return f"{hand.count(card)} {card}, which {matching}"
