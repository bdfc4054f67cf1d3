"""The calibration of reviews of Exit Stage Right: its fit to games that `hard` played alone, and its page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from rows import table_line

from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.players.calibration import GROWING, Calibration, Features, name_of, terms

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src" / "cardtable" / "players" / "calibration.json"
PAGE = ROOT / "docs" / "practice.md"
CALIBRATING = 2_000
"""How many games a calibration needs."""
FOLDS = 5
"""Each fifth of the games is predicted by the weights that the others give."""
EXACT = 3
"""With so few Singles left, a review calculates the win chance exactly."""
BINS = 10


class Note(NamedTuple):
    """A move after which nothing was certain: what simulations said about it, and whether `hard` won from there."""

    options: str
    deal: int
    who: str
    """`hard`, or `other` for a move that was played at random."""
    singles: int
    wins: float
    margin: float
    result: int
    """The final margin, or 1 or 0 where it was certain before that the game would be won or lost."""


CALIBRATED = tuple(Options(hand_size=hand, refill_count="all") for hand in (7, 6, 8, 5, 9))
"""The options to calibrate, in the order of their use."""


def fit(notes: Sequence[Note]) -> Calibration:
    """Return the logistic model that makes these games most likely, leaving out terms with the wrong sign.

    Each move counts the same: games end here once they are surely won, so short ones are nearly all won.
    """
    x = np.array([terms(Features(note.wins, note.margin, note.singles)) for note in notes])
    y = np.array([note.result > 0 for note in notes], dtype=float)
    kept = list(range(x.shape[1]))
    while True:
        weights = dict(zip(kept, _maximise(x[:, kept], y), strict=True))
        worst = min((at for at in kept if at >= GROWING), key=lambda at: weights[at])
        if weights[worst] >= 0:
            return Calibration(tuple(round(weights.get(at, 0.0), 5) for at in range(x.shape[1])))
        kept.remove(worst)


def _maximise(x: np.ndarray, y: np.ndarray) -> list[float]:
    """Return the weights of a logistic model, by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(x @ weights, -40, 40)))
        slope = x.T @ (y - chances) - 1e-2 * weights
        curve = (x * (chances * (1 - chances))[:, None]).T @ x + 1e-2 * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return [float(weight) for weight in weights]


def predicted(notes: Sequence[Note]) -> list[tuple[float, Note]]:
    """Return each note with its chance by the weights of the games in the other folds."""
    found: list[tuple[float, Note]] = []
    for fold in range(FOLDS):
        model = fit([note for note in notes if note.deal % FOLDS != fold])
        own = [note for note in notes if note.deal % FOLDS == fold]
        found += [(model.chance(Features(note.wins, note.margin, note.singles)), note) for note in own]
    return found


def calibrate(notes: Sequence[Note]) -> None:
    """Write the weights and the page."""
    by_options = {name: [note for note in notes if note.options == name] for name in map(name_of, CALIBRATED)}
    ready = {
        name: [note for note in own if note.singles > EXACT]
        for name, own in by_options.items()
        if len({note.deal for note in own}) >= CALIBRATING
    }
    weights = {name: list(fit(own).weights) for name, own in ready.items()}
    WEIGHTS.write_text(f"{json.dumps({'weights': weights}, indent=1)}\n", encoding="utf-8")
    lines = [_PAGE]
    pairs = {name: predicted(own) for name, own in ready.items()}
    for title, found in (("All hand sizes", [each for own in pairs.values() for each in own]), *_titled(pairs)):
        lines += [f"\n### {title}\n", *_bin_table(found)] if found else []
    PAGE.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _titled(pairs: dict[str, list[tuple[float, Note]]]) -> Iterator[tuple[str, list[tuple[float, Note]]]]:
    for name, found in sorted(pairs.items()):
        games = {note.deal: note.result > 0 for _, note in found}
        yield f"Hand size {name.split()[0]}: {len(games):,} games, {fmean(games.values()):.0%} won", found


