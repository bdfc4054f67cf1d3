"""How often a medium player had to move for another player, and why."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.engine.phrases import plural
from cardtable.formats.text import safe_text
from cardtable.simulation.play import GameResult

MAX_NAME_CELLS = 40


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
            shown = safe_text(name, MAX_NAME_CELLS, fallback="?")
            moves = f"{count:,} {plural(count, 'move')}"
            found += ["", f"A medium player made {moves} for {shown}. The first reason: {self._reasons[name]}"]
        return found
