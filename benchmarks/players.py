"""Measure the strength of the computer players: every level against every other, in every game.

A competitive game is played by one player of a level among players of another, who takes each seat in turn with the
same deals.  In a cooperative game, all players are of one level.  Each finished game is a row in `players.csv`, so a
long measurement can be made in pieces; `--page` writes docs/players.md from that file alone.
"""

from __future__ import annotations

import argparse
import importlib
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from typing import Any, NamedTuple

from rows import append, read, table_line

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, start
from cardtable.games import GAMES
from cardtable.players import ComputerPlayer, Level, knowledge_of
from cardtable.players.levels import estimates
from cardtable.table.seen import Seen

RESULTS = Path(__file__).with_suffix(".csv")
PAGE = Path(__file__).parents[1] / "docs" / "players.md"
ENOUGH = 400
"""The number of deals of a line-up after which it needs no more."""
SPEED = "speed"
"""The line-up in the rows that hold simulations per second."""
OPEN_SPIEL = ("gin_rummy", "leduc_poker")
ACTIONS = 1 << 20
"""More actions than any game has, so that no two actions have the same key."""


@dataclass(frozen=True)
class Match:
    """Players of certain levels in a game."""

    game_id: str
    seats: int
    one: Level
    """The level of the player who takes each seat in turn."""
    others: Level
    options: tuple[tuple[str, Any], ...] = ()
    variant: str = ""
    """The options in words."""
    rotates: bool = False
    """Whether each deal is played only once, with the one player at the next seat each time."""

    @property
    def game(self) -> AnyGame:
        return GAMES[self.game_id]

    @property
    def title(self) -> str:
        """The game with its options, as in the results file."""
        return f"{self.game_id}, {self.variant}" if self.variant else self.game_id

    @property
    def simulations(self) -> int:
        """The simulations of a move, or 0 if nobody uses any."""
        searches = "hard" in (self.one, self.others) and knowledge_of(self.game).look_ahead is None
        return knowledge_of(self.game).simulations if searches else 0

    @property
    def games_per_deal(self) -> int:
        """The number of games with the same cards: one for each seat of the one player."""
        return 1 if self.game.together or self.rotates else self.seats

    def __str__(self) -> str:
        return f"{self.title}, {self.seats} seats, {self.one} among {self.others}, {self.simulations} simulations"

    def line_up(self, deal: int) -> tuple[Level, ...]:
        """Return the level at each seat; with several seats, the same cards are dealt once for each seat."""
        return tuple(self.one if seat == deal % self.seats else self.others for seat in range(self.seats))


def _matches() -> Iterator[Match]:
    for variant, options in (("refilling every cell", (("refill_count", "all"),)), ("by the book", ())):
        yield from _teams("exit-stage-right", 1, options, variant)
    yield from _teams("tradewinds", 4, (), "")
    yield from _duels("clash", 2, (("target", 0),), "one round")
    yield from _duels("rummy-like", 3, (), "")
    yield from (replace(match, rotates=True) for match in _duels("wind-city", 3, (), ""))
    for seats in (2, 4, 5):
        yield Match("wind-city", seats, "hard", "medium", rotates=True)


def _teams(game_id: str, seats: int, options: tuple[tuple[str, Any], ...], variant: str) -> Iterator[Match]:
    for level in ("easy", "medium", "hard"):
        yield Match(game_id, seats, level, level, options, variant)


def _duels(game_id: str, seats: int, options: tuple[tuple[str, Any], ...], variant: str) -> Iterator[Match]:
    for one, others in (("medium", "easy"), ("hard", "easy"), ("hard", "medium")):
        yield Match(game_id, seats, one, others, options, variant)


MATCHES = tuple(_matches())


# Playing
class Row(NamedTuple):
    """A finished game: a line of the results file."""

    game: str
    seats: int
    line_up: str
    deal: int
    result: str
    """The winners' seats, counted from 1, or the team's result."""
    simulations: int


def play(match: Match, number: int, simulations: int) -> Row:
    """Play the game with this number, and return its result."""
    game, knowledge = match.game, knowledge_of(match.game)
    deal = number // match.games_per_deal
    line_up = match.line_up(number)
    players = [ComputerPlayer(knowledge, level) for level in line_up]
    names = tuple(map(str, range(match.seats)))
    state, actions = start(game, game.options(**dict(match.options)), match.seats, DealCode(deal).key()).state, 0
    while (seat := game.turn(state)) is not None:
        view = game.view(state, seat)
        seen = Seen(game, seat, names, seat, view, game.legal(view), (), None, "", "", 0)
        choice = players[seat].choose(seen, Key(deal * ACTIONS + actions), simulations)
        if choice.fault is not None:
            raise choice.fault
        state, actions = game.advance(state, choice.action, None), actions + 1
    outcome = game.outcome(state)
    assert outcome is not None, "the game is over"
    result = str(outcome.margin) if outcome.together else " ".join(str(seat + 1) for seat in outcome.winners)
    return Row(match.title, match.seats, " ".join(line_up), number, result, simulations)


