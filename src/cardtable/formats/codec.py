"""Engine values as JSON and back, by their type hints alone: nothing here knows any game.

A card is a text and its place says the kind, so a hint may allow several kinds only where no text means two cards.
Nothing is coerced and nothing is left out: true is not 1, an unknown field is refused and so is a missing one, though
the engine has a default.  A card that is face down is neither written nor read, because a file holds the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic_core import CoreSchema, SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from cardtable.engine.cards import Back, Card, is_hidden
from cardtable.formats.strict_json import BadFile, shown
from cardtable.formats.text import safe_text

LOWEST, HIGHEST = -(2**63), 2**64 - 1
"""Of any number; a key has 64 bits."""
_TEXT, _NUMBER, _TRUTH, _LIST = "<text>", "<number>", "<truth>", "<list>"
"""What a value of a union may look like in JSON; an object is known by the names of its fields."""


def dump(value: object) -> Any:
    """The engine's value as what `json.dumps` writes; ValueError for a back, TypeError for what no file holds."""
    if isinstance(value, Card):
        if is_hidden(value):
            raise ValueError("A view cannot be written down: it holds cards that lie face down.")
        return value.text
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value) or hasattr(value, "_fields"):
        return {name: dump(getattr(value, name)) for name in _names(type(value))}
    if isinstance(value, tuple):
        return [dump(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON.")


def load(hint: Any, data: object, what: str, at: str) -> Any:
    """The engine's value of this type that `dump` made `data` of; BadFile, naming the place, where there is none.

    `what` is the kind of file, and `at` the field of it that `data` is from.
    """
    try:
        return _validator(hint).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadFile(f"In this {what}, {_fault(at, first)}.") from None


@cache
def _validator(hint: Any) -> SchemaValidator:
    return SchemaValidator(_schema(hint))


def _schema(hint: Any) -> CoreSchema:
    if isinstance(hint, NewType):
        return _schema(hint.__supertype__)
    kind, parts = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return _union([part for part in parts if part is not NoneType], NoneType in parts)
    if kind is tuple and parts[-1] is Ellipsis:
        return _tuple(core.tuple_schema([_schema(parts[0])], variadic_item_index=0, fail_fast=True))
    if kind is tuple:
        return _tuple(core.tuple_schema([_schema(part) for part in parts], fail_fast=True))
    if hint is bool:
        return _or_say("true or false", core.bool_schema(strict=True))
    if hint is int:
        return _or_say("a whole number", core.int_schema(strict=True, ge=LOWEST, le=HIGHEST))
    if hint is str:
        return _or_say("a text", core.str_schema(strict=True))
    if texts := _texts(hint):
        return _texts_schema(texts, _called(hint))
    if kind is Literal:
        return _or_say(_called(hint), core.no_info_plain_validator_function(_one_from(parts)))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _object(hint)
    raise TypeError(f"{hint} has no form in JSON.")


def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else kind._fields


def _or_say(expected: str, schema: CoreSchema) -> CoreSchema:
    """The schema, whose every refusal says only what was expected."""
    return core.custom_error_schema(schema, custom_error_type="unexpected", custom_error_message=expected)


def _tuple(schema: CoreSchema) -> CoreSchema:
    """Of lists only: left alone, pydantic takes whatever can be gone through for a tuple."""
    return core.chain_schema([core.list_schema(strict=True), schema])


def _object(kind: Any) -> CoreSchema:
    hints = get_type_hints(kind)
    members = {name: core.typed_dict_field(_schema(hints[name]), required=True) for name in _names(kind)}
    shape = core.typed_dict_schema(members, extra_behavior="forbid", strict=True)
    return core.no_info_after_validator_function(lambda found: kind(**found), shape)


def _texts(hint: Any) -> Mapping[str, object]:
    """What each text means, where a hint is a kind of card or a Literal of texts; empty where it is neither."""
    if isinstance(hint, type) and issubclass(hint, Card):
        if hint is Back or not hint.faces:
            raise TypeError(f"{hint.__name__} is no kind of card that a file may hold.")
        return hint.faces
    if get_origin(hint) is Literal and all(isinstance(value, str) for value in get_args(hint)):
        return {value: value for value in get_args(hint)}
    return {}


def _texts_schema(texts: Mapping[str, object], expected: str) -> CoreSchema:
    literal = _or_say(expected, core.literal_schema(list(texts)))
    return core.no_info_after_validator_function(texts.__getitem__, literal)


def _one_from(values: tuple[Any, ...]) -> Callable[[object], object]:
    """Reads one of the values; pydantic's own literal would take true for 1."""

    def pick(data: object) -> object:
        for value in values:
            if type(data) is type(value) and data == value:
                return value
        raise ValueError

    return pick


def _called(hint: Any) -> str:
    """What a hint allows, for a sentence."""
    if get_origin(hint) is Literal:
        return " or ".join(shown(value) for value in get_args(hint))
    return f"a {hint.kind}"


def _union(parts: list[Any], optional: bool) -> CoreSchema:
    schema = _schema(parts[0]) if len(parts) == 1 else _one_of(parts)
    return core.nullable_schema(schema) if optional else schema


def _one_of(parts: list[Any]) -> CoreSchema:
    """One of several types, told apart by what the value looks like; TypeError where that cannot be."""
    texts: dict[str, object] = {}
    choices: dict[str, CoreSchema] = {}
    for part in parts:
        meant = _texts(part)
        if meant.keys() & texts.keys() or (not meant and _look(part) in choices):
            raise TypeError(f"{part} cannot be told from its alternatives in JSON.")
        if meant:
            texts |= meant
        else:
            choices[_look(part)] = _schema(part)
    if texts:
        if _TEXT in choices:
            raise TypeError("A text that may be any cannot be told from others in JSON.")
        expected = " or ".join(_called(part) for part in parts if _texts(part))
        choices[_TEXT] = _texts_schema(texts, expected)
    return next(iter(choices.values())) if len(choices) == 1 else core.tagged_union_schema(choices, _look_of)


def _look(hint: Any) -> str:
    """How a value of this type looks in JSON."""
    if isinstance(hint, NewType):
        return _look(hint.__supertype__)
    if get_origin(hint) is tuple:
        return _LIST
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _look_of(dict.fromkeys(_names(hint)))
    looks = {_look_of(value) for value in get_args(hint)} or {{int: _NUMBER, bool: _TRUTH, str: _TEXT}.get(hint, "")}
    if len(looks) != 1 or "" in looks:
        raise TypeError(f"{hint} cannot be told from its alternatives in JSON.")
    return looks.pop()


def _look_of(data: object) -> str:
    match data:
        case str():
            return _TEXT
        case bool():
            return _TRUTH
        case int():
            return _NUMBER
        case list():
            return _LIST
        case dict():
            return f"<{' '.join(sorted(data))}>"
        case _:
            return ""


def _path(steps: Iterable[int | str]) -> str:
    """The way to a place in a file: `.hands[1][3]`."""
    named = (f"[{step}]" if isinstance(step, int) else f".{safe_text(step)}" for step in steps if str(step)[:1] != "<")
    return "".join(named)


def _fault(at: str, error: Any) -> str:
    *outer, last = error["loc"] or ("",)
    place = at + _path(error["loc"])
    match error["type"]:
        case "missing":
            return f"{place} is missing"
        case "extra_forbidden":
            return f"{at}{_path(outer)} has a field {shown(last)}, which does not belong there"
        case "unexpected":
            return f"{place} is {shown(error['input'])}, not {error['msg']}"
        case "list_type":
            return f"{place} is {shown(error['input'])}, not a list"
        case "dict_type":
            return f"{place} is {shown(error['input'])}, not an object"
        case "too_long":
            return f"{place} holds more than {error['ctx']['max_length']} items"
        case "value_error":
            return f"{place} is wrong: {str(error['ctx']['error']).rstrip('.')}"
        case _:
            return f"{place} is {shown(error['input'])}, which does not fit"
