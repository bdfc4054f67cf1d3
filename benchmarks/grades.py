"""Measure the grades of Exit Stage Right alone: how often each level reaches each of them.

`--play` plays deals into `grades.csv`: their pars, and the results of each level.  `--page` writes the table in
benchmarks/README.md.  Playing can be stopped at any time, and goes on where it ended.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median_low
from typing import Any, NamedTuple

from calibration import ROOT
from rows import append, read, table_line
from together import Together

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.games.exit_stage_right.player.simulations import MarginSimulations
from cardtable.players import ComputerPlayer, knowledge_of
from cardtable.players.par import SOUND_GAMES, STRONG_GAMES, MarginPlayer
from cardtable.players.player import Player
from cardtable.players.whole_game import SeatedPlayer, play_game
from cardtable.table.grades import GRADES, Par, grade_of

RESULTS = Path(__file__).with_suffix(".csv")
PAGE = ROOT / "benchmarks" / "README.md"
HANDS = 7, 5, 9
RULES: dict[str, Any] = {preset.name: preset.options for preset in GAME.presets} | {
    "Refilling every cell": Options(refill_count="all")
}
"""The options to measure: the presets, and what Challenge was before."""
BLOCK = 50
"""How many deals are played at a time."""
_BEGIN = "<!-- grades: written by benchmarks/grades.py -->"
_END = "<!-- end of the grades -->"


class Row(NamedTuple):
    """A deal: its par, and the results of players."""

    rules: str
    hand: int
    deal: int
    par: int
    medium_par: int
    """What medium reaches when it plays for the margin."""
    easy: int
    medium: int
    hard: int


def play(rules: str, hand: int, deals: Sequence[int]) -> list[Row]:
    """Play deals, and return their rows."""
    options = GAME.resolve_defaults(replace(RULES[rules], hand_size=hand), 1)
    known = knowledge_of(GAME)
    assert known.for_margin is not None, "the game is graded"
    knowledge = known.for_margin(options)
    together, for_margin = Together(BLOCK), Together(BLOCK, knowledge, MarginSimulations)

    def margins(using: Together, player: Player, simulations: int, luck: int = 0) -> list[int]:
        def margin(deal: int) -> int:
            played = play_game(GAME, options, DealCode(deal), (SeatedPlayer(player, simulations),), luck)
            assert played.outcome is not None, "no game for one player goes on for ever"
            return played.outcome.margin

        return using.map(margin, deals) if simulations > 1 else [margin(deal) for deal in deals]

    strong, sound = MarginPlayer(for_margin.knowledge), ComputerPlayer(knowledge, "medium")
    pars = [margins(for_margin, strong, knowledge.simulations, luck) for luck in range(STRONG_GAMES)]
    mediums = [margins(for_margin, sound, 1, luck) for luck in range(SOUND_GAMES)]
    medium = list(map(median_low, zip(*mediums, strict=True)))
    columns = [
        list(map(max, map(median_low, zip(*pars, strict=True)), medium)),
        medium,
        margins(together, ComputerPlayer(known, "easy"), 1),
        margins(together, ComputerPlayer(known, "medium"), 1),
        margins(together, ComputerPlayer(together.knowledge, "hard"), known.simulations),
    ]
    return [Row(rules, hand, deal, *results) for deal, *results in zip(deals, *columns, strict=True)]


def measure(most: int, minutes: float) -> None:
    """Play until each kind of game has this many deals, or the time is over."""
    ends = time.monotonic() + minutes * 60
    done = Counter((row.rules, row.hand) for row in read(RESULTS, Row))
    while time.monotonic() < ends:
        rules, hand = min(((rules, hand) for hand in HANDS for rules in RULES), key=lambda kind: done[kind])
        first = done[rules, hand]
        if first >= most:
            return
        append(RESULTS, play(rules, hand, range(first, first + BLOCK)))
        done[rules, hand] += BLOCK


def tables(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a table for each kind of rules."""
    levels: dict[str, Callable[[Row], int]] = {
        "easy": lambda row: row.easy,
        "medium": lambda row: row.medium,
        "hard": lambda row: row.hard,
    }
    for rules in RULES:
        head = ["hand", "deals", "par", "medium's", "level", "wins", "margin", *(grade.name for grade in GRADES)]
        yield f"{rules}:\n"
        yield table_line(head)
        yield table_line(["---:"] * 4 + ["---"] + ["---:"] * (len(head) - 5))
        for hand in sorted(HANDS):
            own = [row for row in rows if (row.rules, row.hand) == (rules, hand)]
            for level, result in levels.items() if own else ():
                found = Counter(grade_of(result(row), Par(row.par, row.medium_par)) for row in own)
                shares = [f"{found[grade] / len(own):.0%}" for grade in GRADES]
                pars = (f"{fmean(row.par for row in own):+.1f}", f"{fmean(row.medium_par for row in own):+.1f}")
                wins, margin = fmean(result(row) > 0 for row in own), fmean(map(result, own))
                first = (hand, len(own), *pars) if level == "easy" else ("",) * 4
                yield table_line([*first, level, f"{wins:.0%}", f"{margin:+.1f}", *shares])
        yield ""


def main() -> None:
    """Play, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true", help="play deals")
    parser.add_argument("--page", action="store_true", help="write the tables in benchmarks/README.md")
    parser.add_argument("--deals", type=int, default=1_000, help="how many deals each kind of game needs")
    parser.add_argument("--minutes", type=float, default=10, help="how long to play (default: 10)")
    arguments = parser.parse_args()
    if arguments.play:
        measure(arguments.deals, arguments.minutes)
    if arguments.page:
        text = PAGE.read_text(encoding="utf-8")
        before, _, rest = text.partition(_BEGIN)
        after = rest.partition(_END)[2]
        lines = "\n".join(tables(read(RESULTS, Row)))
        PAGE.write_text(f"{before}{_BEGIN}\n\n{lines}{_END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
