"""Programs as players. A program receives positions and sends choices in the line protocol."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Self

from cardtable.engine.chance import Key
from cardtable.formats.text import safe_text
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice, ProgramFault, ProgramGivenUp
from cardtable.players.program_process import ProgramProcess, ProgramTimedOut
from cardtable.players.protocol import (
    MAX_NAME,
    PROTOCOL,
    Go,
    game_line,
    hello_line,
    legal_line,
    parse_best,
    position_line,
)
from cardtable.table.seen import Seen

START_SECONDS = 10.0
"""The time limit for starting a program."""
MOVE_MILLISECONDS = 1000
"""The time limit for a move if the program isn't given a number of simulations."""
GRACE_SECONDS = 1.0
"""How long after its time limit a program is told to stop, and how long it then has to answer."""
SIMULATION_SECONDS = 10.0
"""The time limit for a move if the program is given a number of simulations."""
MAX_FAULTS = 3
"""The number of faults after which a program isn't used any more."""


class BadAnswer(ProgramFault):
    """An error for a program whose answer isn't a legal action."""


class WrongProtocol(ProgramFault):
    """An error for a program that uses another version of the protocol."""


class ProgramPlayer:
    """A program at one seat. If the program fails, a player of level `medium` chooses in its place."""

    def __init__(self, command: str, folder: Path | None = None) -> None:
        """Prepare to run the command. The program starts when the first choice is needed."""
        self._place = command, folder
        self.name = ""
        """The name that the program gives itself."""
        self.faults = 0
        self._process = ProgramProcess(command, folder)
        self._game = ""
        """The last `game` line sent to the program."""

    def __reduce__(self) -> tuple[type[Self], tuple[str, Path | None]]:
        return type(self), self._place  # another process starts the program again

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return the program's choice.

        If the program fails, return a medium player's choice with the fault. The key isn't sent, because it depends on
        hidden cards. If the number of simulations is 1, the program gets a time limit instead.
        """
        if len(seen.legal) == 1:
            return Choice(seen.legal[0])
        if self.faults >= MAX_FAULTS:
            return stand_in(seen, key, ProgramGivenUp("The program isn't asked again."))
        try:
            return self._ask(seen, simulations)
        except ProgramFault as fault:
            self.faults += 1
            is_last = self.faults == MAX_FAULTS
            if is_last or not isinstance(fault, BadAnswer):
                self._process.stop()
            return stand_in(seen, key, type(fault)(f"{fault} It isn't asked again.") if is_last else fault)

    def begin_game(self) -> None:
        """Forget the faults of earlier games."""
        self.faults = 0

    def close(self) -> None:
        """End the program."""
        if self._process.is_running:
            with suppress(ProgramFault):
                self._process.send("quit")
        self._process.stop()

    def _ask(self, seen: Seen, simulations: int) -> Choice:
        if not self._process.is_running:
            self._start()
        go = Go(simulations=simulations) if simulations > 1 else Go(milliseconds=MOVE_MILLISECONDS)
        header = game_line(seen)
        self._process.forget_lines()
        self._process.send(
            *([header] if header != self._game else ()), position_line(seen), legal_line(seen), go.line()
        )
        self._game = header
        seconds = SIMULATION_SECONDS if go.milliseconds is None else go.milliseconds / 1000 + GRACE_SECONDS
        try:
            answer = self._process.read("best", seconds)
        except ProgramTimedOut:
            self._process.send("stop")
            answer = self._process.read("best", GRACE_SECONDS)
        try:
            return parse_best(answer, seen)
        except ValueError as error:
            with suppress(ProgramFault):
                self._process.send(f"refused {' '.join(str(error).split())}")
            said = safe_text(answer, 40, fallback="nothing")
            raise BadAnswer(f"The program '{safe_text(self._process.command, 60)}' can't play '{said}'.") from None

    def _start(self) -> None:
        self._process.start()
        self._game = ""
        self._process.send(hello_line())
        answer = self._process.read("ready", START_SECONDS)
        number, _, name = answer.partition(" ")
        if number != str(PROTOCOL):
            said = safe_text(number, 20, fallback="none")
            raise WrongProtocol(
                f"The program '{safe_text(self._process.command, 60)}' needs version {said} of the protocol; "
                f"this Cardtable has version {PROTOCOL}."
            )
        self.name = safe_text(name, MAX_NAME)


def stand_in(seen: Seen, key: Key, fault: ProgramFault) -> Choice:
    """Return the choice of a medium player, with the fault that stopped the program from choosing."""
    return ComputerPlayer(knowledge_of(seen.game), "medium").choose(seen, key, 1)._replace(fault=fault)
