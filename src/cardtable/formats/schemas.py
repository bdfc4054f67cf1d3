"""Pydantic schemas for the engine's types, which validate the data that `codec.load` converts.

The schemas are built with pydantic-core, because players wait while a saved game loads. Importing `TypeAdapter` and
building the schemas with it would take three times as long. The code wouldn't be any shorter either, because our files
need strict rules for every kind of type. For example, a field may not be missing, even if the engine has a default for
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic_core import CoreSchema, SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from cardtable.engine.cards import FACE_DOWN, Back, Card
from cardtable.formats.strict_json import BadFile, quote
from cardtable.formats.text import safe_text

MIN_NUMBER, MAX_NUMBER = -(2**63), 2**64 - 1
"""The smallest and the largest number allowed. A random key has 64 bits."""
_STRING, _NUMBER, _BOOLEAN, _LIST = "<text>", "<number>", "<truth>", "<list>"
"""The JSON shapes that distinguish the types in a union. The shape of an object is the set of its field names."""


def validate(hint: Any, data: object, what: str, field: str, is_view: bool) -> Any:
    """Return the value of type `hint` that was dumped as `data`. `codec.load` describes the arguments."""
    try:
        return _validator(hint, is_view).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadFile(f"This {what} is invalid: {_describe_error(field, first)}.") from None


@cache
def _validator(hint: Any, is_view: bool) -> SchemaValidator:
    return SchemaValidator(_schema(hint, is_view))


def _schema(hint: Any, is_view: bool) -> CoreSchema:
    if isinstance(hint, NewType):
        return _schema(hint.__supertype__, is_view)
    kind, parts = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return _union_schema([part for part in parts if part is not NoneType], NoneType in parts, is_view)
    if kind is tuple:
        items = [_schema(part, is_view) for part in parts if part is not Ellipsis]
        as_tuple = core.tuple_schema(items, variadic_item_index=0 if Ellipsis in parts else None, fail_fast=True)
        return core.chain_schema([core.list_schema(strict=True), as_tuple])  # `as_tuple` alone accepts any iterable
    if hint is bool:
        return _expect("true or false", core.bool_schema(strict=True))
    if hint is int:
        return _expect("a whole number", core.int_schema(strict=True, ge=MIN_NUMBER, le=MAX_NUMBER))
    if hint is str:
        return _expect("a string", core.str_schema(strict=True))
    if strings := _value_by_string(hint):
        return _string_schema(strings, _describe_type(hint), is_view)
    if kind is Literal:
        return _expect(_describe_type(hint), core.no_info_plain_validator_function(_literal_validator(parts)))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _object_schema(hint, is_view)
    raise TypeError(f"{hint} can't be converted to JSON.")


def _expect(expected: str, schema: CoreSchema) -> CoreSchema:
    """Return a schema that reports every failure with the same message, which states what was expected."""
    return core.custom_error_schema(schema, custom_error_type="unexpected", custom_error_message=expected)


def _object_schema(kind: Any, is_view: bool) -> CoreSchema:
    hints = get_type_hints(kind)
    members = {name: core.typed_dict_field(_schema(hint, is_view), required=True) for name, hint in hints.items()}
    shape = core.typed_dict_schema(members, extra_behavior="forbid", strict=True)
    return core.no_info_after_validator_function(lambda values: kind(**values), shape)


def _value_by_string(hint: Any) -> Mapping[str, object]:
    """Return each string's value if the hint is a kind of card or a Literal of strings, otherwise an empty mapping."""
    if isinstance(hint, type) and issubclass(hint, Card):
        if hint is Back or not hint.faces:
            raise TypeError(f"{hint.__name__} isn't a kind of card that a file can contain.")
        return hint.faces
    if get_origin(hint) is Literal and all(isinstance(value, str) for value in get_args(hint)):
        return {value: value for value in get_args(hint)}
    return {}


def _string_schema(strings: Mapping[str, object], expected: str, is_view: bool) -> CoreSchema:
    if is_view and any(isinstance(value, Card) for value in strings.values()):
        strings = {**strings, FACE_DOWN.text: FACE_DOWN}
    literal = _expect(expected, core.literal_schema(list(strings)))
    return core.no_info_after_validator_function(strings.__getitem__, literal)


