"""Ratings from the results of a tournament, with 95% intervals.

The ratings are those of the Bradley-Terry model (1952) on the scale of Elo, fitted to all games at once by Newton's
method, so the order of the games doesn't matter, unlike in ratings that are updated game by game.  In a game of several
seats, every pair of players has a result against each other.  As in Bayesian Elo (Coulom 2008), a prior keeps ratings
finite: each player has a virtual draw with an average player.

An interval is the wider one of two: that of the posterior in Laplace's approximation, which is right even if a player
wins every game; and that of a bootstrap that draws whole deals (Efron 1979), which is right even if the results with
the same cards, or in the same game, depend on each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtable.simulation.intervals import Moments, Z, wilson
from cardtable.simulation.play import GameResult

Floats: TypeAlias = NDArray[np.float64]
ELO = 400 / math.log(10)
"""The Elo points for each unit of the logarithm of a strength."""
PRIOR_GAMES = 1.0
SAMPLES = 1000
_ITERATIONS = 100
_LONGEST_STEP = 2.0
"""The longest step of Newton's method, so that the first steps don't go too far."""
_CLOSE = 1e-7
"""The step below which the fit ends."""


class Rating(NamedTuple):
    """A player's rating."""

    player: str
    elo: float
    """The rating; the average of all players is 0."""
    low: float
    high: float
    """The bounds of the 95% interval."""
    share: float
    """The share of the player's results against others that were wins, with draws as half."""
    games: int


def rate(players: Sequence[str], rows: Sequence[GameResult]) -> list[Rating]:
    """Return the rating of each player who has played, the best first."""
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
    """Return the wins of each of these players against each other one with each deal; a draw is half a win.

    The shape is deals × players × players.  Results of others don't count.
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
    """Return 1 if one seat did better than another, by winning or else by points, 0 if worse, and a half for a draw."""
    return 0.5 if one == other else float(one > other)


def fit(won: Any) -> Floats:
    """Return the logarithms of the players' strengths, which have the mean 0: samples × players."""
    results: Floats = np.asarray(won, dtype=np.float64)
    between = results + results.transpose(0, 2, 1)
    logs: Floats = np.zeros(results.shape[:2])
    for _ in range(_ITERATIONS):
        expected = _chance(logs[:, :, None] - logs[:, None, :])
        surplus = results.sum(axis=2) - (between * expected).sum(axis=2) + PRIOR_GAMES * (0.5 - _chance(logs))
        step = np.linalg.solve(_curvature(between, logs), surplus[:, :, None])[:, :, 0]
        logs = logs + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        if np.abs(step).max() < _CLOSE:
            break
    centred: Floats = logs - logs.mean(axis=1, keepdims=True)
    return centred


def _chance(difference: Floats) -> Floats:
    """Return the win chance of a player who is stronger by this difference of logarithms."""
    return 1 / (1 + np.exp(-difference))


def _curvature(between: Floats, logs: Floats) -> Floats:
    """Return the negative second derivatives of the logarithm of the posterior: samples × players × players."""
    expected, own = _chance(logs[:, :, None] - logs[:, None, :]), _chance(logs)
    information = between * expected * (1 - expected)
    diagonal = information.sum(axis=2) + PRIOR_GAMES * own * (1 - own)
    found: Floats = diagonal[:, :, None] * np.eye(logs.shape[1]) - information
    return found


def _errors(won: Floats, logs: Floats) -> Floats:
    """Return the standard error of each logarithm relative to the mean, from the curvature of the posterior."""
    curvature = _curvature((won + won.T)[None], logs[None])[0]
    centre = np.eye(len(logs)) - 1 / len(logs)
    errors: Floats = np.sqrt(np.diag(centre @ np.linalg.inv(curvature) @ centre))
    return errors


def _resample(by_deal: Floats) -> Floats:
    """Return the logarithms from a bootstrap over the deals, with the same random numbers in every run."""
    deals, count, _ = by_deal.shape
    random, flat = np.random.default_rng(1), by_deal.reshape(deals, -1)
    weights = random.multinomial(deals, np.full(deals, 1 / deals), size=SAMPLES)
    return fit((weights @ flat).reshape(SAMPLES, count, count))


class TeamResult(NamedTuple):
    """A player's results in a game that everybody plays together."""

    player: str
    mean: float
    """The mean result."""
    error: float
    """Half the width of its 95% interval."""
    won: float
    """The share of games won."""
    low: float
    high: float
    """The bounds of the share's 95% interval (Wilson 1927)."""
    games: int


def team_results(players: Sequence[str], rows: Sequence[GameResult]) -> list[TeamResult]:
    """Return the results of each player who has played, the best first."""
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
