"""Positions of older versions: the fields of a state that they lack follow from the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.games.rummy_like.validation import phase_of
from cardtable.engine.games.wind_city.validation import ending_of
from cardtable.formats.codec import load
from cardtable.formats.strict_json import BadFile


class _Later(NamedTuple):
    """A field that states have had since a later version."""

    name: str
    follows: Callable[[Any], Any]
    """Return its value, given a state that has `placeholder` there."""
    placeholder: Any


_SINCE_2 = {"rummy-like": _Later("phase", phase_of, "over"), "wind-city": _Later("ending", ending_of, None)}


def load_state(game: AnyGame, data: Any, version: int, what: str) -> Any:
    """Return the state that a position of this version holds; BadFile where it holds none.

    `data` is the state in the shape of JSON.
    """
    later = _SINCE_2.get(game.id) if version < 2 else None
    if later is None or not isinstance(data, dict):
        return load(game.state, data, what, "state")
    if later.name in data:
        raise BadFile(f"In this {what}, state has a field '{later.name}', which does not belong there.")
    state = load(game.state, {**data, later.name: later.placeholder}, what, "state")
    return state._replace(**{later.name: later.follows(state)})
