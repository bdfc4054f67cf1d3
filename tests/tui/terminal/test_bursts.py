"""Bursts of keys: they do the same as keys typed slowly, without crashes, blank screens or closed tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.engine.chance import DealCode
from cardtable.rooms.kit.goto import ToLostGame
from cardtable.tui.app import CardTable
from cardtable.tui.screens import hand_over
from cardtable.tui.screens.app_screen import AppScreen
from cardtable.tui.screens.board_screen import BoardScreen, PlayScreen
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog, Dialog
from cardtable.tui.screens.hand_over import HandOverScreen, PublicMoment
from cardtable.tui.screens.learn import ListScreen
from cardtable.tui.screens.learning_screen import LearningScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import ScrollScreen
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.terminal import input_queue
from cardtable.tui.terminal.textual_private import SturdyPalette
from cardtable.tui.widgets.menu import Menu
from tests.engine.walks import PROFILE
from tests.tui.openings import OPENINGS, Opening, go_home, go_to, screens_of
from tests.tui.screens import (
    DEAL,
    app_of,
    lift_curtain,
    press,
    rest,
    run,
    screen_text,
    send,
    send_click,
    settle,
    sit,
    spot,
    table_of,
    tap,
    tap_at,
)

COUNTS = (2, 3, 6, 20)
"""How many times a key arrives in one burst."""
HARMLESS = ("enter", "escape", "space", "slash", "question_mark", "ctrl+p", "up", "down", "r", "l", "w", "s")
"""Keys that never close the table, however often they are pressed and whatever screens cover it."""

BASES: tuple[type[Screen[Any]], ...] = (
    AppScreen,
    RoomScreen,
    BoardScreen,
    Dialog,
    HandOverScreen,
    LearningScreen,
    ListScreen,
    PlayScreen,
    ScrollScreen,
    SturdyPalette,
)
"""Base classes of screens; none of them is ever shown itself."""

pytestmark = pytest.mark.usefixtures("no_quitting")


def check(pilot: Pilot[int]) -> None:
    """Check that the app runs without an error and shows one of our screens."""
    app = pilot.app
    assert isinstance(app, CardTable)
    assert not app.faults
    assert app.is_running
    assert app.input.is_empty
    assert screens_of(pilot)[:1] == [Lobby], "a blank screen"


def at(opening: Opening, play: Callable[[Pilot[int]], Awaitable[None]]) -> None:
    """Start an app, go to the screen of an opening and play there."""
    lazy_archive = opening.fill() if opening.fill is not None else None

    async def play_there(pilot: Pilot[int]) -> None:
        await go_to(pilot, opening)
        await play(pilot)

    try:
        run(play_there)
    finally:
        if lazy_archive is not None:
            lazy_archive.close()


def kinds_of_screens(kind: type[Screen[object]] = Screen) -> Iterator[type[Screen[object]]]:
    """Yield each screen class of the project."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("cardtable.") and each not in BASES:
            yield each
        yield from kinds_of_screens(each)


def test_there_is_an_opening_for_every_screen() -> None:
    assert {opening.screen for opening in OPENINGS} == set(kinds_of_screens())


def test_six_enters_at_once_are_harmless_on_every_screen() -> None:
    some = OPENINGS if PROFILE == "deep" else OPENINGS[::2]

    async def play(pilot: Pilot[int]) -> None:
        for opening in some:
            if opening.fill is None:
                await go_to(pilot, opening)
                send(pilot, *["enter"] * 6)
                await settle(pilot)
                check(pilot)
                assert opening.session is None or TableScreen in screens_of(pilot), opening.title
                await go_home(pilot)

    run(play)


@pytest.mark.parametrize("opening", [each for each in OPENINGS if each.fill], ids=lambda opening: opening.title)
def test_six_enters_at_once_are_harmless_with_saved_games(opening: Opening) -> None:
    outcome_of(opening, "enter", 6, together=True)


def outcome_of(opening: Opening, key: str, count: int, *, together: bool) -> list[type[Screen[object]]]:
    """Return the open screens after a key was pressed `count` times."""
    found: list[type[Screen[object]]] = []

    async def play(pilot: Pilot[int]) -> None:
        had_table = TableScreen in screens_of(pilot)
        for keys in [[key] * count] if together else [[key]] * count:
            send(pilot, *keys)
            await rest(pilot)
        check(pilot)
        if had_table and key in HARMLESS:
            assert TableScreen in screens_of(pilot)
        found.extend(screens_of(pilot))

    at(opening, play)
    return found


def keys_bound(opening: Opening) -> list[str]:
    """List the keys that work on a screen, except those that suspend or quit."""
    found: list[str] = []

    async def look(pilot: Pilot[int]) -> None:
        found.extend({**pilot.app.screen.active_bindings, **dict.fromkeys(menu_keys(pilot))})

    at(opening, look)
    return [key for key in found if key not in ("ctrl+z", "ctrl+q", "ctrl+c", "super+c")]


