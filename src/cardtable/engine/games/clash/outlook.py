"""What an action is certain to do, as data. Every interface, hint and exercise puts these data into words."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.games.clash.hidden import preview
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    Action,
    EndTurn,
    HandCard,
    PlayLast,
    Prospect,
    RoundEnded,
    State,
    cards_ahead,
    cards_of,
)
from cardtable.engine.games.clash.rules import is_matched


def foresee(state: State, action: Action) -> Prospect:
    """Return what a legal action is certain to do."""
    assert state.turn is not None, "nobody moves once the game is over"
    played, is_opening = cards_of(action), not state.piles[COMPLETE_PILE]
    ends_turn = is_opening or isinstance(action, PlayLast | EndTurn)
    end, matches = preview(state, action)[-1], would_match(state, played)
    return Prospect(
        end,
        ends_turn,
        matches and not ends_turn,
        cards_ahead(state, state.turn) + len(played),
        matches and ends_turn and not isinstance(end, RoundEnded),
    )


def would_match(state: State, played: Sequence[HandCard]) -> bool:
    """Return whether all four piles would match after these cards are played."""
    piles = list(state.piles)
    for card in played:
        piles[PILE_OF[card]] = (card, *piles[PILE_OF[card]])
    return bool(played) and is_matched(state._replace(piles=tuple(piles)))
