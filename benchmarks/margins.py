"""Measure the margins that reviews of Exit Stage Right expect in the preset Challenge.

`--play` lets a strong player play alone for the margin, from the start or after moves of weaker players, and notes what
simulations said about some of its moves and how the game ended; the notes go to a file of their own, which is too large
to keep. `--fit` fits the expected margin to them, and writes it to `calibration.json`, where computer players find it,
and a table to docs/practice.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np
from calibration import CALIBRATED, PAGE, SINGLES_LEFT, WEIGHTS
from practice import ACTIONS, AT_ONCE, KNOWLEDGE, opening_of
from rows import append, read, table_line
from together import Together

from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.games.exit_stage_right.player.calibration import margin_terms, singles_left
from cardtable.games.exit_stage_right.player.simulations import MarginSimulations
from cardtable.players.knowledge import Knowledge
from cardtable.players.par import MarginPlayer
from cardtable.players.search import simulator_for
from cardtable.table.seen import Seen

NOTES = Path(__file__).with_name("margins-notes.csv")
NOTED, SIMULATIONS, THOUGHT = 0.3, 400, 300
"""The share of moves to note, the simulations that say what such a move is worth, and those with which it is chosen."""
RULES = "None after-each-single all all-but-new refill-first"
FOLDS, GROUPS = 5, 5
_BEGIN, _END = "<!-- margins: written by benchmarks/margins.py -->", "<!-- end of the margins -->"


class Note(NamedTuple):
    """A move: the hand size, the deal, what simulations said, and how the game ended."""

    hand: int
    deal: int
    singles: int
    wins: float
    margin: float
    result: int


def notes_of(knowledge: Knowledge, deal: int, hand_size_at: int) -> list[Note]:
    """Play a game, and return its notes."""
    random, found, options = Random(deal), list[Note](), CALIBRATED[hand_size_at]
    _, moves, state, unusual = opening_of(KNOWLEDGE, options, deal)
    player = MarginPlayer(knowledge)
    for number in count(len(moves)):
        legal, view = GAME.legal(state), GAME.view(state, 0)
        if not legal:
            break
        seen = Seen(GAME, 0, ("0",), 0, view, legal, (), None, "", "", 0)
        action = unusual or player.choose(seen, Key(deal * ACTIONS + number), THOUGHT).action
        if len(legal) > 1 and (unusual is not None or random.random() < NOTED):
            (results,) = simulator_for(KNOWLEDGE, view, Key(number)).results([action], 0, SIMULATIONS)
            wins, margin = fmean(each.won or 0.0 for each in results), fmean(each.margin for each in results)
            found.append(Note(options.hand_size or 0, deal, singles_left(view), round(wins, 4), round(margin, 3), 0))
        state, unusual = GAME.advance(state, action, None), None
    return [note._replace(result=GAME.standing(state)[0]) for note in found]


def weights(notes: Sequence[Note]) -> np.ndarray:
    """Return the weights that predict the results with the smallest squares."""
    x = np.array([margin_terms(note.wins, note.margin, note.singles) for note in notes])
    y = np.array([note.result for note in notes], float)
    return np.linalg.solve(x.T @ x + 1e-3 * np.eye(x.shape[1]), x.T @ y)


def table(notes: Sequence[Note]) -> Iterator[str]:
    """Yield a table of predicted and real margins. Each fifth of the games is predicted by the others."""
    pairs = list[tuple[int, float, int]]()
    for fold in range(FOLDS):
        known = weights([note for note in notes if note.deal % FOLDS != fold])
        for note in notes:
            if note.deal % FOLDS == fold:
                terms = margin_terms(note.wins, note.margin, note.singles)
                pairs.append((note.singles, float(np.dot(known, terms)), note.result))
    yield table_line(["Singles left", *["expected: reached"] * GROUPS])
    yield table_line(["---:"] * (1 + GROUPS))
    for least, most in SINGLES_LEFT:
        own = sorted((expected, result) for singles, expected, result in pairs if least <= singles <= most)
        groups = [own[len(own) * at // GROUPS : len(own) * (at + 1) // GROUPS] for at in range(GROUPS)]
        cells = [f"{fmean(a for a, _ in group):+.1f}: {fmean(b for _, b in group):+.1f}" for group in groups]
        yield table_line([f"{least}–{most}" if most > least else least, *cells])


def play(block: int) -> list[Note]:
    """Play some games with one hand size at the same time, and return their notes."""
    at, for_margin = block % len(CALIBRATED), KNOWLEDGE.for_margin
    assert for_margin is not None, "the game is graded"
    together, deals = (
        Together(AT_ONCE, for_margin(CALIBRATED[at]), MarginSimulations),
        range(block * AT_ONCE, (block + 1) * AT_ONCE),
    )
    found = together.map(lambda deal: notes_of(together.knowledge, deal, at), deals)
    return list(chain.from_iterable(found))


def write(notes: Sequence[Note]) -> None:
    """Write the weights and the table."""
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    found["margins"] = {RULES: [round(float(each), 4) for each in weights(notes)]}
    WEIGHTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    lines = [before + _BEGIN, "", *table(notes), "", _END + rest.partition(_END)[2]]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true", help="play games and take notes")
    parser.add_argument("--fit", action="store_true", help="fit the expected margin to the notes")
    parser.add_argument("--minutes", type=float, default=10, help="how long to play (default: 10)")
    parser.add_argument("--notes", type=Path, default=NOTES, help="the file of the notes")
    arguments = parser.parse_args()
    if arguments.play:
        ends = time.monotonic() + arguments.minutes * 60
        for block in count((1 + max((note.deal for note in read(arguments.notes, Note)), default=-1)) // AT_ONCE):
            if time.monotonic() > ends:
                break
            append(arguments.notes, play(block))
    if arguments.fit:
        write(read(arguments.notes, Note))


if __name__ == "__main__":
    main()
