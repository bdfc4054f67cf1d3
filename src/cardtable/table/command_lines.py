"""Command lines and sentences that refer to the current game."""

from __future__ import annotations

import shlex
from typing import Any

from cardtable.engine.game import AnyGame, Preset
from cardtable.formats.computers import PROGRAM, ProgramAtSeat, levels_of, names_for, players_text
from cardtable.formats.deal_line import DOT, Deal
from cardtable.formats.options import followed_preset, preset_and_others, preset_word
from cardtable.table.session import Session

FROM_A_POSITION = "From a position."
"""The text that replaces the deal if the game started from a position."""


def seat_names(game: AnyGame, seats: int) -> tuple[str, ...]:
    """Return the default names of the seats."""
    return game.seat_names[:seats] or tuple(f"Player {seat}" for seat in range(1, seats + 1))


def deal_of(session: Session) -> Deal | None:
    """Return the deal of a game, or None if the game started from a position."""
    code = session.deal_code
    if code is None:
        return None
    return Deal(session.game, len(session.names), session.options, code, levels_of(session.computers))


def deal_text(session: Session, separator: str = DOT) -> str:
    """Return the deal line. If it can't hold the options, return the deal code. Without a deal, return ""."""
    if (deal := deal_of(session)) is None:
        return ""
    try:
        return deal.line(separator)
    except ValueError:
        return str(deal.deal_code)


def deal_sentence(deal: object, begins: str = "Deal ") -> str:
    """Return a sentence with a game's deal line or deal code, or "From a position." for a game without one."""
    return f"{begins}{deal}." if deal else FROM_A_POSITION


def preset_name(session: Session) -> str:
    """Return the name of the preset that matches the game's options, or "" for the default rules."""
    preset = preset_of(session)
    return preset.name if preset is not None else ""


def preset_of(session: Session) -> Preset[Any] | None:
    """Return the preset that matches the game's options, or None for the default rules."""
    return followed_preset(session.game, session.options, len(session.names))


def deal_caption(session: Session, may_show_code: bool, separator: str = "  ") -> str:
    """Return the text beside a board's title: any preset, and the deal code if players may see the code.

    If the game started from a position, the text says so instead.
    """
    code = f"deal {session.deal_code}" if may_show_code else ""
    return separator.join(
        filter(None, (preset_name(session), code if session.deal_code else FROM_A_POSITION.lower().rstrip(".")))
    )


def command_to_deal(session: Session) -> str:
    """Return the command that deals the same game again in plain mode. If flags can't describe the deal, return "".

    The command contains the deal code, which must stay secret if there are several players.
    """
    game, seats = session.game, len(session.names)
    found = preset_and_others(game, session.options, seats)
    if found is None or session.deal_code is None:
        return ""
    preset, others = found
    flags = ["--preset", preset_word(preset.name)] if preset is not None else []
    flags += [word for field, value in others for word in _flag(field.flag, value)]
    players = players_text(levels_of(session.computers), ",") or str(seats)
    words = ["cardtable", "play", game.id, "--players", players]
    if budgets := {computer.simulations for computer in session.computers if computer and computer.uses_simulations}:
        words += _flag("--simulations", str(max(budgets)))
    for seat, computer in enumerate(session.computers, 1):
        if isinstance(computer, ProgramAtSeat):
            words += ["--seat", f"{seat}={PROGRAM} {computer.program}"]
    holders = session.computers or (None,) * seats
    if session.names != names_for(holders, [""] * seats, seat_names(game, seats)):
        words += [word for name in session.names for word in _flag("--name", name)]
    if len(session.people) == 1 and holders.count(None) > 1:
        words.append("--one-person")
    return shlex.join([*words, *flags, "--seed", str(session.deal_code), "--plain"])


def command_to_resume(number: int) -> str:
    """Return the command that continues a saved game in plain mode."""
    return f"cardtable resume {number} --plain"


def open_in_another_window(number: int) -> str:
    """Return advice for a player whose game is open in another window."""
    return (
        f"Game {number} is open in another window. `cardtable resume {number} --take-over` moves it here; "
        f"`cardtable replay {number}` just shows it."
    )


def command_to_continue(path: str) -> str:
    """Return the command that continues a recorded game in plain mode."""
    return shlex.join(["cardtable", "play", *_flag("--record", path), "--plain"])


def _flag(name: str, value: str) -> tuple[str, ...]:
    """Return a flag and its value. If the value looks like a flag, join both into one word."""
    return (f"{name}={value}",) if value.startswith("-") else (name, value)
