"""Computer players as text: a level, and an amount of thinking for each move.

A deal line and a command line list the players, as in `me+medium+hard`. The text of a game also says how much a
computer player thinks about each move, as in `- medium hard:1200`, and which program plays, as in `- 'program
./mybot'`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias, get_args

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import format_range, join_words
from cardtable.formats.text import safe_text

Level: TypeAlias = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
MAX_SIMULATIONS = 100_000
ME, PERSON = "me", "person"
_PERSON_WORDS = (ME, PERSON, "human")
_NOBODY = "-"
"""The sign for a seat without a computer player, in the text of a game."""
_SEPARATOR = re.compile(r"[\s,;+]+")
NAMES = ("Ada", "Blaise", "Carla", "Dorian", "Emmy", "Felix")
"""The default names of computer players."""
PROGRAM = "program"
"""The word before a program's command. In lists of levels, the word stands for any program."""
MAX_COMMAND = 200
"""The maximum length of a program's command, in cells."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player at a seat."""

    level: Level
    simulations: int
    """The maximum number of simulations for a move. Repeating a game with the same number leads to the same moves."""

    @property
    def kind(self) -> str:
        """The word shown for the computer player, which is its level."""
        return self.level

    @property
    def uses_simulations(self) -> bool:
        """Whether the level depends on the number of simulations."""
        return self.level == LEVELS[-1]


@dataclass(frozen=True, slots=True)
class ProgramAtSeat(Computer):
    """A program at a seat.

    If the program can't play, a computer player of level `level` chooses instead. If `simulations` is 1, the program
    gets a time limit for its move instead of a number of simulations.
    """

    program: str
    """The command that starts the program."""

    @property
    def kind(self) -> str:
        """The word shown for the program."""
        return PROGRAM

    @property
    def uses_simulations(self) -> bool:
        """Whether the program gets a number of simulations instead of a time limit."""
        return self.simulations > 1


Computers: TypeAlias = tuple[Computer | ProgramAtSeat | None, ...]
"""The computer player at each seat, or None for a person."""
Levels: TypeAlias = tuple[Level | None, ...]
"""The level of the computer player at each seat, or None for a person. The tuple is empty if only people play."""


def read_level(text: str) -> Level:
    """Return the level with this name. Raise ValueError with a sentence for the player if there is no such level."""
    for level in LEVELS:
        if text.strip().lower() == level:
            return level
    raise ValueError(f"There's no level '{safe_text(text, 20)}'. The levels are {join_words(LEVELS, 'and')}.")


def check_simulations(number: int) -> None:
    """Raise ValueError with a sentence for the player if a computer player can't use this number of simulations."""
    if not 1 <= number <= MAX_SIMULATIONS:
        raise ValueError(f"The number of simulations must be from 1 to {MAX_SIMULATIONS:,}, not {number:,}.")


def is_program(word: str) -> bool:
    """Return whether text such as `program ./mybot` or `program:600 ./mybot` stands for a program."""
    return word.split()[:1] == [PROGRAM] or word.lstrip().startswith(f"{PROGRAM}:")


def parse_program(word: str) -> ProgramAtSeat:
    """Return the program in text such as `program ./mybot`. Raise ValueError if the text names no program."""
    found = _parse_computer(" ".join(word.split()))
    assert isinstance(found, ProgramAtSeat), "the text names a program"
    check_simulations(found.simulations)
    return found


def check_command(command: str) -> None:
    """Raise ValueError with a sentence if a program's command is empty, is too long or has invisible characters."""
    if not command or safe_text(command, MAX_COMMAND) != command:
        raise ValueError(
            f"After '{PROGRAM}', write a command of up to {MAX_COMMAND} visible characters, as in: {PROGRAM} ./mybot."
        )


def names_for(computers: Computers, names: Sequence[str], standard: Sequence[str]) -> tuple[str, ...]:
    """Return the names. Replace empty ones: computer players get unused default names, and people standard names."""
    taken = {name.lower() for name in names}
    free = iter([name for name in NAMES if name.lower() not in taken])
    return tuple(
        given or (next(free, seat_name) if computer is not None else seat_name)
        for given, computer, seat_name in zip(names, computers, standard, strict=True)
    )


def label(name: str, level: str | None) -> str:
    """Return a player's name, with the level or another word added if there is one, as in `Ada (medium)`."""
    return f"{name} ({level})" if level else name


def levels_of(computers: Computers) -> Levels:
    """Return the levels of these computer players, without their numbers of simulations."""
    return tuple(None if computer is None else computer.level for computer in computers)


