"""The interface of everything that chooses actions."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from cardtable.engine.chance import Key
from cardtable.table.seen import Seen


class Choice(NamedTuple):
    """The action that a player chose."""

    action: Any
    simulations: int = 0
    """The number of simulations that led to the choice; with the same number, the player chooses the same again."""
    fault: Exception | None = None
    """What went wrong if the player had to choose in a simpler way; it belongs in the log."""
    value: float | None = None
    """How good the player thinks the action is for its seat, from 0 to 1, if it knows that."""


class ProgramFault(Exception):
    """A program can't play or has broken the rules of the protocol; the message is a sentence for the player."""


class ProgramGivenUp(ProgramFault):
    """The program has had too many faults to be asked again."""


class Player(Protocol):
    """The interface of a person at the keyboard, a computer player, a script or another program."""

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return a legal action, given what the player sees and at most this many simulations.

        The same view, key and number of simulations lead to the same choice on every machine.
        """
