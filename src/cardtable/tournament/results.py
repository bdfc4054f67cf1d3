"""The games of a tournament so far."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.simulation.play import GameResult
from cardtable.simulation.stand_ins import StandIns
from cardtable.tournament.plan import Tournament


class Results:
    """The games of a tournament so far."""

    is_clear = False
    """A tournament never ends early."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.deals = 0
        """The number of deals."""
        self.rows: list[GameResult] = []
        """The finished games."""
        self.stand_ins = StandIns()

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.rows)

    def add(self, games: Sequence[GameResult]) -> None:
        """Count all games of the next deal."""
        self.deals += 1
        self.rows += games
        self.stand_ins.add(games)
