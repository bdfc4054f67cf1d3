"""The levels on the screen."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.practice.levels import all_levels, save_stars
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.screens.levels import LevelsScreen
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.table import TableScreen
from tests.tui.practising import in_room
from tests.tui.screens import flowing_text, go_to_item, golden, on, press, screen_text, table_of, wait_for


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
def test_the_levels_fit(size: tuple[int, int]) -> None:
    store = LazyArchive()
    save_stars(store.archive, all_levels()[1], 2)
    store.close()

    async def play(pilot: Pilot[int]) -> None:
        go_to_item(pilot, "levels")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, LevelsScreen))
        golden(f"levels-{size[0]}x{size[1]}.txt", screen_text(pilot))

    in_room(play, size=size)


def test_an_open_level_is_played_and_watched_and_a_closed_one_says_why() -> None:
    async def play(pilot: Pilot[int]) -> None:
        go_to_item(pilot, "levels")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, LevelsScreen))
        await press(pilot, "b")
        await wait_for(pilot, lambda: on(pilot, ReplayScreen))
        await press(pilot, "q")
        await wait_for(pilot, lambda: on(pilot, LevelsScreen))
        await press(pilot, "right", "right", "right", "enter")
        assert "First, win level 1, 2 or 3." in flowing_text(pilot)
        await press(pilot, "left", "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).room.session.deal_code == all_levels()[2].deal.deal_code

    in_room(play)
