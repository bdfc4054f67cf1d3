"""The levels on the screen."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.practice.levels import all_levels, save_stars
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.screens.levels import LevelPanel, LevelsScreen
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.tui.review.practising import in_room
from tests.tui.screens import click, flowing_text, go_to_item, golden, on, press, run, screen_text, table_of, wait_for


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (80, 24), (40, 12)])
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
        assert "To open it, win level 1, 2 or 3." in flowing_text(pilot)
        await press(pilot, "left", "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).room.session.deal_code == all_levels()[2].deal.deal_code

    in_room(play)


def test_a_click_shows_a_level_and_another_one_plays_it() -> None:
    async def play(pilot: Pilot[int]) -> None:
        go_to_item(pilot, "levels")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, LevelsScreen))
        menu = pilot.app.screen.query_one(Menu)
        at = [item.id for item in menu.items].index("2")
        await click(pilot, menu, at)
        assert "Play level 2" in screen_text(pilot)
        await click(pilot, menu, at)
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).room.session.deal_code == all_levels()[1].deal.deal_code

    in_room(play, size=(80, 24))


def test_the_button_below_the_text_plays_the_level() -> None:
    async def play(pilot: Pilot[int]) -> None:
        go_to_item(pilot, "levels")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, LevelsScreen))
        await click(pilot, pilot.app.screen.query_one(LevelPanel), True)
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).room.session.deal_code == all_levels()[0].deal.deal_code

    in_room(play, size=(80, 24))


@pytest.mark.parametrize("number", [1, 9, 21, 40])
def test_the_panel_says_everything_in_a_small_terminal(number: int) -> None:
    """Nothing is cut, neither of the longest goal nor of a closed level."""

    async def play(pilot: Pilot[int]) -> None:
        go_to_item(pilot, "levels")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, LevelsScreen))
        screen = pilot.app.screen
        assert isinstance(screen, LevelsScreen)
        screen.room.selected = number
        screen.show_room()
        await pilot.pause()
        row, text = screen.room.rows[number - 1], " ".join(screen.query_one(LevelPanel).text().split())
        for each in (row.title, row.level.goal.sentence, *row.about, *(needs for _, needs, _ in row.steps)):
            assert each in text

    in_room(play, size=(80, 24))


def test_the_table_shows_the_goal_of_a_level_and_what_the_stars_need() -> None:
    level = all_levels()[2]

    async def play(pilot: Pilot[int]) -> None:
        beside = " ".join(line[56:] for line in screen_text(pilot).splitlines())
        assert level.purpose in " ".join(beside.split())
        assert "largest margin" not in screen_text(pilot), "the level has a goal of its own"

    run(play, level.session(("Ann",)))
