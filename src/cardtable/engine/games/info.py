"""A short description of each game, for lists of games. Importing this module doesn't import any rules."""

from __future__ import annotations

from typing import NamedTuple


class GameInfo(NamedTuple):
    """The fields of a `Game` that help players to choose a game."""

    id: str
    title: str
    summary: str
    seats: range
    together: bool


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
        ),
        GameInfo(
            id="clash",
            title="Clash",
            summary="Head to head: be the first to play every card onto the four shared piles.",
            seats=range(2, 3),
            together=False,
        ),
    )
}
"""Cardtable's own games by id, in the order of the lobby."""
