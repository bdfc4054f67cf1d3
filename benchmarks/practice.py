"""Measure Exit Stage Right for practice: win chances for the rules page, and the calibration of reviews.

`--games` plays games of computer players, of every level, hand size and number of players, into `practice.csv`.
`--calibrate` lets `hard` play alone and notes, at each of its moves, what simulations said and whether it won; these
notes go to a file of their own, which is too large to keep.  `--fit` fits the real win chance to them, and writes
src/cardtable/players/calibration.json and docs/practice.md.  `--page` writes the tables in the rules page.

Everything can be stopped at any time, and goes on where it ended.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from calibration import CALIBRATED, ROOT, Note, calibrate
from rows import append, read, table_line
from together import Together

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import LARGEST_HAND, SMALLEST_HAND, Action, Options, Refill, State
from cardtable.formats.computers import LEVELS, Level
from cardtable.players import ComputerPlayer, knowledge_of
from cardtable.players.calibration import name_of, singles_left
from cardtable.players.games.exit_stage_right_sure import sure
from cardtable.players.knowledge import Knowledge
from cardtable.players.search import simulator_for
from cardtable.table.seen import Seen

GAMES = Path(__file__).with_suffix(".csv")
NOTES = Path(__file__).with_name("calibration-notes.csv")
RULES = ROOT / "rules" / "exit_stage_right.md"
KNOWLEDGE = knowledge_of(GAME)
AT_ONCE = 25
"""How many games a process plays at the same time."""
ENOUGH, ENOUGH_OF_MANY, MANY = 1_000, 300, 4
"""How many games a cell of the table needs, how many with many players, and how many players are many."""
IMPOSSIBLE = "-"
"""The cell for a hand size that is too large for so many players."""
BLOCK = 25
"""How many games a row of the file stands for."""
BLOCKS, GAMES_NOTED = 2, 50
"""How many blocks and how many games for the calibration are a task."""
BEST = 8_000
"""With more games than this, a calibration hardly becomes better."""
SIMULATIONS = 500
"""How many simulations say what the outlook of a move is, about as many as a review uses for it at first."""
FROM_THE_START = 4
"""`hard` plays every fourth game from the start."""
LATEST = 34
"""`easy` plays fewer moves than this in the others, and then one move is played at random."""
ACTIONS = 1 << 20
"""More actions than any game has, so that no two actions have the same key."""


class Cell(NamedTuple):
    """Games of one kind."""

    hand: int
    seats: int
    level: Level

    @property
    def enough(self) -> int:
        """How many blocks of games are enough."""
        return (ENOUGH_OF_MANY if self.seats >= MANY else ENOUGH) // BLOCK


class Block(NamedTuple):
    """Some games of one kind: a row of practice.csv."""

    hand: int
    seats: int
    level: str
    simulations: int
    block: int
    """The number of the block, counted from 0; its deals follow those of the block before."""
    won: int
    margin: int
    """The sum of the margins."""


CELLS = tuple(
    Cell(hand, seats, level)
    for level in LEVELS
    for seats, largest in LARGEST_HAND.items()
    for hand in range(SMALLEST_HAND, largest + 1)
)


# Playing
def play(cell: Cell, blocks: Sequence[int]) -> list[Block]:
    """Play blocks of games by the book, all players of one level, and return their rows."""
    simulations = KNOWLEDGE.simulations if cell.level == "hard" else 0
    options, together = Options(hand_size=cell.hand), Together(AT_ONCE)
    deals = [block * BLOCK + number for block in blocks for number in range(BLOCK)]
    margins = together.map(lambda deal: _play(together.knowledge, options, cell.seats, cell.level, deal), deals)
    parts = [(block, margins[at * BLOCK : (at + 1) * BLOCK]) for at, block in enumerate(blocks)]
    return [Block(*cell, simulations, block, sum(each > 0 for each in part), sum(part)) for block, part in parts]


def take_notes(options: Options, deals: Sequence[int]) -> list[Note]:
    """Let `hard` play alone, and return a note for each of its moves."""
    together = Together(AT_ONCE)
    return list(chain.from_iterable(together.map(lambda deal: _notes_of(together.knowledge, options, deal), deals)))


def _notes_of(knowledge: Knowledge[Any, Any], options: Options, deal: int) -> list[Note]:
    """Return the notes of a game, which stops when its result is certain.

    In most games, others play the first moves, because `hard` alone would hardly ever be in trouble.
    """
    random, found = Random(deal), list[tuple[str, int, float, float]]()
    first = random.randrange(LATEST) if deal % FROM_THE_START else -1
    beginner, player = (ComputerPlayer(knowledge, level) for level in ("easy", "hard"))
    state, actions = start(GAME, options, 1, DealCode(deal).key()).state, 0
    while legal := GAME.legal(state):
        view = GAME.view(state, 0)
        after = sure(view, legal)
        if actions > first and (any(each.is_won for each in after) or all(each.is_lost for each in after)):
            is_won = any(each.is_won for each in after)
            return [Note(name_of(options), deal, *each, int(is_won)) for each in found]
        if actions == first:
            action, who = _unusual(legal, random), "other"
        else:
            key, who = Key(deal * ACTIONS + actions), "hard"
            action = _choice(beginner if actions < first else player, view, legal, key)
        known = after[legal.index(action)]
        if actions >= first and len(legal) > 1 and not (known.is_won or known.is_lost):
            found.append((who, singles_left(view), *_simulated(knowledge, view, action, len(found))))
        state, actions = GAME.advance(state, action, None), actions + 1
    return [Note(name_of(options), deal, *each, GAME.standing(state)[0]) for each in found]


def _unusual(legal: Sequence[Action], random: Random) -> Action:
    """Return any legal action, but every other time a refill if there is one, which `hard` avoids most often."""
    refills = [action for action in legal if isinstance(action, Refill)]
    return random.choice(refills if refills and random.random() < 0.5 else legal)


def _simulated(knowledge: Knowledge[Any, Any], view: Any, action: Action, number: int) -> tuple[float, float]:
    """Return the share of the simulations of an action that are won, and their mean margin."""
    (results,) = simulator_for(knowledge, view, Key(number)).results([action], 0, SIMULATIONS)
    wins, margin = fmean(each.won or 0.0 for each in results), fmean(each.margin for each in results)
    return round(wins, 4), round(margin, 3)


def _play(knowledge: Knowledge[Any, Any], options: Options, seats: int, level: Level, deal: int) -> int:
    """Play a game, and return its margin."""
    player, state, actions = (
        ComputerPlayer(knowledge, level),
        start(GAME, options, seats, DealCode(deal).key()).state,
        0,
    )
    while (seat := GAME.turn(state)) is not None:
        view = GAME.view(state, seat)
        action = _choice(player, view, GAME.legal(view), Key(deal * ACTIONS + actions))
        state, actions = GAME.advance(state, action, None), actions + 1
    return GAME.standing(state)[0]


def _choice(player: ComputerPlayer, view: State, legal: Sequence[Action], key: Key) -> Action:
    """Return the choice of a player, who mustn't fail."""
    names = tuple(map(str, range(len(view.hands))))
    seen = Seen(GAME, view.turn, names, view.turn or 0, view, legal, (), None, "", "", 0)
    choice = player.choose(seen, key, KNOWLEDGE.simulations)
    if choice.fault is not None:
        raise choice.fault
    action: Action = choice.action
    return action


