"""The interface of everything that can choose actions."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

from cardtable.engine.chance import Key
from cardtable.table.seen import Seen


class Choice(NamedTuple):
    """A player's chosen action."""

    action: Any
    simulations: int = 0
    """The number of simulations behind the choice. With this number, the player makes the same choice again."""
    fault: Exception | None = None
    """The exception to log if a fault forced the player to choose by a simpler method."""
    value: float | None = None
    """The player's estimate of the action's value for its seat, from 0 to 1, or None if there is no estimate."""


class ProgramFault(Exception):
    """An error for a program that can't play or has broken the protocol. The message is a sentence for the player."""


class ProgramGivenUp(ProgramFault):
    """An error for a program that isn't used any more because it has had too many faults."""


@runtime_checkable
class Player(Protocol):
    """The interface of a person at the keyboard, a computer player, a script or another program."""

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return a legal action, based on what the player sees.

        The player may run at most this many simulations. The same view, key and number of simulations lead to the same
        choice on every machine.
        """
