"""The Settings screen, changed keys, and pictures of the screen."""

from __future__ import annotations

import os
import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.keys import format_key
from textual.pilot import Pilot

from cardtable.rooms.kit.goto import ToLesson, ToSettings
from cardtable.rooms.kit.keys import key_label, key_name, valid_keys
from cardtable.store.settings import Settings, load_settings, override, save_settings
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.settings import KeyDialog, SettingsScreen, ThemeDialog
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.tui.forms import form_of, go_to_row
from tests.tui.screens import (
    MOVES,
    app_of,
    click,
    click_item,
    flowing_text,
    key_bar,
    on,
    open_place,
    press,
    rest,
    run,
    screen_text,
    set_up,
    sit,
    stand_still,
    table_of,
    type_text,
    usually_diagonal,
    wait_for,
)


def test_each_setting_applies_at_once_and_is_saved() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "o")
        assert isinstance(pilot.app.screen, SettingsScreen)
        background = pilot.app.screen.styles.background
        go_to_row(pilot, "theme")
        await press(pilot, "right")
        await rest(pilot)
        assert pilot.app.theme == load_settings().theme == "felt-light"
        assert pilot.app.screen.styles.background != background
        go_to_row(pilot, "cards")
        assert "▒" in screen_text(pilot)
        await press(pilot, "left")
        assert load_settings().cards == "ascii"
        assert screen_text(pilot).isascii()
        go_to_row(pilot, "speed")
        await press(pilot, "right")
        assert load_settings().speed == "fast"
        go_to_row(pilot, "names")
        await press(pilot, "enter")
        await type_text(pilot, "Ann, ann")
        assert "can't both be called ann" in screen_text(pilot)
        await type_text(pilot, "Zoë, Ben")
        assert load_settings().names == ("Zoë", "Ben")
        await press(pilot, "escape")
        await set_up(pilot)
        assert "Zoë" in screen_text(pilot)
        await press(pilot, "enter")
        assert table_of(pilot).session.names == ("Zoë",)

    run(play)


@pytest.mark.parametrize(("size", "by_mouse"), usually_diagonal([(80, 24), (120, 40), (40, 12)], [False, True]))
def test_enter_on_the_theme_opens_a_list_that_shows_each_theme_at_once(size: tuple[int, int], by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "o")
        assert ("more" in form_of(pilot).text()) is (size != (120, 40))
        await (click(pilot, form_of(pilot), (0, 0)) if by_mouse else press(pilot, "enter"))
        assert on(pilot, ThemeDialog)
        menu = pilot.app.screen.query_one(Menu)
        assert [item.id for item in menu.items[:2]] == ["felt", "felt-light"]
        assert ("more below" in menu.text()) is (menu.size.height < len(menu.items))
        await press(pilot, "down")
        assert pilot.app.theme == "felt-light"
        await press(pilot, "escape")
        assert pilot.app.theme == load_settings().theme == "felt"
        await press(pilot, "enter", "down", "down", "enter")
        assert on(pilot, SettingsScreen)
        assert pilot.app.theme == load_settings().theme == menu.items[2].id
        await press(pilot, "enter", "home")
        await (click_item(pilot, "felt-light") if by_mouse else press(pilot, "down", "enter"))
        assert on(pilot, SettingsScreen)
        assert load_settings().theme == "felt-light"
        if by_mouse:
            await click(pilot, form_of(pilot), (0, 1))
            assert on(pilot, SettingsScreen), "the sign beside the theme goes on to the next one"
            assert load_settings().theme == menu.items[2].id

    run(play, size=size)


def test_a_change_keeps_what_another_process_has_saved_meanwhile() -> None:
    async def play(pilot: Pilot[int]) -> None:
        save_settings(replace(load_settings(), reading="verbose"))
        app_of(pilot).change(theme="nord")
        assert (load_settings().theme, load_settings().reading) == ("nord", "verbose")

    run(play)


def test_down_accepts_the_names_and_goes_on_and_escape_keeps_the_old_ones() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "o")
        go_to_row(pilot, "names")
        await press(pilot, "up", "down")
        assert "names from recent games are offered anyway." in flowing_text(pilot)
        at = form_of(pilot).at
        await press(pilot, *"Zoë", "down")
        assert load_settings().names == ("Zoë",)
        assert form_of(pilot).at == at + 1
        await press(pilot, "up", *"Ben", "escape")
        assert load_settings().names == ("Zoë",)

    run(play)


