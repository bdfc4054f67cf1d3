"""Conversion of engine values to JSON and back, using only their type hints.

This module doesn't depend on any particular game. A card is a string in JSON, and the type hint gives the kind of card.
Therefore, a hint may allow several kinds of card only if no two of these kinds share a string. Loading is strict: true
isn't 1, and unknown or missing fields are errors, even if the engine has a default for them. A file contains the full
state, so a face-down card is an error. Only messages to programs that play may contain face-down cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from cardtable.engine.cards import Card, is_hidden


def dump(value: object, *, is_view: bool = False) -> Any:
    """Return a value as data for `json.dumps`.

    Raise ValueError for a face-down card, unless `is_view` is true. Raise TypeError for a type that the engine doesn't
    use.
    """
    if isinstance(value, Card):
        if is_hidden(value) and not is_view:
            raise ValueError("A view can't be saved: it has face-down cards.")
        return value.text
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value) or hasattr(value, "_fields"):
        return {name: dump(getattr(value, name), is_view=is_view) for name in _field_names(value)}
    if isinstance(value, tuple):
        return [dump(item, is_view=is_view) for item in value]
    raise TypeError(f"{type(value).__name__} can't be converted to JSON.")


def options_text(options: object) -> str:
    """Return a game's options as JSON. Equal options give equal strings."""
    return json.dumps(dump(options), ensure_ascii=False, sort_keys=True)


def _field_names(value: Any) -> Iterable[str]:
    return (each.name for each in fields(value)) if is_dataclass(value) else value._fields


def load(hint: Any, data: object, what: str, field: str, *, is_view: bool = False) -> Any:
    """Return the value of type `hint` that was dumped as `data`.

    `what` is the kind of file, and `field` is the name of the field that contains `data`. Raise BadFile, naming the
    place in the file, if `data` is invalid. In a view, any card may be face down.
    """
    from cardtable.formats.schemas import validate  # imported here, because a new game needs no pydantic

    return validate(hint, data, what, field, is_view)