def menu_keys(pilot: Pilot[int]) -> Iterable[str]:
    """List the keys shown beside menu items."""
    return [item.key for menu in pilot.app.screen.query(Menu) for item in menu.items if item.key]


@pytest.mark.deep  # every key on every screen
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: opening.title)
def test_every_key_does_the_same_in_a_burst_as_one_by_one(
    opening: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.tui.screens.exercise.fresh_code", lambda: DealCode.parse(DEAL))
    for number, key in enumerate(keys_bound(opening)):
        for count in COUNTS:
            found = []
            for together in (True, False):
                folder = tmp_path / f"{number}-{count}-{together}"
                folder.mkdir()
                monkeypatch.chdir(folder)
                monkeypatch.setenv("CARDTABLE_DATA", str(folder / "data"))
                found.append(outcome_of(opening, key, count, together=together))
            assert found[0] == found[1], (key, count)


# Typing ahead


def test_an_action_typed_ahead_is_played() -> None:
    async def play(pilot: Pilot[int]) -> None:
        send(pilot, "slash", *"square", "enter")
        await rest(pilot)
        assert [str(action) for action in table_of(pilot).session.actions] == ["Square"]

    run(play, sit())


def test_two_enters_typed_ahead_play_two_actions() -> None:
    async def play(pilot: Pilot[int]) -> None:
        send(pilot, "slash", "enter", "enter")
        await rest(pilot)
        assert screens_of(pilot) == [Lobby, TableScreen]
        assert len(table_of(pilot).session.actions) == 2

    run(play, sit())


def test_a_command_typed_ahead_is_found_in_the_palette() -> None:
    async def play(pilot: Pilot[int]) -> None:
        send(pilot, "ctrl+p", *"rules clash", "enter")
        await rest(pilot)
        assert "Clash: rules" in screen_text(pilot)

    run(play)


def test_keys_typed_ahead_do_not_lift_the_curtain() -> None:
    """The next hand stays hidden, whatever the player before typed ahead."""

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "enter")
        send(pilot, "enter", *["space"] * 30)
        await rest(pilot)
        assert screens_of(pilot)[-1] is PublicMoment
        await lift_curtain(pilot)
        assert table_of(pilot).viewer == 1

    run(play, sit(2, first=1))


def test_a_held_key_does_not_lift_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_over, "QUIET_SECONDS", 60)  # the machine may be busy between two keys

    async def play(pilot: Pilot[int]) -> None:
        for _ in range(30):
            await tap(pilot, "space")
        assert screens_of(pilot)[-1] is PublicMoment

    run(play, sit(2, first=1))


# Takeovers


@pytest.mark.parametrize("turns", range(5))
def test_a_takeover_while_a_dialog_closes_is_reported(turns: int) -> None:
    """A turn is one step of the event loop between the key and the takeover."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "question_mark")
        send(pilot, "escape")
        for _ in range(turns):
            await asyncio.sleep(0)
        table_of(pilot).answer(ToLostGame(None))
        await rest(pilot)
        check(pilot)
        assert screens_of(pilot) == [Lobby, ChoiceDialog]

    run(play, sit())


# The mouse


def test_a_double_click_does_not_reach_the_screen_that_it_opens() -> None:
    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        x, y = spot(menu.canvas, [item.id for item in menu.items].index("clash"))
        for _ in range(2):
            send_click(pilot, menu.region.x + x, menu.region.y + y)
        await rest(pilot)
        assert screens_of(pilot) == [Lobby, SetUpScreen]

    run(play)


def test_clicks_do_the_same_in_a_burst_as_one_by_one() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        menu = pilot.app.screen.query_one(Menu)
        x, y = menu.region.x + 2, menu.region.y
        for _ in range(4):
            send_click(pilot, x, y)
        await rest(pilot)
        check(pilot)
        assert screens_of(pilot) == [Lobby, TableScreen]
        assert len(table_of(pilot).session.actions) == 1
        await press(pilot, "slash")
        assert isinstance(pilot.app.screen, ActionDialog)

    run(play, sit())


def test_only_the_last_mouse_move_waits() -> None:
    async def play(pilot: Pilot[int]) -> None:
        driver = pilot.app._driver
        assert driver is not None
        send(pilot, "enter")
        for x in range(500):
            driver.send_message(events.MouseMove(None, x % 80, 3, 0, 0, 0, shift=False, meta=False, ctrl=False))
        await rest(pilot)
        check(pilot)
        assert pilot.app.mouse_position == (499 % 80, 3)

    run(play)


def test_keys_without_end_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_queue, "MAX_WAITING", 5)

    async def play(pilot: Pilot[int]) -> None:
        queue = app_of(pilot).input
        for _ in range(500):
            queue.put(events.Key("down", None))
        assert len(queue._waiting) == 5
        await rest(pilot)
        check(pilot)

    run(play)


def test_a_double_click_on_the_message_after_ctrl_c_is_harmless() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+c")
        for _ in range(2):
            await tap_at(pilot, 50, 21)
        assert pilot.app._exception is None

    run(play, sit())
