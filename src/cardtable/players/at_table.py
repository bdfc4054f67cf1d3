"""The choices of computer players at the table, and the default number of simulations at level `hard`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Seat
from cardtable.formats.computers import PROGRAM, Computer, Computers, Level, ProgramAtSeat
from cardtable.formats.text import safe_text
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice, ProgramFault, ProgramGivenUp
from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder
from cardtable.store.powers import may_open
from cardtable.table.seen import Seen

if TYPE_CHECKING:
    from cardtable.players.programs import ProgramPlayer

_SLOW = 20
"""A computer player with at least this many times the default simulations is slow, and players are told to wait."""
_running = dict[tuple[str, Seat], "ProgramPlayer"]()
"""The programs at this table. Each seat has its own program, so that no program sees two hands."""
_logged = set[tuple[str, type[Exception]]]()
"""The faults that this process has already logged. Each fault is logged only once."""


def choose(seen: Seen, computer: Computer, key: Key) -> Choice:
    """Return a computer player's choice. If a fault forced a simpler choice than usual, log the fault."""
    if isinstance(computer, ProgramAtSeat):
        choice = _choose_by_program(seen, computer, key)
    else:
        choice = ComputerPlayer(knowledge_of(seen.game), computer.level).choose(seen, key, computer.simulations)
    if choice.fault is not None:
        log_fault(seen.game, choice.fault)
    return choice


class ProgramNotAllowed(ProgramFault):
    """An error for a program that the player hasn't allowed on this computer."""


def _choose_by_program(seen: Seen, computer: ProgramAtSeat, key: Key) -> Choice:
    """Return the choice of the program at a seat. The first request starts the program."""
    from cardtable.players.program_process import ProgramProcess
    from cardtable.players.programs import ProgramPlayer, stand_in
    from cardtable.store.known_programs import folder_of_program

    assert seen.viewer is not None, "a program has a seat"
    place = computer.program, seen.viewer
    if place not in _running:
        folder = folder_of_program(computer.program) if may_open("programs") else None
        if folder is None:
            return stand_in(seen, key, ProgramNotAllowed(_not_allowed(seen, computer.program)))
        ProgramProcess.adopt_orphans()
        _running[place] = ProgramPlayer(computer.program, folder)
    return _running[place].choose(seen, key, computer.simulations)


def _not_allowed(seen: Seen, command: str) -> str:
    shown = safe_text(command, 60)
    return (
        f"The program '{shown}' has never played on this computer. To let it, start a game with it: "
        f'cardtable play {seen.game.id} --seat {(seen.viewer or 0) + 1}="{PROGRAM} {shown}".'
    )


def close_programs() -> None:
    """End the programs at this table."""
    while _running:
        _running.popitem()[1].close()


def program_notice(choice: Choice) -> str:
    """Return a message for the players if a computer player chose in a program's place, or else an empty string."""
    if not isinstance(choice.fault, ProgramFault):
        return ""
    if isinstance(choice.fault, ProgramGivenUp):
        return ""  # the players have seen a notice
    return f"{choice.fault} A medium player moves instead."


def patience_notice(game: AnyGame, computer: Computer, name: str) -> str:
    """Return a message for the players if this computer player may think for minutes, or else an empty string."""
    if not computer.uses_simulations or computer.simulations < _SLOW * default_simulations(game):
        return ""
    return f"{name} uses {computer.simulations:,} simulations for each move, which may take minutes. Ctrl+C stops it."


def log_fault(game: AnyGame, fault: Exception) -> None:
    """Write a fault in a search to a log file if possible."""
    kind = (game.id, type(fault))
    if kind not in _logged:
        _logged.add(kind)
        with suppress(OSError):
            write_fault_log([fault], log_folder())


def default_simulations(game: AnyGame) -> int:
    """Return the default number of simulations per move at level `hard`."""
    return knowledge_of(game).simulations


def seat_computers(game: AnyGame, levels: Sequence[Level | None], simulations: int | None = None) -> Computers:
    """Return the computer player, or None, for each seat's level. Return an empty tuple if no seat has a level."""
    if not any(levels):
        return ()
    number = default_simulations(game) if simulations is None else simulations
    return tuple(None if level is None else Computer(level, number if level == "hard" else 1) for level in levels)


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A request for a computer player's next action."""

    seen: Seen
    key: Key
    computer: Computer

    def answer(self) -> object:
        """Return the computer player's choice."""
        return choose(self.seen, self.computer, self.key)
