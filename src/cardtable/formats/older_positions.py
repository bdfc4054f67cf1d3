"""Load positions in older versions of the format, and derive the missing fields of the state from the others."""

from __future__ import annotations

from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.formats.codec import load
from cardtable.formats.strict_json import BadFile


def load_state(game: AnyGame, data: Any, version: int, what: str) -> Any:
    """Return the state of a position in this version, given its JSON value; raise BadFile if it isn't a state."""
    added = [field for field in game.added_fields if version < field.version]
    if not added or not isinstance(data, dict):
        return load(game.state, data, what, "state")
    for field in added:
        if field.name in data:
            raise BadFile(f"This {what} is invalid: state has an unknown field '{field.name}'.")
    state = load(game.state, {**data, **{field.name: field.placeholder for field in added}}, what, "state")
    return state._replace(**{field.name: field.derive(state) for field in added})
