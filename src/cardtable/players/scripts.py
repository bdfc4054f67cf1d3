"""Players for scripts: computer players by name, and functions that play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from cardtable.engine.chance import KEY_BITS, Key
from cardtable.players.at_table import default_simulations
from cardtable.players.from_text import ClosablePlayer, check_player, player_from_text
from cardtable.players.player import Choice
from cardtable.table.seen import Seen


@dataclass(frozen=True, slots=True)
class FunctionPlayer:
    """A function as a player. It gets what its seat may see, and random numbers, and returns a legal action."""

    function: Callable[[Seen, Random], Any]

    @property
    def name(self) -> str:
        """The function's name, for results."""
        return self.function.__name__.strip("<>")

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return the function's choice. The same key gives the function the same random numbers."""
        return Choice(self.function(seen, Random(key)))


class NamedPlayer:
    """A computer player by name, which can play every game and every seat."""

    def __init__(self, name: str) -> None:
        self._name = check_player(name)
        self._players = dict[str, ClosablePlayer]()

    def choose(self, seen: Seen, random: Random | None = None) -> Any:
        """Return a legal action. In the same position, the action differs only if `random` does."""
        game = seen.game
        if game.id not in self._players:
            self._players[game.id] = player_from_text(self._name, game)
        key = Key((random or Random(0)).getrandbits(KEY_BITS))
        return self._players[game.id].choose(seen, key, default_simulations(game)).action

    def close(self) -> None:
        """End the programs that play for this player, if there are any."""
        while self._players:
            self._players.popitem()[1].close()


def player(name: str) -> NamedPlayer:
    """Return a computer player, such as `easy`, `hard`, `hard:1200`, `random` or `program ./mybot`.

    Raise ValueError with a sentence if there is no such player.
    """
    return NamedPlayer(name)