def measure(
    path: Path, work: Callable[[Any, Sequence[int]], list[Any]], done: dict[Any, set[int]],
    enough: Callable[[Any], int], several: int, minutes: float, workers: int,
) -> None:  # fmt: skip
    """Do the work for whatever has the least until the time is over, and add the results to a file.

    Each task is to do the work for this many new numbers.
    """
    ends = time.monotonic() + minutes * 60

    def following() -> tuple[Any, Sequence[int]] | None:
        least = min(done, key=lambda each: len(done[each]) / enough(each))
        if len(done[least]) >= enough(least) or time.monotonic() >= ends:
            return None
        numbers = list(islice((number for number in count() if number not in done[least]), several))
        done[least].update(numbers)
        return least, numbers

    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(work, *task) for _ in range(workers * 2) if (task := following())}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                append(path, future.result())
                if task := following():
                    running.add(pool.submit(work, *task))


# The tables in the rules page
def tables(blocks: Sequence[Block]) -> list[str]:
    """Return a table of win chances for each level: a line for each number of players, a column for each hand size.

    A level that practically always wins gets a sentence instead.
    """
    hands = range(SMALLEST_HAND, max(LARGEST_HAND.values()) + 1)
    head = [table_line(["players", *(f"hand {hand}" for hand in hands)]), table_line(["---:"] * (1 + len(hands)))]
    lines: list[str] = []
    missing = list[str]()
    for level in LEVELS:
        rows = {seats: [_share(blocks, Cell(hand, seats, level)) for hand in hands] for seats in LARGEST_HAND}
        cells = {cell for row in rows.values() for cell in row} - {IMPOSSIBLE}
        if cells == {""}:
            missing.append(level)
        elif all(cell.startswith("100±") for cell in cells):
            own = [block for block in blocks if block.level == level]
            won, games = sum(block.won for block in own), len(own) * BLOCK
            lines += [
                f"{level.capitalize()} won {won:,} of {games:,} games, with any hand and number of players.",
                "",
            ]
        else:
            lines += [f"Win chances of {level}:", "", *head]
            lines += [*(table_line([seats, *row]) for seats, row in rows.items()), ""]
    if missing:
        lines += [f"There aren't enough games of {' and '.join(missing)} yet.", ""]
    return lines