def test_a_key_can_be_changed_unless_it_does_something_else_there() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToSettings())
        go_to_row(pilot, "undo")
        await press(pilot, "enter", "l")
        assert isinstance(pilot.app.screen, KeyDialog)
        assert "l is already the key for 'Log'." in screen_text(pilot)
        await press(pilot, "left")
        assert "Use a single character" in screen_text(pilot)
        await press(pilot, "escape", "enter", "z")
        assert load_settings().keys == {"undo": "z"}
        go_to_row(pilot, "log")
        await press(pilot, "enter", "u", "q")
        assert isinstance(pilot.app.screen, TableScreen)
        await stand_still(pilot)
        assert "z Undo" in screen_text(pilot)
        await press(pilot, "z")
        assert len(table_of(pilot).session.actions) == len(MOVES) - 1
        await press(pilot, "u")
        assert isinstance(pilot.app.screen, Reader)
        await press(pilot, "q", "l")
        assert isinstance(pilot.app.screen, TableScreen), "the old key does nothing"

        await open_place(pilot, ToSettings())
        await press(pilot, "d", "q")
        assert load_settings().keys == {}
        await press(pilot, "u")
        assert len(table_of(pilot).session.actions) == len(MOVES) - 2

    run(play, sit(moves=MOVES))


def test_a_changed_key_is_shown_in_its_usual_place() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert key_bar(pilot).endswith("h Hint  l Log  r Rules  q Leave")
        app_of(pilot).change(keys={"rules": "x", "log": "h", "hint": "l"})
        await rest(pilot)
        assert key_bar(pilot).endswith("l Hint  h Log  x Rules  q Leave")
        await press(pilot, "question_mark", "k")
        assert re.search(r" l +the best moves.*\n(.*\n)* h +what has happened.*\n x +the rules", screen_text(pilot))

    run(play, sit(), size=(100, 60))


@pytest.mark.parametrize("key", ["x", "f5"])
def test_the_dialog_about_a_ruling_opens_it_with_the_changed_key(key: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "question_mark")
        assert on(pilot, ChoiceDialog)
        assert re.search(rf" {key} Rule ES-\d+", screen_text(pilot))
        await press(pilot, key)
        assert on(pilot, Reader)

    run(play, sit(), settings=Settings(speed="off", keys={"rules": key}))


def test_saved_keys_work_from_the_start_and_invalid_ones_are_ignored() -> None:
    keys = {"undo": "f5", "log": "q", "rules": "ctrl+c", "moon": "m", "save": "not a key"}
    assert valid_keys(keys) == {"undo": "f5"}

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "f5")
        assert len(table_of(pilot).session.actions) == len(MOVES) - 1
        assert "Press U to redo it." in screen_text(pilot)
        await press(pilot, "l", "q", "q")
        assert isinstance(pilot.app.screen, Lobby)

    run(play, sit(moves=MOVES), settings=Settings(speed="off", keys=keys))


def test_keys_have_the_names_that_textual_gives_them() -> None:
    for character in string.printable.strip():
        if character != ",":
            (binding,) = Binding.make_bindings([Binding(character, "")])
            assert key_name(character) == binding.key
            assert key_label(binding.key) == format_key(binding.key) == character


def test_settings_for_one_run_are_not_saved() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert pilot.app.theme == "nord"
        await press(pilot, "o")
        go_to_row(pilot, "speed")
        await press(pilot, "right")
        assert load_settings() == Settings(speed="slow")

    with override({"theme": "nord"}):
        run(play, settings=Settings())


def test_a_picture_of_the_screen_goes_where_the_player_says(tmp_path: Path) -> None:
    path = tmp_path / "table.svg"

    async def play(pilot: Pilot[int]) -> None:
        await pilot.app.run_action("app.picture")
        await rest(pilot)
        await type_text(pilot, "/nowhere/table.svg")
        assert "The picture can't be saved there" in screen_text(pilot)
        await type_text(pilot, str(path))
        await wait_for(pilot, path.exists)
        await stand_still(pilot)
        (told,) = [each.message for each in pilot.app._notifications]
        assert told == f"Saved to {path}. It shows every card that was on the screen."
        assert "Exit&#160;Stage&#160;Right" in path.read_text("utf-8")
        assert "Name&#160;of" not in path.read_text("utf-8"), "the question isn't in the picture"

    run(play, sit(moves=MOVES), size=(120, 40))


def test_projector_mode_makes_the_table_in_lessons_as_large_as_it_can_be() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("exit-stage-right", "01-goal"))
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert not lesson.is_single
        app_of(pilot).change(scale="large")
        await rest(pilot)
        assert (lesson.pane.display, lesson.board.display) == (True, True)
        assert (lesson.pane.size.height, lesson.board.size.height) == (2, 37)
        await press(pilot, "t")
        assert (lesson.pane.display, lesson.board.display) == (True, False)
        app_of(pilot).change(scale="auto")
        await rest(pilot)
        assert (lesson.pane.display, lesson.board.display) == (True, True)

    run(play, size=(120, 40))


def test_changing_a_setting_on_another_screen_changes_the_table_too() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        app_of(pilot).change(cards="ascii", speed="slow")
        await press(pilot, "q")
        assert screen_text(pilot).isascii()
        assert table_of(pilot).speed == "slow"

    run(play, sit())


def test_settings_that_cannot_be_saved_last_until_the_app_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        monkeypatch.setenv("CARDTABLE_DATA", os.devnull)
        app_of(pilot).change(cards="ascii")
        await wait_for(pilot, lambda: "can't be saved" in screen_text(pilot))
        assert "Exit Stage Right" in screen_text(pilot)

    run(play, sit())
