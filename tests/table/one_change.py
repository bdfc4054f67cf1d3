"""Positions with one thing changed: any field of any state, in the form that a file has, by its type alone.

A change may be of a number, a choice, a yes or no, a card, a seat, a list or a whole part of the state.  What is moved,
exchanged or copied comes from the same state; what is grafted comes from another state of the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

from cardtable.engine.cards import Card
from cardtable.table.codec import dump

EXTREMES = (0, -1, 1, 100, 2**31, -(2**63), 2**64 - 1)
DESCEND = 0.8
"""How likely it is that a part of a list or object is changed and not the whole of it."""


class Spot(NamedTuple):
    """A place in the data of a state: what holds it, under which key, and of which type it is."""

    holder: Any
    key: Any
    hint: Any

    @property
    def value(self) -> Any:
        """What stands there."""
        return self.holder[self.key]

    def put(self, value: Any) -> None:
        """Exchange what stands there."""
        self.holder[self.key] = deepcopy(value)


Change = Callable[[random.Random, Spot, list[Spot], list[Spot]], None]
"""Changes a spot, given all the spots of its state and of another one that have its type."""


def one_change(kind: Any, state: Any, other: Any, luck: random.Random) -> tuple[str, Any]:
    """What was done, in a few words, and the data of the state with that one thing changed."""
    before = dump(state)
    there = list(_spots(Spot({"state": dump(other)}, "state", kind)))
    while True:
        whole = Spot({"state": deepcopy(before)}, "state", kind)
        spot, path = _choose(whole, luck)
        change = luck.choice(_changes(spot))
        same = ([each for each in spots if each.hint == spot.hint] for spots in (_spots(whole), there))
        change(luck, spot, *same)
        if whole.value != before:
            return f"{change.__name__.strip('_')} {path}", whole.value


def _choose(whole: Spot, luck: random.Random) -> tuple[Spot, str]:
    """A spot below the whole, each field of the state being as likely as any other; and the way to it."""
    spot, path, inside = whole, "state", list(_inside(whole))
    while inside and (spot is whole or luck.random() < DESCEND):
        spot = luck.choice(inside)
        path += f"[{spot.key}]" if isinstance(spot.key, int) else f".{spot.key}"
        inside = list(_inside(spot))
    return spot, path


def _spots(spot: Spot) -> Iterator[Spot]:
    """Every spot below this one."""
    for each in _inside(spot):
        yield each
        yield from _spots(each)


def _inside(spot: Spot) -> Iterator[Spot]:
    """The spots right below this one."""
    value, hint = spot.value, _kind_of(spot)
    if isinstance(value, dict):
        hints = get_type_hints(hint)
        yield from (Spot(value, name, hints[name]) for name in value)
    elif isinstance(value, list):
        parts = get_args(hint)
        for at in range(len(value)):
            yield Spot(value, at, parts[0] if parts[-1] is Ellipsis else parts[at])


def _kind_of(spot: Spot) -> Any:
    """The alternative of its type that what stands there is of."""
    kinds = [each for each in _alternatives(spot.hint) if each is not NoneType]
    if isinstance(spot.value, dict):
        return next(each for each in kinds if _is_object(each) and set(get_type_hints(each)) >= set(spot.value))
    if isinstance(spot.value, list):
        return next(each for each in kinds if get_origin(each) is tuple)
    return kinds[0]


def _is_object(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def _alternatives(hint: Any) -> tuple[Any, ...]:
    if isinstance(hint, NewType):
        return _alternatives(hint.__supertype__)
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _changes(spot: Spot) -> list[Change]:
    """The changes that make sense of what stands there."""
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
    """With another spot of the same type in the same state."""
    other = luck.choice(here)
    mine, theirs = deepcopy(spot.value), deepcopy(other.value)
    spot.put(theirs)
    other.put(mine)


def _graft(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """From the same place of the other state where it has one, else from any of the same type."""
    same = [each for each in there if each.key == spot.key]
    if same or there:
        spot.put(luck.choice(same or there).value)


def _empty(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.put(None)


def _fill(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    """With what stands at such a spot elsewhere, or with what the type allows."""
    found = [each.value for each in (*here, *there) if each.value is not None]
    found += [value for kind in _alternatives(spot.hint) for value in _values(kind)]
    spot.put(luck.choice(found) if found else None)


def _values(kind: Any) -> tuple[Any, ...]:
    """Some values of a type, in the form of a file; none where it has parts."""
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
    """Another choice or face."""
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
    """An item into another list of the same type, anywhere in it."""
    item, target = spot.value.pop(luck.randrange(len(spot.value))), luck.choice(here).value
    if isinstance(target, list):
        target.insert(luck.choice([0, len(target), luck.randrange(len(target) + 1)]), item)


def _clear(luck: random.Random, spot: Spot, here: list[Spot], there: list[Spot]) -> None:
    spot.value.clear()
