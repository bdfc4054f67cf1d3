"""The games of a tournament: who plays at which seat, and which cards are dealt."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.options import non_default

MAX_PLAYERS = 50


class Pairing(NamedTuple):
    """One game of a tournament."""

    deal: DealCode
    seats: tuple[int, ...]
    """The number of the player at each seat."""


@dataclass(frozen=True)
class Tournament:
    """A round robin: each line-up of players plays the same deals, and each player takes each seat in turn.

    In games that everybody plays together, a line-up is one player at every seat.
    """

    game: AnyGame
    options: Any = field(repr=False)
    """The game's options, with all defaults resolved."""
    seats: int
    players: tuple[str, ...]
    games: int
    """The number of games of each line-up."""
    simulations: int | None
    """How many simulations players may use for a move that name no number of their own, or None for the default."""

    @cached_property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The line-ups, each of which has at least two players if there are at least two seats."""
        numbers = range(len(self.players))
        if self.game.together:
            return tuple((number,) * self.seats for number in numbers)
        if len(numbers) >= self.seats:
            return tuple(combinations(numbers, self.seats))
        return tuple(each for each in combinations_with_replacement(numbers, self.seats) if len(set(each)) > 1)

    @property
    def length(self) -> int:
        """The number of games."""
        return len(self.line_ups) * self.games

    @property
    def options_text(self) -> str:
        """The options that differ from their defaults, as in `target 5, first south`."""
        changed = non_default(self.game, self.options, self.seats) or ()
        return ", ".join(f"{each.flag.removeprefix('--')} {text}" for each, text in changed)

    def pairing(self, number: int) -> Pairing:
        """Return a game, given its number counted from 0; all line-ups play the first deal before the second."""
        turn, at = divmod(number, len(self.line_ups))
        line_up = self.line_ups[at]
        rotations = 1 if self.game.together else self.seats
        deal, shift = divmod(turn, rotations)
        return Pairing(DealCode(deal), line_up[shift:] + line_up[:shift])
