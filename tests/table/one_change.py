"""Random single changes to a position in file form, guided by the types of its fields.

A change can hit a number, a choice, a yes or no, a card, a seat, a list or a whole part of the state.  Values are moved
and exchanged within the state, or grafted from another state of the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

from cardtable.engine.cards import Card
from cardtable.formats.codec import dump

EXTREMES = (0, -1, 1, 100, 2**31, -(2**63), 2**64 - 1)
DESCEND = 0.8
"""The probability of changing a part of a list or object instead of the whole of it."""


class Spot(NamedTuple):
    """A place in the data of a state: its container, its key there, and its type."""

    holder: Any
    key: Any
    hint: Any

    @property
    def value(self) -> Any:
        """The value at this place."""
        return self.holder[self.key]

    def put(self, value: Any) -> None:
        """Replace the value at this place."""
        self.holder[self.key] = deepcopy(value)


Change = Callable[[random.Random, Spot, list[Spot], list[Spot]], None]
"""A function that changes a spot, given all spots of the same type in its state and in another one."""


def one_change(kind: Any, state: Any, other: Any, luck: random.Random) -> tuple[str, Any]:
    """Return a few words on the change, and the data of the state with that one thing changed."""
    before = dump(state)
    while True:
        whole = Spot({"state": deepcopy(before)}, "state", kind)
        spot, path = _choose(whole, luck)
        change = luck.choice(_changes(spot))
        elsewhere = _alike(Spot({"state": dump(other)}, "state", kind), spot) if change in (_graft, _fill) else []
        change(luck, spot, _alike(whole, spot), elsewhere)
        if whole.value != before:
            return f"{change.__name__.strip('_')} {path}", whole.value


def _alike(whole: Spot, spot: Spot) -> list[Spot]:
    """Return all spots below the whole that have the same type as this one."""
    return [each for each in _spots(whole) if each.hint == spot.hint]


def _choose(whole: Spot, luck: random.Random) -> tuple[Spot, str]:
    """Pick a spot below the whole and return it with its path; every field of the state is equally likely."""
    spot, path, inside = whole, "state", list(_inside(whole))
    while inside and (spot is whole or luck.random() < DESCEND):
        spot = luck.choice(inside)
        path += f"[{spot.key}]" if isinstance(spot.key, int) else f".{spot.key}"
        inside = list(_inside(spot))
    return spot, path


def _spots(spot: Spot) -> Iterator[Spot]:
    """Yield every spot below this one."""
    for each in _inside(spot):
        yield each
        yield from _spots(each)


def _inside(spot: Spot) -> Iterator[Spot]:
    """Yield the spots directly below this one."""
    value, hint = spot.value, _kind_of(spot)
    if isinstance(value, dict):
        hints = _hints(hint)
        yield from (Spot(value, name, hints[name]) for name in value)
    elif isinstance(value, list):
        parts = get_args(hint)
        for at in range(len(value)):
            yield Spot(value, at, parts[0] if parts[-1] is Ellipsis else parts[at])


def _kind_of(spot: Spot) -> Any:
    """Return the alternative of its type that fits the value."""
    kinds = [each for each in _alternatives(spot.hint) if each is not NoneType]
    if isinstance(spot.value, dict):
        return next(each for each in kinds if _is_object(each) and _hints(each).keys() == spot.value.keys())
    if isinstance(spot.value, list):
        return next(each for each in kinds if get_origin(each) is tuple)
    return kinds[0]


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the type of each field."""
    return get_type_hints(kind)


def _is_object(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def _alternatives(hint: Any) -> tuple[Any, ...]:
    if isinstance(hint, NewType):
        return _alternatives(hint.__supertype__)
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _changes(spot: Spot) -> list[Change]:
    """Return the changes that fit the value."""
    value = spot.value
    changes: list[Change] = [_exchange, _graft]
    if NoneType in _alternatives(spot.hint):
        changes.append(_empty if value is not None else _fill)
    if isinstance(value, bool):
        changes.append(_flip)
    elif isinstance(value, int):
        changes += [_raise, _lower, _extreme]
    elif isinstance(value, str):
        changes.append(_choose_other)
    elif isinstance(value, list) and value:
        changes += [_drop, _double, _swap, _turn_round, _move, _clear]
    return changes


def _exchange(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """Exchange it with another spot of the same type in the same state."""
    other = luck.choice(here)
    mine, theirs = deepcopy(spot.value), deepcopy(other.value)
    spot.put(theirs)
    other.put(mine)


def _graft(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """Copy the value from the other state: from the same key if it is there, otherwise from any spot of the type."""
    same = [each for each in there if each.key == spot.key]
    if same or there:
        spot.put(luck.choice(same or there).value)


def _empty(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.put(None)


def _fill(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """Fill an empty spot with a value from another spot, or with one that the type allows."""
    found = [each.value for each in (*here, *there) if each.value is not None]
    found += [value for kind in _alternatives(spot.hint) for value in _values(kind)]
    spot.put(luck.choice(found) if found else None)


def _values(kind: Any) -> tuple[Any, ...]:
    """Return some values of a type, in the form of a file; none if it has parts."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Card):
        return tuple(kind.faces)
    return {int: (0, 1, 2, 3), bool: (False, True)}.get(kind, ())


def _flip(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.put(not spot.value)


def _raise(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.put(spot.value + 1)


def _lower(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.put(spot.value - 1)


def _extreme(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.put(luck.choice(EXTREMES))


def _choose_other(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """Replace it by another choice or face."""
    values = [value for kind in _alternatives(spot.hint) for value in _values(kind) if value != spot.value]
    spot.put(luck.choice(values) if values else spot.value)


def _drop(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.value.pop(luck.randrange(len(spot.value)))


def _double(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.value.insert(luck.randrange(len(spot.value) + 1), deepcopy(luck.choice(spot.value)))


def _swap(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    one, other = (luck.randrange(len(spot.value)) for _ in range(2))
    spot.value[one], spot.value[other] = spot.value[other], spot.value[one]


def _turn_round(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.value.reverse()


def _move(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """Move an item into another list of the same type."""
    item, target = spot.value.pop(luck.randrange(len(spot.value))), luck.choice(here).value
    if isinstance(target, list):
        target.insert(luck.choice([0, len(target), luck.randrange(len(target) + 1)]), item)


def _clear(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.value.clear()
