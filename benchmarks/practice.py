"""Measure Exit Stage Right for practice: win chances for the rules page, and the calibration of reviews.

`--games` plays games of computer players, of every level, hand size and number of players, into `practice.csv`.
`--calibrate` lets `hard` play alone and notes, at each of its moves, what simulations said and whether it won; these
notes go to a file of their own, which is too large to keep.  `--fit` fits the real win chance to them, and writes
`calibration.json`, where computer players find it, and docs/practice.md.  `--sample` writes the sample that a test
compares reviews with, tests/practice/certain_wins_left.csv.  `--page` writes the tables in the rules page.

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

from calibration import CALIBRATED, EXACT, ROOT, SINGLES_LEFT, Note, calibrate
from rows import append, read, table_line
from together import Together

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import MAX_HAND, MIN_HAND, Action, Options, Refill, State
from cardtable.formats.computers import LEVELS, Level
from cardtable.games.exit_stage_right.player.calibration import name_of, singles_left
from cardtable.games.exit_stage_right.player.sure import sure
from cardtable.players import ComputerPlayer, knowledge_of
from cardtable.players.knowledge import Knowledge
from cardtable.players.search import simulator_for
from cardtable.table.seen import Seen

GAMES = Path(__file__).with_suffix(".csv")
NOTES = Path(__file__).with_name("calibration-notes.csv")
SAMPLE = ROOT / "tests" / "practice" / "certain_wins_left.csv"
RULES = ROOT / "rules" / "exit_stage_right.md"
KNOWLEDGE = knowledge_of(GAME)
AT_ONCE = 25
"""How many games a process plays at the same time."""
ENOUGH, ENOUGH_OF_MANY, MANY = 1_000, 300, 4
"""How many games a cell of the table needs, how many with many players, and how many players are many."""
IMPOSSIBLE = "-"
"""The cell for a hand size that is too large for that many players."""
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
"""In others, a move is played at random after fewer moves of `easy` or `medium` than this."""
SAMPLED, POSITIONS, REPEATED = 4, 20, 25
"""How many ranges of Singles left the sample has, how many positions in each, and how many games from each of them."""
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
    for seats, largest in MAX_HAND.items()
    for hand in range(MIN_HAND, largest + 1)
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
    """Return the notes of a game, which stops when its result is certain."""
    found = list[tuple[str, int, int, float, float]]()
    _, moves, state, unusual = opening_of(knowledge, options, deal)
    player = ComputerPlayer(knowledge, "hard")
    for actions in count(len(moves)):
        legal, view = GAME.legal(state), GAME.view(state, 0)
        if not legal:
            break
        after = sure(view, legal)
        is_won = any(each.is_won for each in after)
        if unusual is None and (is_won or all(each.is_lost for each in after)):
            return [Note(name_of(options), deal, *each, int(is_won)) for each in found]
        action = _choice(player, view, legal, Key(deal * ACTIONS + actions)) if unusual is None else unusual
        known = after[legal.index(action)]
        if len(legal) > 1 and not (known.is_won or known.is_lost):
            who = "hard" if unusual is None else "left" if is_won else "other"
            standing = sum(card is not None for row in view.stage for card in row)
            found.append((who, singles_left(view), standing, *_simulated(knowledge, view, action, len(found))))
        state, unusual = GAME.advance(state, action, None), None
    return [Note(name_of(options), deal, *each, GAME.standing(state)[0]) for each in found]


class Left(NamedTuple):
    """A move out of a certain win: a row of the sample."""

    hand: int
    code: int
    moves: str
    """The moves before, in notation."""
    action: str
    won: int
    """How many of the games `hard` won from there, the first with the deal's own cards and the others with new ones."""
    games: int


class Opening(NamedTuple):
    """A position of a game alone that `hard` plays on from."""

    code: int
    moves: list[Action]
    """The moves of `easy` or `medium` before, because `hard` alone would hardly ever be in trouble."""
    state: State
    unusual: Action | None
    """The next move if `hard` would hardly play it; in half of all games, it is the first to leave a certain win."""


def opening_of(knowledge: Knowledge[Any, Any], options: Options, deal: int) -> Opening:
    """Return the opening of a game, which has no unusual move if `hard` plays from the start or nobody leaves a win."""
    # Each hand size has deals of its own: with the same cards, its games would go like those of the others.
    code = deal * len(CALIBRATED) + CALIBRATED.index(options)
    random, moves = Random(code), list[Action]()
    leaves, first, most = deal % 2 == 1, random.randrange(LATEST), EXACT + 1 + int(random.random() ** 2 * LATEST)
    player = ComputerPlayer(knowledge, random.choice(("easy", "medium")))
    state = start(GAME, options, 1, DealCode(code).key()).state
    while deal % FROM_THE_START and (legal := GAME.legal(state)):
        view = GAME.view(state, 0)
        worse = [action for action, after in zip(legal, sure(view, legal), strict=True) if not after.is_won]
        if leaves and 0 < len(worse) < len(legal) and singles_left(view) <= most:
            return Opening(code, moves, state, _unusual(worse, random))
        if not leaves and len(moves) == first:
            return Opening(code, moves, state, _unusual(legal, random))
        moves.append(_choice(player, view, legal, Key(deal * ACTIONS + len(moves))))
        state = GAME.advance(state, moves[-1], None)
    return Opening(code, moves, state, None)


