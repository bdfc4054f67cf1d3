"""Modules import only from lower layers, games and boards don't import each other, and the engine is pure."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.info import INFO
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session

SRC = Path(__file__).parents[1] / "src"
MODULES = {
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SRC.rglob("*.py"))
}
LAYERS: dict[str, float] = {
    "cardtable.engine": 0,
    "cardtable.engine.games": 1,
    "cardtable.games": 2,
    "cardtable.formats": 3,
    "cardtable.store": 4,
    "cardtable.table": 5,
    "cardtable.lessons": 6,
    "cardtable.players": 6,
    "cardtable.practice": 7,
    "cardtable.classroom": 7.5,
    "cardtable.rooms.kit": 7.9,
    "cardtable.rooms": 8,
    "cardtable.tui": 9,
    "cardtable.plain": 9,
    "cardtable.lab": 9,
    "cardtable.lab.environments": 9,
    "cardtable.lab.simulation": 9,
    "cardtable.lab.tournament": 9.2,
    "cardtable.serve": 9.7,
    "cardtable.commands": 10,
    "cardtable.cli": 11,
    "cardtable.entry": 12,
    "cardtable.__main__": 13,
}
"""The layer of every package and top-level module, which must all be listed here."""
THIRD_PARTY = {
    "cardtable.engine": set[str](),
    "cardtable.engine.games": set[str](),
    "cardtable.games": set[str](),
    "cardtable.formats": {"pydantic", "pydantic_core", "wcwidth"},
    "cardtable.store": {"filelock", "platformdirs"},
    "cardtable.table": set[str](),
    "cardtable.lessons": {"pydantic"},
    "cardtable.players": {"numpy"},
    "cardtable.practice": {"fsrs", "pydantic"},
    "cardtable.lab": set[str](),
    "cardtable.lab.tournament": {"numpy"},
    "cardtable.lab.environments": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel"},
    "cardtable.lab.simulation": {"filelock"},
    "cardtable.classroom": {"pydantic"},
    "cardtable.rooms.kit": set[str](),
    "cardtable.rooms": set[str](),
    "cardtable.tui": {"textual", "rich"},
    "cardtable.plain": set[str](),
    "cardtable.serve": {"asyncssh"},
    "cardtable.commands": {"cyclopts", "rich"},
    "cardtable.cli": {"cyclopts", "rich"},
    "cardtable.entry": set[str](),
    "cardtable.__main__": set[str](),
}
GAME_NAMES = {path.parent.name for path in (SRC / "cardtable" / "engine" / "games").glob("*/__init__.py")}
GAME_PARTS = {
    "lessons": (6.5, set[str]()),
    "player": (6.5, {"numpy"}),
    "arrays": (9.5, {"numpy"}),
    "board": (9.5, {"textual", "rich"}),
    "view": (9.5, set[str]()),
}
"""The parts of every game in `cardtable.games`, each just above the package that finds it by its name."""
for _game in GAME_NAMES:
    for _part, (_layer, _packages) in GAME_PARTS.items():
        LAYERS[f"cardtable.games.{_game}.{_part}"] = _layer
        THIRD_PARTY[f"cardtable.games.{_game}.{_part}"] = _packages
_PRACTICE = "cardtable.games.exit_stage_right.practice"
for _module, _layer in ((_PRACTICE, 5.5), (f"{_PRACTICE}.goals", 7.5), (f"{_PRACTICE}.themes", 7.5)):
    LAYERS[_module], THIRD_PARTY[_module] = _layer, set()
PER_GAME = ("cardtable.engine.games", "cardtable.games")
"""Packages with a folder for each game: only the package's __init__ may import several games."""
TABLES = {"cardtable.engine.games", "cardtable.engine.games.info"}
"""The tables of games."""
NAMES = {name: (name, INFO[name.replace("_", "-")].id, INFO[name.replace("_", "-")].title) for name in GAME_NAMES}
"""Each game's folder, id and title."""
EXAMPLE = re.compile(r"(?i)for example|\bas in|\bas '")
"""What stands before a game's name that is only an example."""
PURE = {
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq"),
    *("itertools", "math", "operator", "re", "string", "types", "typing"),
}
"""The standard modules that the engine may use: none with clocks, files, randomness or the operating system."""
IMPURE_CALLS = {
    *("open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint", "globals", "id", "hash"),
}
"""Functions that the engine may not call, because they have side effects or differ between processes."""


