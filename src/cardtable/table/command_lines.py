"""How to say on the command line what is on the table."""

from __future__ import annotations

import shlex

from cardtable.engine.game import AnyGame
from cardtable.formats.deal_line import DOT, Deal
from cardtable.formats.options import non_default
from cardtable.table.session import Session

FROM_A_POSITION = "From a position."
"""What stands in the place of a deal where a game was not dealt."""


def seat_names(game: AnyGame, seats: int) -> tuple[str, ...]:
    """What the seats are called where nobody gave a name."""
    return game.seat_names[:seats] or tuple(f"Player {seat}" for seat in range(1, seats + 1))


def deal_of(session: Session) -> Deal | None:
    """The deal that a game was dealt from; None where it began at a position."""
    code = session.code
    return None if code is None else Deal(session.game, len(session.names), session.options, code)


def told_deal(session: Session, between: str = DOT) -> str:
    """The line of a game's deal, or its code alone where no line can hold its options; empty without a deal."""
    if (deal := deal_of(session)) is None:
        return ""
    try:
        return deal.line(between)
    except ValueError:
        return str(deal.code)


def deal_sentence(deal: object, begins: str = "Deal ") -> str:
    """Say what a game was dealt from, given its deal as a line or a code, if it has one."""
    return f"{begins}{deal}." if deal else FROM_A_POSITION


def caption_of(session: Session, may_show_code: bool) -> str:
    """What stands beside a board's title: the deal code where it may be known, or that there is none."""
    if session.code is None:
        return FROM_A_POSITION.lower().rstrip(".")
    return str(session.code) if may_show_code else ""


def command_to_deal(session: Session) -> str:
    """The command that deals this same game again, in plain mode; empty where no flags can say that.

    It holds the deal code, which is a secret among several players.
    """
    game, seats = session.game, len(session.names)
    told = non_default(game, session.options, seats)
    if told is None or session.code is None:
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
