"""Explanations of why a Complete can or can't be played, and of the effect of its wind."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.games.tradewinds import texts
from cardtable.engine.games.tradewinds.model import Blow, State, opposite
from cardtable.engine.games.tradewinds.outlook import foresee
from cardtable.engine.games.tradewinds.rules import standing


def explain(state: State, action: Blow, names: Sequence[str]) -> str:
    """Explain why the action is legal or illegal."""
    card = action.card
    if state.turn is None:
        return texts.GAME_OVER
    if card in state.hands[state.turn]:
        return texts.justify_wind(foresee(state, action), names[opposite(state.turn)], sum(standing(state)))
    if card in state.covering:
        return texts.refuse_covering_card(card)
    if card in state.discards:
        return texts.refuse_discarded_card(card)
    return texts.refuse_missing_card(card)


def rules_section(state: State, action: Blow | None) -> str:
    """Return the heading of the rules section about a wind, or about the whole position if `action` is None."""
    if state.turn is None:
        return "The end"
    if action is None or action.card not in state.hands[state.turn]:
        return "A turn"
    wind = foresee(state, action)
    if wind.deducted:
        return "A Single that deducts"
    if any(len(flight.cards) > 1 for flight in wind.flights):
        return "Face up under another Single"
    return "Off the grid, and onto the next pile"