def rows_of(match: Match, rows: Iterable[Row]) -> list[Row]:
    """Return the results of a match, with as many simulations as it uses now."""
    return [
        row
        for row in rows
        if (row.game, row.seats, row.simulations) == (match.title, match.seats, match.simulations)
        and row.line_up == " ".join(match.line_up(row.deal))
    ]


def measure(path: Path, matches: Sequence[Match], minutes: float, workers: int) -> None:
    """Play games until the time is over, always of the match with the fewest, and add each to the results file."""
    ends, rows = time.monotonic() + minutes * 60, read(path, Row)
    done = {match: {row.deal for row in rows_of(match, rows)} for match in matches}
    with ProcessPoolExecutor(workers) as pool:
        running = {future for _ in range(workers) for future in _submit(pool, done)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                row = future.result()
                append(path, [row])
                print(*row, sep=", ", flush=True)
                if time.monotonic() < ends:
                    running.update(_submit(pool, done))


def _submit(pool: ProcessPoolExecutor, done: dict[Match, set[int]]) -> list[Future[Row]]:
    """Start the next game of the match with the fewest deals, unless all have enough."""
    deals = {match: len(numbers) / match.games_per_deal for match, numbers in done.items()}
    match = min(deals, key=lambda each: deals[each])
    if deals[match] >= ENOUGH:
        return []
    number = next(number for number in count() if number not in done[match])
    done[match].add(number)
    return [pool.submit(play, match, number, match.simulations)]


# Speed
def speeds(seconds: float) -> Iterator[Row]:
    """Yield the simulations per second in each game, and in games of OpenSpiel with its search in Python."""
    games = {match.game_id: match for match in reversed(MATCHES)}
    for match in games.values():
        yield Row(match.game_id, match.seats, SPEED, 0, f"{_our_speed(match, seconds):.0f}", 0)
    for name in OPEN_SPIEL:
        try:
            yield Row(f"OpenSpiel {name}", 2, SPEED, 0, f"{_open_spiel_speed(name, seconds):.0f}", 0)
        except ImportError as error:
            print(f"{error.name} isn't installed, so {name} is left out")


def _our_speed(match: Match, seconds: float) -> float:
    """Return the simulations per second of processor time, over the positions of games with random actions."""
    game, random, simulations, elapsed = match.game, Random(1), 0, 0.0
    knowledge = knowledge_of(game)
    while elapsed < seconds:
        state = start(game, game.options(**dict(match.options)), match.seats, Key(random.getrandbits(60))).state
        while (legal := game.legal(state)) and elapsed < seconds:
            if len(legal) > 1 and random.random() < 0.2:
                began = time.process_time()
                view = game.view(state, game.turn(state))
                found = estimates(knowledge, view, legal, Key(simulations), knowledge.simulations)
                elapsed += time.process_time() - began
                simulations += sum(each.visits for each in found)
            state = game.advance(state, legal[int(random.random() * len(legal))], None)
    return simulations / elapsed


def _open_spiel_speed(name: str, seconds: float) -> float:
    """Return the simulations per second of OpenSpiel's information-set search, over the positions of random games."""
    pyspiel = importlib.import_module("pyspiel")
    ismcts = importlib.import_module("open_spiel.python.algorithms.ismcts")
    evaluator = importlib.import_module("open_spiel.python.algorithms.mcts").RandomRolloutEvaluator()
    game, random, simulations, elapsed = pyspiel.load_game(name), Random(1), 0, 0.0
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 100)
    while elapsed < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and elapsed < seconds:
            if not state.is_chance_node() and len(state.legal_actions()) > 1 and random.random() < 0.2:
                began = time.process_time()
                bot.step(state)
                elapsed, simulations = elapsed + time.process_time() - began, simulations + 100
            state.apply_action(random.choice(state.legal_actions()))
    return simulations / elapsed


# The page
def page(rows: Sequence[Row]) -> str:
    """Return docs/players.md."""
    duels = [match for match in MATCHES if not match.game.together]
    teams = [match for match in MATCHES if match.game.together]
    team_lines, duel_lines = map(_team_line, _played(teams, rows)), map(_duel_line, _played(duels, rows))
    return "\n".join([_TOP, _TEAMS, *team_lines, _DUELS, *duel_lines, *_speed_lines(rows), ""])


def _played(matches: Iterable[Match], rows: Sequence[Row]) -> Iterator[tuple[Match, list[Row]]]:
    for match in matches:
        if own := rows_of(match, rows):
            yield match, own


