"""Random input for tests: keys, clicks, pastes and resizes, with checks after each of them."""

from __future__ import annotations

from collections import deque
from random import Random

from textual import events
from textual.pilot import Pilot

from cardtable.rooms.kit.goto import ToTable
from cardtable.store.settings import Settings, save_settings
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.screens.hand_over import HandOverScreen
from cardtable.tui.screens.table import TableScreen
from tests.engine.walks import PROFILE
from tests.table.sittings import truth
from tests.tui.screens import settle, tap, tap_at
from tests.tui.terminal.payloads import CONTROL, MARKUP

KEYS = (
    *("left", "right", "up", "down", "enter") * 4,
    *("escape", "space", "home", "end", "pageup", "pagedown", "tab", "shift+tab", "backspace", "delete"),
    *("slash", "question_mark", "ctrl+p", "ctrl+r", "ctrl+c", "ctrl+u", "ctrl+q", "ctrl+z", "f1"),
    *"ufcdlrqsnyathjkbUx123456789[]",
)
PASTES = (*MARKUP, *CONTROL, "K7QF-2M9X", "red down top", "refill top", "漢字" * 40)
STEPS = 50 if PROFILE == "quick" else 100
"""How much random input each test sends."""


class Monkey:
    """Sends random input, and remembers the last of it."""

    def __init__(self, pilot: Pilot[int], luck: Random, trail: deque[str]) -> None:
        self.pilot = pilot
        self.luck = luck
        self.trail = trail

    async def do_something(self) -> None:
        kind = self.luck.choices(("key", "click", "paste", "resize"), (80, 14, 3, 3))[0]
        self.trail.append(kind)
        await getattr(self, f"_{kind}")()

    async def _key(self) -> None:
        key = self.luck.choice(KEYS)
        self.trail[-1] = key
        await tap(self.pilot, key)

    async def _click(self) -> None:
        width, height = self.pilot.app.size
        x, y = self.luck.randrange(max(1, width)), self.luck.randrange(max(1, height))
        self.trail[-1] = f"click {x} {y}"
        await tap_at(self.pilot, x, y)

    async def _paste(self) -> None:
        text = self.luck.choice(PASTES)
        self.trail[-1] = f"paste {text!r}"
        driver = self.pilot.app._driver
        assert driver is not None
        driver.send_message(events.Paste(text))
        await settle(self.pilot)

    async def _resize(self) -> None:
        usual = self.luck.random() < 0.5
        size = (80, 24) if usual else (self.luck.randint(1, 300), self.luck.randint(1, 100))
        self.trail[-1] = f"resize {size}"
        await self.pilot.resize_terminal(*size)


def check(pilot: Pilot[int]) -> None:
    """Check that the app runs without an error, and that the table shows the current position."""
    app = pilot.app
    assert isinstance(app, CardTable)
    assert not app.faults
    assert app.is_running
    tables = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
    assert len(tables) <= 1
    for table in tables:
        check_table(table, hidden=any(isinstance(screen, HandOverScreen) for screen in app.screen_stack))


def check_table(table: TableScreen, *, hidden: bool) -> None:
    """Check that the position is valid, that the board shows it, and that the cursor is on an action."""
    session, board = table.session, table.board
    assert session.game.validate_state(truth(session)) == ()
    assert board.seen is not None
    assert hidden is (table.viewer is None)
    seen = session.look(table.viewer)
    assert (board.seen.state, board.seen.legal, board.seen.turn) == (seen.state, seen.legal, seen.turn)
    assert board.is_animating or 0 <= board.group < max(1, len(board.groups))
    assert 0 <= board.action_index < max(1, len(board.groups[board.group].actions) if board.groups else 1)


async def run_monkey(session: Session | None, luck: Random, steps: int) -> None:
    """Send random input so many times."""
    save_settings(Settings(speed=luck.choice(("off", "fast"))))
    app = CardTable(*([] if session is None else [ToTable(session)]), ascii_only=luck.random() < 0.2)
    trail: deque[str] = deque(maxlen=30)
    try:
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            monkey = Monkey(pilot, luck, trail)
            for _ in range(steps):
                await monkey.do_something()
                check(pilot)
    except BaseException as error:
        error.add_note(f"after {list(trail)}")
        raise
