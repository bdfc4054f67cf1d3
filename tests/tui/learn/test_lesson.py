"""Taking a lesson, with keys and with the mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.rooms.kit.goto import ToLesson
from cardtable.tui.board.choices import Target
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.menu import Menu
from tests.lessons.scripts import POSITION
from tests.tui.key_bars import click_label
from tests.tui.learn.learning import CHOICE, FREE, POINTS, SHOW, TELL, TRY, choose, lesson_on, open_steps, text_of
from tests.tui.screens import (
    click,
    flowing_text,
    on,
    open_place,
    press,
    rest,
    run,
    screen_text,
    tap_at,
    wait_for,
)

ACTIONS = 'kind = "ask"\ntext = "Which gain?"\nanswer_actions = { measure = "net", at_least = 1 }'


def test_a_lesson_can_be_taken_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, SHOW, CHOICE, POINTS, TRY, ACTIONS, FREE)
        assert "step 1 of 7" in text_of(screen)
        assert "Look at these." in text_of(screen)
        await press(pilot, "enter")
        assert screen.room.walk.wants == "show"
        await press(pilot, "enter")
        assert screen.room.walk.wants == "choice", "the move is played, and the next step begins"
        await press(pilot, "enter")
        assert screen.room.said == "", "nothing is chosen yet, so Enter pressed to read on is no answer"
        await press(pilot, "down", "enter")
        assert "No. More." in text_of(screen)
        await press(pilot, "down", "enter")
        assert "Right." in text_of(screen)
        await press(pilot, "n")
        assert screen.board.pointer is not None
        await press(pilot, "enter")
        assert screen.room.said == "", "the pointer is nowhere yet"
        await press(pilot, "down")
        assert screen.board.pointer.label == "Partial-Blue-Triangle"
        await press(pilot, "enter")
        assert "No." in text_of(screen)
        await press(pilot, "up", "enter")
        assert "Good. 1 more to go." in text_of(screen)
        await press(pilot, "up", "enter")
        assert "Right." in text_of(screen)
        await press(pilot, "n")
        assert screen.room.walk.wants == "action"
        await choose(pilot, "Hollow")
        await press(pilot, "enter")
        assert "Well done." in text_of(screen)
        await press(pilot, "enter", "s", "enter", "enter", "enter")
        assert screen.room.walk.wants == "next"
        await press(pilot, "enter")
        assert on(pilot, ChoiceDialog)
        assert "You have finished this lesson." in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


def test_a_move_stays_in_sight_if_the_next_step_has_another_position() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, SHOW, f"{TELL}\n{POSITION.replace('[position', '[steps.position')}")
        await press(pilot, "enter")
        assert "step 1 of 2" in text_of(screen)
        assert "HRC to 4" in screen_text(pilot)
        await press(pilot, "a")
        assert screen.room.walk.wants == "show"
        await press(pilot, "enter", "enter")
        assert "step 2 of 2" in text_of(screen)

    run(play)


def test_why_opens_the_ruling_and_the_rules_open_there() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, f'{TELL}\nruling = "ES-5"', TELL)
        await press(pilot, "w")
        assert on(pilot, Reader)
        assert "ES-5: " in screen_text(pilot)
        await press(pilot, "q")
        assert pilot.app.screen is screen
        await press(pilot, "r")
        assert on(pilot, Reader)
        await wait_for(pilot, lambda: "- ES-5" in screen_text(pilot))
        await press(pilot, "q")
        assert pilot.app.screen is screen
        assert "Why?" in screen_text(pilot)
        await press(pilot, "n", "w")
        assert "Why?" not in screen_text(pilot)
        assert "ES-5" not in text_of(screen)

    run(play)


def test_an_answer_can_be_typed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = "red"
        await press(pilot, "enter")
        assert "Well done." in text_of(screen)

    run(play)


def test_places_can_be_picked_from_a_list() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, POINTS)
        for name in ("Hollow-Red-Circle", "Filled-Red-Square"):
            await press(pilot, "i")
            menu = pilot.app.screen.query_one(Menu)
            menu.at = [item.label for item in menu.items].index(name)
            await press(pilot, "enter")
        assert "Right." in text_of(screen)

    run(play)


def test_a_wrong_script_closes_with_a_message() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(
            pilot, TELL, 'kind = "free"\ntext = "A"\nmeasure = "speed"', 'kind = "tell"\npoint = ["x"]'
        )
        await press(pilot, "n", "h")
        assert "no measure 'speed'" in text_of(screen)
        await press(pilot, "n")
        assert on(pilot, Lobby)
        assert "is neither a card nor a place" in flowing_text(pilot)

    run(play)


def test_a_lesson_can_be_taken_with_the_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, CHOICE, POINTS, TRY)
        await click_label(pilot, "Next")
        await click(pilot, screen.pane, 0)
        assert "More." in text_of(screen)
        await click(pilot, screen.pane, 1)
        assert "Right." in text_of(screen)
        await click_label(pilot, "Next")
        for row in (1, 0):
            box = next(box for box, place in screen.board.canvas.places if place == ("stage", row, 2))
            await tap_at(pilot, screen.board.region.x + box.x + 1, screen.board.region.y + box.y + 1)
            await rest(pilot)
        assert "Right." in text_of(screen)
        await click_label(pilot, "Next")
        groups = [group.name for group in screen.board.groups]
        for name in ("Blue", "Blue", "Red"):
            assert "Well done." not in text_of(screen)
            await click(pilot, screen.board, Target(groups.index(name)))
        assert "Not yet." in text_of(screen)
        await click(pilot, screen.board, Target(groups.index("Red")))
        assert "Well done." in text_of(screen)
        await click_label(pilot, "Leave")
        assert on(pilot, Lobby)

    run(play)


def test_the_keys_say_how_to_choose_on_the_board() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY, POINTS)
        assert "arrows Choose  enter Play" in screen_text(pilot)
        await press(pilot, "s", "n", "question_mark")
        assert "point at it" in screen_text(pilot)
        assert "1, 2, 3" not in screen_text(pilot)
        await press(pilot, "q")
        assert pilot.app.screen is screen
        assert "arrows Choose  enter Point" in screen_text(pilot)

    run(play)


def test_the_cursor_does_not_start_on_a_right_answer() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        assert screen.board.choice is not None
        assert screen.board.choice.action not in screen.room.walk.right
        await press(pilot, "enter")
        assert f"Press Enter again to choose '{screen.board.choice.action}', or go" in flowing_text(pilot)
        await press(pilot, "enter")
        assert "Not yet." in screen_text(pilot)

    run(play)


def test_the_cursor_starts_on_a_right_answer_rather_than_on_an_illegal_action() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("rummy-like", "2", 1))
        screen = lesson_on(pilot)
        assert [str(action) for action in screen.room.walk.right] == ["draw"]
        await press(pilot, "enter")
        assert "Right." in text_of(screen)

    run(play)


def test_a_click_on_the_board_keeps_the_focus_on_the_question() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, CHOICE)
        await pilot.click(screen.board, offset=(3, 3))
        assert screen.focused is screen.pane
        await press(pilot, "down", "down", "enter")
        assert "Right." in text_of(screen)

    run(play)


@pytest.mark.parametrize("choices", [["2", "3", "4"], ["One", "Three", "2 or 4"]])
def test_the_key_beside_an_answer_picks_it_whatever_numbers_the_answers_hold(choices: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        step = f'kind = "ask"\ntext = "How many?"\nchoices = {choices}\nanswer = "{choices[1]}"'
        screen = await open_steps(pilot, step)
        for number, choice in enumerate(choices, 1):
            assert f" {number}) {choice}" in text_of(screen)
        await press(pilot, "4", "0")
        assert screen.room.said == ""
        await press(pilot, "1")
        assert "No." in text_of(screen)
        await press(pilot, "2")
        assert "Right." in text_of(screen)

    run(play)


def test_in_free_play_enter_plays_and_n_continues() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, FREE)
        shown = screen_text(pilot)
        assert "n Next" in shown
        assert "enter Play" in shown
        assert "enter Next" not in shown
        await press(pilot, "n")
        assert screen.room.walk.is_over

    run(play)


def test_a_move_can_be_undone_and_the_log_of_the_step_read() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, FREE.replace("turns = 2", "turns = 3"))
        before = screen.room.walk.seen.state
        await press(pilot, "u")
        assert "There's nothing to undo in this step." in flowing_text(pilot)
        assert "u Undo" not in screen_text(pilot)
        await press(pilot, "enter", "l")
        assert on(pilot, LogScreen)
        assert "log of this step" in screen_text(pilot)
        await press(pilot, "q")
        assert "u Undo" in screen_text(pilot)
        await press(pilot, "u")
        assert screen.room.walk.seen.state == before
        assert screen.board.seen is not None
        assert screen.board.seen.state == before
        assert "The last move is undone." in text_of(screen)

    run(play, size=(120, 40))
