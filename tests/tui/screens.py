"""Helpers for tests of the app: a table with a known deal, keys and clicks, the text on the screen, and snapshots.

    def test_something() -> None:
        async def play(pilot: Pilot[int]) -> None:
            await press(pilot, "right", "enter")
            assert "Ann plays" in screen_text(pilot)

        run(play, sit())

A pilot sleeps for each key and click, so `press` and `click` bypass it and wait only once. Drawing a board takes a
thousandth of that time, so if `board.drawn(width, height).text()` is enough for a test, the test uses that.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Container, Hashable, Iterable, Sequence
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input

from cardtable.engine.cards import Single
from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, State
from cardtable.games.exit_stage_right.board import ExitStageRightBoard
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.response import Goto
from cardtable.store.settings import Settings, save_settings
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.faces import BLOCKS, CardSet
from cardtable.tui.screens.hand_over import QUIET_SECONDS, HandOverScreen
from cardtable.tui.screens.result import PAUSE_SECONDS, ResultScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.terminal.lifecycle import ResilientApp
from cardtable.tui.terminal.textual_private import is_idle
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.menu import Menu
from tests.engine.walks import PROFILE
from tests.table.sittings import move_to, truth

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
DEAL = "QB9R-XBDB"
MOVES = (
    *("Square", "refill top middle bottom", "Triangle", "refill top middle bottom"),
    *("Triangle", "Hollow", "Triangle", "Partial down middle", "refill top middle"),
)
"""Moves by one player with the deal above, up to the middle of a game."""
SHORT: dict[str, Any] = {"draw": "none", "hand_size": 5}
"""The options of a game that is over after five Singles."""
SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITES_GOLDENS = "CARDTABLE_WRITE_GOLDENS"
"""The environment variable that makes tests write snapshots instead of comparing them."""
MAX_ROUNDS = 20_000
"""Rounds of the event loop after which a busy app fails the test."""
EAGER_ROUNDS = 2_000
"""Rounds without a pause between them."""
MAX_SECONDS = 60
"""How long a test waits for a condition before it fails; a busy machine may be a hundred times slower."""

LIFT = ("command('ready')", "command('go-on')")
"""The actions of the next player's key."""

Play = Callable[[Pilot[int]], Awaitable[None]]


def usually(first: Container[Any], values: Iterable[Any]) -> list[Any]:
    """Return parameters of which only the first ones run by default, and the others only in deep tests."""
    return [value if value in first else pytest.param(value, marks=pytest.mark.deep) for value in values]


def usually_diagonal(first: Iterable[Any], second: Sequence[Any]) -> list[Any]:
    """Return all pairs as parameters, of which each of the first values runs with one of the second by default."""
    return [
        pytest.param(one, other, id=f"{getattr(one, 'id', one)}-{other}", marks=[] if usual else [pytest.mark.deep])
        for row, one in enumerate(first)
        for usual, other in ((row % len(second) == column, other) for column, other in enumerate(second))
    ]


def some_sizes(widths: Iterable[int], heights: Iterable[int], turn: int = 0) -> list[tuple[int, int]]:
    """Return every width and height with a third of the others, which differ by turn, or with all in deep tests."""
    return [
        (width, height)
        for (column, width), (row, height) in product(enumerate(widths), enumerate(heights))
        if PROFILE == "deep" or (column + row + turn) % 3 == 0
    ]


# Tables


def sit(
    seats: int = 1,
    moves: Iterable[str] = (),
    *,
    deal: str = DEAL,
    names: tuple[str, ...] = NAMES,
    persons: tuple[int, ...] | None = None,
    **options: Any,
) -> Session:
    """Return a game of Exit Stage Right with a fixed deal, after these moves."""
    session = Session(GAME, Options(**options), names[:seats], DealCode.parse(deal), persons)
    session.replay(GAME.parse(move) for move in moves)
    return session


def sit_at(state: State, names: tuple[str, ...] = NAMES) -> Session:
    """Return a game at this position."""
    session = Session(GAME, Options(), names[: len(state.hands)], DealCode(0))
    move_to(session, state)
    return session


def board_of(session: Session, viewer: int | None = 0, signs: CardSet = BLOCKS) -> ExitStageRightBoard:
    """Return the board as this seat sees it, without an app."""
    board = ExitStageRightBoard(signs)
    board.caption = str(session.deal_code) if len(session.names) == 1 else ""
    board.show(session.look(viewer))
    return board


def hands_of(session: Session) -> tuple[tuple[Single, ...], ...]:
    """Return the true hands of all seats."""
    state: State = truth(session)
    return state.hands


# The app


