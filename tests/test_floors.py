"""The house has floors: imports go down, never up, and never sideways between games or boards; the engine is pure."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"
MODULES = {
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SRC.rglob("*.py"))
}
TOP = 5
"""The command line and what it is made of: whatever is on no other floor."""
FLOORS = {
    "cardtable.engine.games": 1,
    "cardtable.engine": 0,
    "cardtable.table": 2,
    "cardtable.players": 3,
    "cardtable.lessons": 3,
    "cardtable.tui": 4,
}
FOREIGN = {
    "cardtable.engine.games": set[str](),
    "cardtable.engine": set[str](),
    "cardtable.table": {"pydantic", "pydantic_core", "wcwidth", "filelock", "platformdirs"},
    "cardtable.players": set[str](),
    "cardtable.lessons": {"pydantic"},
    "cardtable.tui": {"textual", "rich"},
    "cardtable": {"cyclopts", "rich"},
}
APART = ("cardtable.engine.games", "cardtable.tui.boards")
"""Packages whose modules do not know one another; only the package itself knows them all."""
PURE = {
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq"),
    *("itertools", "math", "operator", "re", "string", "types", "typing"),
}
"""What of the standard library the engine may use: nothing with a clock, files, chance or the machine in it."""
IMPURE_CALLS = {
    *("open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint", "globals", "id", "hash"),
}
"""Not for the engine: what reaches outside, or differs from one process to the next."""


# The law
def faults(module: str, source: str, is_package: bool = False) -> Iterator[str]:
    """Each import of the source that the house forbids to this module, and each impure call."""
    tree = ast.parse(source)
    for there in imports(tree):
        if there.startswith("."):
            yield f"{module} imports relatively: {there}"
        elif there.split(".")[0] == "cardtable":
            yield from _faults_at_home(module, there, is_package)
        elif there.split(".")[0] in sys.stdlib_module_names:
            if floor(module) < 2 and there.split(".")[0] not in PURE:
                yield f"{module} is impure: it imports {there}"
        elif there.split(".")[0] not in FOREIGN[home(module)] | {"_typeshed"}:
            yield f"{module} must not use {there}"
    if floor(module) < 2:
        yield from (f"{module} is impure: it calls {name}" for name in calls(tree) if name in IMPURE_CALLS)


def _faults_at_home(module: str, there: str, is_package: bool) -> Iterator[str]:
    if floor(there) > floor(module):
        yield f"{module} looks up at {there}"
    if floor(there) == floor(module) and home(there) != home(module):
        yield f"{module} looks sideways at {there}"
    for package in APART:
        if module.startswith(f"{package}.") and f"{there}.".startswith(f"{package}.") and not is_package:
            yield from [] if _is_part_of(module, there) else [f"{module} looks sideways at {there}"]
    if module.startswith("cardtable.tui.boards.") and there.startswith("cardtable.engine.games."):
        same = there.split(".")[3] == module.split(".")[3] or _is_part_of(module, there)
        yield from [] if same else [f"{module} knows another game: {there}"]


def _is_part_of(module: str, there: str) -> bool:
    """Whether the other module carries the name of this one's game: wind_city_map belongs to wind_city."""
    return f"{there}.".split(".")[3].startswith(f"{module.split('.')[3]}_")


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module imported, wherever in the file; `from x import y` is x.y where that is a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                yield whole if whole in MODULES or any(each.startswith(f"{whole}.") for each in MODULES) else origin


def calls(tree: ast.AST) -> Iterator[str]:
    """The names of the functions called by a plain name."""
    return (node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))


def home(module: str) -> str:
    """The package that a module's floor is known by."""
    return next((prefix for prefix in FLOORS if f"{module}.".startswith(f"{prefix}.")), "cardtable")


def floor(module: str) -> int:
    return FLOORS.get(home(module), TOP)


