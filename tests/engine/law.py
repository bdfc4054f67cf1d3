"""The type of a law, and how a module lists its laws."""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.walks import Turn

Law = Callable[[Turn], None]
"""A function that checks one turn, with a docstring that says what it checks."""


def decorator_for(laws: list[Law]) -> Callable[[Law], Law]:
    """Return a decorator that adds a law to the list."""

    def add(law: Law) -> Law:
        laws.append(law)
        return law

    return add
