"""The calibration of reviews of Exit Stage Right: its fit to games that `hard` played alone, and its page."""

from __future__ import annotations

import json
import math
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
CALIBRATING = 1_800
"""How many games with a move that is neither certain nor exact a calibration needs."""
FOLDS = 5
"""Each fifth of the games is predicted by the weights that the others give."""
EXACT = 3
"""With so few Singles left, a review calculates the win chance exactly."""
BINS = 10
SINGLES_LEFT = (4, 4), (5, 6), (7, 9), (10, 15), (16, 24), (25, 36)
"""Ranges of the number of Singles left, for tables."""


class Note(NamedTuple):
    """A move after which nothing was certain: what simulations said about it, and whether `hard` won from there."""

    options: str
    deal: int
    who: str
    """`hard`, `left` for a move out of a certain win, or `other` for one that was played at random anywhere else."""
    singles: int
    standing: int
    """How many Completes were on the stage before the move."""
    wins: float
    margin: float
    result: int
    """The final margin, or 1 or 0 where it was certain before that the game would be won or lost."""


CALIBRATED = tuple(Options(hand_size=hand, refill_count="all", empty_grid="refill-first") for hand in (7, 6, 8, 5, 9))
"""The options to calibrate, in the order of their use: those of the preset Challenge."""


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


def _by_stage(notes: Sequence[Note]) -> dict[bool, list[Note]]:
    """Return the notes of moves on an empty stage, if there are any, and those of all others."""
    found = {is_empty: [note for note in notes if (note.standing == 0) is is_empty] for is_empty in (False, True)}
    return {is_empty: part for is_empty, part in found.items() if part}


def predicted(notes: Sequence[Note]) -> list[tuple[float, Note]]:
    """Return each note with its chance by the weights of the games in the other folds."""
    found: list[tuple[float, Note]] = []
    for fold in range(FOLDS):
        model = fit([note for note in notes if note.deal % FOLDS != fold])
        own = [note for note in notes if note.deal % FOLDS == fold]
        found += [(model.chance(Features(note.wins, note.margin, note.singles)), note) for note in own]
    return found


def calibrate(notes: Sequence[Note]) -> None:
    """Write the weights, beside those of options without notes, and the page."""
    pairs = dict[str, list[tuple[float, Note]]]()
    weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"]  # those of other options stay as they are
    for options in CALIBRATED:
        own = [note for note in notes if note.options == name_of(options) and note.singles > EXACT]
        if len({note.deal for note in own}) >= CALIBRATING:
            for is_empty, part in _by_stage(own).items():
                weights[name_of(options, is_empty=is_empty)] = list(fit(part).weights)
                pairs.setdefault(name_of(options), []).extend(predicted(part))
    WEIGHTS.write_text(f"{json.dumps({'weights': weights}, indent=1)}\n", encoding="utf-8")
    found = [each for own in pairs.values() for each in own]
    left = [(chance, note) for chance, note in found if note.who == "left"]
    lines = [_PAGE, "\n### Moves out of a certain win\n", *_table_by_singles(left)]
    for title, own in (("All hand sizes", found), *_titled(pairs)):
        lines += [f"\n### {title}\n", *_table_by_estimate(own)]
    PAGE.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _titled(pairs: dict[str, list[tuple[float, Note]]]) -> Iterator[tuple[str, list[tuple[float, Note]]]]:
    for name, found in sorted(pairs.items()):
        games = {note.deal: note.result > 0 for _, note in found}
        yield f"Hand size {name.split()[0]}: {len(games):,} games, {fmean(games.values()):.0%} won", found


def _table_by_singles(found: Sequence[tuple[float, Note]]) -> list[str]:
    lines = _head("Singles left")
    for least, most in (*SINGLES_LEFT, (SINGLES_LEFT[0][0], SINGLES_LEFT[-1][1])):
        if own := [(chance, note) for chance, note in found if least <= note.singles <= most]:
            lines.append(_line(f"{least}–{most}" if most > least else f"{least}", own))
    return lines


def _table_by_estimate(found: Iterable[tuple[float, Note]]) -> list[str]:
    bins: list[list[tuple[float, Note]]] = [[] for _ in range(BINS)]
    for chance, note in found:
        bins[min(BINS - 1, int(chance * BINS))].append((chance, note))
    return [*_head("estimate"), *[_line(f"{at * 10}–{at * 10 + 10}%", own) for at, own in enumerate(bins) if own]]


def _head(first: str) -> list[str]:
    head = (first, "moves", "games", "mean estimate", "won", "difference")
    return [table_line(head), table_line(["---", *["---:"] * (len(head) - 1)])]


def _line(first: str, own: Sequence[tuple[float, Note]]) -> str:
    """Return a line of a table, with an interval (95%) as if each game were one observation."""
    mean, won = fmean(chance for chance, _ in own), fmean(note.result > 0 for _, note in own)
    games = len({(note.options, note.deal) for _, note in own})
    half = 1.96 * math.sqrt(won * (1 - won) / games)
    cells = (f"{len(own):,}", f"{games:,}", f"{100 * mean:.1f}%", f"{100 * won:.1f}%")
    return table_line((first, *cells, f"{100 * (won - mean):+.1f} ± {100 * half:.1f}"))


