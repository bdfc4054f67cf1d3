"""The app and its boards as a test meets them: a table with a known deal, what the player then sees, and goldens.

    def test_something() -> None:
        async def play(pilot: Pilot[int]) -> None:
            await press(pilot, "right", "enter")
            assert "Ann plays" in screen_text(pilot)

        run(play, sit())

A pilot sleeps for each key and each click, so `press` and `click` send them without it and wait once. A picture of a
board takes a thousandth of that: what can be seen on `board.drawn(width, height).text()` is tested there.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Container, Hashable, Iterable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.strip import Strip

from cardtable.engine.cards import Single
from cardtable.engine.chance import DealCode
from cardtable.engine.game import Step
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Began, Options, State
from cardtable.store.settings import Settings, save_settings
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.exit_stage_right import ExitStageRightBoard
from cardtable.tui.canvas import Canvas
from cardtable.tui.faces import BLOCKS, CardSet
from cardtable.tui.lifecycle import ResilientApp
from cardtable.tui.screens.curtain import QUIET_SECONDS, Curtain
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.menu import Menu

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
DEAL = "QB9R-XBDB"
MOVES = (
    *("Square", "refill top middle bottom", "Triangle", "refill top middle bottom"),
    *("Triangle", "Hollow", "Triangle", "Partial down middle", "refill top middle"),
)
"""By the deal above, alone: they lead to the middle of a game."""
SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITES_GOLDENS = "CARDTABLE_WRITE_GOLDENS"
"""Where this is set, goldens are written anew instead of compared."""
MOST_ROUNDS = 20_000
"""Rounds of the event loop after which an app that is still busy is taken for one that never rests."""
A_PICTURE = 1 / 40
"""Seconds within which a changed screen is drawn, which happens sixty times a second."""
PATIENCE = 40
"""How often a test looks again for what must come."""

Play = Callable[[Pilot[int]], Awaitable[None]]


def usually(kept: Container[Any], values: Iterable[Any]) -> list[Any]:
    """Parameters that prove the same thing: the usual run tries those kept, the deep one all."""
    return [value if value in kept else pytest.param(value, marks=pytest.mark.deep) for value in values]


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
    """A game of Exit Stage Right by a fixed deal, in which these moves have been made."""
    session = Session(GAME, Options(**options), names[:seats], DealCode.parse(deal), persons)
    session.replay(GAME.parse(move) for move in moves)
    return session


def sit_at(state: State, names: tuple[str, ...] = NAMES) -> Session:
    """A game that stands at this position."""
    session = Session(GAME, Options(), names[: len(state.hands)], DealCode(0))
    session._start = Step(state, (Began(state.turn or 0, ()),))
    session._last_to_see = session._player(session.turn)
    return session


def board_of(session: Session, viewer: int | None = 0, signs: CardSet = BLOCKS) -> ExitStageRightBoard:
    """The board as this seat sees it; no app runs, so nothing it posts arrives."""
    board = ExitStageRightBoard(signs)
    board.caption = str(session.code) if len(session.names) == 1 else ""
    board.show(session.look(viewer))
    return board


def hands_of(session: Session) -> tuple[tuple[Single, ...], ...]:
    """What everybody really holds."""
    state: State = session._state
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
    """Let the app run, from the lobby, at a table or with what `begin` does, while `play` plays.

    Moves are shown at once unless it is said.
    """

    async def main() -> CardTable:
        save_settings(settings or Settings(speed="off"))
        app = CardTable(session, begin=begin, ascii_only=ascii_only)
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            await play(pilot)
        return app

    return asyncio.run(main())


def table_of(pilot: Pilot[int]) -> TableScreen:
    """The table, which may lie under another screen."""
    (table,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
    return table


def board_on(pilot: Pilot[int]) -> BoardWidget:
    """The board on the table."""
    return table_of(pilot).board


CHARACTERS = {"enter": "\r", "space": " ", "slash": "/", "question_mark": "?"}
"""What keys with a name write."""


async def settle(pilot: Pilot[int]) -> None:
    """Wait until nobody has a message left, or a fault has ended the app; the screen may still have to be laid out."""
    quiet, busy = 0, list[str]()
    for _ in range(MOST_ROUNDS):
        if quiet == 2 or pilot.app._exception is not None:
            return
        await pilot._wait_for_screen()
        await asyncio.sleep(0)
        busy = [str(node) for node in _nodes(pilot) if _is_busy(node)]
        if isinstance(pilot.app, ResilientApp) and not pilot.app.input.is_empty:
            busy.append("keys")
        quiet = 0 if busy else quiet + 1
    raise AssertionError(f"the app does not come to rest: {', '.join(busy)}")


def _nodes(pilot: Pilot[int]) -> list[MessagePump]:
    """Everybody who gets messages."""
    return [pilot.app, *(node for screen in pilot.app.screen_stack for node in screen.walk_children(with_self=True))]


def _is_busy(node: MessagePump) -> bool:
    waiting: object = node._pending_message
    return waiting is not None or not node._message_queue.empty()


async def rest(pilot: Pilot[int]) -> None:
    """Wait until the screen shows how things stand: until everybody is done and the next picture has been drawn."""
    await settle(pilot)
    await asyncio.sleep(A_PICTURE)
    await settle(pilot)


async def stand_still(pilot: Pilot[int]) -> None:
    """Wait until the picture stays as it is: some pages are laid out more than once before they are."""
    before = ""
    while before != (now := screen_text(pilot)):
        before = now
        await rest(pilot)
        await rest(pilot)


def send(pilot: Pilot[int], *keys: str) -> None:
    """Press several keys at once, as when they arrive in one read."""
    driver = pilot.app._driver
    assert driver is not None
    for key in keys:
        driver.send_message(events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))


async def tap(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after the other, without looking at the screen."""
    for key in keys:
        if not pilot.app.is_running:
            return
        send(pilot, key)
        await settle(pilot)


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after the other; then the screen shows what came of it."""
    await tap(pilot, *keys)
    await rest(pilot)


async def set_up(pilot: Pilot[int], game_id: str = GAME.id) -> None:
    """From the lobby, open the form of a game."""
    menu = pilot.app.screen.query_one(Menu)
    menu.at = [item.id for item in menu.items].index(game_id)
    await press(pilot, "enter")


async def act(pilot: Pilot[int], action: str) -> None:
    """Make a move as if it had been chosen, which costs fewer keys."""
    table_of(pilot)._act(GAME.parse(action))
    await rest(pilot)


async def lift_curtain(pilot: Pilot[int]) -> None:
    """Say that the next player is there, by whichever key does it, and again where that was too soon."""
    for _ in range(PATIENCE):
        await asyncio.sleep(QUIET_SECONDS)
        keys = [key for key, active in pilot.app.screen.active_bindings.items() if active.binding.action == "dismiss"]
        await press(pilot, keys[0])
        if not isinstance(pilot.app.screen, Curtain):
            return
    raise AssertionError("the curtain stays down")


async def wait_for(pilot: Pilot[int], what: Callable[[], bool]) -> None:
    """Wait for what must come soon."""
    for _ in range(PATIENCE):
        await rest(pilot)
        if what():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"it did not come; on the screen is\n{screen_text(pilot)}")


async def tap_at(pilot: Pilot[int], x: int, y: int) -> None:
    """Click with the left button on a cell of the screen, without looking."""
    send_click(pilot, x, y)
    await settle(pilot)


def send_click(pilot: Pilot[int], x: int, y: int) -> None:
    """Send a click of the left button on a cell of the screen, without waiting for the app."""
    driver = pilot.app._driver
    assert driver is not None
    for event in (events.MouseMove, events.MouseDown, events.MouseUp):
        button = 0 if event is events.MouseMove else 1
        driver.send_message(event(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False))


async def click(pilot: Pilot[int], widget: Drawing, meaning: Hashable) -> None:
    """Click on the spot of a widget that means this; then the screen shows what came of it."""
    x, y = spot(widget.canvas, meaning)
    await tap_at(pilot, widget.region.x + x, widget.region.y + y)
    await rest(pilot)


def spot(canvas: Canvas, meaning: Hashable) -> tuple[int, int]:
    """A cell on which a click means this."""
    for y in range(canvas.height):
        for x in range(canvas.width):
            if canvas.target_at(x, y) == meaning:
                return x, y
    raise AssertionError(f"no click means {meaning}")


# What is seen


def strips(pilot: Pilot[int]) -> list[Strip]:
    """The rows of the screen, with their styles."""
    return pilot.app.screen._compositor.render_strips()


def screen_text(pilot: Pilot[int]) -> str:
    """What the player sees, without colour."""
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips(pilot))


def screen_picture(pilot: Pilot[int]) -> str:
    """What the player sees as an SVG, without names that are new each time and without fonts from elsewhere."""
    svg = re.sub(r"terminal-\d+-", "terminal-", pilot.app.export_screenshot(title="Cardtable"))
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines())


def golden(name: str, found: str) -> None:
    """Compare with what is kept under this name, or keep it."""
    path = SNAPSHOTS / name
    if os.environ.get(WRITES_GOLDENS):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{found.rstrip()}\n", "utf-8")
        return
    kept = path.read_text("utf-8") if path.exists() else ""
    assert f"{found.rstrip()}\n" == kept, f"{name} is not as it was; {WRITES_GOLDENS}=1 writes it anew\n{found}"
