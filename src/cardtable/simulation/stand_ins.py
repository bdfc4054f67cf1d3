"""How often a medium player had to move for another player, and why."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.engine.phrases import plural
from cardtable.simulation.contestants import shown_name
from cardtable.simulation.play import TOOK_NO_PART, GameResult


class StandIns:
    """The moves that were made in the place of each player, and the first reason."""

    def __init__(self) -> None:
        self._moves, self._reasons = dict[str, int](), dict[str, str]()
        self._taking_part, self._absent = set[str](), set[str]()

    def add(self, games: Iterable[GameResult]) -> None:
        """Count the moves in these games."""
        for game in games:
            faults = game.faults or ("",) * len(game.players)
            for name, count, fault in zip(game.players, game.stand_ins, faults, strict=True):
                is_absent = fault.endswith(TOOK_NO_PART)
                (self._absent if is_absent else self._taking_part).add(name)
                if count:
                    self._moves[name] = self._moves.get(name, 0) + count
                    self._reasons.setdefault(name, fault.removesuffix(TOOK_NO_PART).rstrip())

    @property
    def absent(self) -> set[str]:
        """The players for whom a medium player made all choices in every game, so that the results aren't theirs."""
        return self._absent - self._taking_part

    def lines(self) -> list[str]:
        """Return a sentence for each player that failed, after an empty line."""
        found = list[str]()
        for name, count in self._moves.items():
            moves = f"{count:,} {plural(count, 'move')}"
            if name in self.absent:
                text = f"A medium player made all moves for {shown_name(name)}, so the results aren't its own."
            else:
                text = f"A medium player made {moves} for {shown_name(name)}."
            found += ["", f"{text} The first reason: {self._reasons[name]}"]
        return found
