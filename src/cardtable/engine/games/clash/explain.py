"""Explanations of why an action is legal or illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cardtable.engine.cards import Chard, Complete, matches
from cardtable.engine.games.clash import texts
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    HAND_SIZE,
    PILE_OF,
    Action,
    EndTurn,
    Hand,
    HandCard,
    PlayChard,
    PlayComplete,
    PlayLast,
    PlayPair,
    PlayThree,
    State,
    cards_ahead,
    cards_of,
)
from cardtable.engine.games.clash.rules import legal, plays_of, showing_mask, third_mask, top_complete
from cardtable.engine.phrases import capitalized
from cardtable.engine.zones import subtract


def explain(state: State, action: Action, names: Sequence[str]) -> str:
    """Explain why the action is legal or illegal."""
    if state.turn is None:
        return texts.GAME_OVER
    return find_fault(state, action) or _justify(state, action, names[1 - state.turn])


def find_fault(state: State, action: Action) -> str:
    """Return the reason why an action isn't legal, or an empty string if it is legal."""
    assert state.turn is not None, "nobody moves once the game is over"
    if fault := _find_wrong_card(state.hands[state.turn], action):
        return fault
    if not state.piles[COMPLETE_PILE]:
        return "" if isinstance(action, PlayComplete) else texts.MUST_OPEN
    top, showing = top_complete(state), showing_mask(state.piles)
    match action:
        case PlayComplete(card):
            return "" if plays_of(state, action) else texts.refuse_complete(card.mask & top.mask)
        case PlayChard(card):
            if not matches(card, top):
                return texts.refuse_chard_without_match(card)
            return texts.refuse_top_chard(card) if card.mask & showing else ""
        case PlayThree():
            return "" if top.mask == showing else texts.PILES_DONT_MATCH
        case PlayPair(chard, complete):
            return _find_wrong_pair(chard, complete, showing)
        case PlayLast() | EndTurn():
            return ""
        case _:
            assert_never(action)


def _find_wrong_card(hand: Hand, action: Action) -> str:
    """Return the problem with an action's cards, or an empty string if there is none. The piles are ignored."""
    cards = cards_of(action)
    kinds: dict[type, tuple[type[HandCard], ...]] = {PlayComplete: (Complete,), PlayPair: (Chard, Complete)}
    expected = kinds.get(type(action), (Chard,) * len(cards))
    for card, kind in zip(cards, expected, strict=True):
        if not isinstance(card, kind):
            return texts.refuse_kind(card, kind)
    if isinstance(action, PlayThree) and [PILE_OF[card] for card in cards] != [0, 1, 2]:
        return texts.NOT_ONE_OF_EACH
    missing = subtract(cards, hand)
    return texts.refuse_missing_card(missing[0]) if missing else ""


def _find_wrong_pair(chard: Chard, complete: Complete, showing: int) -> str:
    third = third_mask(complete, showing)
    if not third:
        return texts.refuse_pair(complete.mask & showing)
    return "" if chard.mask == third else texts.refuse_partner(complete, third)


def _justify(state: State, action: Action, other: str) -> str:
    if not state.piles[COMPLETE_PILE]:
        return texts.OPENING
    match action:
        case PlayComplete(card):
            return texts.justify_complete(card, plays_of(state, action), card.mask & top_complete(state).mask)
        case PlayChard(card):
            return texts.justify_chard(card)
        case PlayThree():
            return texts.justify_three(cards_of(action))
        case PlayPair(chard, complete):
            return texts.justify_pair(chard, complete, complete.mask & showing_mask(state.piles))
        case PlayLast(card):
            is_on_top = bool(card.mask & showing_mask(state.piles))
            return texts.justify_last(card, is_match=matches(card, top_complete(state)), is_on_top=is_on_top)
        case EndTurn():
            return _justify_end(state, other)
        case _:
            assert_never(action)


def _justify_end(state: State, other: str) -> str:
    assert state.turn is not None, "nobody moves once the game is over"
    if state.played:
        draws = min(HAND_SIZE - len(state.hands[state.turn]), len(state.draw_piles[state.turn]))
        return texts.justify_end(state.played, draws)
    ahead = cards_ahead(state, state.turn)
    if state.passed:
        return texts.justify_second_pass(other, ahead)
    return texts.justify_pass(other, ahead, can_play=len(legal(state)) > 1)


def rules_section(state: State, action: Action | None) -> str:
    """Return the heading of the rules section about an action, or about the whole position if `action` is None."""
    if state.turn is None:
        return "The end of a round"
    if not state.piles[COMPLETE_PILE]:
        return "Set-up"
    if isinstance(action, EndTurn):
        return "Ending the turn"
    plays = plays_of(state, action) if action is not None else ()
    return capitalized(texts.PLAYS[plays[0]]) if plays else "A turn"  # the section has the play's name
