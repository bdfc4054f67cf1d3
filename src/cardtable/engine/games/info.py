"""A short description of each game, for lists of games. Importing this module doesn't import any rules."""

from __future__ import annotations

from typing import NamedTuple


class GameInfo(NamedTuple):
    """The facts about a game that can be listed without importing its rules."""

    id: str
    title: str
    summary: str
    seats: range
    together: bool
    finds_moves: bool = False
    is_reviewed: bool = True
    """Whether simulations can judge each move fairly, so that finished games can be reviewed."""


INFO: dict[str, GameInfo] = {
    info.id: info
    for info in (
        GameInfo(
            id="exit-stage-right",
            title="Exit Stage Right",
            summary="Get Completes off the stage on the right before they slip off on the left.",
            seats=range(1, 7),
            together=True,
        ),
        GameInfo(
            id="tradewinds",
            title="Tradewinds",
            summary="Together, blow Singles off the grid to the players they score for.",
            seats=range(4, 5),
            together=True,
        ),
        GameInfo(
            id="rummy-like",
            title="Rummy-like",
            summary="Collect sets of four Chards that match your TriCards, and send on the rest.",
            seats=range(3, 4),
            together=False,
        ),
        GameInfo(
            id="wind-city",
            title="Wind City",
            summary="Steer the hurricane away from your houses, and sell insurance to the others.",
            seats=range(2, 6),
            together=False,
            # Of 50 plans of `medium` that short simulations blamed for 5 points or more, whole games between `medium`
            # players confirmed 20 and refuted 6; the others made no clear difference.
            is_reviewed=False,
        ),
        GameInfo(
            id="clash",
            title="Clash",
            summary="Head to head: be the first to play every card onto the four shared piles.",
            seats=range(2, 3),
            together=False,
            finds_moves=True,
        ),
    )
}
"""Cardtable's own games by id, in the order of the lobby."""
PRACTISED = INFO["exit-stage-right"]
"""The game of the daily deal and of the Practice room: the only one with a part `practice`."""
