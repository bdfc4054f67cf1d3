"""What every file of ours begins with: what it is, in which format, of which game and by which rules."""

from __future__ import annotations

from typing import Any

from cardtable.engine.games import GAMES
from cardtable.table.session import AnyGame
from cardtable.table.strict_json import BadFile, read_json, shown

VERSION = 1
"""Of both formats so far."""
_HEAD = ("format", "version", "game", "rules")


def head_of(game: AnyGame, what: str) -> dict[str, Any]:
    """The first fields of a file; `what` it is, a record or a position."""
    return dict(zip(_HEAD, (_format(what), VERSION, game.id, game.rules_version), strict=True))


def open_document(text: str, what: str, body: tuple[str, ...]) -> tuple[AnyGame, dict[str, Any]]:
    """The game that a text is about, and the fields of its body, which are these and no others, yet to be read."""
    fields = read_json(text, what)
    if not isinstance(fields, dict) or "format" not in fields:
        raise BadFile(f"This is no {what} of cardtable.")
    if fields["format"] != _format(what):
        raise BadFile(f"This is no {what} of cardtable: its format is {shown(fields['format'])}.")
    _check_version(fields.get("version"), what)
    for name in (*_HEAD, *body):
        if name not in fields:
            raise BadFile(f"This {what} lacks the field '{name}'.")
    for name in fields:
        if name not in (*_HEAD, *body):
            raise BadFile(f"This {what} has a field {shown(name)}, which does not belong there.")
    game = known_game(fields["game"], what)
    check_rules(fields["rules"], game, what)
    return game, {name: fields[name] for name in body}


def _format(what: str) -> str:
    return f"cardtable-{what}"


def _check_version(version: object, what: str) -> None:
    if type(version) is not int or version < 1:
        raise BadFile(f"This {what} does not say its version as a number: {shown(version)}.")
    if version > VERSION:
        raise BadFile(f"This {what} was made by a newer cardtable: format {shown(version)}, this one reads {VERSION}.")


def known_game(name: object, what: str) -> AnyGame:
    """The game of that name; BadFile where there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadFile(f"This {what} is of a game that this cardtable does not know: {shown(name)}.")
    return GAMES[name]


def check_rules(rules: object, game: AnyGame, what: str) -> None:
    """BadFile where a file was made by other rules of the game than those we play by."""
    if type(rules) is not int or rules != game.rules_version:
        made = f"This {what} was made by rules {shown(rules)} of {game.title}"
        raise BadFile(f"{made}, and this cardtable plays by rules {game.rules_version}.")
