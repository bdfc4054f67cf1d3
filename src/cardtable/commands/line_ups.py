"""The line-up of a new game, read from the flags `--players` and `--seat`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardtable.engine.game import AnyGame, Seat
from cardtable.engine.phrases import format_range
from cardtable.formats.computers import (
    LEVELS,
    ME,
    PROGRAM,
    Computer,
    Computers,
    Levels,
    ProgramAtSeat,
    UnknownPlayer,
    is_player,
    is_program,
    parse_computers,
    parse_players,
    parse_program,
)
from cardtable.formats.text import safe_text
from cardtable.table.request_error import RequestError

_KINDS = (ME, *LEVELS, f"{PROGRAM} ./mybot")
"""Examples of players for an error message."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The line-up that the flags for a new game ask for."""

    players: str | None
    """The unchecked text after `--players`, or the number of players that the flags name. None without either flag."""
    levels: Levels = ()
    """The level of the computer player at each seat, or None for a person. The tuple is empty if only people play."""
    special: Mapping[Seat, Computer] = field(default_factory=dict)
    """Programs, and computer players that have their own number of simulations, by seat."""

    @property
    def uses_simulations(self) -> bool:
        """Whether any player uses a number of simulations, so that `--simulations` makes sense."""
        return "hard" in self.levels or any(isinstance(each, ProgramAtSeat) for each in self.special.values())

    def with_special(self, computers: Computers, simulations: int | None) -> Computers:
        """Return the computer players, with the special ones in their seats."""
        found: list[Computer | None] = list(computers)
        for seat, computer in self.special.items():
            found[seat] = computer
            if isinstance(computer, ProgramAtSeat) and simulations is not None and not computer.uses_simulations:
                found[seat] = replace(computer, simulations=simulations)
        return tuple(found)


def parse_seats(game: AnyGame, players: str | None, seats: Sequence[str], names: int) -> SeatRequest:
    """Return the line-up that the two flags and the number of names describe. Raise RequestError if a flag is invalid.

    A list of two or more players contains a comma, or a plus sign as in deal lines. Other text is read as a single
    player or a number.
    """
    is_list = players is not None and (
        "," in players or "+" in players or is_player(players.strip()) or is_program(players)
    )
    if not seats and not is_list:
        return SeatRequest(players)
    try:
        words = [word.strip() for word in (players or "").split(",")] if is_list else _people(game, players, names)
        _seat(words, seats, game)
        special = {at: found for at, word in enumerate(words) if (found := _special(word)) is not None}
        plain = [special[at].level if at in special else word for at, word in enumerate(words)]
        levels = parse_players(",".join(plain), game, _KINDS)
    except UnknownPlayer as error:
        raise RequestError(f"{error} To name people, use --name, as in --name Ann.") from None
    except ValueError as error:
        raise RequestError(str(error)) from None
    return SeatRequest(str(len(levels)), levels if any(levels) else (), special)


def _people(game: AnyGame, players: str | None, names: int) -> list[str]:
    """Return `me` once for each person. If no number was typed, the names are counted."""
    if players is None:
        return [ME] * max(names, game.seats[0])
    return [ME] * len(parse_players(players, game))


def _seat(words: list[str], seats: Sequence[str], game: AnyGame) -> None:
    """Put the players named by `--seat` into the list, and lengthen it if necessary."""
    for text in seats:
        number, equals, who = text.partition("=")
        if not (equals and number.isascii() and number.isdecimal() and len(number) < 3 and int(number) > 0):
            raise ValueError(
                f'--seat needs a seat\'s number and a player, as in 2=medium or 2="{PROGRAM} ./mybot", '
                f"not '{safe_text(text, 40)}'."
            )
        if int(number) > game.seats[-1]:
            raise ValueError(f"{game.title} has no seat {int(number)}: it's for {format_range(game.seats)} players.")
        words += [ME] * (int(number) - len(words))
        words[int(number) - 1] = who.strip()


def _special(word: str) -> Computer | None:
    if is_program(word):
        return parse_program(word)
    return parse_computers(word)[0] if ":" in word else None


def allow_programs(computers: Computers) -> None:
    """Allow these programs to be started. Raise RequestError if a program can't be found."""
    commands = [each.program for each in computers if isinstance(each, ProgramAtSeat)]
    if not commands:
        return
    from cardtable.players.program_process import find_program
    from cardtable.store.known_programs import allow_program

    for command in commands:
        if find_program(command, None) is None:
            raise RequestError(f"There's no program '{safe_text(command, 60)}' that can be started.")
        allow_program(command, Path.cwd())
