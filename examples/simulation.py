"""Let a bot of your own play short games of Clash against a computer player, on all processors."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from cardtable import Seen, play, simulate


def greedy(seen: Seen, random: Random) -> Any:
    """Return the action that leads to the most points, in a state that the bot thinks possible."""
    assert seen.viewer is not None, "a bot sits at a seat"
    game, seat, state = seen.game, seen.viewer, seen.sample(random)
    return max(seen.legal, key=lambda action: game.standing(play(game, state, action).state)[seat])


if __name__ == "__main__":  # the worker processes import this script, too
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    won = 0
    for result in simulate("clash", players=[greedy, "easy"], games=games, rotate=True, options={"target": "0"}):
        won += any(result.players[seat] == "greedy" for seat in result.winners)
    print(f"The bot won {won} of {games} games.")
