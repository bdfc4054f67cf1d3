"""Ratings from the results of a tournament, with 95% intervals.

The ratings come from the Bradley-Terry model (1952) on the Elo scale. Newton's method fits them to all games at once,
so the order of the games doesn't matter, unlike in ratings that are updated after each game. In a game with several
seats, every pair of players has a result. As in Bayesian Elo (Coulom 2008), a prior keeps ratings finite:
each player has a virtual draw with an average player.

Each interval covers two others. One is the interval of the posterior in Laplace's approximation, which works
even if a player wins every game. The other comes from a bootstrap over whole deals (Efron 1979). The bootstrap works
even if results with the same cards, or in the same game, depend on each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtable.lab.simulation.intervals import Moments, Z, wilson
from cardtable.lab.simulation.play import GameResult

Floats: TypeAlias = NDArray[np.float64]
ELO = 400 / math.log(10)
"""The Elo points per unit of log strength."""
PRIOR_GAMES = 1.0
SAMPLES = 1000
_ITERATIONS = 100
_MAX_STEP = 2.0
"""The maximum step of Newton's method, so that the first steps don't go too far."""
_CLOSE = 1e-7
"""The step size below which the fit stops."""


class Rating(NamedTuple):
    """A player's rating."""

    player: str
    elo: float
    """The rating. The average of all players is 0."""
    low: float
    high: float
    """The bounds of the 95% interval (`low` and `high`)."""
    share: float
    """The player's wins as a share of all results against others. A draw counts as half a win."""
    games: int


def rate(players: Sequence[str], rows: Sequence[GameResult]) -> list[Rating]:
    """Return the rating of each player who has played. The best player comes first."""
    by_deal = results_by_deal(players, rows)
    won = by_deal.sum(axis=0)
    logs = fit(won[None])[0]
    errors = Z * _errors(won, logs)
    resampled = _resample(by_deal)
    low = np.minimum(logs - errors, np.quantile(resampled, 0.025, axis=0))
    high = np.maximum(logs + errors, np.quantile(resampled, 0.975, axis=0))
    played = (won + won.T).sum(axis=1)
    games = [sum(text in row.players for row in rows) for text in players]
    found = [
        Rating(
            player=players[each],
            elo=float(ELO * logs[each]),
            low=float(ELO * low[each]),
            high=float(ELO * high[each]),
            share=float(won[each].sum() / played[each]),
            games=games[each],
        )
        for each in range(len(players))
        if played[each]
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def results_by_deal(players: Sequence[str], rows: Iterable[GameResult]) -> Floats:
    """Return each player's wins against every other player in each deal. A draw is half a win.

    The shape is deals × players × players. Results of players who aren't listed don't count.
    """
    number = {text: at for at, text in enumerate(players)}
    deals = dict[int, Floats]()
    for row in rows:
        won = deals.setdefault(row.deal, np.zeros((len(number), len(number))))
        marks = [(seat in row.winners, points) for seat, points in enumerate(row.points)]
        for one, one_mark in zip(row.players, marks, strict=True):
            for other, other_mark in zip(row.players, marks, strict=True):
                if one != other and one in number and other in number:
                    won[number[one], number[other]] += _score(one_mark, other_mark)
    return np.array(list(deals.values())) if deals else np.zeros((1, len(number), len(number)))


def _score(one: tuple[bool, int], other: tuple[bool, int]) -> float:
    """Return 1 if the first seat did better, 0 if it did worse, and 0.5 for a draw. A win counts first, then points."""
    return 0.5 if one == other else float(one > other)


def fit(won: Any) -> Floats:
    """Return the log strengths of the players, with a mean of 0. The shape is samples × players."""
    results: Floats = np.asarray(won, dtype=np.float64)
    between = results + results.transpose(0, 2, 1)
    logs: Floats = np.zeros(results.shape[:2])
    for _ in range(_ITERATIONS):
        expected = _chance(logs[:, :, None] - logs[:, None, :])
        surplus = results.sum(axis=2) - (between * expected).sum(axis=2) + PRIOR_GAMES * (0.5 - _chance(logs))
        step = np.linalg.solve(_curvature(between, logs), surplus[:, :, None])[:, :, 0]
        logs = logs + np.clip(step, -_MAX_STEP, _MAX_STEP)
        if np.abs(step).max() < _CLOSE:
            break
    centred: Floats = logs - logs.mean(axis=1, keepdims=True)
    return centred


def _chance(difference: Floats) -> Floats:
    """Return the win chance of a player whose log strength is higher by this difference."""
    return 1 / (1 + np.exp(-difference))


def _curvature(between: Floats, logs: Floats) -> Floats:
    """Return the negative second derivatives of the log posterior. The shape is samples × players × players."""
    expected, own = _chance(logs[:, :, None] - logs[:, None, :]), _chance(logs)
    information = between * expected * (1 - expected)
    diagonal = information.sum(axis=2) + PRIOR_GAMES * own * (1 - own)
    found: Floats = diagonal[:, :, None] * np.eye(logs.shape[1]) - information
    return found


def _errors(won: Floats, logs: Floats) -> Floats:
    """Return the standard error of each log strength relative to the mean, from the posterior's curvature."""
    curvature = _curvature((won + won.T)[None], logs[None])[0]
    centre = np.eye(len(logs)) - 1 / len(logs)
    errors: Floats = np.sqrt(np.diag(centre @ np.linalg.inv(curvature) @ centre))
    return errors


def _resample(by_deal: Floats) -> Floats:
    """Return the log strengths from a bootstrap over the deals. The random numbers are the same in every run."""
    deals, count, _ = by_deal.shape
    random, flat = np.random.default_rng(1), by_deal.reshape(deals, -1)
    weights = random.multinomial(deals, np.full(deals, 1 / deals), size=SAMPLES)
    return fit((weights @ flat).reshape(SAMPLES, count, count))


class TeamResult(NamedTuple):
    """A player's results in a team game."""

    player: str
    mean: float
    error: float
    """Half the width of the 95% interval of the mean."""
    won: float
    """The share of games won."""
    low: float
    high: float
    """The bounds of the share's 95% interval (Wilson 1927)."""
    games: int


def team_results(players: Sequence[str], rows: Sequence[GameResult]) -> list[TeamResult]:
    """Return the results of each player who has played. The best player comes first."""
    found = []
    for text in players:
        own = [row for row in rows if row.players[0] == text]
        if own:
            margins = Moments()
            for row in own:
                margins.add(row.margin)
            won = sum(bool(row.winners) for row in own) / len(own)
            found.append(TeamResult(text, margins.mean, margins.half_width, won, *wilson(won, len(own)), len(own)))
    return sorted(found, key=lambda result: -result.mean)
