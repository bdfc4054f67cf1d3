"""A game that is open in another window: watching it and taking it over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from cardtable.rooms.saved_games import GONE
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.screens.watch import WatchScreen
from tests.table.saved_games import games_on_disk
from tests.tui.screens import (
    MOVES,
    flowing_text,
    key_bar,
    on,
    press,
    rest,
    run,
    screen_text,
    send,
    sit,
    table_of,
    wait_for,
)


@pytest.fixture
def other() -> Iterator[LazyArchive]:
    """Yield the saved games as another window has them."""
    found = LazyArchive()
    yield found
    found.close()


def test_a_game_in_another_window_can_be_watched_and_taken_over(other: LazyArchive) -> None:
    session = sit()
    other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert "open in another window" in screen_text(pilot)
        await press(pilot, "w")
        assert on(pilot, WatchScreen)
        session.act(session.look(0).legal[0])
        shown = session.game.describe(session.look(0).log[-1][0], session.names)
        await wait_for(pilot, lambda: shown in screen_text(pilot))
        await press(pilot, "enter")
        assert len(session.actions) == 1
        await press(pilot, "q", "enter", "t")
        assert len(table_of(pilot).session.actions) == 1

    run(play)


def test_a_game_that_is_gone_leaves_the_list(other: LazyArchive) -> None:
    session = sit()
    saver = other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert "Continue" in screen_text(pilot)
        saver.delete_if_unplayed(session)
        await press(pilot, "enter")
        assert GONE[:30] in flowing_text(pilot)
        assert "Continue" not in screen_text(pilot)

    run(play)


def test_a_key_pressed_twice_asks_once_about_the_other_window(other: LazyArchive) -> None:
    other.save(sit())

    async def play(pilot: Pilot[int]) -> None:
        send(pilot, "enter", "enter")
        await rest(pilot)
        assert on(pilot, Lobby), "the second press has cancelled"

    run(play)


# Watching


def test_a_watcher_can_play_on_when_the_other_window_closes_the_game(other: LazyArchive) -> None:
    session = sit()
    saver = other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w", "enter")
        assert on(pilot, WatchScreen), "Enter does nothing while the game is open"
        session.act(session.look(0).legal[0])
        saver.release()
        await wait_for(pilot, lambda: "The other window closed this game." in screen_text(pilot))
        await press(pilot, "enter")
        assert len(table_of(pilot).session.actions) == 1
        await press(pilot, "enter")
        assert games_on_disk() == [(1, 2)]

    run(play)


def test_a_watcher_has_no_key_that_plays(other: LazyArchive) -> None:
    session = sit(3)
    other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w")
        bar = key_bar(pilot)
        assert "enter" not in bar
        assert "l Log" in bar
        await press(pilot, "l")
        assert ": log" in screen_text(pilot).splitlines()[0]
        assert session.game.describe(session.look(None).log[0][0], session.names)[:30] in screen_text(pilot)

    run(play)


# Takeovers


def test_players_are_told_of_a_takeover_without_pressing_a_key(other: LazyArchive) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        other.resume(1, take_over=True)
        table_of(pilot).check_takeover()
        await rest(pilot)
        assert "Another window has taken this game over." in screen_text(pilot)
        assert not any(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack)

    run(play, sit())


def test_players_are_told_of_a_takeover_behind_the_curtain(other: LazyArchive) -> None:
    async def play(pilot: Pilot[int]) -> None:
        other.resume(1, take_over=True)
        table_of(pilot).check_takeover()
        await rest(pilot)
        assert "Another window has taken this game over." in screen_text(pilot)

    run(play, sit(2))


def test_no_action_is_possible_after_a_takeover(other: LazyArchive) -> None:
    async def play(pilot: Pilot[int]) -> None:
        taken_over = other.resume(1, take_over=True)
        await press(pilot, "enter")
        assert on(pilot, ChoiceDialog)
        assert games_on_disk() == [(1, len(taken_over.actions))]

    run(play, sit(moves=MOVES))
