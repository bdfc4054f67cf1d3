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
from cardtable.games.exit_stage_right.player.calibration import GROWING, FittedCalibration, name_of, terms

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src" / "cardtable" / "games" / "exit_stage_right" / "player" / "calibration.json"
PAGE = ROOT / "docs" / "practice.md"
FIRST_TABLE = "### Moves out of a certain win"
"""The heading of the page's first table. What stands above it is written by hand."""
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


def fit(notes: Sequence[Note]) -> tuple[float, ...]:
    """Return the weights that make these games most likely, leaving out terms with the wrong sign.

    Each move counts the same: games end here once they are surely won, so short ones are nearly all won.
    """
    x = np.array([terms(note.wins, note.margin, note.singles) for note in notes])
    y = np.array([note.result > 0 for note in notes], dtype=float)
    kept = list(range(x.shape[1]))
    while True:
        weights = dict(zip(kept, _maximise(x[:, kept], y), strict=True))
        worst = min((at for at in kept if at >= GROWING), key=lambda at: weights[at])
        if weights[worst] >= 0:
            return tuple(round(weights.get(at, 0.0), 5) for at in range(x.shape[1]))
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
        weights = fit([note for note in notes if note.deal % FOLDS != fold])
        own = [note for note in notes if note.deal % FOLDS == fold]
        found += [(FittedCalibration(note.singles, weights).chance(note.wins, note.margin), note) for note in own]
    return found


def calibrate(notes: Sequence[Note]) -> None:
    """Write the weights, beside those of options without notes, and the page."""
    pairs = dict[str, list[tuple[float, Note]]]()
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))  # weights of other options and margins stay as they are
    weights = found["weights"]
    for options in CALIBRATED:
        own = [note for note in notes if note.options == name_of(options) and note.singles > EXACT]
        if len({note.deal for note in own}) >= CALIBRATING:
            for is_empty, part in _by_stage(own).items():
                weights[name_of(options, is_empty=is_empty)] = list(fit(part))
                pairs.setdefault(name_of(options), []).extend(predicted(part))
    WEIGHTS.write_text(f"{json.dumps(found, indent=1)}\n", encoding="utf-8")
    found = [each for own in pairs.values() for each in own]
    left = [(chance, note) for chance, note in found if note.who == "left"]
    prose = PAGE.read_text(encoding="utf-8").partition(f"\n{FIRST_TABLE}\n")[0]
    lines = [f"{prose}\n{FIRST_TABLE}\n", *_table_by_singles(left)]
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
