"""Load positions in older versions of the format, and derive the missing fields of the state from the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.games.rummy_like.validation import phase_of
from cardtable.engine.games.wind_city.validation import ending_of
from cardtable.formats.codec import load
from cardtable.formats.strict_json import BadFile


class _AddedField(NamedTuple):
    """A field that a later version added to a game's state."""

    name: str
    derive: Callable[[Any], Any]
    """Return the field's value, given a state that has `placeholder` in its place."""
    placeholder: Any


_ADDED_IN_2 = {
    "rummy-like": _AddedField("phase", phase_of, "over"),
    "wind-city": _AddedField("ending", ending_of, None),
}


def load_state(game: AnyGame, data: Any, version: int, what: str) -> Any:
    """Return the state of a position in this version, given its JSON value; raise BadFile if it isn't a state."""
    added = _ADDED_IN_2.get(game.id) if version < 2 else None
    if added is None or not isinstance(data, dict):
        return load(game.state, data, what, "state")
    if added.name in data:
        raise BadFile(f"This {what} is invalid: state has an unknown field '{added.name}'.")
    state = load(game.state, {**data, added.name: added.placeholder}, what, "state")
    return state._replace(**{added.name: added.derive(state)})
