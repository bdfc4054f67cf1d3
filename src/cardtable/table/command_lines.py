"""How to say on the command line what is on the table."""

from __future__ import annotations

import shlex

from cardtable.engine.game import AnyGame
from cardtable.formats.deal_line import DOT, Deal
from cardtable.formats.options import unusual
from cardtable.table.session import Session


def seat_names(game: AnyGame, seats: int) -> tuple[str, ...]:
    """What the seats are called where nobody gave a name."""
    return game.seat_names[:seats] or tuple(f"Player {seat}" for seat in range(1, seats + 1))


def deal_of(session: Session) -> Deal:
    """The deal that a game was dealt from."""
    return Deal(session.game, len(session.names), session.options, session.code)


def told_deal(session: Session, between: str = DOT) -> str:
    """The line of a game's deal; its code alone where no line can hold its options."""
    try:
        return deal_of(session).line(between)
    except ValueError:
        return str(session.code)


def command_to_deal(session: Session) -> str:
    """The command that deals this same game again, in plain mode; empty where no flags can say its options.

    It holds the deal code, which is a secret among several players.
    """
    game, seats = session.game, len(session.names)
    told = unusual(game, session.options, seats)
    if told is None:
        return ""
    flags = [word for field, value in told for word in _flag(field.flag, value)]
    words = ["cardtable", "play", game.id, "--players", str(seats)]
    if session.names != seat_names(game, seats):
        words += [word for name in session.names for word in _flag("--name", name)]
    if session.alone and seats > 1:
        words.append("--one-person")
    return shlex.join([*words, *flags, "--seed", str(session.code), "--plain"])


def command_to_resume(number: int) -> str:
    """The command that goes on with a game that is kept, in plain mode."""
    return f"cardtable resume {number} --plain"


def open_elsewhere(number: int) -> str:
    """That a game is open at another table, and what can be done."""
    return (
        f"Game {number} is open at another table; cardtable resume {number} --take-over takes it from there, "
        f"cardtable replay {number} only shows it."
    )


def command_to_go_on(path: str) -> str:
    """The command that goes on with a recorded game, in plain mode."""
    return shlex.join(["cardtable", "play", *_flag("--record", path), "--plain"])


def _flag(name: str, value: str) -> tuple[str, ...]:
    """A flag and its value, as one word where the value looks like a flag itself."""
    return (f"{name}={value}",) if value.startswith("-") else (name, value)
