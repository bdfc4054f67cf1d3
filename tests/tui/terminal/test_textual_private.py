"""Private names of Textual still work as we use them, and only one file uses them."""

from __future__ import annotations

import ast
import asyncio
import gc
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console
from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual.pilot import Pilot
from textual.strip import Strip

import cardtable
from cardtable.tui.app import CardTable
from cardtable.tui.terminal import textual_private
from cardtable.tui.terminal.textual_private import (
    CroppedUpdate,
    OpenApp,
    OpenDriver,
    has_callbacks,
    is_idle,
    needs_layout,
)
from cardtable.tui.widgets.menu import Menu
from cardtable.tui.widgets.palette import Palette
from tests.tui.screens import press, rest, run, sit

SRC = Path(cardtable.__file__).parent
HOME = "cardtable.tui.terminal.textual_private"


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


@cache
def private_names(kind: type) -> frozenset[str]:
    """Return the private names that a class has, in its body or by `self._name` in its methods."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    return frozenset(filter(is_private, _names(tree)))


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Attribute(attr=name) if _is_own(node):
                yield name
            case ast.ClassDef(body=body):
                targets = [
                    each.targets if isinstance(each, ast.Assign) else [each.target]
                    for each in body
                    if isinstance(each, ast.Assign | ast.AnnAssign)
                ]
                yield from (target.id for group in targets for target in group if isinstance(target, ast.Name))


def _is_own(node: ast.Attribute) -> bool:
    """Return whether an attribute is one of `self`, `cls` or `super()`."""
    match node.value:
        case ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")):
            return True
    return False


def collisions(kind: type) -> set[str]:
    """Return the private names of Textual that one of our classes uses or overrides, on purpose or by chance."""
    return {name for base in kind.__mro__ if _is_textuals(base) for name in private_names(kind) & private_names(base)}


def _is_textuals(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "textual"


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted((SRC / "tui").rglob("*.py")):
        name = ".".join(("cardtable", *path.relative_to(SRC).with_suffix("").parts)).removesuffix(".__init__")
        if name != HOME:
            yield name, path


def classes_of(module: str) -> Iterator[type]:
    for each in vars(importlib.import_module(module)).values():
        if inspect.isclass(each) and each.__module__ == module and any(map(_is_textuals, each.__mro__)):
            yield each


def foreign_uses(path: Path) -> Iterator[str]:
    """List the private modules and names of Textual that are imported, and the private attributes of other classes."""
    tree = ast.parse(path.read_text("utf-8"))
    own = set(_names(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            yield from filter(is_private, names)
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own | PUBLIC:
            yield node.attr


def test_no_class_uses_a_private_name_of_textual() -> None:
    found = {
        f"{kind.__module__}.{kind.__name__}": sorted(names)
        for module, _ in modules()
        for kind in classes_of(module)
        if (names := collisions(kind))
    }
    assert found == {}


PUBLIC = {"_replace", "_asdict", "_exit"}
"""Methods of named tuples, and `os._exit`."""


def test_no_module_uses_a_private_name_of_textual() -> None:
    found = {module: uses for module, path in modules() if (uses := sorted(foreign_uses(path)))}
    assert found == {}


# The private names that we use


def test_every_private_name_that_we_use_still_exists() -> None:
    """Setting or overriding a name that Textual no longer has would do nothing."""
    ours = set(_names(ast.parse(inspect.getsource(textual_private)))) - {"_GATHER", "_GROUP"}
    kinds = {base for kind in (OpenApp, Palette, OpenDriver) for base in kind.__mro__ if _is_textuals(base)}
    theirs = frozenset[str]().union(*map(private_names, kinds))
    assert set(filter(is_private, ours)) <= theirs


def test_only_changed_cells_are_sent_to_the_terminal() -> None:
    """Two changes on a line of two widgets, the second of which is 10 cells wide and has not been drawn as a whole."""
    left, right = (Strip([Segment(text)]) for text in ("0123456789", "abcdefghij"))
    chops: list[dict[int, Strip | None]] = [{0: left, 10: right}, {0: left, 10: None}]
    update = CroppedUpdate(chops, [(0, 3, 5), (0, 8, 12), (1, 9, 11)], [[10, 20], [10, 20]])
    moves = re.split(r"\x1b\[(\d+;\d+)H", update.render_segments(Console(color_system=None)))
    assert moves == ["", "1;4", "34", "1;9", "89", "1;11", "ab", "2;10", "9"]


def test_closed_pages_and_dialogs_are_freed() -> None:
    """Only the cache that we clear keeps them alive."""

    def count() -> int:
        gc.collect()
        return sum(isinstance(each, StylesCache) for each in gc.get_objects())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "r", "q", "slash", "escape")
        before = count()
        for _ in range(2):
            await press(pilot, "r", "q", "slash", "escape", "question_mark", "k", "q")
        assert count() <= before + 2

    run(play, sit())


def test_an_app_is_idle_while_it_waits_for_its_next_message() -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = list[bool]()
        await rest(pilot)
        assert is_idle(pilot.app)
        pilot.app.call_later(lambda: found.append(is_idle(pilot.app)))
        assert not is_idle(pilot.app)
        await rest(pilot)
        assert found == [False]
        assert is_idle(pilot.app)

    run(play)


def test_a_closed_screen_is_idle() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        closed = pilot.app.screen
        await press(pilot, "q")
        assert closed is not pilot.app.screen
        assert is_idle(closed)

    run(play)


def test_a_screen_reports_a_pending_layout() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await rest(pilot)
        assert not needs_layout(pilot.app.screen)
        pilot.app.screen.refresh(layout=True)
        assert needs_layout(pilot.app.screen)
        await rest(pilot)
        assert not needs_layout(pilot.app.screen)

    run(play)


def test_a_screen_reports_pending_callbacks() -> None:
    async def play(pilot: Pilot[int]) -> None:
        called, waited = list[bool](), False
        pilot.app.screen.query_one(Menu).refresh()
        pilot.app.screen.call_after_refresh(called.append, True)
        while not called:
            waited = waited or has_callbacks(pilot.app.screen)
            await asyncio.sleep(0)
        await rest(pilot)
        assert waited
        assert not has_callbacks(pilot.app.screen)

    run(play)


class Faulty(OpenApp):
    """An app that fails on request and records the error."""

    recorded: ValueError | None = None

    def note_fault(self, error: Exception) -> None:
        assert isinstance(error, ValueError)
        self.recorded = error

    def action_fail(self) -> None:
        raise ValueError("a card")


def test_an_unhandled_error_is_recorded_and_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    async def fail(app: Faulty, *, by_message: bool) -> None:
        async with app.run_test() as pilot:
            if by_message:
                app.call_later(app.action_fail)
            else:
                app.fault(ValueError("a card"))
            await pilot.pause()

    for by_message in (True, False):
        app = Faulty()
        with pytest.raises(ValueError, match="a card"):
            asyncio.run(fail(app, by_message=by_message))
        assert str(app.recorded) == "a card"
        assert app.return_code == 1
    assert "a card" not in "".join(capsys.readouterr())


def test_an_app_can_be_closed_at_once() -> None:
    class Closing(OpenApp):
        def on_mount(self) -> None:
            assert self.current_driver is not None
            self.close_at_once()

    app = Closing()
    assert app.current_driver is None
    asyncio.run(app.run_async(headless=True))


def test_the_palette_survives_losing_its_list_during_a_search() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        palette = pilot.app.screen
        assert isinstance(palette, Palette)
        await palette.query("CommandList").remove()
        await palette._gather_commands("x").wait()
        assert isinstance(pilot.app, CardTable)
        assert pilot.app.faults == []

    run(play)


def test_a_driver_draws_on_the_given_file_at_the_given_size(tmp_path: Path) -> None:
    """Textual asks for the size with the method that ours overrides, and writes from its own thread."""
    asked = list[str]()

    class Driver(OpenDriver):
        def terminal_size(self) -> tuple[int, int]:
            asked.append("size")
            return 70, 20

    async def draw() -> None:
        app = Faulty()
        driver = Driver(app)
        assert driver.loop is asyncio.get_running_loop()
        assert not driver.reports_pixels
        writing = [driver.is_writing]
        with (tmp_path / "screen").open("w") as file:
            driver.draw_on(file, (70, 20))
            driver.start_application_mode()  # type: ignore[no-untyped-call]  # untyped in Textual
            writing.append(driver.is_writing)
            driver.stop_application_mode()
            driver.close()
        assert [*writing, driver.is_writing] == [False, True, False]

    asyncio.run(draw())
    assert asked
    assert "\x1b[?1049h" in (tmp_path / "screen").read_text()
