"""How to say on the command line what is on the table."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Any

from cardtable.table.options import OptionField, fields_of
from cardtable.table.session import AnyGame, Session


def seat_names(game: AnyGame, seats: int) -> tuple[str, ...]:
    """What the seats are called where nobody gave a name."""
    return game.seat_names[:seats] or tuple(f"Player {seat}" for seat in range(1, seats + 1))


def command_to_deal(session: Session) -> str:
    """The command that deals this same game again, in plain mode; empty where no flags can say its options.

    It holds the deal code, which is a secret among several players.
    """
    game, seats = session.game, len(session.names)
    flags = _option_flags(game, session.options, seats)
    if flags is None:
        return ""
    words = ["cardtable", "play", game.id, "--players", str(seats)]
    if session.names != seat_names(game, seats):
        words += [word for name in session.names for word in _flag("--name", name)]
    if session.alone and seats > 1:
        words.append("--one-person")
    return shlex.join([*words, *flags, "--seed", str(session.code), "--plain"])


def command_to_resume(number: int) -> str:
    """The command that goes on with a game that is kept, in plain mode."""
    return f"cardtable resume {number} --plain"


def command_to_go_on(path: str) -> str:
    """The command that goes on with a recorded game, in plain mode."""
    return shlex.join(["cardtable", "play", *_flag("--record", path), "--plain"])


def _option_flags(game: AnyGame, options: Any, seats: int) -> list[str] | None:
    """The flags for what is not as usual; None where there is no flag for it."""
    told: list[str] = []
    usual = game.settle(game.options(), seats)
    for field in fields_of(game):
        value = getattr(options, field.name)
        if value != getattr(usual, field.name):
            told += _flag(field.flag, typed(field, value))
            usual = replace(usual, **{field.name: value})
    return told if usual == options else None


def typed(field: OptionField, value: Any) -> str:
    """What somebody types for a value of an option; empty where it can only be left to us."""
    label = field.label(value)
    return next((choice.text for choice in field.choices if choice.label == label), str(value))


def _flag(name: str, value: str) -> tuple[str, ...]:
    """A flag and its value, as one word where the value looks like a flag itself."""
    return (f"{name}={value}",) if value.startswith("-") else (name, value)
