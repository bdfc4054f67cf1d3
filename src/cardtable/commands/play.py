"""`cardtable play`: the lobby, a game that was saved, or a new one by its own flags."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature
from typing import Any, cast

from cyclopts import App

from cardtable.commands.common import Ascii, File, Line, Plain
from cardtable.commands.flags import flags_of
from cardtable.commands.table import at_the_table, in_the_lobby
from cardtable.engine.game import AnyGame
from cardtable.formats.options import fields_of, files_of
from cardtable.games import GAMES
from cardtable.table.dealing import Asked, dealt_session, new_session, recorded_session
from cardtable.table.refused import Refused

app = App(name="play", usage="cardtable play [GAME] [OPTIONS]")


@app.default
def lobby(
    *,
    record: File = None,
    deal: Line = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Choose a game, or name one to sit down at its table; each has its own --help."""
    if record is not None and deal is not None:
        raise Refused("Give a record or a deal, not both.")
    if record is not None:
        return at_the_table(recorded_session(record), plain=plain, ascii_only=ascii)
    if deal is not None:
        return at_the_table(dealt_session(deal), plain=plain, ascii_only=ascii)
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
    asked = Asked(
        players=given.get("players"),
        names=given.get("name") or (),
        seed=given.get("seed"),
        deal=given.get("deal"),
        preset=given.get("preset"),
        one_person=given.get("one_person", False),
        options={field.name: given[field.name] for field in fields_of(game) if given.get(field.name) is not None},
        files={file.name: given[file.name] for file in files_of(game) if given.get(file.name) is not None},
    )
    record = given.get("record")
    if record is None:
        session = new_session(game, asked)
    elif asked != Asked(options={}):
        raise Refused("The record says how its game is played: give --record without players, names, deal or options.")
    else:
        session = recorded_session(record)
        if session.game is not game:
            raise Refused(f"That is a record of {session.game.title}: leave out {game.id}.")
    return at_the_table(session, plain=given.get("plain", False), ascii_only=given.get("ascii", False))


for _game in GAMES.values():
    app.command(_command(_game), name=_game.id, help=_game.summary)
