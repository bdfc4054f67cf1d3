"""The plan of a tournament: a simulation that plays the same deals with each line-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, islice

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import format_range
from cardtable.formats.computers import LEVELS, is_program
from cardtable.formats.text import safe_text
from cardtable.lab.simulation.contestants import contestant
from cardtable.lab.simulation.plan import OptionsLike, Plan, find_game, make_variant, plan_variants
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.simulation.summary import StandIns
from cardtable.players.from_text import split_players

DEFAULT_GAMES = 100
MAX_GAMES = 1_000_000
MAX_PLAYERS = 50
MAX_LINE_UPS = 5000


@dataclass(frozen=True)
class Tournament:
    """A round robin. Each line-up plays the same deals, and each player takes each seat in turn.

    In team games, each line-up has the same player at every seat.
    """

    plan: Plan
    players: tuple[str, ...]


class Results:
    """The results of a tournament so far."""

    is_clear = False
    """Always False, because a tournament never ends early."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.deals = 0
        """The number of deals played so far."""
        self.rows: list[GameResult] = []
        """The finished games."""
        self.stand_ins = StandIns()

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.rows)

    def add(self, games: Sequence[GameResult]) -> None:
        """Add all games of the next deal."""
        self.deals += 1
        self.rows += games
        self.stand_ins.add(games)


def make_tournament(
    game: AnyGame | str,
    players: str,
    *,
    games: int = DEFAULT_GAMES,
    seats: int | None = None,
    options: OptionsLike | None = None,
    simulations: int | None = None,
    first_deal: int = 0,
    key: int = 0,
) -> Tournament:
    """Return a tournament between the listed players. Raise ValueError with a sentence if an argument is invalid.

    `games` is the number of games of each line-up, rounded up to complete deals. `simulations` is the number of
    simulations per move for players without their own number.
    """
    game = find_game(game)
    fewest = game.seats[0] if game.together else max(2, game.seats[0])
    count = fewest if seats is None else seats
    if count not in game.seats or count < fewest:
        raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not {count}.")
    names = [_with_simulations(each, simulations) for each in split_players(players)]
    _check_players(names, game)
    contestants = {name: contestant(name, game) for name in names}
    found = tuple(islice(_line_ups(names, count, together=game.together), MAX_LINE_UPS + 1))
    if len(found) > MAX_LINE_UPS:
        raise ValueError(f"These players have more than {MAX_LINE_UPS:,} line-ups. Choose fewer players or seats.")
    line_ups = [tuple(contestants[name] for name in each) for each in found]
    first = make_variant(game, line_ups[0], options, not game.together)
    variants = tuple(replace(first, players=each) for each in line_ups)
    return Tournament(plan_variants(game, variants, games, first_deal, key), tuple(names))


def _line_ups(players: Sequence[str], seats: int, *, together: bool) -> Iterator[tuple[str, ...]]:
    """Yield the line-ups. Unless the players are a team, each line-up has at least two different players."""
    if together:
        return ((player,) * seats for player in players)
    if len(players) >= seats:
        return combinations(players, seats)
    return (each for each in combinations_with_replacement(players, seats) if len(set(each)) > 1)


def _check_players(players: Sequence[str], game: AnyGame) -> None:
    if twice := next((each for each in players if players.count(each) > 1), None):
        raise ValueError(f"'{safe_text(twice, 40)}' is in the list of players twice.")
    least = 1 if game.together else 2
    if not least <= len(players) <= MAX_PLAYERS:
        raise ValueError(
            f"A tournament needs from {least} to {MAX_PLAYERS} players, for example: --players easy,medium,hard."
        )


def _with_simulations(player: str, simulations: int | None) -> str:
    """Add a number of simulations, as in `hard:600`, unless the player already has one or uses no simulations."""
    word, space, command = player.partition(" ")
    if simulations is None or ":" in word or not (word == LEVELS[-1] or is_program(player)):
        return player
    return f"{word}:{simulations}{space}{command}"