def _share(blocks: Sequence[Block], cell: Cell) -> str:
    """Return the share of games won with half the width of its 95% interval (Wilson 1927), such as `62±3`.

    The text is empty if there are too few games.
    """
    if cell.hand > LARGEST_HAND[cell.seats]:
        return IMPOSSIBLE
    own = [block for block in blocks if (block.hand, block.seats, block.level) == cell]
    if len(own) < cell.enough:
        return ""
    size = len(own) * BLOCK
    z, share = 1.96, sum(block.won for block in own) / size
    middle, half = share + z * z / (2 * size), z * math.sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    widest = max(abs((middle + sign * half) / (1 + z * z / size) - share) for sign in (-1, 1))
    return f"{100 * share:.0f}±{100 * widest:.0f}"


def write_tables(blocks: Sequence[Block]) -> None:
    """Put the tables between their marks in the rules page."""
    text = RULES.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    RULES.write_text("\n".join([before + _BEGIN, "", *tables(blocks), _END + after]), encoding="utf-8")


_BEGIN = "<!-- win chances: written by benchmarks/practice.py -->"
_END = "<!-- end of the win chances -->"


def main() -> None:
    """Measure, fit, or write pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", action="store_true", help="play games for the table in the rules page")
    parser.add_argument("--calibrate", action="store_true", help="let hard play alone, and take notes")
    parser.add_argument("--fit", action="store_true", help="fit the calibration to the notes, and write its page")
    parser.add_argument("--page", action="store_true", help="write the tables in the rules page")
    parser.add_argument("--levels", default=",".join(LEVELS), help="whose games to play for the table")
    parser.add_argument("--minutes", type=float, default=10, help="how long to play (default: 10)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play")
    parser.add_argument("--notes", type=Path, default=NOTES, help="the file of the notes")
    arguments = parser.parse_args()
    minutes, workers = arguments.minutes, arguments.workers
    if arguments.games:
        done: dict[Any, set[int]] = {cell: set() for cell in CELLS if cell.level in arguments.levels.split(",")}
        for block in read(GAMES, Block):
            done.get(Cell(block.hand, block.seats, block.level), set()).add(block.block)
        measure(GAMES, play, done, lambda cell: cell.enough, BLOCKS, minutes, workers)
    if arguments.calibrate:
        names = {name_of(options): options for options in CALIBRATED}
        done = {options: set() for options in CALIBRATED}
        for note in read(arguments.notes, Note):
            done[names[note.options]].add(note.deal)
        measure(arguments.notes, take_notes, done, lambda _: BEST, GAMES_NOTED, minutes, workers)
    if arguments.fit:
        calibrate(read(arguments.notes, Note))
    if arguments.page:
        write_tables(read(GAMES, Block))


if __name__ == "__main__":
    main()
