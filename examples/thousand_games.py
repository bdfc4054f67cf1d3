"""Play each game at random, a thousand times or the number of times given, and print the results."""

import sys
from statistics import mean

from cardtable import GAMES, DealCode, playout, start

games_each = int(sys.argv[1]) if len(sys.argv) > 1 else 1000

print("game              seats  seat 1 wins  average margin")
for game in GAMES.values():
    seats = game.seats[-1]
    outcomes = []
    for number in range(games_each):
        key = DealCode(number).key()
        opening = start(game, game.options(), seats, key).state
        outcome = game.outcome(playout(game, opening, key))
        assert outcome is not None, "a playout ends where its game ends"
        outcomes.append(outcome)
    won = mean(0 in outcome.winners for outcome in outcomes)
    margin = mean(outcome.margin for outcome in outcomes)
    print(f"{game.title:18}{seats:>5}{won:>13.1%}{margin:>16.1f}")
