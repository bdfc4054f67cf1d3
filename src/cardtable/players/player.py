"""The interface of everything that chooses actions."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from cardtable.engine.chance import Key
from cardtable.table.seen import Seen


class Choice(NamedTuple):
    """The action that a player chose."""

    action: Any
    simulations: int = 0
    """The number of simulations behind the choice; with the same number, the player makes the same choice again."""
    fault: Exception | None = None
    """The exception, for the log, if the player had to choose in a simpler way."""
    value: float | None = None
    """The player's estimate of the action's value for its seat, from 0 to 1, if it has one."""


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
