"""Let a bot of your own play short games of Clash against a computer player, on all processors."""

from __future__ import annotations

import sys

from cardtable import Choice, Key, Seen, play, simulate


class Greedy:
    """A bot that plays for points: it looks one move ahead."""

    name = "greedy"

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return the action that leads to the most points, in a state that the bot thinks possible."""
        assert seen.viewer is not None, "a bot sits at a seat"
        game, seat = seen.game, seen.viewer
        state = game.determinize(seen.state, seat, key)
        return Choice(max(seen.legal, key=lambda action: game.standing(play(game, state, action).state)[seat]))


if __name__ == "__main__":  # the worker processes import this script, too
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    won = 0
    for result in simulate("clash", players=[Greedy(), "easy"], games=games, rotate=True, options={"target": "0"}):
        won += any(result.players[seat] == "greedy" for seat in result.winners)
    print(f"The bot won {won} of {games} games.")