# The house
@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down(module: str) -> None:
    """Each module imports from its own floor and those below, and from outside only what its floor may."""
    path = MODULES[module]
    assert list(faults(module, path.read_text("utf-8"), path.name == "__init__.py")) == []


def test_the_package_itself_imports_nothing() -> None:
    """Whoever imports one floor does not import the others with it."""
    for name in ("cardtable", "cardtable.table", "cardtable.tui"):
        assert set(imports(ast.parse(MODULES[name].read_text("utf-8")))) <= {"__future__"}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cardtable.engine.games.clash", "from cardtable.engine.games.exit_stage_right import GAME"),
        ("cardtable.engine.games.clash", "from cardtable.engine.games import exit_stage_right"),
        ("cardtable.engine.games.clash", "import cardtable.engine.games.exit_stage_right as other"),
        ("cardtable.engine.games.clash", "from cardtable.engine.games import GAMES"),
        ("cardtable.engine.games.clash", "from . import exit_stage_right"),
        ("cardtable.engine.games.clash", "from .exit_stage_right import GAME"),
        ("cardtable.engine.games.clash", "def later():\n    from cardtable.table.session import Session"),
        ("cardtable.engine.game", "from cardtable.engine.games import GAMES"),
        ("cardtable.engine.game", "from cardtable.engine import games"),
        ("cardtable.engine.game", "from cardtable import table"),
        ("cardtable.engine.game", "import pydantic"),
        ("cardtable.engine.game", "import random"),
        ("cardtable.engine.game", "from os import urandom"),
        ("cardtable.engine.game", "from concurrent.futures import Executor"),
        ("cardtable.engine.game", "print('hello')"),
        ("cardtable.engine.games.clash", "order = sorted(cards, key=lambda card: hash(card))"),
        ("cardtable.table.session", "from textual.app import App"),
        ("cardtable.table.session", "if TYPE_CHECKING:\n    from cardtable.tui.app import Table"),
        ("cardtable.table.session", "import numpy"),
        ("cardtable.players.greedy", "import cardtable.lessons.script"),
        ("cardtable.tui.board", "import pydantic"),
        ("cardtable.tui.board", "import cardtable.cli"),
        ("cardtable.tui.boards.clash", "from cardtable.tui.boards.exit_stage_right import Stage"),
        ("cardtable.tui.boards.clash", "from cardtable.engine.games.exit_stage_right import State"),
        ("cardtable.cli", "import requests"),
    ],
)
def test_what_is_forbidden_is_found(module: str, source: str) -> None:
    """Up, sideways in every spelling, from outside, impure: each is a fault."""
    assert list(faults(module, source))


# At run time
def loaded(module: str, *flags: str) -> set[str]:
    """The top-level modules that are there once this one is imported, in a fresh process."""
    script = f"import sys, {module}; print(*{{each.partition('.')[0] for each in sys.modules}})"
    done = subprocess.run(
        [sys.executable, *flags, "-c", script],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_engine_arrives_alone() -> None:
    """With no package installed it is there, and it brings in neither these nor chance, clock or loop."""
    strangers = {"pydantic", "pydantic_core", "textual", "rich", "random", "asyncio", "secrets", "datetime", "socket"}
    assert not loaded("cardtable.engine.games", "-S") & strangers
    assert not loaded("cardtable.engine.games") & (strangers - {"datetime", "socket"})


@pytest.mark.parametrize("module", ["cardtable.table.session", "cardtable.table.options"])
def test_a_table_is_laid_without_pydantic(module: str) -> None:
    """The lobby and the command line's help show before pydantic is there."""
    assert not loaded(module) & {"pydantic", "pydantic_core", "textual", "rich", "asyncio"}


@pytest.mark.parametrize("floor", ["tui", "plain", "players", "lessons"])
def test_nobody_who_draws_asks_for_the_truth(floor: str) -> None:
    """The true state leaves a session for files alone."""
    for path in (SRC / "cardtable" / floor).rglob("*.py"):
        assert ".truth()" not in path.read_text("utf-8"), path
