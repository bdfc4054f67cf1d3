"""Conversion of engine values to compact text and back, using only their type hints.

Cards are written as their initials. Parsing only returns JSON values, which `codec.load` then checks. rules/notation.md
describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.phrases import counted
from cardtable.formats.codec import dump
from cardtable.formats.strict_json import MAX_DIGITS, BadFile, quote

NONE = "."
MAX_DEPTH = 20
"""The maximum depth of nested brackets."""
MAX_LENGTH = 100_000
"""The maximum length of text that is parsed, in characters."""
_TOKEN = re.compile(r"[\[\]()]|[A-Za-z_]+=|[^\s\[\]()=]+|=")
_CLOSING = {"[": "]", "(": ")"}
_NUMBER = re.compile(r"-?[0-9]+")
_BOOLEANS = {"yes": True, "no": False}


def format_value(hint: Any, value: Any) -> str:
    """Return a value of this type as text. For options, only the values that differ from their defaults appear."""
    hint = _matching_type(hint, value)
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, Card):
        if is_hidden(value):
            raise ValueError("A view can't be saved: it has face-down cards.")
        return value.code
    if has_defaults(hint):
        return f"({format_fields(hint, value, hint())})"
    if _is_object(hint):
        hints = _hints(hint)
        return f"({' '.join(format_value(hints[name], getattr(value, name)) for name in hints)})"
    items = (format_value(_item_type(hint, at), item) for at, item in enumerate(value))
    return f"[{('' if is_compact(hint) else ' ').join(items)}]"


def format_fields(hint: Any, value: Any, default: Any = None) -> str:
    """Return a value's fields as text, such as `turn=0 won=[]`. Leave out fields that are the same in `default`."""
    return " ".join(
        f"{name}={format_value(kind, getattr(value, name))}"
        for name, kind in _hints(hint).items()
        if default is None or getattr(value, name) != getattr(default, name)
    )


def parse_fields(hint: Any, text: str, what: str, place: str) -> dict[str, Any]:
    """Return the named fields in the text as JSON values. Raise BadFile if the text can't be parsed."""
    return _named_fields(hint, _parse_tree(text, what), what, place)


@cache
def has_defaults(hint: Any) -> bool:
    """Return whether every field has a default, as in options. If so, default values can be left out."""
    return is_dataclass(hint) and all(each.default is not MISSING for each in fields(hint))


@cache
def is_compact(hint: Any) -> bool:
    """Return whether a list's items are written as single characters without spaces, as in `[RRG.]`."""
    parts = get_args(hint)
    if get_origin(hint) is not tuple or parts[-1] is not Ellipsis:
        return False
    kinds = [part for part in _alternatives(parts[0]) if part is not NoneType]
    return len(kinds) == 1 and _is_card(kinds[0]) and all(len(face.code) == 1 for face in kinds[0].faces.values())


def _is_card(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Card)


def _is_object(hint: Any) -> bool:
    return is_dataclass(hint) or hasattr(hint, "_fields")


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    """Return the type of each field, in order."""
    hints = get_type_hints(kind)
    return {
        name: hints[name] for name in ([each.name for each in fields(kind)] if is_dataclass(kind) else kind._fields)
    }


@cache
def _alternatives(hint: Any) -> tuple[Any, ...]:
    if isinstance(hint, NewType):
        return _alternatives(hint.__supertype__)
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _matching_type(hint: Any, value: Any) -> Any:
    """Return the type in a union that fits a list or an object. For any other value, return the first type."""
    parts = _alternatives(hint)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return next(part for part in parts if get_origin(part) is tuple)
    return type(value) if _is_object(value) else parts[0]


def _item_type(hint: Any, at: int) -> Any:
    parts = get_args(hint)
    return parts[0] if parts[-1] is Ellipsis else parts[at] if at < len(parts) else Any


# Parsing

_Tree = list[Any]
"""A list of words and nested trees. The first item of the list is the opening bracket."""