def _team_line(played: tuple[Match, list[Row]]) -> str:
    match, rows = played
    margins = [int(row.result) for row in rows]
    error = 1.96 * stdev(margins) / math.sqrt(len(margins)) if len(margins) > 1 else 0.0
    won = _share(sum(margin > 0 for margin in margins), len(margins))
    cells = (_name(match), match.one, match.simulations or "", len(rows), won, f"{fmean(margins):+.1f} ± {error:.1f}")
    return table_line(cells)


def _duel_line(played: tuple[Match, list[Row]]) -> str:
    match, rows = played
    decided = [row for row in rows if row.result]
    won = sum(_part_won(match, row) for row in decided)
    games = f"{len(rows)}, {len(rows) - len(decided)} undecided" if len(decided) < len(rows) else len(rows)
    levels = f"{match.one} among {match.others}" if match.seats > 2 else f"{match.one} against {match.others}"
    fair = f"{1 / match.seats:.0%}"
    return table_line(
        (_name(match), match.seats, levels, match.simulations or "", games, _share(won, len(decided)), fair)
    )


def _part_won(match: Match, row: Row) -> float:
    winners = row.result.split()
    return (str(row.deal % match.seats + 1) in winners) / len(winners)


def _speed_lines(rows: Sequence[Row]) -> Iterator[str]:
    found: dict[str, list[float]] = {}
    for row in rows:
        if row.line_up == SPEED:
            found.setdefault(row.game, []).append(float(row.result))
    if found:
        yield _SPEED
        for name, each in found.items():
            title = GAMES[name].title if name in GAMES else name
            yield table_line((title, f"{median(each):,.0f}"))


def _name(match: Match) -> str:
    return f"{match.game.title}, {match.variant}" if match.variant else match.game.title


def _share(won: float, count: int) -> str:
    """Return a share with its 95% interval (Wilson 1927)."""
    if not count:
        return ""
    z, share = 1.96, won / count
    middle, half = share + z * z / (2 * count), z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low, high = (100 * (middle + sign * half) / (1 + z * z / count) for sign in (-1, 1))
    return f"{100 * share:.0f}% [{low:.0f}–{high:.0f}]"


_TOP = """\
# The strength of the computer players

Each computer player sees only what its seat may see. `easy` plays like a beginner, `medium` like a sound player, and
`hard` like a careful one, who searches in most games. The code is in `src/cardtable/players`. This page is written by
`python benchmarks/players.py` from the results in `benchmarks/players.csv`. A share is followed by its 95% interval.

The column *simulations* says how many simulations `hard` uses for a move; they take at most about a second on a slow
core. In Rummy-like, `hard` judges the worth of a hand better than `medium` does, and needs no simulations. When it is
alone in Exit Stage Right, `hard` plays the last three Singles perfectly, unless there are too many ways to refill. In
Clash, a game is a single round, because matches are long.
"""
_TEAMS = """\
## Games that players win together

| game | level | simulations | deals | won | mean result |
| --- | --- | ---: | ---: | ---: | ---: |"""
_DUELS = """
## Games against each other

One player of one level plays against players of another level and takes each seat in turn, with the same cards or, in
Wind City, with new ones.

| game | players | levels | simulations | games | won by the one | fair share |
| --- | ---: | --- | ---: | ---: | ---: | ---: |"""
_SPEED = """
## Speed

The table shows simulations per second of processor time, measured on positions from random games. Each position gets as
many simulations as `hard` uses for a move. OpenSpiel's search is its information-set Monte Carlo tree search in Python,
with random playouts.

| game | simulations per second |
| --- | ---: |"""


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="how long to play (default: 10)")
    parser.add_argument("--workers", type=int, default=1, choices=(1, 2), help="how many processes play")
    parser.add_argument("--only", default="", help="play only matches with this text, such as ' 0 simulations'")
    parser.add_argument("--speed", action="store_true", help="measure simulations per second instead")
    parser.add_argument("--page", action="store_true", help="only write the page from the results")
    parser.add_argument("--quick", action="store_true", help="play a game of each match, without keeping the results")
    arguments = parser.parse_args()
    if arguments.quick:
        for match in MATCHES:
            print(*play(match, 0, min(match.simulations, 10)), sep=", ", flush=True)
        return
    if arguments.speed:
        append(RESULTS, list(speeds(5.0)))
    elif not arguments.page:
        matches = [match for match in MATCHES if arguments.only in str(match)]
        measure(RESULTS, matches, arguments.minutes, arguments.workers)
    PAGE.write_text(page(read(RESULTS, Row)), encoding="utf-8")


if __name__ == "__main__":
    main()
