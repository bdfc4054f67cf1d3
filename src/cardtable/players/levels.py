"""The levels of computer players: easy, medium and hard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cardtable.engine.chance import Key
from cardtable.formats.computers import Level
from cardtable.players.knowledge import HOPELESS, Knowledge, pick_at_random, pick_best
from cardtable.players.player import Choice
from cardtable.players.search import Estimate, Simulator, halve, simulator_for
from cardtable.table.seen import Seen


class ComputerPlayer:
    """A computer player of a certain level."""

    def __init__(
        self,
        knowledge: Knowledge[Any, Any],
        level: Level,
        wrap: Callable[[Simulator], Simulator] = lambda simulator: simulator,
    ) -> None:
        """Create a player. `wrap` may replace the simulations of a search, for example to stop the search early."""
        self.knowledge, self.level, self._wrap = knowledge, level, wrap

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return a legal action. Only level `hard` uses simulations.

        If the search or a rating fails, the next simpler method makes the choice. The choice's `fault` is then the
        exception that was raised.
        """
        view, legal, random = seen.state, seen.legal, Random(key)
        assert legal, "it's this player's turn"
        if len(legal) == 1:
            return Choice(legal[0])
        if self.level == "easy" and random.random() < self.knowledge.slips:
            return Choice(pick_at_random(view, self._without_hopeless(view, legal), random))
        fault: Exception | None = None
        if self.level == "hard":
            try:
                if self.knowledge.exact and (values := self.knowledge.exact(view, legal)):
                    return Choice(max(zip(values, legal, strict=True), key=lambda each: each[0])[1])
                if self.knowledge.look_ahead:
                    return Choice(pick_best(self.knowledge.look_ahead(view, legal, random), legal, random))
                best = estimates(self.knowledge, view, legal, key, simulations, self._wrap)[0]
                return Choice(best.action, simulations, value=best.value if best.visits else None)
            except Exception as error:  # noqa: BLE001  a game goes on, whatever is wrong in a search
                fault = error
        rate = self.knowledge.rate_simply if self.level == "easy" else self.knowledge.rate
        try:
            return Choice(pick_best(rate(view, legal, random), legal, random), fault=fault)
        except Exception as error:  # noqa: BLE001  a game goes on, whatever is wrong in a rating
            return Choice(pick_at_random(view, legal, random), fault=fault or error)

    def _without_hopeless(self, view: Any, legal: Sequence[Any]) -> Sequence[Any]:
        """Return the actions that don't lose the game immediately, or all actions if every one does."""
        try:
            ratings = self.knowledge.rate_simply(view, legal, Random(0))
        except Exception:  # noqa: BLE001  a game goes on, whatever is wrong in a rating
            return legal
        return [action for action, rating in zip(legal, ratings, strict=True) if rating > HOPELESS] or legal


def estimates(
    knowledge: Knowledge[Any, Any],
    view: Any,
    legal: Sequence[Any],
    key: Key,
    simulations: int,
    wrap: Callable[[Simulator], Simulator] = lambda simulator: simulator,
) -> list[Estimate]:
    """Return the search results of each legal action that is worth considering. The best action comes first."""
    actions = knowledge.consider(view, legal)
    if len(actions) == 1:
        return [Estimate(actions[0], 0, 0.0)]
    return halve(wrap(simulator_for(knowledge, view, key)), actions, simulations)