def _parse_tree(text: str, what: str) -> _Tree:
    if len(text) > MAX_LENGTH:
        raise BadFile(f"This {what} is too long: the limit is {MAX_LENGTH:,} characters.")
    open_lists: list[_Tree] = [[""]]
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _CLOSING:
            if len(open_lists) > MAX_DEPTH:
                raise BadFile(f"This {what} is nested too deeply.")
            open_lists.append([token])
        elif token in ("]", ")"):
            inner = open_lists.pop()
            if _CLOSING.get(inner[0]) != token:
                raise BadFile(f"This {what} is invalid: a '{token}' has no opening bracket.")
            open_lists[-1].append(inner)
        else:
            open_lists[-1].append(token)
    if len(open_lists) > 1:
        raise BadFile(f"This {what} is incomplete: a '{open_lists[-1][0]}' is never closed.")
    return open_lists[0]


def _named_fields(hint: Any, tree: _Tree, what: str, place: str) -> dict[str, Any]:
    hints = _hints(hint)
    values: dict[str, Any] = {}
    words = iter(tree[1:])
    for word in words:
        if not isinstance(word, str) or not word.endswith("=") or word == "=":
            wrong = quote(word) if isinstance(word, str) else "a bracket"
            raise BadFile(f"This {what} is invalid: {place} has {wrong} instead of a name and '='.")
        name = word[:-1]
        if name in values:
            raise BadFile(f"This {what} is invalid: it has {quote(name)} twice.")
        value = next(words, None)
        if value is None or (isinstance(value, str) and value.endswith("=")):
            raise BadFile(f"This {what} is invalid: there's no value after {quote(word)}.")
        values[name] = _to_json(hints.get(name, Any), value, what, f"{place}.{name}")
    return values


def _to_json(hint: Any, node: Any, what: str, place: str) -> Any:
    """Return the JSON value that a word or a list stands for. A word of the wrong type stays unchanged."""
    parts = _alternatives(hint)
    if isinstance(node, str):
        return _word_to_json(parts, node, what)
    if node[0] == "(":
        return _object_to_json(parts, node, what, place)
    kind = next((part for part in parts if get_origin(part) is tuple), Any)
    items = node[1:]
    if is_compact(kind) and all(isinstance(item, str) for item in items):
        items = list("".join(items))
    return [
        _to_json(_item_type(kind, at) if kind is not Any else Any, item, what, f"{place}[{at}]")
        for at, item in enumerate(items)
    ]


def _object_to_json(parts: tuple[Any, ...], node: _Tree, what: str, place: str) -> Any:
    kinds = [part for part in parts if _is_object(part)]
    if kinds and has_defaults(kinds[0]):
        default = kinds[0]()
        defaults = {name: dump(getattr(default, name)) for name in _hints(kinds[0])}
        return defaults | _named_fields(kinds[0], node, what, place)
    for kind in kinds:
        hints = _hints(kind)
        if len(hints) == len(node) - 1 and (len(kinds) == 1 or _has_matching_tag(hints, node)):
            pairs = zip(hints.items(), node[1:], strict=True)
            return {name: _to_json(inner, item, what, f"{place}.{name}") for (name, inner), item in pairs}
    if kinds:
        needed = " or ".join(dict.fromkeys(str(len(_hints(kind))) for kind in kinds))
        given = counted(len(node) - 1, "value", none="0")
        raise BadFile(f"This {what} is invalid: {place} has {given} in brackets instead of {needed}.")
    raise BadFile(f"This {what} is invalid: {place} can't be in round brackets.")


def _has_matching_tag(hints: Mapping[str, Any], node: _Tree) -> bool:
    """Return whether the list's first word is a possible value of the first field. Only a Literal is checked."""
    first = next(iter(hints.values()))
    return get_origin(first) is not Literal or node[1] in get_args(first)


def _word_to_json(parts: tuple[Any, ...], word: str, what: str) -> Any:
    if word == NONE and NoneType in parts:
        return None
    for part in parts:
        if _is_card(part) and (text := _text_by_code(part).get(word.upper())):
            return text
        if part is bool and word.lower() in _BOOLEANS:
            return _BOOLEANS[word.lower()]
        values = get_args(part) if get_origin(part) is Literal else ()
        if word in values:
            return word
        if (part is int or any(type(value) is int for value in values)) and _NUMBER.fullmatch(word):
            if len(word) > MAX_DIGITS:
                raise BadFile(f"This {what} has a number with {len(word)} digits; the limit is {MAX_DIGITS}.")
            return int(word)
    return word


@cache
def _text_by_code(kind: type[Card]) -> Mapping[str, str]:
    return {face.code: face.text for face in kind.faces.values()}
