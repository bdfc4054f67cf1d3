"""Let a policy that reads observations, such as a trained network, play Clash against easy."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtable import Choice, Key, Seen, simulate
from cardtable.lab.environments.encoding import Encoding


class Policy:
    """A policy with random weights; replace `values` with your network."""

    name = "policy"

    def values(self, observation: Any, actions: int) -> Any:
        """Return how much the policy likes each action, by the action's number."""
        return np.random.default_rng(7).normal(size=(actions, len(observation))) @ observation

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return the legal action that the policy likes most."""
        assert seen.viewer is not None, "a player sits at a seat"
        encoding = Encoding(seen.game, seen.state.options, len(seen.names))
        values = self.values(encoding.observe(seen.state, seen.viewer), len(encoding.actions))
        return Choice(max(seen.legal, key=lambda action: values[encoding.id_of(action)]))


if __name__ == "__main__":  # the worker processes import this script, too
    results = list(simulate("clash", players=[Policy(), "easy"], games=20, rotate=True, options={"target": 0}))
    won = sum(result.players[seat] == "policy" for result in results for seat in result.winners)
    print(f"The policy won {won} of {len(results)} games.")
