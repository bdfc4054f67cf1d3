"""The help: it lists every key of a screen once, in letters."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from cardtable.engine.chance import DealCode
from cardtable.games import GAMES
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.key_help import key_rows
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.table import TableScreen
from tests.tui.learn.learning import lesson_on, progress_of
from tests.tui.screens import (
    board_on,
    click_item,
    flowing_text,
    on,
    press,
    rest,
    run,
    screen_text,
    sit,
    tap_at,
    usually_diagonal,
    wait_for,
)

SEVERAL = {"left": ["arrows"], "1 to 9": list("123456789")}
"""The keys that a name on the page stands for."""
OURS = (
    *("move", "way", "first", "last", "choose", "pick", "face", "refill", "undo", "redo", "type", "log", "rules"),
    *("deal", "leave", "start", "back", "turn", "enter", "app.help", "app.rules", "app.quit", "quit"),
)
"""How the actions of our own keys begin."""


async def check_help(pilot: Pilot[int]) -> None:
    """Check that the help lists every key that works here once."""
    works = {
        pilot.app.get_key_display(active.binding): active.binding
        for active in pilot.app.screen.active_bindings.values()
        if active.enabled and active.binding.description and "copy" not in active.binding.action
    }
    await press(pilot, "question_mark")
    if isinstance(pilot.app.screen, ChoiceDialog):
        await press(pilot, "k")
    page = screen_text(pilot)
    names = ", ".join(line[1:25].strip(" ,") for line in page.splitlines()[1:-1] if line[1:25].strip())
    told = names.split(", ")
    covered = {*told, *(each for name in told for each in SEVERAL.get(name, ()))}
    assert not [key for key, binding in works.items() if key not in covered and binding.action.startswith(OURS)]
    assert sorted(told) == sorted(set(told))


@pytest.mark.parametrize("keys", [(), ("enter",)], ids=["lobby", "set-up"])
def test_help_lists_every_key_of_the_screen(keys: tuple[str, ...]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *keys)
        await check_help(pilot)

    run(play, size=(80, 40))


def test_help_lists_every_key_of_the_table() -> None:
    run(check_help, sit(), size=(80, 60))


def test_keys_are_shown_in_letters() -> None:
    app = CardTable()
    shown = [app.get_key_display(binding) for binding in app._bindings.key_to_bindings.get("ctrl+q", [])]
    assert shown == ["ctrl+q"]


@pytest.mark.parametrize("game_id", ["wind-city", "tradewinds", "clash"])
def test_the_keys_page_lists_each_key_of_the_game_once(game_id: str) -> None:
    game = GAMES[game_id]
    seats = game.seats[0]
    session = Session(game, game.options(), ("Ann", "Bob", "Cleo", "Dan")[:seats], DealCode(7), (0,) * seats)

    async def play(pilot: Pilot[int]) -> None:
        rows = key_rows(pilot.app.screen)
        names = [key for keys, _ in rows for key in keys.split(", ")]
        assert len(names) == len(set(names))
        signs = ("1 [1] 11", "1!", "1:40/140")
        digits = [keys for keys, _ in rows if keys.startswith("1") and keys not in signs]
        assert digits == (["1-5"] if game_id == "wind-city" else ["1 to 9"])
        assert not {"Next action", "Last card, or the deck"} & {what for _, what in rows}

    run(play, session)


def test_the_keys_of_another_game_are_not_listed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert {"f", "c", "p"} <= {keys for keys, _ in key_rows(pilot.app.screen)}
        assert "e" not in {keys for keys, _ in key_rows(pilot.app.screen)}

    run(play, sit())


@pytest.mark.parametrize(("size", "by_mouse"), usually_diagonal([(80, 24), (120, 40), (40, 12)], [False, True]))
@pytest.mark.parametrize("game_id", list(GAMES))
def test_help_at_the_table_says_what_the_goal_is(game_id: str, size: tuple[int, int], by_mouse: bool) -> None:
    game = GAMES[game_id]
    seats = game.seats[0]
    session = Session(game, game.options(), ("Ann", "Bob", "Cleo", "Dan")[:seats], DealCode(7), (0,) * seats)

    async def play(pilot: Pilot[int]) -> None:
        if by_mouse:
            await tap_at(pilot, screen_text(pilot).splitlines()[-1].index("Help"), size[1] - 1)
            await rest(pilot)
        else:
            await press(pilot, "question_mark")
        about = pilot.app.screen.query_one("Vertical > Static", Static)
        assert str(about.content).startswith("Goal: ")
        assert [label for label in ("All keys", "Rule ", "Lesson ") if label not in screen_text(pilot)] == []

    run(play, session, size=size)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_help_at_the_table_leads_to_the_ruling_and_to_the_lesson(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        table = pilot.app.screen
        before = board_on(pilot).text()
        await press(pilot, "question_mark")
        assert "Rule ES-5" in screen_text(pilot)
        assert "WON, LOST: this Complete would leave the stage" in flowing_text(pilot)
        assert screen_text(pilot).count("all others left:") == 1, "only on the status line"
        assert "r Rule ES-5         When a Single is played face up" in screen_text(pilot)
        assert re.search(r"Lesson 2, step 1  A first turn: a Single face up +│", screen_text(pilot))
        await press(pilot, "l")
        assert not on(pilot, LessonScreen), "elsewhere, this key opens the log"
        await (click_item(pilot, "lesson") if by_mouse else press(pilot, "end", "enter"))
        assert on(pilot, LessonScreen)
        entry = lesson_on(pilot).room.entry
        assert entry is not None
        await press(pilot, "n", "q")
        assert pilot.app.screen is table
        assert board_on(pilot).text() == before
        assert progress_of(entry.name) == (0, False), "looking something up saves no progress"
        await press(pilot, "question_mark", "r")
        await wait_for(pilot, lambda: "- ES-5" in screen_text(pilot))
        await press(pilot, "q", "question_mark", "k")
        assert on(pilot, Reader)
        await press(pilot, "q", "question_mark", "escape")
        assert on(pilot, TableScreen)

    run(play, sit())


def test_the_keys_page_of_a_menu_leaves_out_arrows_that_need_no_explanation() -> None:
    async def play(pilot: Pilot[int]) -> None:
        rows = dict(key_rows(pilot.app.screen))
        assert not {"up", "down", "left", "right"} & {key for keys in rows for key in keys.split(", ")}
        assert rows["home"] == "first item"

    run(play)