# The rules
def faults(module: str, tree: ast.AST, is_package: bool = False) -> Iterator[str]:
    """Yield a sentence for each forbidden import and impure call in a module's syntax tree."""
    for imported in imports(tree):
        if imported.startswith("."):
            yield f"{module} has a relative import: {imported}"
        elif imported.split(".")[0] == "cardtable":
            yield from _faults_between_layers(module, imported, is_package)
        elif imported.split(".")[0] in sys.stdlib_module_names:
            if layer(module) < 2 and imported.split(".")[0] not in PURE:
                yield f"{module} is impure: it imports {imported}"
        elif imported.split(".")[0] not in THIRD_PARTY[package_of(module)] | {"_typeshed"}:
            yield f"{module} must not import {imported}"
    if layer(module) < 2:
        yield from (f"{module} is impure: it calls {name}" for name in calls(tree) if name in IMPURE_CALLS)


def _faults_between_layers(module: str, imported: str, is_package: bool) -> Iterator[str]:
    if layer(imported) > layer(module):
        yield f"{module} imports from a higher layer: {imported}"
    if layer(imported) == layer(module) and package_of(imported) != package_of(module):
        yield f"{module} imports from another package of its layer: {imported}"
    for package in PER_GAME:
        if module.startswith(f"{package}.") and not (is_package and module == package):
            yield from _faults_between_games(package, module, imported)


def _faults_between_games(package: str, module: str, imported: str) -> Iterator[str]:
    """Yield a sentence if one game's part imports another game's."""
    own = game_of(package, module)
    if own is None:
        return
    for other in (package, "cardtable.engine.games"):
        if imported == other and other == package:
            yield f"{module} imports all games: {imported}"
        elif imported.startswith(f"{other}.") and game_of(other, imported) not in (None, own):
            yield f"{module} imports another game: {imported}"


def game_of(package: str, module: str) -> str | None:
    """Return the game whose folder in a package holds a module."""
    name = module.removeprefix(f"{package}.").split(".")[0]
    return name if name in GAME_NAMES else None


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield every imported module, also inside functions; `from x import y` is x.y if that is a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                yield whole if whole in MODULES else origin


def named_games(module: str, tree: ast.AST) -> Iterator[str]:
    """Yield a sentence for each other game that a module imports, or names in a string that isn't an example.

    The tables of games name every game. Docstrings aren't checked.
    """
    if module in TABLES:
        return
    own = next((game_of(package, module) for package in PER_GAME if game_of(package, module)), None)
    others = {text for game, names in NAMES.items() if game != own for text in names}
    prose = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    texts = [str(node.value) for node in strings if node not in prose]
    for text in (*imports(tree), *texts):
        found = re.split(rf"\b({'|'.join(others)})\b", text)
        if len(found) > 1 and not EXAMPLE.search(found[0]):
            yield f"{module} names {found[1]}: {text}"


def calls(tree: ast.AST) -> Iterator[str]:
    """Return the names of functions that are called by a plain name."""
    return (node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))


def package_of(module: str) -> str:
    """Return the entry of LAYERS that a module belongs to."""
    found = [prefix for prefix in LAYERS if f"{module}.".startswith(f"{prefix}.")]
    return max(found, key=len, default="")


def layer(module: str) -> float:
    """Return a module's layer; `cardtable` itself, which has names from every layer, is above all."""
    return LAYERS[package_of(module)] if module != "cardtable" else max(LAYERS.values()) + 1


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return each group of modules that import each other, by Tarjan's algorithm (1972)."""
    index, low, stack, found = dict[str, int](), dict[str, int](), list[str](), list[list[str]]()

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for imported in graph[module] & graph.keys():
            if imported not in index:
                visit(imported)
            if imported in stack:
                low[module] = min(low[module], low[imported])
        if low[module] == index[module]:
            at = stack.index(module)
            found.append(stack[at:])
            del stack[at:]

    for module in graph:
        if module not in index:
            visit(module)
    return [sorted(group) for group in found if len(group) > 1]


