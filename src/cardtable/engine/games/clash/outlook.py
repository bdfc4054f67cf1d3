"""Short texts about the effects of an action."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.game import Seat
from cardtable.engine.games.clash.hidden import preview
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    Action,
    Drew,
    EndTurn,
    HandCard,
    PlayLast,
    RoundEnded,
    State,
    cards_of,
)
from cardtable.engine.games.clash.rules import is_matched

MAY_END_ROUND = "may end round"
"""The effect of a pass if the previous turn wasn't a pass."""


def effect(state: State, action: Action, viewer: Seat | None) -> str:
    """Return an action's effects, such as `ends turn, draw 1`, or an empty string if cards only go on piles."""
    story = preview(state, action)
    ended = next((event for event in story if isinstance(event, RoundEnded)), None)
    if ended is not None:
        points = 0 if ended.winner is None else abs(ended.left[0] - ended.left[1])
        return f"round over, {points if ended.winner == viewer else -points:+d}"
    if isinstance(action, EndTurn) and not state.played:
        return MAY_END_ROUND
    draws = sum(len(event.cards) for event in story if isinstance(event, Drew))
    if isinstance(action, EndTurn) and draws:
        return f"draw {draws}"  # the action's name says that the turn ends
    if isinstance(action, PlayLast | EndTurn) or not state.piles[COMPLETE_PILE]:
        effects = ["ends turn"]
    else:
        effects = ["all piles match"] if would_match(state, cards_of(action)) else []
    return ", ".join([*effects, f"draw {draws}"] if draws else effects)


def would_match(state: State, played: Sequence[HandCard]) -> bool:
    """Return whether all four piles would match after these cards were played."""
    piles = list(state.piles)
    for card in played:
        piles[PILE_OF[card]] = (card, *piles[PILE_OF[card]])
    return bool(played) and is_matched(state._replace(piles=tuple(piles)))
