"""Engine values as short text and back, by their type hints alone: cards by their initials, no names where none help.

What is read is only put into the shape of JSON; whether it makes a value, `codec.load` says.  The form is described in
rules/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from cardtable.engine.cards import Card, is_hidden
from cardtable.formats.codec import dump
from cardtable.formats.strict_json import LONGEST_NUMBER, BadFile, shown

OPEN = "."
"""Stands where there is nothing."""
DEEPEST = 20
"""Brackets within brackets."""
LONGEST = 100_000
"""Characters that are read."""
_TOKEN = re.compile(r"[\[\]()]|[A-Za-z_]+=|[^\s\[\]()=]+|=")
_CLOSING = {"[": "]", "(": ")"}
_NUMBER = re.compile(r"-?[0-9]+")
_TRUTH = {"yes": True, "no": False}


def write(hint: Any, value: Any, usual: Any = None) -> str:
    """The value of this type; of a set of options only what differs from `usual`, else from its defaults."""
    hint = _settled(hint, value)
    if value is None:
        return OPEN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, Card):
        if is_hidden(value):
            raise ValueError("A view cannot be written down: it holds cards that lie face down.")
        return value.code
    if has_usual(hint):
        return f"({write_fields(hint, value, hint() if usual is None else usual)})"
    if _is_object(hint):
        hints = _hints(hint)
        return f"({' '.join(write(hints[name], getattr(value, name)) for name in hints)})"
    items = (write(_item(hint, at), item) for at, item in enumerate(value))
    return f"[{('' if is_run(hint) else ' ').join(items)}]"


def write_fields(hint: Any, value: Any, usual: Any = None) -> str:
    """Its fields by name, `turn=0 won=[]`; where something is usual, only those that differ from it."""
    return " ".join(
        f"{name}={write(kind, getattr(value, name))}"
        for name, kind in _hints(hint).items()
        if usual is None or getattr(value, name) != getattr(usual, name)
    )


def read_fields(hint: Any, text: str, what: str, at: str) -> dict[str, Any]:
    """The fields by name that the text says, each in the shape of JSON; BadFile where it cannot be read so."""
    return _named(hint, _tree(text, what), what, at)


@cache
def has_usual(hint: Any) -> bool:
    """Whether every field has a default, as options have: then only what differs is told."""
    return is_dataclass(hint) and all(each.default is not MISSING for each in fields(hint))


@cache
def is_run(hint: Any) -> bool:
    """Whether it is a list whose items are one letter or sign each, so that nothing stands between them: `[RRG.]`."""
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
    """The type of each field, in order."""
    hints = get_type_hints(kind)
    return {
        name: hints[name] for name in ([each.name for each in fields(kind)] if is_dataclass(kind) else kind._fields)
    }


@cache
def _alternatives(hint: Any) -> tuple[Any, ...]:
    if isinstance(hint, NewType):
        return _alternatives(hint.__supertype__)
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _settled(hint: Any, value: Any) -> Any:
    """The alternative that a value is of, where that matters."""
    parts = _alternatives(hint)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return next(part for part in parts if get_origin(part) is tuple)
    return type(value) if _is_object(value) else parts[0]


def _item(hint: Any, at: int) -> Any:
    """The type of an item of a list."""
    parts = get_args(hint)
    return parts[0] if parts[-1] is Ellipsis else parts[at] if at < len(parts) else Any


# Reading

_Tree = list[Any]
"""Words, and lists of such that begin with the bracket they stood in."""


def _tree(text: str, what: str) -> _Tree:
    """The words of a text, in the brackets in which they stand."""
    if len(text) > LONGEST:
        raise BadFile(f"This {what} is longer than {LONGEST:,} letters, which none of ours is.")
    open_lists: list[_Tree] = [[""]]
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in _CLOSING:
            if len(open_lists) > DEEPEST:
                raise BadFile(f"This {what} is nested too deep.")
            open_lists.append([token])
        elif token in ("]", ")"):
            inner = open_lists.pop()
            if _CLOSING.get(inner[0]) != token:
                raise BadFile(f"In this {what}, a '{token}' closes nothing.")
            open_lists[-1].append(inner)
        else:
            open_lists[-1].append(token)
    if len(open_lists) > 1:
        raise BadFile(f"This {what} is cut off: a '{open_lists[-1][0]}' is not closed.")
    return open_lists[0]


def _named(hint: Any, tree: _Tree, what: str, at: str) -> dict[str, Any]:
    hints = _hints(hint)
    said: dict[str, Any] = {}
    words = iter(tree[1:])
    for word in words:
        if not isinstance(word, str) or not word.endswith("=") or word == "=":
            raise BadFile(f"In this {what}, {at} has {_told(word)} where a name and '=' should stand.")
        name = word[:-1]
        if name in said:
            raise BadFile(f"This {what} says {shown(name)} twice.")
        value = next(words, None)
        if value is None or (isinstance(value, str) and value.endswith("=")):
            raise BadFile(f"In this {what}, nothing stands after {shown(word)}.")
        said[name] = _shaped(hints.get(name, Any), value, what, f"{at}.{name}")
    return said


def _told(word: Any) -> str:
    return shown(word) if isinstance(word, str) else "a bracket"


def _shaped(hint: Any, word: Any, what: str, at: str) -> Any:
    """A word or list in the shape that the type has in JSON, where it can be one; else as it stands."""
    parts = _alternatives(hint)
    if isinstance(word, str):
        return _shaped_word(parts, word, what, at)
    if word[0] == "(":
        return _shaped_object(parts, word, what, at)
    kind = next((part for part in parts if get_origin(part) is tuple), Any)
    items = list("".join(map(str, word[1:]))) if is_run(kind) and all(isinstance(w, str) for w in word) else word[1:]
    return [
        _shaped(_item(kind, place) if kind is not Any else Any, item, what, f"{at}[{place}]")
        for place, item in enumerate(items)
    ]


def _shaped_object(parts: tuple[Any, ...], word: _Tree, what: str, at: str) -> Any:
    kinds = [part for part in parts if _is_object(part)]
    if kinds and has_usual(kinds[0]):
        usual = kinds[0]()
        return {name: dump(getattr(usual, name)) for name in _hints(kinds[0])} | _named(kinds[0], word, what, at)
    for kind in kinds:
        hints = _hints(kind)
        if len(hints) == len(word) - 1 and (len(kinds) == 1 or _begins(hints, word)):
            named = zip(hints.items(), word[1:], strict=True)
            return {name: _shaped(inner, each, what, f"{at}.{name}") for (name, inner), each in named}
    if kinds:
        needed = " or ".join(dict.fromkeys(str(len(_hints(kind))) for kind in kinds))
        raise BadFile(f"In this {what}, {at} holds {len(word) - 1} things in round brackets, not {needed}.")
    raise BadFile(f"In this {what}, {at} does not stand in round brackets.")


def _begins(hints: Mapping[str, Any], word: _Tree) -> bool:
    """Whether the first word is one that the first field, a Literal of one text, takes."""
    first = next(iter(hints.values()))
    return get_origin(first) is not Literal or word[1] in get_args(first)


def _shaped_word(parts: tuple[Any, ...], word: str, what: str, at: str) -> Any:
    if word == OPEN and NoneType in parts:
        return None
    for part in parts:
        if _is_card(part) and (text := _texts_by_code(part).get(word.upper())):
            return text
        if part is bool and word.lower() in _TRUTH:
            return _TRUTH[word.lower()]
        values = get_args(part) if get_origin(part) is Literal else ()
        if word in values:
            return word
        if (part is int or any(type(value) is int for value in values)) and _NUMBER.fullmatch(word):
            if len(word) > LONGEST_NUMBER:
                raise BadFile(f"This {what} holds a number of {len(word)} digits, which none of ours does.")
            return int(word)
    return word


@cache
def _texts_by_code(kind: type[Card]) -> Mapping[str, str]:
    return {face.code: face.text for face in kind.faces.values()}