def _unusual(legal: Sequence[Action], random: Random) -> Action:
    """Return any of these actions, but every other time a refill if there is one, which `hard` avoids most often."""
    refills = [action for action in legal if isinstance(action, Refill)]
    return random.choice(refills if refills and random.random() < 0.5 else legal)


def take_sample() -> list[Left]:
    """Return moves out of a certain win, of games that aren't in the notes, and let `hard` play on from each."""
    openings: dict[tuple[int, int], list[Opening]] = {bounds: [] for bounds in SINGLES_LEFT[:SAMPLED]}
    numbers = ((deal, options) for deal in count(BEST + 1, 2) for options in CALIBRATED)
    while any(len(own) < POSITIONS for own in openings.values()):
        deal, options = next(numbers)
        opening = opening_of(KNOWLEDGE, options, deal)
        left = singles_left(opening.state)
        for (least, most), own in openings.items():
            if opening.unusual is not None and least <= left <= most and len(own) < POSITIONS:
                own.append(opening)
    together, every = Together(AT_ONCE), list(chain.from_iterable(openings.values()))
    player = ComputerPlayer(together.knowledge, "hard")

    def is_won(number: int) -> bool:
        at, again = divmod(number, REPEATED)
        opening, key = every[at], Key(number * ACTIONS)
        state = GAME.determinize(GAME.view(opening.state, 0), 0, key) if again else opening.state
        assert opening.unusual is not None, "only moves out of a certain win are sampled"
        return _play_on(player, GAME.advance(state, opening.unusual, None), key) > 0

    won = together.map(is_won, range(len(every) * REPEATED))
    shares = [sum(won[at * REPEATED : (at + 1) * REPEATED]) for at in range(len(every))]
    return [
        Left(
            each.state.options.hand_size, each.code, ", ".join(map(str, each.moves)), str(each.unusual), share, REPEATED
        )
        for each, share in zip(every, shares, strict=True)
    ]


def _simulated(knowledge: Knowledge[Any, Any], view: Any, action: Action, number: int) -> tuple[float, float]:
    """Return the share of the simulations of an action that are won, and their mean margin."""
    (results,) = simulator_for(knowledge, view, Key(number)).results([action], 0, SIMULATIONS)
    wins, margin = fmean(each.won or 0.0 for each in results), fmean(each.margin for each in results)
    return round(wins, 4), round(margin, 3)


def _play(knowledge: Knowledge[Any, Any], options: Options, seats: int, level: Level, deal: int) -> int:
    """Play a game, and return its margin."""
    state = start(GAME, options, seats, DealCode(deal).key()).state
    return _play_on(ComputerPlayer(knowledge, level), state, Key(deal * ACTIONS))


def _play_on(player: ComputerPlayer, state: State, key: Key) -> int:
    """Play a game to its end, and return its margin."""
    for actions in count():
        if (seat := GAME.turn(state)) is None:
            break
        view = GAME.view(state, seat)
        state = GAME.advance(state, _choice(player, view, GAME.legal(view), Key(key + actions)), None)
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
    hands = range(MIN_HAND, max(MAX_HAND.values()) + 1)
    head = [table_line(["players", *(f"hand {hand}" for hand in hands)]), table_line(["---:"] * (1 + len(hands)))]
    lines: list[str] = []
    missing = list[str]()
    for level in LEVELS:
        rows = {seats: [_share(blocks, Cell(hand, seats, level)) for hand in hands] for seats in MAX_HAND}
        cells = {cell for row in rows.values() for cell in row} - {IMPOSSIBLE}
        if cells == {""}:
            missing.append(level)
        elif all(cell.startswith("100±") for cell in cells):
            own = [block for block in blocks if block.level == level]
            won, games = sum(block.won for block in own), len(own) * BLOCK
            lines += [
                f"{level.capitalize()} won {won:,} of {games:,} games, counting all hand sizes and numbers of players.",
                "",
            ]
        else:
            lines += [f"Win chances of `{level}`:", "", *head]
            lines += [*(table_line([seats, *row]) for seats, row in rows.items()), ""]
    if missing:
        lines += [f"There aren't enough games of {' and '.join(missing)} yet.", ""]
    return lines


def _share(blocks: Sequence[Block], cell: Cell) -> str:
    """Return the share of games won with half the width of its 95% interval (Wilson 1927), such as `62±3`.

    The text is empty if there are too few games.
    """
    if cell.hand > MAX_HAND[cell.seats]:
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
    parser.add_argument("--sample", action="store_true", help="let hard play on after moves out of a certain win")
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
    if arguments.sample:
        SAMPLE.unlink(missing_ok=True)
        append(SAMPLE, take_sample())
    if arguments.page:
        write_tables(read(GAMES, Block))


if __name__ == "__main__":
    main()