# The source
def test_every_module_has_a_layer() -> None:
    """Every package is listed in LAYERS and THIRD_PARTY, and every listed package exists."""
    assert [module for module in MODULES if not package_of(module)] == ["cardtable"]
    assert LAYERS.keys() == THIRD_PARTY.keys()
    assert [package for package in (*LAYERS, *PER_GAME) if package not in MODULES] == []


def test_modules_import_only_what_their_layer_may() -> None:
    """Check also that there are no import cycles, not even inside functions or for type checking."""
    found, graph = list[str](), dict[str, set[str]]()
    for module, path in MODULES.items():
        tree = ast.parse(path.read_text("utf-8"))
        graph[module] = set(imports(tree)) - {module}
        if module != "cardtable":
            found += faults(module, tree, path.name == "__init__.py")
    assert found == []
    assert cycles(graph) == []


def test_no_module_outside_its_folders_names_a_game() -> None:
    assert [
        found for module, path in MODULES.items() for found in named_games(module, ast.parse(path.read_text()))
    ] == []


@pytest.mark.parametrize(
    ("module", "source", "is_named"),
    [
        ("cardtable.rooms.practice", "from cardtable.engine.games.exit_stage_right import GAME", True),
        ("cardtable.practice.run", "def later():\n    from cardtable.games.clash.player import KNOWLEDGE", True),
        ("cardtable.rooms.lobby", "ABOUT = 'Play Exit Stage Right alone.'", True),
        ("cardtable.rooms.lobby", "ABOUT = f'Play Wind City {how}.'", True),
        ("cardtable.practice.decisions", "UNREVIEWED = ('wind-city',)", True),
        ("cardtable.practice.decisions", "found = import_module('cardtable.games.rummy_like')", True),
        ("cardtable.games.clash.view", "title = 'Tradewinds'", True),
        ("cardtable.games.clash.view", "title = 'Clash'", False),
        ("cardtable.engine.games.info", "ids = ['clash']", False),
        ("cardtable.commands.learn", "fault = 'Which game? For example: cardtable learn clash'", False),
        ("cardtable.commands.learn", "'Numbers, such as those of Wind City.'", False),
        ("cardtable.games", "fault = 'The id clashes with another.'", False),
    ],
)
def test_the_name_of_a_game_is_found(module: str, source: str, is_named: bool) -> None:
    assert bool([*named_games(module, ast.parse(source))]) is is_named


def test_an_import_cycle_is_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b", "a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert cycles({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}) == []


def test_importing_the_package_imports_no_layer() -> None:
    assert loaded_modules("cardtable") & MODULES.keys() == {"cardtable"}
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
        ("cardtable.plain.table", "from cardtable import Session"),
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
        ("cardtable.plain.table", "import rich"),
        ("cardtable.games.clash.view", "from cardtable.engine.games.tradewinds.model import State"),
        ("cardtable.games.clash.lessons.drills", "from cardtable.games.tradewinds.lessons.teaching import teach"),
        ("cardtable.engine.games.clash.rules", "from cardtable.engine.games.tradewinds.model import State"),
        ("cardtable.engine.games.clash.rules", "from cardtable.engine.games import SHIPPED"),
        ("cardtable.tui.board.widget", "import pydantic"),
        ("cardtable.tui.board.widget", "import cardtable.cli"),
        ("cardtable.games.clash.board", "from cardtable.games.exit_stage_right.board import Stage"),
        ("cardtable.games.clash.board", "from cardtable.engine.games.exit_stage_right import State"),
        ("cardtable.cli", "import requests"),
    ],
)
def test_forbidden_imports_and_calls_are_found(module: str, source: str) -> None:
    assert list(faults(module, ast.parse(source)))


# At run time
def loaded_packages(module: str, *flags: str) -> set[str]:
    """Return the top-level packages that a new process has loaded after importing a module."""
    return {each.partition(".")[0] for each in loaded_modules(module, *flags)}


