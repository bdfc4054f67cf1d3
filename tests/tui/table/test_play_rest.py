"""Tests of Exit Stage Right's last turns, which are played at once when nothing can change any more."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import State
from cardtable.tui.board.choices import Target
from tests.games.exit_stage_right_positions import stage, state
from tests.table.sittings import truth
from tests.tui.boards.boards import shown, status
from tests.tui.screens import board_of, click, flowing_text, lift_curtain, press, run, screen_text, sit_at, table_of

OFFER = "Nothing can change any more."
SETTLED = state(stage(), "R G B H", complete_deck="")
SETTLED_FOR_TWO = state(stage(), ["R G", "B H"], complete_deck="")


@pytest.mark.parametrize("position", [SETTLED, SETTLED_FOR_TWO], ids=["alone", "two players"])
def test_enter_plays_every_turn_that_can_change_nothing(position: State) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = table_of(pilot).session
        if len(session.names) > 1:
            await lift_curtain(pilot)
        assert screen_text(pilot).count("Enter plays the rest.") == screen_text(pilot).count(OFFER) == 1
        assert "f Down" not in screen_text(pilot)
        assert "c Refill" not in screen_text(pilot)
        assert "enter Play the rest" in screen_text(pilot)
        await press(pilot, "enter")
        assert session.turn is None
        assert len(session.actions) == sum(map(len, position.hands))

    run(play, sit_at(position))


@pytest.mark.parametrize(
    "position",
    [state(stage("HRC . . . ."), complete_deck=""), state(stage(), complete_deck="HRC")],
    ids=["on the stage", "in the deck"],
)
def test_a_complete_that_is_left_can_still_change_something(position: State) -> None:
    board = board_of(sit_at(position))
    assert OFFER not in status(board)
    assert board.enter_meaning == "Play"


def test_a_board_in_a_review_does_not_offer_to_play() -> None:
    board = board_of(sit_at(SETTLED))
    assert "Enter" in shown(board, (40, 16))
    board.is_beside_text = True
    assert "Enter" not in shown(board, (40, 16))


AHEAD = state(stage(), ["R G", "B H"], complete_deck="HRC FRC", won=14)
ALONE = state(stage(), "R G B H", complete_deck="HRC FRC", won=14)


def test_a_player_ahead_hears_how_to_stop_when_the_last_singles_can_win_nothing_more() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "To stop here, press c." in flowing_text(pilot)
        await press(pilot, "c")
        assert "Stop here: win by 2." in flowing_text(pilot)
        await press(pilot, "escape")
        assert "enter Play" in screen_text(pilot)
        await press(pilot, "c", "enter")
        assert table_of(pilot).session.turn is None

    run(play, sit_at(state(stage(". . HRC . ."), "H B", complete_deck="", won=14)))


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize("position", [ALONE, AHEAD], ids=["alone", "two players"])
def test_players_who_are_ahead_on_an_empty_stage_can_end_the_game(position: State, by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session, board = table_of(pilot).session, table_of(pilot).board
        if len(session.names) > 1:
            await lift_curtain(pilot)
        deck = len(board.groups) - 1
        assert board.group == deck
        assert "  stop here  " in screen_text(pilot)
        if by_mouse:
            await click(pilot, board, Target(deck, 0))
        else:
            await press(pilot, "up")
        told = "Stop here: win by 3. Then nothing moves any more, and the deck keeps 2 Completes."
        assert told in flowing_text(pilot)
        assert "enter Stop here" in screen_text(pilot)
        assert not session.actions
        if by_mouse:
            await click(pilot, board, Target(deck, 0))
        else:
            await press(pilot, "enter")
        assert session.turn is None
        assert len(session.actions) == sum(map(len, position.hands))
        assert (len(truth(session).won), len(truth(session).lost)) == (14, 11)

    run(play, sit_at(position))


@pytest.mark.parametrize(
    "position",
    [
        state(stage(), "R G B H", complete_deck="HRC FRC", won=12),
        state(stage("HRC . . . ."), "R G B H", complete_deck="FRC", won=14),
        state(stage(), "R G B H", complete_deck="HRC", won=14, options=GAME.options(empty_grid="refill-first")),
    ],
    ids=["behind", "a Complete on the stage", "must refill"],
)
def test_nobody_else_is_offered_to_play_the_rest(position: State) -> None:
    assert all(each.then is None for group in board_of(sit_at(position)).groups for each in group.actions)


def test_a_notice_does_not_hide_the_offer() -> None:
    board = board_of(sit_at(SETTLED))
    board.say("Undone: R.")
    assert status(board) == f"Undone: R. {OFFER}"


def test_a_lesson_still_asks_for_each_action() -> None:
    board = board_of(sit_at(SETTLED))
    board.posts_illegal_choices = True
    assert status(board) != OFFER


def test_an_illegal_choice_has_no_enter_key() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "enter Play" in screen_text(pilot)
        await press(pilot, "end")
        assert "enter Play" not in screen_text(pilot)
        await press(pilot, "home")
        assert "enter Play" in screen_text(pilot)

    run(play, sit_at(state(stage(". . HRC . .", ". . FRC . .", ". . PRC . ."))))


def test_the_columns_of_past_moves_and_the_deck_are_labelled() -> None:
    session = sit_at(state(stage("HRC FRC . . ."), "R G B H"))
    for _ in range(3):
        session.act(session.look(0).legal[0])
    for size in ((80, 23), (120, 39)):
        text = shown(board_of(session), size)
        assert text.count("won lost") == 2
        assert text.count("Completes") >= 2
