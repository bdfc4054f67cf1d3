"""The house has floors: imports go down, never up, and never sideways between games or boards; the engine is pure."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"
MODULES = {
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SRC.rglob("*.py"))
}
FLOORS = {
    "cardtable.engine": 0,
    "cardtable.engine.games": 1,
    "cardtable.games": 2,
    "cardtable.formats": 3,
    "cardtable.store": 4,
    "cardtable.table": 5,
    "cardtable.lessons": 6,
    "cardtable.tui": 7,
    "cardtable.plain": 7,
    "cardtable.commands": 8,
    "cardtable.cli": 9,
    "cardtable.entry": 10,
    "cardtable.__main__": 11,
}
"""Every package and every module at the top, with its floor; one that is missing here is an error."""
FOREIGN = {
    "cardtable.engine": set[str](),
    "cardtable.engine.games": set[str](),
    "cardtable.games": set[str](),
    "cardtable.formats": {"pydantic", "pydantic_core", "wcwidth"},
    "cardtable.store": {"filelock", "platformdirs"},
    "cardtable.table": set[str](),
    "cardtable.lessons": {"pydantic"},
    "cardtable.tui": {"textual", "rich"},
    "cardtable.plain": set[str](),
    "cardtable.commands": {"cyclopts", "rich"},
    "cardtable.cli": {"cyclopts", "rich"},
    "cardtable.entry": set[str](),
    "cardtable.__main__": set[str](),
}
APART = ("cardtable.engine.games", "cardtable.tui.boards", "cardtable.plain.views", "cardtable.lessons.games")
"""Packages that hold a part for each game; the parts don't know one another, only the package itself knows them all."""
GAME_NAMES = {path.parent.name for path in (SRC / "cardtable" / "engine" / "games").glob("*/__init__.py")}
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
        if module.startswith(f"{package}.") and not (is_package and module == package):
            yield from _faults_between_games(package, module, there)


def _faults_between_games(package: str, module: str, there: str) -> Iterator[str]:
    """A part for one game knows only this game, in its own package and in the engine."""
    own = game_of(package, module)
    if own is None:
        return
    for other in (package, "cardtable.engine.games"):
        if there == other and other == package:
            yield f"{module} looks up at {there}"
        elif there.startswith(f"{other}.") and game_of(other, there) not in (None, own):
            yield f"{module} knows another game: {there}"


def game_of(package: str, module: str) -> str | None:
    """Return the game that a module of a package belongs to: wind_city_drills belongs to wind_city."""
    name = module.removeprefix(f"{package}.").split(".")[0]
    return next((game for game in sorted(GAME_NAMES, key=len) if name == game or name.startswith(f"{game}_")), None)


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
    """Return the package that a module's floor is known by."""
    found = [prefix for prefix in FLOORS if f"{module}.".startswith(f"{prefix}.")]
    return max(found, key=len, default="")


def floor(module: str) -> int:
    """Return a module's floor; the package itself, which offers names of every floor, is above all."""
    return FLOORS[home(module)] if module != "cardtable" else max(FLOORS.values()) + 1


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return each group of modules that import one another, by Tarjan's algorithm (1972)."""
    index, low, stack, found = dict[str, int](), dict[str, int](), list[str](), list[list[str]]()

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for there in graph[module] & graph.keys():
            if there not in index:
                visit(there)
            if there in stack:
                low[module] = min(low[module], low[there])
        if low[module] == index[module]:
            at = stack.index(module)
            found.append(stack[at:])
            del stack[at:]

    for module in graph:
        if module not in index:
            visit(module)
    return [sorted(group) for group in found if len(group) > 1]


# The house
def test_every_module_has_a_floor() -> None:
    """A new package needs a line in FLOORS and FOREIGN before anything may be in it, and no line stands for nothing."""
    assert [module for module in MODULES if not home(module)] == ["cardtable"]
    assert FLOORS.keys() == FOREIGN.keys()
    assert [package for package in (*FLOORS, *APART) if package not in MODULES] == []


