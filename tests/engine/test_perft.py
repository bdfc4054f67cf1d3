"""Perft: the number of action sequences from a position, which changes with almost any change of the rules.

`CARDTABLE_WRITE_GOLDENS=1` counts again and rewrites perft.txt, for a rule that was changed on purpose.
"""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games import SHIPPED
from cardtable.engine.walk import perft, replay
from tests.engine.walks import PROFILE, AnyGame, each_game, parse_options, values_of

FILE = Path(__file__).with_name("perft.txt")
MAX_LEAVES = 1_000_000_000 if PROFILE == "deep" else 40_000
"""Depths with more leaves than this are counted only by the deep profile."""
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"


class Line(NamedTuple):
    """A line of perft.txt."""

    game: str
    seats: int
    options: str
    """Such as `draw=none first=2`, or `usual` for the defaults."""
    code: str
    actions: str
    """The actions before counting starts, separated by commas."""
    counts: tuple[int, ...]
    """The counts at depth 1, 2, and so on."""

    def up_to(self, most: int) -> Line:
        """Return the line without depths that have more leaves than `most`."""
        return self._replace(counts=tuple(count for count in self.counts if count <= most))

    def count_again(self) -> Line:
        """Return the line with new counts."""
        game = SHIPPED[self.game]
        options = parse_options(game, self.seats, self.options)
        opening = start(game, options, self.seats, DealCode.parse(self.code).key()).state
        state = replay(game, opening, (game.parse(each) for each in self.actions.split(",") if each.strip()))
        depths = range(1, len(self.counts) + 1)
        return self._replace(counts=tuple(perft(game, state, depth) for depth in depths))

    def __str__(self) -> str:
        counts = " ".join(map(str, self.counts))
        return " | ".join((self.game, str(self.seats), self.options, self.code, self.actions, counts))


def parse_line(text: str) -> Line:
    game, seats, options, code, actions, counts = (part.strip() for part in text.split("|"))
    return Line(game, int(seats), options, code, actions, tuple(map(int, counts.split())))


TEXT = FILE.read_text("utf-8").splitlines()
LINES = [parse_line(text) for text in TEXT if text and not text.startswith("#")]


@pytest.mark.skipif(WRITE, reason="counts are being rewritten")
@each_game
def test_perft(game: AnyGame) -> None:
    """The counts of each position are the same as when they were first counted."""
    for line in LINES:
        if line.game == game.id:
            assert line.up_to(MAX_LEAVES).count_again() == line.up_to(MAX_LEAVES)


@pytest.mark.skipif(not WRITE, reason="only to rewrite the counts")
def test_rewrite_the_counts() -> None:
    lines = [str(parse_line(text).count_again()) if text and not text.startswith("#") else text for text in TEXT]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


@each_game
def test_every_game_is_counted(game: AnyGame) -> None:
    """There are lines for the fewest and the most players and for each option."""
    lines = [line for line in LINES if line.game == game.id]
    assert {game.seats[0], game.seats[-1]} <= {line.seats for line in lines}
    varied = {part.split("=")[0] for line in lines for part in line.options.split()} - {"usual"}
    assert varied >= {each.name for each in fields(game.options) if values_of(game, each.name)}
    assert all(len(line.counts) >= 3 for line in lines)


def test_only_games_are_counted() -> None:
    """No line is left over from a removed game."""
    assert {line.game for line in LINES} == SHIPPED.keys()