def _bin_table(found: Iterable[tuple[float, Note]]) -> list[str]:
    bins: list[list[tuple[float, Note]]] = [[] for _ in range(BINS)]
    for chance, note in found:
        bins[min(BINS - 1, int(chance * BINS))].append((chance, note))
    head = ("estimate", "moves", "games", "mean estimate", "won", "difference")
    lines = [table_line(head), table_line(["---", *["---:"] * (len(head) - 1)])]
    for at, own in enumerate(bins):
        if own:
            mean, won = fmean(chance for chance, _ in own), fmean(note.result > 0 for _, note in own)
            games = len({(note.options, note.deal) for _, note in own})
            cells = (f"{at * 10}–{at * 10 + 10}%", f"{len(own):,}", f"{games:,}", f"{100 * mean:.1f}%")
            lines.append(table_line((*cells, f"{100 * won:.1f}%", f"{100 * (won - mean):+.1f}")))
    return lines


_PAGE = """\
# Reviews and practice

## What a review shows

A review goes through a finished game of Exit Stage Right, Tradewinds or Clash that one person played: press `g` after
the game or in the list of saved games, or run `cardtable review 3`. Each move is judged by what its player could know.

- A graph shows the win chance, or the expected margin, with its uncertainty. `m` goes to the next move that gave
  something away. Enter lets you look for a better move on the board, and `b` shows it, with the reason and the lesson
  about it. The summary says what luck brought you.
- Only games with a known win chance, which are games of Exit Stage Right alone with the preset Challenge, have mistakes
  by class. In all others, a review marks moves that gave away half a Complete (or point) or more.
- With `--plain`, you get the review in words; `--moves 10-15` reads out any moves, and `--quick` gives first verdicts
  only. Reviews grow while you read and say until the last check that numbers may still change. They are saved with
  their games, so you can leave at any time.

Each move that a review of Exit Stage Right alone marks becomes an exercise in the Practice room (`p` in the lobby, or
`cardtable practice`), at growing intervals, until you solve it for good. Endless exercises by theme are there, too:
`cardtable practice jumps`, `refill`, `burn` (which Single to play face down) and `last-five` (the last five Singles).
You can also compare your games with those of computer players on the same deals.

## How reviews know the win chance

A review of Exit Stage Right estimates, for each move, how likely a win is after it. It simulates the rest of the game
several hundred times, with the hidden cards dealt again from what the player could know. These simulations play quickly
and not very well, so they win too rarely. Their results are therefore calibrated: `hard` played thousands of games
alone with the preset Challenge, and a logistic model predicts how often `hard` wins, given the share of simulations
that were won, their mean margin, and the number of Singles left. In three games of four, `easy` played the first moves,
up to 33 of them, so that `hard` was often in trouble.

The tables compare these estimates with what happened, in games that the model didn't know: each fifth of the games was
predicted from the other four. Every move of `hard` is counted, so the moves of one game are counted together; the
number of different games in a bin says how certain its line is. With 500 games, chance alone makes differences of up to
4 points (95%), so single hand sizes differ more than all of them together. Where there is no calibration, for other
options or several players, reviews speak of margins only.

Where a result is certain, whatever the cards are, a review says so and doesn't estimate: players who are ahead on an
empty stage, for example, win if they never refill it. A move that leaves such a sure way to win is at least an
inaccuracy, however likely the win still is.

Does the calibration hold on moves that `hard` would never play? In 2,637 games, `easy` played up to 33 moves, one move
was then played at random (half of them refills where possible), and `hard` played on. After 1,920 random moves that
left the result open, estimates between 20% and 80% were 6 ± 4 points too low, and those above 90% were 0.9 ± 1.4 points
too high. After 402 refills out of a certain win, 98.5% was estimated, and 96.0% ± 1.9 were won. With only four Singles
left, where an exact search can tell, such estimates are far too high: after 80 refills, they were 95% on average, but
even the best play wins only 69%. New fits to these games were no clear improvement (Brier scores of 0.0977 to 0.0981,
and 0.0971 with the calibration as it is, which may have been fitted to some of the same games), so they didn't change
it. It was fitted when certain wins were still estimated.

A review tells luck apart in margin, by what simulations reach from the same position if they choose the move, too:
what a move gains on them is skill, and luck is what changes between two moves. The two add up to the result, and both
are unbiased. Win chances aren't used for that: a chance that was missed often comes again, so compared with the best
moves, skill would seem worse than it is, and luck better. A summary names only luck: the simulations play worse than
`hard`, so what moves gain on them says less than what they give away.

This page and `src/cardtable/players/calibration.json` are written by `python benchmarks/practice.py --fit`."""
