"""The players in a simulation, and their order at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, format_range
from cardtable.formats.computers import LEVELS, is_program
from cardtable.formats.text import safe_text, width
from cardtable.players import Player
from cardtable.players.at_table import default_simulations
from cardtable.players.from_text import RANDOM, ClosablePlayer, check_player, player_from_text, split_players
from cardtable.players.scripts import FunctionPlayer
from cardtable.table.seen import Seen

_NAME = re.compile(r"[A-Za-z_][\w.:-]{0,39}", re.ASCII)
_SHOWN_CELLS = 40


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player in a simulation. This object can be sent to other processes."""

    name: str
    """The name in results, such as `hard:300`."""
    simulations: int = 1
    """The maximum number of simulations for a move."""
    own: Player | None = None
    """The caller's own player object, or None if the name describes the player."""
    folder: Path | None = None
    """The folder in which a program starts."""

    def player(self, game: AnyGame) -> ClosablePlayer:
        """Return the player. The caller must close the player, because it may have its own process."""
        return player_from_text(self.name, game, self.folder)


AnyPlayer: TypeAlias = Player | Callable[[Seen, Random], Any] | str
"""A player in a simulation, as a script gives it: an object, a function that chooses an action, or a name."""
Contestants: TypeAlias = tuple[Contestant, ...]
"""The player at each seat."""


def parse_contestants(text: str, game: AnyGame, seats: int | None = None) -> Contestants:
    """Return the players in a list such as `hard,easy`. Raise ValueError with a sentence if the list is invalid."""
    words = split_players(text)
    if not words:
        raise ValueError(f"--players needs a list of players, such as {RANDOM},{LEVELS[0]}.")
    return seat_contestants(words, game, seats)


def seat_contestants(players: Sequence[Contestant | AnyPlayer], game: AnyGame, seats: int | None = None) -> Contestants:
    """Return the player at each seat. The last player takes all the remaining seats.

    By default, there are as many seats as players, but at least as many as the game needs. Raise ValueError with a
    sentence if the game can't be played with these players.
    """
    found = [contestant(each, game) for each in players]
    count = max(len(found), game.seats[0]) if seats is None else seats
    if count not in game.seats:
        raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not {count}.")
    if not 0 < len(found) <= count:
        raise ValueError(f"You named {len(found)} players for {counted(count, 'seat')}.")
    return (*found, *[found[-1]] * (count - len(found)))


def rotations(players: Contestants) -> tuple[tuple[int, ...], ...]:
    """Return every rotation of the players.

    A rotation gives, for each seat, a player's place in the line-up. If a rotation puts the same players at the same
    seats as an earlier one, it is left out, because its games would be the same.
    """
    count = len(players)
    ways, seated = list[tuple[int, ...]](), list[Contestants]()
    for moved in range(count):
        way = tuple((seat - moved) % count for seat in range(count))
        if (seats := tuple(players[place] for place in way)) not in seated:
            ways.append(way)
            seated.append(seats)
    return tuple(ways)


def shown_name(name: str) -> str:
    """Return a player's name for tables and notes. A long command shows only its end: `program .../bots/mybot.py`."""
    shown = safe_text(name, 2 * len(name), fallback="?")
    if width(shown) <= _SHOWN_CELLS:
        return shown
    start = f"{shown.partition(' ')[0]} ..." if is_program(shown) else "..."
    end = shown[-_SHOWN_CELLS:]
    while end and width(start) + width(end) > _SHOWN_CELLS:
        end = end[1:]
    return start + end


def contestant(player: Contestant | AnyPlayer, game: AnyGame) -> Contestant:
    """Return a player in a simulation. Raise ValueError with a sentence if the player isn't available."""
    if isinstance(player, Contestant):
        return player
    if isinstance(player, str):
        return _parse(player, game)
    own = player if isinstance(player, Player) else FunctionPlayer(player)
    name = str(getattr(own, "name", "") or type(own).__name__)
    if not _NAME.fullmatch(name):
        raise ValueError(f"A player's name has up to 40 letters and digits, not '{safe_text(name)}'.")
    return Contestant(name, default_simulations(game), own)


def _parse(word: str, game: AnyGame) -> Contestant:
    """Parse a player, such as `random`, `hard:300` or `program ./mybot`. A program runs in the current folder."""
    name = check_player(word)
    if is_program(name):
        return Contestant(name, folder=Path.cwd())
    return Contestant(name, default_simulations(game) if name == LEVELS[-1] else 1)
