"""What every file of ours begins with: what it is, in which format, of which game and by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.formats.strict_json import BadFile, read_json, shown
from cardtable.games import GAMES

VERSIONS = {"record": 3, "position": 2}
"""The format that is written; older ones are read, newer ones are refused."""
_HEAD = ("format", "version", "game", "rules")
_UNREAD = {"record": "note"}
"""A word to whoever opens the file."""


class UnknownGame(BadFile):
    """The file is of a game whose package isn't installed here; there may be nothing wrong with it."""


def head_of(game: AnyGame, what: str) -> dict[str, Any]:
    """The first fields of a file; `what` it is, a record or a position."""
    return dict(zip(_HEAD, (_format(what), VERSIONS[what], game.id, game.rules_version), strict=True))


def open_document(
    text: str, what: str, body: tuple[str, ...], since: Mapping[int, Mapping[str, Any]] | None = None
) -> tuple[AnyGame, dict[str, Any]]:
    """The game that a text is about, its version, and the fields of its body: these and no others, yet to be read.

    `since` names the fields that came with each later version of the format, and what an older file means without them.
    """
    fields = read_json(text, what)
    if not isinstance(fields, dict) or "format" not in fields:
        raise BadFile(f"This is no {what} of cardtable.")
    if fields["format"] != _format(what):
        raise BadFile(f"This is no {what} of cardtable: its format is {shown(fields['format'])}.")
    version = _version(fields.get("version"), what)
    later = later_fields(since or {}, version)
    body = tuple(name for name in body if name not in later)
    for name in (*_HEAD, *body):
        if name not in fields:
            raise BadFile(f"This {what} lacks the field '{name}'.")
    for name in fields:
        if name not in (*_HEAD, *body) and name != _UNREAD.get(what):
            raise BadFile(f"This {what} has a field {shown(name)}, which does not belong there.")
    game = known_game(fields["game"], what)
    check_rules(fields["rules"], game, what)
    return game, later | {name: fields[name] for name in ("version", *body)}


def later_fields(since: Mapping[int, Mapping[str, Any]], version: int) -> dict[str, Any]:
    """The fields that came after a version of a format, and what a file of that version means without them."""
    return {name: value for came, new in since.items() if came > version for name, value in new.items()}


def _format(what: str) -> str:
    return f"cardtable-{what}"


def _version(version: object, what: str) -> int:
    if type(version) is not int or version < 1:
        raise BadFile(f"This {what} does not say its version as a number: {shown(version)}.")
    if version > VERSIONS[what]:
        newer = f"This {what} was made by a newer cardtable: format {shown(version)}"
        raise BadFile(f"{newer}, this one reads {VERSIONS[what]}.")
    return version


def known_game(name: object, what: str) -> AnyGame:
    """The game of that name; UnknownGame where there is none, BadFile where that is no name."""
    if not isinstance(name, str) or name not in GAMES:
        fault = UnknownGame if isinstance(name, str) else BadFile
        raise fault(f"This {what} is of a game that this cardtable does not know: {shown(name)}.")
    return GAMES[name]


def check_rules(rules: object, game: AnyGame, what: str) -> None:
    """BadFile where a file was made by other rules of the game than those we play by."""
    if type(rules) is not int or rules != game.rules_version:
        made = f"This {what} was made by rules {shown(rules)} of {game.title}"
        raise BadFile(f"{made}, and this cardtable plays by rules {game.rules_version}.")
