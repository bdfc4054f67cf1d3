"""The statistics and the daily deal in the app."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.rooms.kit.goto import ToStatistics
from cardtable.store.archive import Archive
from cardtable.store.rows import GameEntry
from cardtable.table import daily
from cardtable.table.daily import daily_history, deal_daily
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.statistics import StatisticsScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.table.entries import NOON, row
from tests.table.sittings import play_on
from tests.tui.screens import (
    click,
    golden,
    on,
    press,
    rest,
    run,
    screen_text,
    send,
    stand_still,
    table_of,
    wait_for,
)

TODAY = date(2026, 11, 20)
SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=str)


@pytest.fixture(autouse=True)
def _fixed_day(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(daily, "today", lambda: TODAY)
    monkeypatch.setattr("cardtable.rooms.statistics.today", lambda: TODAY)
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that makes the archive return these entries."""

    def store(*entries: GameEntry) -> None:
        monkeypatch.setattr(Archive, "entries", lambda archive: list(entries))

    return store


def some_games() -> list[GameEntry]:
    """Return a week of daily deals, games alone with two hand sizes, and games of several players."""
    days = [TODAY - timedelta(days=ago) for ago in (1, 2, 3, 5)]
    entries = [row(at, margin, hand_size=5 + 2 * (at % 2)) for at, margin in enumerate((3, -4, 1, -1, 0, 6, 2, 1), 1)]
    for at, day in enumerate(days):
        code = str(daily.daily_of(day).deal_code)
        touched = NOON - timedelta(days=(TODAY - day).days)
        entries.append(replace(row(20 + at, at - 1), daily=day.isoformat(), deal=code, touched=touched))
    entries += [row(30, 4, hinted=1), row(31, 7, kind="clash", seats=2), row(32, 12, kind="tradewinds", seats=4)]
    return entries


def entries_of(pilot: Pilot[int]) -> list[GameEntry]:
    lazy_archive: LazyArchive = pilot.app.records.saved_games  # type: ignore[attr-defined]  # the app is ours
    return lazy_archive.archive.entries()


def session_on(pilot: Pilot[int]) -> Session:
    return table_of(pilot).session


# Statistics


def test_a_key_opens_the_statistics_and_a_key_closes_them(stored: Callable[..., None]) -> None:
    stored(*some_games())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "s")
        assert on(pilot, StatisticsScreen)
        await press(pilot, "down", "enter")
        assert on(pilot, Reader)
        assert "Alone, by hand size" in screen_text(pilot)
        await press(pilot, "q", "q")
        assert on(pilot, Lobby)

    run(play)


def test_the_page_of_a_game_can_be_opened_at_once(stored: Callable[..., None]) -> None:
    stored(*some_games())

    async def play(pilot: Pilot[int]) -> None:
        lobby = pilot.app.screen
        assert isinstance(lobby, Lobby)
        lobby.go(ToStatistics("tradewinds"))
        await pilot.pause()
        assert on(pilot, Reader)
        assert "Tradewinds: statistics" in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, StatisticsScreen)

    run(play)


def test_a_click_opens_the_statistics_of_a_game(stored: Callable[..., None]) -> None:
    stored(*some_games())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "s")
        await click(pilot, pilot.app.screen.query_one(Menu), 3)
        assert on(pilot, Reader)
        assert "Clash: statistics" in screen_text(pilot)
        assert "Ann: 1 played, 1 won" in screen_text(pilot)

    run(play)


# The daily deal


def test_a_key_opens_the_daily_deal() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "d")
        assert on(pilot, TableScreen)
        assert "daily deal" in screen_text(pilot)
        (entry,) = entries_of(pilot)
        assert (entry.daily, entry.length) == ("2026-11-20", 0)

    run(play)


@pytest.mark.parametrize(("key", "screen"), [("d", TableScreen), ("s", StatisticsScreen)])
def test_a_key_pressed_twice_at_once_opens_one_screen(key: str, screen: type[object]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        send(pilot, key, key)
        await rest(pilot)
        assert sum(isinstance(each, screen) for each in pilot.app.screen_stack) == 1

    run(play)


def finish_daily() -> None:
    """Save a finished daily deal."""
    lazy_archive = LazyArchive()
    session = deal_daily(TODAY)
    lazy_archive.save(session, TODAY.isoformat())
    play_on(session, Key(5), 999)
    lazy_archive.close()


def test_a_finished_daily_deal_shows_its_result_and_can_be_played_again() -> None:
    async def play(pilot: Pilot[int]) -> None:
        finish_daily()
        await press(pilot, "d")
        assert on(pilot, ChoiceDialog)
        assert "Streak: 1 day" in screen_text(pilot)
        await press(pilot, "h")
        assert "2026-11-20: lost" in screen_text(pilot)
        await press(pilot, "q", "d", "a")
        assert on(pilot, TableScreen)
        play_on(session_on(pilot), Key(6), 999)
        assert [entry.daily for entry in entries_of(pilot)] == ["", "2026-11-20"]
        assert daily_history(entries_of(pilot), TODAY).played == 1

    run(play)


def test_holding_enter_starts_no_other_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        finish_daily()
        await press(pilot, "d", "enter")
        assert on(pilot, Lobby)

    run(play)


def test_a_daily_deal_in_another_window_can_be_left_or_taken_over() -> None:
    other = LazyArchive()

    async def play(pilot: Pilot[int]) -> None:
        daily.open_daily(other, TODAY)
        await press(pilot, "d")
        await wait_for(pilot, lambda: "The daily deal is open in another window." in screen_text(pilot))
        await press(pilot, "n")
        assert on(pilot, Lobby)
        await press(pilot, "d", "t")
        assert on(pilot, TableScreen)
        other.close()

    run(play)


# Snapshots


@SIZES
@pytest.mark.parametrize(
    ("name", "keys"),
    [("list", ()), ("daily", ("enter",)), ("game", ("down", "enter")), ("chart", ("down", "enter", "space"))],
)
def test_snapshots_of_the_statistics(
    name: str, keys: tuple[str, ...], size: tuple[int, int], stored: Callable[..., None]
) -> None:
    stored(*some_games())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "s", *keys)
        await stand_still(pilot)
        golden(f"statistics-{name}-{size[0]}x{size[1]}.txt", screen_text(pilot))

    run(play, size=size)


def test_snapshot_of_a_chart_in_ascii(stored: Callable[..., None]) -> None:
    stored(*some_games())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "s", "down", "enter")
        await stand_still(pilot)
        golden("statistics-game-ascii.txt", screen_text(pilot))
        assert screen_text(pilot).isascii()

    run(play, ascii_only=True)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
def test_snapshot_of_the_daily_result(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        finish_daily()
        await press(pilot, "s", "d")
        await stand_still(pilot)
        golden(f"statistics-daily-result-{size[0]}x{size[1]}.txt", screen_text(pilot))

    run(play, size=size)