def loaded_modules(module: str, *flags: str) -> set[str]:
    """Return the modules that a new process has loaded after importing a module."""
    return modules_after(f"import {module}", *flags)


def modules_after(script: str, *flags: str) -> set[str]:
    """Return the modules that a new process has loaded after running a script that prints nothing."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", f"{script}\nimport sys; print(*sys.modules)"],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_engine_needs_no_other_package() -> None:
    """And it loads no standard module for randomness, time or networks."""
    foreign = {"pydantic", "pydantic_core", "textual", "rich", "random", "asyncio", "secrets", "datetime", "socket"}
    games = "cardtable.engine.games as games; [*games.SHIPPED.values()]"
    assert not loaded_packages(games, "-S") & foreign
    assert not loaded_packages(games) & (foreign - {"datetime", "socket"})


@pytest.mark.parametrize("module", ["cardtable.table.session", "cardtable.formats.options"])
def test_sessions_and_options_do_not_need_pydantic(module: str) -> None:
    """So the lobby and the command line's help appear before pydantic is loaded."""
    assert not loaded_packages(module) & {"pydantic", "pydantic_core", "textual", "rich", "asyncio"}


def test_a_table_imports_only_its_own_game() -> None:
    """The boards of other games, what computer players know, and the checks of files would take memory."""
    table = "cardtable.tui.screens.table, cardtable.tui.board.widget as boards, cardtable.store.archive"
    loaded = loaded_modules(f"{table}, cardtable.table.dealing; boards.board_for('clash')")
    parts = {each for each in loaded if each.startswith("cardtable.games.")}
    assert "cardtable.games.clash.board.board" in parts
    assert {each for each in parts if not each.startswith("cardtable.games.clash.board")} == {"cardtable.games.clash"}
    assert rules_of(loaded) == {"clash"}
    assert "pydantic_core" not in loaded


def rules_of(loaded: set[str]) -> set[str]:
    """Return the names of the games whose rules are among these modules."""
    return {each.split(".")[3] for each in loaded if each.startswith("cardtable.engine.games.")} - {"info"}


LOBBY = """
import asyncio
from cardtable.tui.app import CardTable

async def look():
    app = CardTable()
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.pause()
        assert type(app.screen).__name__ == "Lobby"

asyncio.run(look())
"""


def test_the_lobby_opens_without_rules_and_computer_players() -> None:
    """So it opens quickly, however many games there are."""
    loaded = modules_after(LOBBY)
    assert "cardtable.tui.screens.lobby" in loaded
    assert "cardtable.tui.screens.dialogs" not in loaded
    assert rules_of(loaded) == set()
    assert not {each for each in loaded if each.startswith("cardtable.players")}


def test_the_lobby_imports_only_the_rules_of_saved_games() -> None:
    saved_games = LazyArchive()
    clash = SHIPPED["clash"]
    session = Session(clash, clash.options(), ("Ann", "Ben"), DealCode(1))
    saved_games.save(session)
    session.act(session.look(session.turn).legal[0])
    saved_games.close()
    loaded = modules_after(LOBBY)
    assert rules_of(loaded) == {"clash"}
    assert "cardtable.tui.screens.table" not in loaded


def test_numpy_is_imported_only_for_simulations_at_once() -> None:
    """The process that thinks imports it before it's needed, if the game needs it."""
    for game_id, is_needed in (("clash", False), ("exit-stage-right", True)):
        prepared = f"cardtable.tui.app, cardtable.players.worker as worker; worker.prepare(['{game_id}'])"
        assert ("numpy" in loaded_packages(prepared)) == is_needed


@pytest.mark.parametrize("package", ["tui", "plain", "rooms", "lessons", "games"])
def test_no_user_interface_uses_the_true_state(package: str) -> None:
    """Only files get the true state from a session."""
    paths = list((SRC / "cardtable" / package).rglob("*.py"))
    assert paths
    for path in paths:
        assert ".full_state()" not in path.read_text("utf-8"), path


def test_no_two_classes_outside_the_games_have_the_same_name() -> None:
    places = defaultdict[str, list[str]](list)
    for module, path in MODULES.items():
        if not module.startswith(PER_GAME) or module in TABLES:
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(module)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
