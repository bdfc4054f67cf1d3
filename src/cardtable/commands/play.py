"""`cardtable play`: open the lobby, a game from a file or a deal, or a new game with its own options."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import Signature
from typing import Any, cast

from cyclopts import App

from cardtable.commands.common import Ascii, DealLine, Names, OnePerson, Plain, PositionFile, RecordFile
from cardtable.commands.flags import flags_of
from cardtable.commands.launch import open_lobby, play_and_save
from cardtable.commands.line_ups import SeatRequest, allow_programs, parse_seats
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import (
    MAX_SIMULATIONS,
    Computers,
    Levels,
    check_simulations,
)
from cardtable.formats.options import fields_of, files_of
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.dealing import (
    DealRequest,
    SeatComputers,
    new_session,
    session_from_deal_line,
    session_from_position,
    session_from_record,
)
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

POSITION_CONFLICT = "--position can't be combined with a record, a deal or options: a position contains all of these."
_LONGEST_NUMBER = 9
"""The maximum number of digits to read as a number."""
app = App(name="play", usage="cardtable play [GAME] [OPTIONS]", group_commands="Games", group_parameters="Options")


@app.default
def lobby(
    *,
    record: RecordFile = None,
    deal: DealLine = None,
    position: PositionFile = None,
    name: Names = None,
    one_person: OnePerson = False,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Start the game you name, or open the lobby if you name none. Each game has its own --help."""
    if record is not None and deal is not None:
        raise RequestError("Use either --record or --deal, not both.")
    if position is not None:
        if record is not None or deal is not None:
            raise RequestError(POSITION_CONFLICT)
        session = session_from_position(position, name or (), one_person)
        return play_and_save(session, plain=plain, ascii_only=ascii)
    if name or one_person:
        raise RequestError("--name and --one-person need a game's id or --position.")
    if record is not None:
        return play_and_save(session_from_record(record), plain=plain, ascii_only=ascii)
    if deal is not None:
        return play_and_save(session_from_deal_line(deal, _seat_computers), plain=plain, ascii_only=ascii)
    return open_lobby(plain=plain, ascii_only=ascii)


def _game_command(game: AnyGame) -> Callable[..., int]:
    """Return a function that plays this game and takes the game's flags as its parameters."""
    flags = flags_of(game)

    def play(**arguments: Any) -> int:
        return _play(game, arguments)

    command = cast(Any, play)
    command.__signature__ = Signature(flags)
    command.__annotations__ = {flag.name: flag.annotation for flag in flags}
    return play


def _play(game: AnyGame, arguments: dict[str, Any]) -> int:
    """Play a game; `arguments` holds only the flags that were used."""
    names = arguments.get("name") or ()
    line_up = parse_seats(game, arguments.get("players"), arguments.get("seat") or (), len(names))
    simulations = _parse_simulations(arguments.get("simulations"))
    if simulations is not None and not line_up.uses_simulations:
        raise RequestError("--simulations is for hard computer players, as in: --players me,hard --simulations 500.")
    request = DealRequest(
        players=line_up.players,
        levels=line_up.levels,
        names=names,
        deal_code=arguments.get("seed"),
        deal=arguments.get("deal"),
        preset=arguments.get("preset"),
        one_person=arguments.get("one_person", False),
        options={field.name: arguments[field.name] for field in fields_of(game) if field.name in arguments},
        files={file.name: arguments[file.name] for file in files_of(game) if file.name in arguments},
    )
    seat = partial(_seat_computers, simulations=simulations, line_up=line_up)
    session = _open_session(game, request, seat, arguments.get("record"), arguments.get("position"))
    return play_and_save(session, plain=arguments.get("plain", False), ascii_only=arguments.get("ascii", False))


def _seat_computers(
    game: AnyGame, levels: Levels, simulations: int | None = None, line_up: SeatRequest | None = None
) -> Computers:
    from cardtable.players.at_table import seat_computers

    computers = seat_computers(game, levels, simulations)
    if line_up is not None:
        computers = line_up.with_special(computers, simulations)
        allow_programs(computers)
    return computers


def _parse_simulations(text: str | None) -> int | None:
    """Return the number of simulations, or None for the default; raise RequestError if it isn't a number in range."""
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise RequestError(f"The number of simulations must be from 1 to {MAX_SIMULATIONS:,}, not '{safe_text(text)}'.")
    try:
        check_simulations(int(text))
    except ValueError as error:
        raise RequestError(str(error)) from None
    return int(text)


def _open_session(
    game: AnyGame, request: DealRequest, seat: SeatComputers, record: str | None, position: str | None
) -> Session:
    """Return the game from a record or a position file, or otherwise a new game."""
    if position is not None:
        if record is not None or request != DealRequest(names=request.names, one_person=request.one_person, options={}):
            raise RequestError(POSITION_CONFLICT)
        session = session_from_position(position, request.names, request.one_person)
    elif record is None:
        return new_session(game, request, seat)
    elif request != DealRequest(options={}):
        raise RequestError("--record can't be combined with players, names, a deal or options: a record contains them.")
    else:
        session = session_from_record(record)
    if session.game is not game:
        source = "record" if position is None else "position"
        raise RequestError(f"This {source} is for {session.game.title}, so leave out {game.id}.")
    return session


for _game in GAMES.values():
    app.command(_game_command(_game), name=_game.id, help=_game.summary)