def computer_kinds(computers: Computers) -> tuple[str | None, ...]:
    """Return the word shown for each computer player (a level or `program`), or None for a person."""
    return tuple(None if computer is None else computer.kind for computer in computers)


def is_player(word: str) -> bool:
    """Return whether the word stands for a player: it is `me`, a synonym of `me`, or a level."""
    return word.lower() in (*_PERSON_WORDS, *LEVELS)


class UnknownPlayer(ValueError):
    """An error for a word in a list of players that doesn't stand for a player. The word may be a person's name."""


def parse_players(text: str, game: AnyGame, kinds: Sequence[str] = (ME, *LEVELS)) -> Levels:
    """Return the level of each player in a list such as `me,medium,hard`, or None for a person.

    A number on its own stands for that many people. Raise UnknownPlayer, with a sentence that lists `kinds`, if one of
    several words doesn't stand for a player. Raise ValueError with a sentence for the player if these players can't
    play the game.
    """
    words = [word for word in _SEPARATOR.split(text) if word]
    if len(words) == 1 and not is_player(words[0]):
        words = [PERSON] * (int(text) if text.isascii() and text.strip().isdecimal() and len(text) < 4 else 0)
    elif unknown := next((word for word in words if not is_player(word)), ""):
        raise UnknownPlayer(
            f"There's no player '{safe_text(unknown, fallback='?')}'. A player is {join_words(kinds, 'or')}."
        )
    if len(words) not in game.seats:
        raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not '{safe_text(text, 60)}'.")
    return tuple(None if word.lower() in _PERSON_WORDS else read_level(word) for word in words)


def players_text(levels: Levels, separator: str = "+") -> str:
    """Return the text that `parse_players` would turn into these levels."""
    person = ME if levels.count(None) == 1 else PERSON
    return separator.join(level or person for level in levels)


def computers_text(computers: Computers) -> str:
    """Return the computer players in the form that the text of a game uses, such as `- medium hard:1200`."""
    return " ".join(map(_computer_text, computers))


def _computer_text(computer: Computer | None) -> str:
    if computer is None:
        return _NOBODY
    if isinstance(computer, ProgramAtSeat):
        number = "" if computer.simulations == 1 else f":{computer.simulations}"
        return shlex.quote(f"{PROGRAM}{number} {computer.program}")
    return computer.level if _is_quick(computer) else f"{computer.level}:{computer.simulations}"


def _is_quick(computer: Computer) -> bool:
    """Return whether the number of simulations can be left out. Only the highest level depends on this number."""
    return computer.level != LEVELS[-1] and computer.simulations == 1


def parse_computers(text: str) -> Computers:
    """Return the computer players from a game's text. Raise ValueError with a sentence if the text is invalid."""
    try:
        words = shlex.split(text) if PROGRAM in text else text.split()
    except ValueError:
        raise ValueError(f"The quotation marks around a {PROGRAM} don't match.") from None
    found = tuple(map(_parse_computer, words))
    return found if any(found) else ()


def _parse_computer(word: str) -> Computer | None:
    if word == _NOBODY:
        return None
    if word.startswith(PROGRAM):
        first, _, command = word.partition(" ")
        _, colon, number = first.partition(":")
        check_command(command)
        return ProgramAtSeat("medium", _parse_simulations(number, PROGRAM) if colon else 1, command)
    name, colon, number = word.partition(":")
    computer = Computer(read_level(name), 1)
    if not colon and _is_quick(computer):
        return computer
    return Computer(computer.level, _parse_simulations(number, computer.level))


def _parse_simulations(number: str, name: str) -> int:
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise ValueError(f"After {name}, write a number of simulations, as in {name}:1200.")
    return int(number)


def names_with_levels(names: Sequence[str], computers: Computers) -> tuple[str, ...]:
    """Return the names. A computer player's name is followed by its level, as in `Ada (medium)`."""
    return tuple(map(label, names, computer_kinds(computers) or (None,) * len(names)))


def thinking_key(code: DealCode | None, played: int, luck: int = 0) -> Key:
    """Return the random key for a choice after `played` actions.

    A different `luck` gives different keys. The key is a hash, so it tells a computer player nothing about the cards of
    the deal.
    """
    start = code.key() if code is not None else 0
    text = f"{start} {played} {luck}" if luck else f"{start} {played}"
    digest = sha256(text.encode()).digest()
    return Key(int.from_bytes(digest[:8], "big"))
