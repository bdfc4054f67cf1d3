"""Train a linear policy to play Exit Stage Right alone, save it, and compare it with other players on new deals.

The method is REINFORCE (Williams 1992), with the mean result as its baseline.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cardtable import GAMES, DealCode, Seen, Session, simulate
from cardtable.lab.environments.encoding import Encoding

GAME = GAMES["exit-stage-right"]
ENCODING = Encoding(GAME, GAME.resolve_defaults(GAME.options(), 1), 1)
FILE = Path(__file__).with_name("policy.npy")
STEP, MEMORY = 0.0001, 50
load = cache(np.load)


def chances(weights: Any, seen: Seen) -> tuple[Any, Any, Any]:
    """Return the observation, the ids of the legal actions, and the chance of each."""
    observed, ids = ENCODING.observe(seen.state, 0), np.array([ENCODING.id_of(action) for action in seen.legal])
    values = weights[ids] @ observed
    values = np.exp(values - values.max())
    return observed, ids, values / values.sum()


def train(games: int) -> Any:
    """Return the weights after this many games: one row of weights for each action."""
    random, weights, mean = np.random.default_rng(1), np.zeros((len(ENCODING.actions), ENCODING.size)), 0.0
    for number in range(games):
        session, steps = Session(GAME, GAME.options(), ("Policy",), DealCode(number)), []
        while (outcome := session.outcome) is None:
            seen = session.look(0)
            observed, ids, likely = chances(weights, seen)
            chosen = random.choice(len(ids), p=likely)
            steps.append((observed, ids, (np.arange(len(ids)) == chosen) - likely))
            session.act(seen.legal[chosen])
        for observed, ids, surprise in steps:
            weights[ids] += STEP * (outcome.margin - mean) * np.outer(surprise, observed)
        mean += (outcome.margin - mean) / MEMORY
    return weights


def policy(seen: Seen, random: Random) -> Any:
    """Return the action that the saved policy likes most."""
    return seen.legal[chances(load(FILE), seen)[2].argmax()]


if __name__ == "__main__":  # the worker processes import this script, too
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    np.save(FILE, train(games))
    for player in ("random", policy, "medium"):
        results = simulate(GAME, players=[player], games=min(games, 200), first_deal=1_000_000)
        print(f"{getattr(player, '__name__', player)}: {np.mean([result.margin for result in results]):+.1f}")
