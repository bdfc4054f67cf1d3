"""Choosing an action at the table: with the cursor, with the mouse, or by typing it."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import FaceDown
from cardtable.tui.board.choices import Target
from cardtable.tui.screens.dialogs import ActionDialog
from cardtable.tui.screens.reader import Reader
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.screens import (
    MOVES,
    SHORT,
    actions_of,
    board_on,
    click,
    flowing_text,
    on,
    press,
    rest,
    run,
    screen_text,
    sit,
    sit_at,
    table_of,
    tap_at,
    type_text,
)

# The cursor and the mouse


def test_the_action_under_the_cursor_is_played() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "f", "enter")
        (action,) = table_of(pilot).session.actions
        assert isinstance(action, FaceDown)
        assert action.row == 0

    run(play, sit_at(state(stage("HRC FRC . . ."))))


def test_enter_says_why_a_row_is_impossible_now() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "down", "down", "enter")
        assert "playing face down needs two or more" in flowing_text(pilot)
        assert not table_of(pilot).session.actions
        await press(pilot, "up", "enter")
        assert table_of(pilot).session.actions, "the top row has two Completes"

    run(play, sit_at(state(stage("HRC FRC . . ."))))


def test_a_key_that_does_nothing_says_which_key_helps() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key in ("x", "9", "n", "M"):
            await press(pilot, key)
            assert f"{key} does nothing here. Press ? to see the keys." in flowing_text(pilot)
        await press(pilot, "right")
        assert "does nothing here" not in flowing_text(pilot)

    run(play, sit_at(state(stage("HRC FRC . . ."))))


def test_a_click_selects_an_action_or_a_row_of_the_stage() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        await click(pilot, board, Target(0, 2))
        assert (board.group, board.action_index) == (0, 2)
        await tap_at(pilot, 20, 13)
        assert (board.group, board.action_index) == (0, 3)
        await tap_at(pilot, 20, 13)
        await rest(pilot)
        assert "playing face down needs two or more" in screen_text(pilot)

    run(play, sit_at(state(stage("HRC FRC . . ."))))


def test_a_preselected_card_is_played_by_the_second_click() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board, session = board_on(pilot), table_of(pilot).session
        for played in (0, 1):
            assert board.group == 0
            await click(pilot, board, Target(0))
            assert len(session.actions) == played, "the first click only chooses"
            await click(pilot, board, Target(0))
            assert len(session.actions) == played + 1
        await press(pilot, "right", "left")
        await click(pilot, board, Target(0))
        assert len(session.actions) == 3, "the keys have chosen it"

    run(play, sit(**SHORT))


# Typing


def test_typing_filters_the_list_of_actions() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash", *"down mid")
        assert on(pilot, ActionDialog)
        rows = [line.strip("> ") for line in screen_text(pilot).splitlines()[-9:] if "middle row" in line]
        legal = [action for action in table_of(pilot).session.look(0).legal if "down mid" in str(action)]
        assert rows == [GAME.name_action(action) for action in legal]
        await press(pilot, "up", "enter")
        assert actions_of(pilot)[-1] == str(legal[-1])

    run(play, sit(moves=MOVES[:4]))


def test_an_action_can_be_typed_in_its_short_form() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for typed, played in (("b", "Blue"), ("s up", "Square"), ("c d b", "Circle down bottom")):
            await press(pilot, "slash")
            await type_text(pilot, typed)
            assert actions_of(pilot)[-1:] == [played]
        down = next(action for action in table_of(pilot).session.look(0).legal if isinstance(action, FaceDown))
        await press(pilot, "slash")
        await type_text(pilot, GAME.name_action(down))
        assert actions_of(pilot)[-1:] == [str(down)], "the name in the list can be typed, too"

    run(play, sit(moves=MOVES))


def test_the_row_under_the_cursor_is_played_whatever_was_typed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = "blue"
        await press(pilot, "down", "enter")
        assert actions_of(pilot)[-1:] == ["Blue down middle"]

    run(play, sit(moves=MOVES))


def test_an_illegal_typed_action_is_rejected_with_a_reason() -> None:
    rejected = {
        "triangle": "You don't have Triangle.",
        "blue down top": "The top row has 1 Complete",
        "refill top": "The centre cell of the top row isn't empty (ES-7).",
        "purple": "There is no Single called 'purple'.",
        "[red]x[/]": "There is no Single called '[red]x[/]'.",
    }

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        for typed, sentence in rejected.items():
            await type_text(pilot, typed)
            assert on(pilot, ActionDialog)
            assert sentence in screen_text(pilot)
        await press(pilot, "escape")
        assert actions_of(pilot) == list(MOVES)

    run(play, sit(moves=MOVES))


def test_the_ruling_that_a_refusal_cites_can_be_read_by_typing_its_number() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        for typed, answer in (("hollow down top", "To read ES-6, type its number."), ("ES-99", "No ruling has")):
            pilot.app.screen.query_one(Input).value = typed
            await press(pilot, "enter")
            assert answer in flowing_text(pilot)
        pilot.app.screen.query_one(Input).value = "es-6"
        await press(pilot, "enter")
        assert on(pilot, Reader)
        await press(pilot, "q")
        assert on(pilot, ActionDialog), "the player can type another move"

    run(play, sit())
