"""Imported games in the app: they stay saved, even if nothing is played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.screens.watch import WatchScreen
from tests.table.saved_games import games_on_disk, saver_of
from tests.tui.screens import MOVES, on, press, run, screen_text, sit, wait_for


def import_game(session: Session) -> None:
    """Save a game as `cardtable import` does."""
    lazy_archive = LazyArchive()
    lazy_archive.add_game(session)
    lazy_archive.close()


def inherited() -> Session:
    """Return a game whose actions all come from another game."""
    session = sit(moves=MOVES[:2])
    session.inherited_actions = 2
    return session


@pytest.mark.parametrize("position", [sit, inherited])
def test_an_imported_game_stays_saved_if_nothing_is_played(position: Callable[[], Session]) -> None:
    import_game(position())
    listed = games_on_disk()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "q")
        assert on(pilot, Lobby)
        assert games_on_disk() == listed
        assert "just now" in screen_text(pilot)
        await press(pilot, "g", "enter")
        assert on(pilot, TableScreen)

    run(play)
    assert games_on_disk() == listed, "the app ended at the table"


def test_an_imported_game_stays_saved_when_it_is_taken_over_watched_and_left() -> None:
    import_game(sit())
    other = LazyArchive()
    saver = saver_of(other.resume(1))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "t", "q")
        saver.delete_if_unplayed(sit())
        other.resume(1)
        await press(pilot, "enter", "w")
        assert on(pilot, WatchScreen)
        other.close()
        await wait_for(pilot, lambda: "The other window closed this game." in screen_text(pilot))
        await press(pilot, "enter", "q")
        assert games_on_disk() == [(1, 0)]

    run(play)


def test_an_unplayed_game_from_an_imported_one_is_deleted_and_the_imported_one_stays() -> None:
    import_game(inherited())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g", "w", "p", "p")
        assert sorted(games_on_disk()) == [(1, 2), (2, 0)]
        await press(pilot, "q")
        assert games_on_disk() == [(1, 2)]

    run(play)
