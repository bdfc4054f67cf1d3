"""The header that all our JSON files share: format, version, game and rules version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.formats.strict_json import BadFile, parse_json, quote
from cardtable.games import GAMES

VERSIONS = {"record": 4, "position": 2}
"""The current version of each kind of file. Older versions can be loaded, but newer ones can't."""
_HEADER = ("format", "version", "game", "rules")
_IGNORED = {"record": "note"}
"""For each kind of file, the field that holds a message for readers. Loading ignores this field."""


class UnknownGame(BadFile):
    """An error for a file about a game that isn't installed. The file itself may be fine."""


def header_of(game: AnyGame, what: str) -> dict[str, Any]:
    """Return the header fields of a file. `what` is "record" or "position"."""
    return dict(zip(_HEADER, (format_name(what), VERSIONS[what], game.id, game.rules_version), strict=True))


def parse_document(
    text: str, what: str, body: tuple[str, ...], added: Mapping[int, Mapping[str, Any]] | None = None
) -> tuple[AnyGame, dict[str, Any]]:
    """Return a file's game, and its version and body as JSON values.

    For each version of the format, `added` gives the fields that are new in it, with their values for older files.
    Raise BadFile if the file is invalid, for example because it has an unknown field.
    """
    if text.strip() and not text.lstrip().startswith("{"):
        raise BadFile(f"This isn't a Cardtable {what}.")
    fields = parse_json(text, what)
    if "format" not in fields:
        raise BadFile(f"This isn't a Cardtable {what}.")
    if fields["format"] != format_name(what):
        raise BadFile(f"This isn't a Cardtable {what}: its format is {quote(fields['format'])}.")
    version = check_version(fields.get("version"), what, VERSIONS[what])
    defaults = fields_added_after(version, added or {})
    body = tuple(name for name in body if name not in defaults)
    for name in (*_HEADER, *body):
        if name not in fields:
            raise BadFile(f"This {what} is invalid: the field '{name}' is missing.")
    for name in fields:
        if name not in (*_HEADER, *body) and name != _IGNORED.get(what):
            raise BadFile(f"This {what} is invalid: it has an unknown field {quote(name)}.")
    game = game_of_file(fields["game"], what)
    check_rules(fields["rules"], game, what)
    return game, defaults | {name: fields[name] for name in ("version", *body)}


def fields_added_after(version: int, added: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields added to a format after this version, with their values for files of this version."""
    return {name: value for later, new in added.items() if later > version for name, value in new.items()}


def format_name(what: str) -> str:
    """Return the format's name in the header of a file of this kind."""
    return f"cardtable-{what}"


def check_version(version: object, what: str, newest: int, field: str = "version") -> int:
    """Return a file's version. Raise BadFile if the version isn't a number from 1 to the newest version."""
    if type(version) is not int or version < 1:
        raise BadFile(f"This {what} is invalid: its {field} must be a number, not {quote(version)}.")
    if version > newest:
        raise BadFile(
            f"This {what} comes from a newer Cardtable: its {field} is {quote(version)}, "
            f"but this Cardtable reads only up to {newest}. Update Cardtable to open it."
        )
    return version


def game_of_file(name: object, what: str) -> AnyGame:
    """Return the game with this id. Raise UnknownGame if it isn't installed, or BadFile if the id isn't a string."""
    if not isinstance(name, str) or name not in GAMES:
        error = UnknownGame if isinstance(name, str) else BadFile
        raise error(f"This {what} is for a game that isn't installed: {quote(name)}.")
    return GAMES[name]


def check_rules(rules: object, game: AnyGame, what: str) -> None:
    """Raise BadFile if a file's rules version differs from the rules version of the installed game."""
    if type(rules) is not int or rules != game.rules_version:
        raise BadFile(
            f"This {what} uses version {quote(rules)} of the rules of {game.title}, "
            f"but this Cardtable has version {game.rules_version}."
        )
