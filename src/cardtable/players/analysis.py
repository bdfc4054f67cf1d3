"""The value of every legal action in a position, as data."""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from cardtable.engine.chance import KEY_BITS, Key
from cardtable.players.at_table import default_simulations
from cardtable.players.hints import Forecast, compare_actions
from cardtable.players.known_games import knowledge_of
from cardtable.table.seen import Seen

MIN_EACH = 8
"""The minimum number of simulations of each action."""
_TWO_SIDED = 1.96
"""Half the width of a 95% interval around a mean, in standard errors."""


class ActionValue(NamedTuple):
    """An action and what it is worth to the player whose turn it is."""

    action: Any
    margin: float
    """The mean margin: the team's result, or the gain on the other players by the end of the round or game."""
    low: float
    """The lower end of the margin's 95% interval."""
    high: float
    """The upper end of the margin's 95% interval."""
    wins: float | None
    """The share of wins, from 0 to 1, or None if the winner isn't known before the end of the game."""
    simulations: int
    """The number of simulations of this action, or 0 for an exact value."""

    def as_data(self) -> dict[str, Any]:
        """Return the fields for JSON, with the action in notation."""
        return {**self._asdict(), "action": str(self.action)}


def analyze(seen: Seen, simulations: int | None = None, random: Random | None = None) -> tuple[ActionValue, ...]:
    """Return the value of each legal action, best first, from what the player to move can know.

    All actions are simulated on the same deals, with about `simulations` simulations in all. By default, this is the
    number that `hard` uses for a move. The simulated players play quickly and not very well, so margins compare actions
    better than they predict results. Where an exact search is quick enough, the values are exact. The same arguments
    lead to the same values. Raise ValueError if it isn't the viewer's turn.
    """
    if not seen.legal:
        raise ValueError("It isn't this viewer's turn.")
    knowledge = knowledge_of(seen.game)
    if knowledge.exact is not None and (exact := knowledge.exact(seen.state, seen.legal)):
        found = [
            ActionValue(action, margin, margin, margin, wins, 0)
            for action, (wins, margin) in zip(seen.legal, exact, strict=True)
        ]
    else:
        total = default_simulations(seen.game) if simulations is None else simulations
        each = max(MIN_EACH, total // len(seen.legal))
        key = Key((random or Random(0)).getrandbits(KEY_BITS))
        found = [_valued(forecast) for forecast in compare_actions(knowledge, seen, key, seen.legal, each)]
    by_wins = knowledge.win_weight > 0 and all(value.wins is not None for value in found)
    return tuple(sorted(found, key=lambda value: (-(value.wins or 0.0) if by_wins else 0.0, -value.margin)))


def _valued(forecast: Forecast) -> ActionValue:
    """Return a forecast's value. The margin and its interval are never below what good play is certain to reach."""
    margins = [result.margin for result in forecast.results]
    mean, half = fmean(margins), _TWO_SIDED * stdev(margins) / sqrt(len(margins))
    least = -inf if forecast.surely is None else forecast.surely
    margin, low, high = (max(each, least) for each in (mean, mean - half, mean + half))
    return ActionValue(forecast.action, margin, low, high, forecast.wins, len(margins))
