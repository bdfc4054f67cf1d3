"""`cardtable play`: the lobby, a game that was saved, or a new one by its own flags."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature
from typing import Any, cast

from cyclopts import App

from cardtable.commands.common import Ascii, File, FromPosition, Line, Names, OnePerson, Plain
from cardtable.commands.flags import flags_of
from cardtable.commands.table import at_the_table, in_the_lobby
from cardtable.engine.game import AnyGame
from cardtable.formats.options import fields_of, files_of
from cardtable.games import GAMES
from cardtable.table.dealing import (
    DealRequest,
    new_session,
    session_from_deal_line,
    session_from_position,
    session_from_record,
)
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

ONLY_A_POSITION = "A position has its own players, deal and options: give none of them, and no record, with --position."
app = App(name="play", usage="cardtable play [GAME] [OPTIONS]")


@app.default
def lobby(
    *,
    record: File = None,
    deal: Line = None,
    position: FromPosition = None,
    name: Names = None,
    one_person: OnePerson = False,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Choose a game, or name one to sit down at its table; each has its own --help."""
    if record is not None and deal is not None:
        raise RequestError("Give a record or a deal, not both.")
    if position is not None:
        if record is not None or deal is not None:
            raise RequestError(ONLY_A_POSITION)
        session = session_from_position(position, name or (), one_person)
        return at_the_table(session, plain=plain, ascii_only=ascii)
    if name or one_person:
        raise RequestError("--name and --one-person go with --position or a game's id.")
    if record is not None:
        return at_the_table(session_from_record(record), plain=plain, ascii_only=ascii)
    if deal is not None:
        return at_the_table(session_from_deal_line(deal), plain=plain, ascii_only=ascii)
    return in_the_lobby(plain=plain, ascii_only=ascii)


def _command(game: AnyGame) -> Callable[..., int]:
    """The command that plays this game, with its flags as parameters."""
    flags = flags_of(game)

    def play(**given: Any) -> int:
        return _play(game, given)

    described = cast(Any, play)
    described.__signature__ = Signature(flags)
    described.__annotations__ = {flag.name: flag.annotation for flag in flags}
    return play


def _play(game: AnyGame, given: dict[str, Any]) -> int:
    """Play by what was given: cyclopts leaves out what was not."""
    asked = DealRequest(
        players=given.get("players"),
        names=given.get("name") or (),
        seed=given.get("seed"),
        deal=given.get("deal"),
        preset=given.get("preset"),
        one_person=given.get("one_person", False),
        options={field.name: given[field.name] for field in fields_of(game) if given.get(field.name) is not None},
        files={file.name: given[file.name] for file in files_of(game) if given.get(file.name) is not None},
    )
    session = _session(game, asked, given.get("record"), given.get("position"))
    return at_the_table(session, plain=given.get("plain", False), ascii_only=given.get("ascii", False))


def _session(game: AnyGame, asked: DealRequest, record: str | None, position: str | None) -> Session:
    """The game from a record or a position, or else a new one."""
    if position is not None:
        if record is not None or asked != DealRequest(names=asked.names, one_person=asked.one_person, options={}):
            raise RequestError(ONLY_A_POSITION)
        session = session_from_position(position, asked.names, asked.one_person)
    elif record is None:
        return new_session(game, asked)
    elif asked != DealRequest(options={}):
        raise RequestError("A record has its own players, names, deal and options: give none of them with --record.")
    else:
        session = session_from_record(record)
    if session.game is not game:
        what = "record" if position is None else "position"
        raise RequestError(f"That is a {what} of {session.game.title}: leave out {game.id}.")
    return session


for _game in GAMES.values():
    app.command(_command(_game), name=_game.id, help=_game.summary)
