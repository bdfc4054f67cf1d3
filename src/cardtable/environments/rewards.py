"""Rewards, which a player gets once, at the end of the game."""

from __future__ import annotations

from typing import Literal

from cardtable.engine.game import Outcome

RewardKind = Literal["points", "win"]
"""`points` for a player's lead in points or the team's result, `win` for 1, 0 or -1."""


def rewards(outcome: Outcome, kind: RewardKind) -> tuple[float, ...]:
    """Return each seat's reward; those of players who play against each other add up to 0."""
    seats = len(outcome.points)
    if outcome.together:
        won = 1 if outcome.winners else -1
        return (float(outcome.margin if kind == "points" else won),) * seats
    if kind == "points":
        return _leads(outcome.points)
    return _leads(tuple([int(seat in outcome.winners) for seat in range(seats)]))


def _leads(points: tuple[int, ...]) -> tuple[float, ...]:
    """Return each seat's points minus the average of the others' points."""
    total, others = sum(points), len(points) - 1
    return tuple([own - (total - own) / others for own in points])
