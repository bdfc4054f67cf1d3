"""The layers of the source: modules import only from lower layers, games and boards never import each other, and the
engine is pure.
"""

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
LAYERS = {
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
"""The layer of every package and top-level module; a missing one is an error."""
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
SEPARATE = ("cardtable.engine.games", "cardtable.tui.boards", "cardtable.plain.views", "cardtable.lessons.games")
"""Packages with a part for each game; a part can't import another, only the package itself imports them all."""
GAME_NAMES = {path.parent.name for path in (SRC / "cardtable" / "engine" / "games").glob("*/__init__.py")}
PURE = {
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq"),
    *("itertools", "math", "operator", "re", "string", "types", "typing"),
}
"""Modules of the standard library that the engine can use: none that depends on time, files, chance or the machine."""
IMPURE_CALLS = {
    *("open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint", "globals", "id", "hash"),
}
"""Functions that the engine can't call: they reach outside, or differ between processes."""


# The rules


def faults(module: str, source: str, is_package: bool = False) -> Iterator[str]:
    """Yield a message for each forbidden import and each impure call in a module's source."""
    tree = ast.parse(source)
    for there in imports(tree):
        if there.startswith("."):
            yield f"{module} imports relatively: {there}"
        elif there.split(".")[0] == "cardtable":
            yield from _layer_faults(module, there, is_package)
        elif there.split(".")[0] in sys.stdlib_module_names:
            if layer(module) < 2 and there.split(".")[0] not in PURE:
                yield f"{module} is impure: it imports {there}"
        elif there.split(".")[0] not in FOREIGN[home(module)] | {"_typeshed"}:
            yield f"{module} must not use {there}"
    if layer(module) < 2:
        yield from (f"{module} is impure: it calls {name}" for name in calls(tree) if name in IMPURE_CALLS)


def _layer_faults(module: str, there: str, is_package: bool) -> Iterator[str]:
    if layer(there) > layer(module):
        yield f"{module} imports from a higher layer: {there}"
    if layer(there) == layer(module) and home(there) != home(module):
        yield f"{module} imports from the same layer: {there}"
    for package in SEPARATE:
        if module.startswith(f"{package}.") and not (is_package and module == package):
            yield from _game_faults(package, module, there)


def _game_faults(package: str, module: str, there: str) -> Iterator[str]:
    """Yield a message if a game's part imports from another game, in its own package or in the engine."""
    own = game_of(package, module)
    if own is None:
        return
    for other in (package, "cardtable.engine.games"):
        if there == other and other == package:
            yield f"{module} imports from a higher layer: {there}"
        elif there.startswith(f"{other}.") and game_of(other, there) not in (None, own):
            yield f"{module} imports another game: {there}"


def game_of(package: str, module: str) -> str | None:
    """Return the game that a module of a package belongs to: wind_city_drills belongs to wind_city."""
    name = module.removeprefix(f"{package}.").split(".")[0]
    return next((game for game in sorted(GAME_NAMES, key=len) if name == game or name.startswith(f"{game}_")), None)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield every imported module, anywhere in the file; `from x import y` is x.y if that is a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                yield whole if whole in MODULES or any(each.startswith(f"{whole}.") for each in MODULES) else origin


def calls(tree: ast.AST) -> Iterator[str]:
    """Return the names of functions that are called without a dot."""
    return (node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))


def home(module: str) -> str:
    """Return the entry of LAYERS that a module belongs to."""
    entries = [prefix for prefix in LAYERS if f"{module}.".startswith(f"{prefix}.")]
    return max(entries, key=len, default="")


def layer(module: str) -> int:
    """Return a module's layer; `cardtable` itself, which exports names of every layer, is above all others."""
    return LAYERS[home(module)] if module != "cardtable" else max(LAYERS.values()) + 1


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return each group of modules that import one another, by Tarjan's algorithm (1972)."""
    index, low, stack, groups = dict[str, int](), dict[str, int](), list[str](), list[list[str]]()

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
            groups.append(stack[at:])
            del stack[at:]

    for module in graph:
        if module not in index:
            visit(module)
    return [sorted(group) for group in groups if len(group) > 1]


# The source


def test_every_module_has_a_layer() -> None:
    """A new package needs a line in LAYERS and FOREIGN, and every line needs a package."""
    assert [module for module in MODULES if not home(module)] == ["cardtable"]
    assert LAYERS.keys() == FOREIGN.keys()
    assert [package for package in (*LAYERS, *SEPARATE) if package not in MODULES] == []


def test_modules_import_only_from_lower_layers() -> None:
    """Each layer also has its own list of allowed libraries."""
    messages = []
    for module, path in MODULES.items():
        if module != "cardtable":
            messages += list(faults(module, path.read_text("utf-8"), path.name == "__init__.py"))
    assert messages == []


def test_there_are_no_import_cycles() -> None:
    """Imports inside functions and for types count too."""
    graph = {module: set(imports(ast.parse(path.read_text("utf-8")))) - {module} for module, path in MODULES.items()}
    assert cycles(graph) == []


def test_a_cycle_is_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b", "a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert cycles({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}) == []


def test_the_package_itself_imports_nothing() -> None:
    """Importing one layer doesn't import the others."""
    assert set(all_loaded("cardtable")) & MODULES.keys() == {"cardtable"}
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
def test_forbidden_imports_and_calls_are_found(module: str, source: str) -> None:
    assert list(faults(module, source))


# At run time


def loaded(module: str, *flags: str) -> set[str]:
    """Return the top-level modules in a fresh process that imports this one."""
    return {each.partition(".")[0] for each in all_loaded(module, *flags)}


def all_loaded(module: str, *flags: str) -> set[str]:
    """Return all modules in a fresh process that imports this one."""
    script = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, *flags, "-c", script],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_engine_imports_no_other_libraries() -> None:
    """It works without any installed package, and imports nothing for chance, time or event loops."""
    unwanted = {"pydantic", "pydantic_core", "textual", "rich", "random", "asyncio", "secrets", "datetime", "socket"}
    assert not loaded("cardtable.engine.games", "-S") & unwanted
    assert not loaded("cardtable.engine.games") & (unwanted - {"datetime", "socket"})


@pytest.mark.parametrize("module", ["cardtable.table.session", "cardtable.formats.options"])
def test_a_session_does_not_need_pydantic(module: str) -> None:
    """The lobby and the command line's help must not wait for pydantic."""
    assert not loaded(module) & {"pydantic", "pydantic_core", "textual", "rich", "asyncio"}


@pytest.mark.parametrize("package", ["tui", "plain", "lessons"])
def test_user_interfaces_never_get_the_full_state(package: str) -> None:
    """A session gives its full state only to code that writes files."""
    paths = list((SRC / "cardtable" / package).rglob("*.py"))
    assert paths
    for path in paths:
        assert ".truth()" not in path.read_text("utf-8"), path
