"""Computer players at the table: their choices, and how much the level hard thinks."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import Computer, Computers, Level
from cardtable.players.games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice
from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder
from cardtable.table.seen import Seen

_logged = set[tuple[str, type[Exception]]]()
"""The faults that this process has logged: a fault that comes back with every move is logged once."""


def choose(seen: Seen, computer: Computer, key: Key) -> Choice:
    """Return what a computer player does; if it had to choose in a simpler way than usual, log why."""
    choice = ComputerPlayer(knowledge_of(seen.game), computer.level).choose(seen, key, computer.simulations)
    if choice.fault is not None:
        log_fault(seen.game, choice.fault)
    return choice


def log_fault(game: AnyGame, fault: Exception) -> None:
    """Write what went wrong in a search to a log file, if that is possible."""
    kind = (game.id, type(fault))
    if kind not in _logged:
        _logged.add(kind)
        with suppress(OSError):
            write_fault_log([fault], log_folder())


def default_simulations(game: AnyGame) -> int:
    """Return how many simulations the level hard may use for a move, unless players choose another number."""
    return knowledge_of(game).simulations


def seat_computers(game: AnyGame, levels: Sequence[Level | None], simulations: int | None = None) -> Computers:
    """Return the computer player at each seat that has a level, and None at the others; () if no seat has a level."""
    if not any(levels):
        return ()
    number = default_simulations(game) if simulations is None else simulations
    return tuple(None if level is None else Computer(level, number if level == "hard" else 1) for level in levels)