def test_imports_go_down() -> None:
    """Each module imports from its own floor and those below, and from outside only what its floor may."""
    found = []
    for module, path in MODULES.items():
        if module != "cardtable":
            found += list(faults(module, path.read_text("utf-8"), path.name == "__init__.py"))
    assert found == []


def test_no_modules_import_one_another() -> None:
    """There is no circle of imports, wherever in the files they stand, and not even for types."""
    graph = {module: set(imports(ast.parse(path.read_text("utf-8")))) - {module} for module, path in MODULES.items()}
    assert circles(graph) == []


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}) == []


def test_the_package_itself_imports_nothing() -> None:
    """Whoever imports one floor does not import the others with it."""
    assert set(loaded_whole("cardtable")) & MODULES.keys() == {"cardtable"}
    for name in ("cardtable.formats", "cardtable.store", "cardtable.table", "cardtable.tui"):
        assert set(imports(ast.parse(MODULES[name].read_text("utf-8")))) <= {"__future__"}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cardtable.engine.games.clash", "from cardtable.engine.games.exit_stage_right import GAME"),
        ("cardtable.engine.games.clash", "from cardtable.engine.games import exit_stage_right"),
        ("cardtable.engine.games.clash", "import cardtable.engine.games.exit_stage_right as other"),
        ("cardtable.engine.games.clash", "from cardtable.engine.games import SHIPPED"),
        ("cardtable.engine.games.clash", "from . import exit_stage_right"),
        ("cardtable.engine.games.clash", "from .exit_stage_right import GAME"),
        ("cardtable.engine.games.clash", "def later():\n    from cardtable.table.session import Session"),
        ("cardtable.engine.game", "from cardtable.engine.games import SHIPPED"),
        ("cardtable.engine.game", "from cardtable.engine import games"),
        ("cardtable.engine.games", "from cardtable.games import GAMES"),
        ("cardtable.engine.game", "from cardtable import table"),
        ("cardtable.plain.game", "from cardtable import Session"),
        ("cardtable.engine.game", "import pydantic"),
        ("cardtable.engine.game", "import random"),
        ("cardtable.engine.game", "from os import urandom"),
        ("cardtable.engine.game", "from concurrent.futures import Executor"),
        ("cardtable.engine.game", "print('hello')"),
        ("cardtable.engine.games.clash", "order = sorted(cards, key=lambda card: hash(card))"),
        ("cardtable.table.session", "from textual.app import App"),
        ("cardtable.table.session", "if TYPE_CHECKING:\n    from cardtable.tui.app import Table"),
        ("cardtable.table.session", "import numpy"),
        ("cardtable.plain.lobby", "from cardtable.commands.daily import daily"),
        ("cardtable.plain.lobby", "from cardtable.tui.app import run"),
        ("cardtable.plain.game", "import rich"),
        ("cardtable.plain.views.clash", "from cardtable.engine.games.tradewinds.model import State"),
        ("cardtable.lessons.games.clash_drills", "from cardtable.lessons.games.tradewinds import teach"),
        ("cardtable.engine.games.clash.rules", "from cardtable.engine.games.tradewinds.model import State"),
        ("cardtable.engine.games.clash.rules", "from cardtable.engine.games import SHIPPED"),
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
    return {each.partition(".")[0] for each in loaded_whole(module, *flags)}


def loaded_whole(module: str, *flags: str) -> set[str]:
    """The modules that are there once this one is imported, in a fresh process."""
    script = f"import sys, {module}; print(*sys.modules)"
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


@pytest.mark.parametrize("module", ["cardtable.table.session", "cardtable.formats.options"])
def test_a_table_is_laid_without_pydantic(module: str) -> None:
    """The lobby and the command line's help show before pydantic is there."""
    assert not loaded(module) & {"pydantic", "pydantic_core", "textual", "rich", "asyncio"}


@pytest.mark.parametrize("floor", ["tui", "plain", "lessons"])
def test_nobody_who_draws_asks_for_the_truth(floor: str) -> None:
    """The true state leaves a session for files alone."""
    paths = list((SRC / "cardtable" / floor).rglob("*.py"))
    assert paths
    for path in paths:
        assert ".full_state()" not in path.read_text("utf-8"), path