_PAGE = """\
# Reviews and practice

## What a review shows

A review goes through one person's moves in a finished game of Exit Stage Right, Tradewinds, Clash or Rummy-like: press
`g` after the game or in the list of saved games, or run `cardtable review 3`. Each move is judged by what its player
could know. If several people played, you are asked whose moves to review (`--seat Ann` answers this in advance). The
table is then shown as that player saw it, and each person's review is saved by itself.

- A graph shows the win chance, or the expected margin, with its uncertainty. `m` goes to the next move that gave
  something away. Enter lets you look for a better move on the board, and `b` shows it, with the reason and the lesson
  about it. The summary says what luck brought you.
- Inaccuracies, mistakes and blunders are told apart only where the win chance is known, which means in games of Exit
  Stage Right alone with the preset Challenge. In all other games, a review marks moves that gave away half a Complete
  (or point) or more.
- With `--plain`, you get the review in words. `--moves 10-15` reads out these moves, and `--quick` gives first verdicts
  only. A review is filled in while you read it, and until its last check it says that its numbers may still change. It
  is saved with its game, so you can leave at any time.

Each move that a review marks becomes an exercise in the Practice room (`p` in the lobby, or `cardtable practice`), at
growing intervals, until you solve it for good. The Practice room also has endless exercises in Exit Stage Right, sorted
by theme: `cardtable practice jumps`, `refill`, `burn` (which Single to play face down) and `last-five` (the last five
Singles). You can also compare your games with those of computer players on the same deals.

## How reviews know the margin

In Clash and Rummy-like, a review simulates the rest of the round after each move, with the hidden cards dealt again
from what the player could know: in Rummy-like, that includes the Chards that were seen to be passed, and the others
have collected what players like them would collect. The margin is what you gain on the other players until the round
ends. A move that wins the game at once is never marked, however small its margin. A move is marked only if the
simulations that didn't choose the better move are 95% sure that it gave away half a point or more. A review of
Rummy-like for three takes about two and a half minutes on one core, and its first verdicts half a minute.

The simulated players of Rummy-like are like `medium`, with one random move in ten. To see whether verdicts depend on
how they play, the first 10 moves that reviews marked in the games of a beginner with many random moves were judged
again by simulated players like `hard`. All 10 cost them points, too: on average 0.7, and at least 0.3. Of 60 moves of
`hard` in three games, none was marked.

There are no reviews of Wind City, because their verdicts failed this test. A plan or a house matters until the end of
the game, and the simulated players place and insure their houses almost at random. Of the six moves that such a review
marked in four games, three cost stronger simulated players nothing, though the review said that they cost 6 to 12
points.

## How reviews know the win chance

A review of Exit Stage Right estimates, for each move, how likely a win is after it. It simulates the rest of the game
several hundred times, with the hidden cards dealt again from what the player could know. These simulations play quickly
and not very well, so they win too rarely. Their results are therefore calibrated: `hard` played thousands of games
alone with the preset Challenge, and a logistic model predicts how often `hard` wins, given the share of simulations
that were won, their mean margin, and the number of Singles left. With this preset, an empty stage leaves players no
choice. Games with the options that Challenge had at first, in which an empty stage needn't be refilled, keep a
calibration of their own.

In one game of four, `hard` played from the start. In the other three, `easy` or `medium` played first, so that `hard`
was often in trouble, and then a move was played that `hard` would hardly ever choose. In one of these three, it was a
random move after up to 33 others; in the other two, it was a move that gave up a certain win, usually a refill.

The tables compare these estimates with what happened, in games that the model didn't know: each fifth of the games was
predicted from the other four. Every move of `hard` and every unusual move is counted. Moves of the same game aren't
independent, so the 95% intervals are based on the number of different games in a line. Where there is no calibration,
for other options or several players, reviews speak of margins only.

Where a result is certain, whatever the cards are, a review says so and doesn't estimate: players who are ahead on an
empty stage, for example, win if they never refill it. A move that gives up such a sure win is at least an inaccuracy,
however likely the win still is.

By the book, a player who names and refills a single row can be certain of a margin, whatever cards come. Simulations
don't find this plan, so a review compares the margins that are still certain after each move wherever they are larger
than the simulated ones.

The reason why one move is better begins with what both moves certainly do or, in Clash, with the longest chain of plays
that each of them allows. What happens later comes from 200 more simulations of each of the two moves (100 in
Rummy-like), with the same hidden cards, dealt again from what the player could know. A reason names what differs most,
if the difference is clear. If no more than three Singles are left in Exit Stage Right, both moves are followed by the
best play.

A win chance says how likely `hard` would be to win. Near the end, it hardly differs from the win chance of the best
play. For example, `hard` played on from 119 positions with four Singles left, in which a refill had just given up a
certain win. It won 69.7% ± 3.4 of 714 games; an exact search shows that the best play wins 70.0%. The first table shows
what reviews estimate after such moves. A test compares reviews with 2,000 more games, in which `hard` played on from 80
such moves.

A review separates luck from skill in terms of the margin. It compares each of your moves with what simulations reach
from the same position if they choose that move too. The difference is skill, and any change in the outlook between two
of your moves is luck. If you add the two to the average result of simulations from the deal, you get the result of the
game. Both are unbiased. Win chances aren't used for this. A missed chance often comes again, so if your moves were
compared with the best ones, your skill would seem worse than it is, and your luck better. The summary mentions only
luck. The simulations play worse than `hard`, so what a move gave away says more about it than a comparison with them.

This page and `src/cardtable/players/calibration.json` are written by `python benchmarks/practice.py --fit`."""
