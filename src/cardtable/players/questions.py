"""Questions to the process that thinks: what a computer player chooses, and what hints there are for a person."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.chance import Key
from cardtable.formats.computers import Computer
from cardtable.players.at_table import choose, default_simulations
from cardtable.table.seen import Seen


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A request for a computer player's next action."""

    seen: Seen
    key: Key
    computer: Computer

    def answer(self) -> object:
        """Return the choice."""
        return choose(self.seen, self.computer, self.key)


@dataclass(frozen=True, slots=True)
class HintsQuestion:
    """A request for hints for the player to move."""

    seen: Seen
    key: Key

    def answer(self) -> object:
        """Return the hints."""
        from cardtable.players.hints import hints

        return hints(self.seen, self.key, default_simulations(self.seen.game))