def run(
    play: Play,
    session: Session | None = None,
    *,
    begin: Callable[[CardTable], None] | None = None,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
    settings: Settings | None = None,
) -> CardTable:
    """Run the app from the lobby, at a table or with `begin`, while `play` plays.

    There are no animations unless the settings say so.
    """

    async def main() -> CardTable:
        save_settings(settings or Settings(speed="off"))
        app = CardTable(*([] if session is None else [ToTable(session)]), ascii_only=ascii_only)
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            if begin is not None:
                begin(app)
            await rest(pilot)
            await play(pilot)
        return app

    return asyncio.run(main())


def app_of(pilot: Pilot[int]) -> CardTable:
    assert isinstance(pilot.app, CardTable)
    return pilot.app


async def open_place(pilot: Pilot[int], place: Goto) -> None:
    """Open a place, as the navigator does."""
    app_of(pilot).open(place)
    await rest(pilot)


def table_of(pilot: Pilot[int]) -> TableScreen:
    """Return the table, which other screens may cover."""
    (table,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
    return table


def board_on(pilot: Pilot[int]) -> BoardWidget:
    """Return the board of the table."""
    return table_of(pilot).board


def actions_of(pilot: Pilot[int]) -> list[str]:
    """Return the notation of each action at the table so far."""
    return [str(action) for action in table_of(pilot).session.actions]


def on(pilot: Pilot[int], screen: type[Screen[Any]]) -> bool:
    """Return whether the current screen is of this kind."""
    return isinstance(pilot.app.screen, screen)


CHARACTERS = {"enter": "\r", "space": " ", "slash": "/", "question_mark": "?"}
"""The characters of keys that have a name."""


async def settle(pilot: Pilot[int]) -> None:
    """Wait until every message is handled or an error has ended the app; the layout may still be pending."""
    quiet, busy, has_keys = 0, None, False
    for number in range(MAX_ROUNDS):
        if quiet == 2 or pilot.app._exception is not None:
            return
        await asyncio.sleep(0 if number < EAGER_ROUNDS else 0.001)  # a thread may need the processor
        busy = next((node for node in _nodes(pilot) if not is_idle(node)), None)
        has_keys = isinstance(pilot.app, ResilientApp) and not pilot.app.input.is_empty
        quiet = 0 if busy or has_keys else quiet + 1
    raise AssertionError(f"the app does not come to rest: {busy}{' and keys' if has_keys else ''}")


def _nodes(pilot: Pilot[int]) -> list[MessagePump]:
    """Return the app and all its screens and widgets; to walk over the screens would take longer."""
    return [pilot.app, *pilot.app._registry]


async def rest(pilot: Pilot[int]) -> None:
    """Wait until every message is handled and the screen has been redrawn."""
    await settle(pilot)
    if pilot.app.is_running:
        pilot.app.screen._on_timer_update()  # now, instead of at the next sixtieth of a second
        await settle(pilot)


async def stand_still(pilot: Pilot[int]) -> None:
    """Wait until the screen no longer changes; some pages are laid out more than once."""
    before = ""
    while before != (now := screen_text(pilot)):
        before = now
        await rest(pilot)
        await rest(pilot)


def send(pilot: Pilot[int], *keys: str) -> None:
    """Send several keys at once, as if they had arrived together."""
    driver = pilot.app._driver
    assert driver is not None
    for key in keys:
        driver.send_message(events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))


async def tap(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, without waiting for the screen to be redrawn."""
    for key in keys:
        if not pilot.app.is_running:
            return
        send(pilot, key)
        await settle(pilot)


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, and wait until the screen is redrawn."""
    await tap(pilot, *keys)
    await rest(pilot)


async def type_text(pilot: Pilot[int], text: str) -> None:
    """Replace the text in the open dialog, and press Enter."""
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


def go_to_item(pilot: Pilot[int], name: str) -> None:
    """Move the cursor of the menu to the item with this id."""
    menu = pilot.app.screen.query_one(Menu)
    menu.at = [item.id for item in menu.items].index(name)


async def set_up(pilot: Pilot[int], game_id: str = GAME.id) -> None:
    """Open the set-up form of a game from the lobby."""
    go_to_item(pilot, game_id)
    await press(pilot, "enter")


async def act(pilot: Pilot[int], action: str) -> None:
    """Play an action without choosing it by keys."""
    table_of(pilot).act(GAME.parse(action))
    await rest(pilot)


async def play_out(pilot: Pilot[int]) -> None:
    """Play to the end with Enter alone."""
    for _ in range(99):
        if not on(pilot, TableScreen):
            return await rest(pilot)
        await tap(pilot, "enter")
    raise AssertionError("the game does not end")


async def press_later(pilot: Pilot[int], key: str) -> None:
    """Press a key a moment later than now, so that it doesn't come too soon after the screen has changed."""
    await rest(pilot)  # the screen notes when it is first shown
    driver = pilot.app._driver
    assert driver is not None
    event = events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))
    screen = pilot.app.screen
    last = screen.last_key_at if isinstance(screen, (HandOverScreen, ResultScreen)) else 0
    event.time = max(event.time, last) + 2 * max(QUIET_SECONDS, PAUSE_SECONDS)
    driver.send_message(event)
    await rest(pilot)