def _literal_validator(values: tuple[Any, ...]) -> Callable[[object], object]:
    """Return a function that accepts only these values. Pydantic's own literal schema would accept true as 1."""

    def validate(data: object) -> object:
        for value in values:
            if type(data) is type(value) and data == value:
                return value
        raise ValueError

    return validate


def _describe_type(hint: Any) -> str:
    """Return a description of the values that a hint allows, for an error message."""
    if get_origin(hint) is Literal:
        return " or ".join(quote(value) for value in get_args(hint))
    return f"a {hint.kind}"


def _union_schema(parts: list[Any], optional: bool, is_view: bool) -> CoreSchema:
    schema = _schema(parts[0], is_view) if len(parts) == 1 else _choice_schema(parts, is_view)
    return core.nullable_schema(schema) if optional else schema


def _choice_schema(parts: list[Any], is_view: bool) -> CoreSchema:
    """Return the schema of a union of types with different shapes. Raise TypeError if two types look alike in JSON."""
    strings: dict[str, object] = {}
    choices: dict[str, CoreSchema] = {}
    for part in parts:
        own_strings = _value_by_string(part)
        if own_strings.keys() & strings.keys() or (not own_strings and _shape_of_type(part) in choices):
            raise TypeError(f"{part} looks the same in JSON as another type in its union.")
        if own_strings:
            strings |= own_strings
        else:
            choices[_shape_of_type(part)] = _schema(part, is_view)
    if strings:
        if _STRING in choices:
            raise TypeError("A union can't contain both `str` and literal strings.")
        expected = " or ".join(_describe_type(part) for part in parts if _value_by_string(part))
        choices[_STRING] = _string_schema(strings, expected, is_view)
    return next(iter(choices.values())) if len(choices) == 1 else core.tagged_union_schema(choices, _shape_of_data)


def _shape_of_type(hint: Any) -> str:
    if isinstance(hint, NewType):
        return _shape_of_type(hint.__supertype__)
    if get_origin(hint) is tuple:
        return _LIST
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _shape_of_data(get_type_hints(hint))
    by_type = {int: _NUMBER, bool: _BOOLEAN, str: _STRING}
    shapes = {_shape_of_data(value) for value in get_args(hint)} or {by_type.get(hint, "")}
    if len(shapes) != 1 or "" in shapes:
        raise TypeError(f"{hint} doesn't have exactly one JSON type.")
    return shapes.pop()


def _shape_of_data(data: object) -> str:
    match data:
        case str():
            return _STRING
        case bool():
            return _BOOLEAN
        case int():
            return _NUMBER
        case list():
            return _LIST
        case dict():
            return f"<{' '.join(sorted(data))}>"
        case _:
            return ""


def _path(steps: Iterable[int | str]) -> str:
    """Return the path to a place in a file, such as `.hands[1][3]`. The path leaves out the shapes of a union."""
    named = (f"[{step}]" if isinstance(step, int) else f".{safe_text(step)}" for step in steps if str(step)[:1] != "<")
    return "".join(named)


def _describe_error(field: str, error: Any) -> str:
    *outer, last = error["loc"] or ("",)
    place = field + _path(error["loc"])
    match error["type"]:
        case "missing":
            return f"{place} is missing"
        case "extra_forbidden":
            return f"{field}{_path(outer)} has an unknown field {quote(last)}"
        case "unexpected":
            return f"{place} must be {error['msg']}, not {quote(error['input'])}"
        case "list_type":
            return f"{place} must be a list, not {quote(error['input'])}"
        case "dict_type":
            return f"{place} must be an object, not {quote(error['input'])}"
        case "too_long":
            return f"{place} has more than {error['ctx']['max_length']} items"
        case "value_error":
            return f"{place} is invalid: {str(error['ctx']['error']).rstrip('.')}"
        case _:
            return f"{place} can't be {quote(error['input'])}"
