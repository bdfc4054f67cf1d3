"""Perft: how many ways a game can go from a deal, counted once; a number that moves if any rule does.

`CARDTABLE_WRITE_GOLDENS=1` counts anew and rewrites perft.txt: for when a rule was changed on purpose.
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
from tests.engine.walks import PROFILE, AnyGame, each_game, read_options, values_of

FILE = Path(__file__).with_name("perft.txt")
MOST = 1_000_000_000 if PROFILE == "deep" else 40_000
"""Depths with more leaves than this are only counted by the deep profile."""
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"


class Line(NamedTuple):
    """A line of the file."""

    game: str
    seats: int
    options: str
    """As `draw=none first=2`, or `usual`."""
    code: str
    actions: str
    """What is played before counting begins, with commas between."""
    counts: tuple[int, ...]
    """At depth 1, 2, and so on."""

    def up_to(self, most: int) -> Line:
        """The line without the depths that have more leaves."""
        return self._replace(counts=tuple(count for count in self.counts if count <= most))

    def counted(self) -> Line:
        """The line with the counts as they are now."""
        game = SHIPPED[self.game]
        options = read_options(game, self.seats, self.options)
        opening = start(game, options, self.seats, DealCode.parse(self.code).key()).state
        state = replay(game, opening, (game.parse(each) for each in self.actions.split(",") if each.strip()))
        depths = range(1, len(self.counts) + 1)
        return self._replace(counts=tuple(perft(game, state, depth) for depth in depths))

    def __str__(self) -> str:
        counts = " ".join(map(str, self.counts))
        return " | ".join((self.game, str(self.seats), self.options, self.code, self.actions, counts))


def read(text: str) -> Line:
    game, seats, options, code, actions, counts = (part.strip() for part in text.split("|"))
    return Line(game, int(seats), options, code, actions, tuple(map(int, counts.split())))


TEXT = FILE.read_text("utf-8").splitlines()
LINES = [read(text) for text in TEXT if text and not text.startswith("#")]


@pytest.mark.skipif(WRITE, reason="counting anew")
@each_game
def test_perft(game: AnyGame) -> None:
    """As many ways lead on from each position of the game as when they were first counted."""
    for line in LINES:
        if line.game == game.id:
            assert line.up_to(MOST).counted() == line.up_to(MOST)


@pytest.mark.skipif(not WRITE, reason="only to count anew")
def test_count_anew() -> None:
    """Write the counts as they are now."""
    told = [str(read(text).counted()) if text and not text.startswith("#") else text for text in TEXT]
    FILE.write_text("\n".join(told) + "\n", "utf-8")


@each_game
def test_every_game_is_counted(game: AnyGame) -> None:
    """With the fewest and with the most players, and with each option other than usual."""
    lines = [line for line in LINES if line.game == game.id]
    assert {game.seats[0], game.seats[-1]} <= {line.seats for line in lines}
    varied = {part.split("=")[0] for line in lines for part in line.options.split()} - {"usual"}
    assert varied >= {each.name for each in fields(game.options) if values_of(game, each.name)}
    assert all(len(line.counts) >= 3 for line in lines)


def test_only_games_are_counted() -> None:
    """No line is left over from a game that is no more."""
    assert {line.game for line in LINES} == SHIPPED.keys()
