"""How often a medium player had to move for another player, and why."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.engine.phrases import plural
from cardtable.simulation.contestants import shown_name
from cardtable.simulation.play import GameResult


class StandIns:
    """The moves that were made in the place of each player, and the first reason."""

    def __init__(self) -> None:
        self._moves, self._reasons = dict[str, int](), dict[str, str]()

    def add(self, games: Iterable[GameResult]) -> None:
        """Count the moves in these games."""
        for game in games:
            for name, count, fault in zip(game.players, game.stand_ins, game.faults, strict=False):
                if count:
                    self._moves[name] = self._moves.get(name, 0) + count
                    self._reasons.setdefault(name, fault)

    def lines(self) -> list[str]:
        """Return a sentence for each player that failed, after an empty line."""
        found = list[str]()
        for name, count in self._moves.items():
            moves = f"{count:,} {plural(count, 'move')}"
            reason = self._reasons[name]
            found += ["", f"A medium player made {moves} for {shown_name(name)}. The first reason: {reason}"]
        return found