def lifting_keys(pilot: Pilot[int]) -> list[str]:
    """Return the keys that show the next player's hand."""
    bindings = pilot.app.screen.active_bindings.items()
    return [key for key, active in bindings if active.enabled and active.binding.action in LIFT]


async def lift_curtain(pilot: Pilot[int]) -> None:
    """Show the next player's hand."""
    keys = lifting_keys(pilot)
    await press_later(pilot, keys[0])
    assert not isinstance(pilot.app.screen, HandOverScreen), "the curtain stays down"


async def wait_for(pilot: Pilot[int], condition: Callable[[], bool]) -> None:
    """Wait until a condition holds and the screen has been redrawn since; fail if that takes too long."""
    end, held = monotonic() + MAX_SECONDS, False
    while monotonic() < end:
        await rest(pilot)
        before, held = held, condition()
        if before and held:
            return
        if not held:
            await asyncio.sleep(0.02)
    raise AssertionError(f"the condition never held; the screen shows\n{screen_text(pilot)}")


async def tap_at(pilot: Pilot[int], x: int, y: int) -> None:
    """Click on a cell of the screen, without waiting for the screen to be redrawn."""
    send_click(pilot, x, y)
    await settle(pilot)


def send_click(pilot: Pilot[int], x: int, y: int) -> None:
    """Send a left click on a cell of the screen, without waiting for the app."""
    driver = pilot.app._driver
    assert driver is not None
    for event in (events.MouseMove, events.MouseDown, events.MouseUp):
        button = 0 if event is events.MouseMove else 1
        driver.send_message(event(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False))


async def click(pilot: Pilot[int], widget: Drawing, meaning: Hashable) -> None:
    """Click on the spot of a widget with this meaning, and wait until the screen is redrawn."""
    x, y = spot(widget.canvas, meaning)
    await tap_at(pilot, widget.region.x + x, widget.region.y + y)
    await rest(pilot)


async def click_item(pilot: Pilot[int], name: str) -> None:
    """Click on the item of the menu with this id."""
    menu = pilot.app.screen.query_one(Menu)
    await click(pilot, menu, [item.id for item in menu.items].index(name))


def spot(canvas: Canvas, meaning: Hashable) -> tuple[int, int]:
    """Return a cell where a click has this meaning."""
    x, y = find_spot(canvas, meaning) or (-1, -1)
    assert y >= 0, f"no click means {meaning}"
    return x, y


def find_spot(canvas: Canvas, meaning: Hashable) -> tuple[int, int] | None:
    """Return the first cell, row by row, where a click has this meaning, if there is any."""
    cells = {
        (y, x)
        for box, target in canvas._targets
        if target == meaning
        for y in range(max(0, box.y), min(canvas.height, box.y + box.height))
        for x in range(max(0, box.x), min(canvas.width, box.x + box.width))
    }
    return next(((x, y) for y, x in sorted(cells) if canvas.target_at(x, y) == meaning), None)


# The screen


def strips(pilot: Pilot[int]) -> list[Strip]:
    """Return the rows of the screen with their styles."""
    return pilot.app.screen._compositor.render_strips()


def screen_text(pilot: Pilot[int]) -> str:
    """Return the text on the screen."""
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips(pilot))


def flowing_text(pilot: Pilot[int]) -> str:
    """Return the text on the screen as one line, so that it doesn't matter where it wraps."""
    return " ".join(screen_text(pilot).split())


def key_bar(pilot: Pilot[int]) -> str:
    """Return the text of the key bar."""
    return screen_text(pilot).splitlines()[-1]


def screen_picture(pilot: Pilot[int]) -> str:
    """Return the screen as an SVG, without random ids and remote fonts."""
    svg = re.sub(r"terminal-\d+-", "terminal-", pilot.app.export_screenshot(title="Cardtable"))
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines())


def golden(name: str, found: str) -> None:
    """Compare a text with the snapshot of this name, or write the snapshot."""
    path = SNAPSHOTS / name
    if os.environ.get(WRITES_GOLDENS):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{found.rstrip()}\n", "utf-8")
        return
    expected = path.read_text("utf-8") if path.exists() else ""
    assert f"{found.rstrip()}\n" == expected, f"{name} has changed; {WRITES_GOLDENS}=1 updates it\n{found}"
