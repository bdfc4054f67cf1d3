"""The goal and the tips on the screen in a player's first turns."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.table.session import Session
from cardtable.tui.board.choices import Target
from cardtable.tui.screens.hand_over import HandOverScreen
from tests.tui.screens import board_on, click, flowing_text, lift_curtain, press, run, screen_text

DEAL = DealCode.parse("K7QF-2M9X")
GOALS = {
    "clash": "Goal: play all your cards first.",
    "exit-stage-right": "he largest margin",  # or `The`, where there is no room for `Goal: the`
    "rummy-like": "Goal: sets of four Chards",
    "tradewinds": "Goal: end above 0",
    "wind-city": "Goal: most points.",
}
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])
SEATS = {"clash": 2, "exit-stage-right": 1, "rummy-like": 3, "tradewinds": 4, "wind-city": 2}


def new_game(game: str) -> Session:
    names = tuple(f"Player {seat + 1}" for seat in range(SEATS[game]))
    return Session(SHIPPED[game], SHIPPED[game].options(), names, DEAL)


@SIZES
@pytest.mark.parametrize("game", GOALS)
def test_the_first_screens_show_the_goal(game: str, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert GOALS[game] in flowing_text(pilot)
        if isinstance(pilot.app.screen, HandOverScreen):
            await lift_curtain(pilot)
            assert GOALS[game] in flowing_text(pilot)

    run(play, new_game(game), size=size)


@pytest.mark.parametrize(
    ("game", "size"),
    [("clash", (60, 20)), ("rummy-like", (60, 20)), ("rummy-like", (40, 12)), ("tradewinds", (40, 12))],
)
def test_on_a_small_screen_the_goal_takes_rows_that_are_free_while_nobodys_hand_is_shown(
    game: str, size: tuple[int, int]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, HandOverScreen)
        (goal,) = [tip.text for tip in SHIPPED[game].tips(new_game(game).look(None).state) if tip.is_goal]
        assert goal in flowing_text(pilot)

    run(play, new_game(game), size=size)


@SIZES
@pytest.mark.parametrize(
    ("game", "tip"),
    [
        ("clash", "Chards go on the three piles"),
        ("rummy-like", "Lead a TriCard: each player then plays a Chard"),
        ("tradewinds", "East blows west: top Singles that"),
    ],
)
def test_a_first_turn_tells_what_to_do(game: str, tip: str, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert tip not in flowing_text(pilot)
        await lift_curtain(pilot)
        assert tip in flowing_text(pilot)

    run(play, new_game(game), size=size)


def test_tips_give_way_after_two_turns_by_keyboard() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "Each play moves" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Each play moves" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Each play moves" not in screen_text(pilot)

    run(play, new_game("exit-stage-right"), size=(80, 24))


@SIZES
def test_a_board_that_gives_no_tips_shows_none(size: tuple[int, int]) -> None:
    """Lessons, exercises and replays explain themselves."""

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        board = board_on(pilot)
        assert board.seen is not None
        board.gives_tips = False
        board.show(board.seen)
        assert "Lead a TriCard: each" not in board.drawn(*size).text()

    run(play, new_game("rummy-like"), size=size)


def test_tips_give_way_after_two_turns_by_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for _ in range(2):
            board = board_on(pilot)
            assert "Each play moves" in screen_text(pilot)
            await click(pilot, board, Target(2))
            await click(pilot, board, Target(2))
        assert "Each play moves" not in screen_text(pilot)

    run(play, new_game("exit-stage-right"), size=(80, 24))


def test_results_of_moves_stand_below_the_tips_only_with_their_heading() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        panel = [line[54:] for line in screen_text(pilot).split("\n")[4:17]]
        assert any("Each play moves" in line for line in panel)
        assert "right minus left" in "".join(panel) or not re.search(r"[+-][0-9]", "".join(panel))

    run(play, new_game("exit-stage-right"))


def test_rummy_like_keeps_the_goal_in_one_place_on_a_large_screen() -> None:
    async def play(pilot: Pilot[int]) -> None:
        places = list[tuple[int, int]]()
        for _ in range(12):
            lines = screen_text(pilot).split("\n")
            places += [(y, line.index("Goal: sets")) for y, line in enumerate(lines) if "Goal: sets" in line]
            if isinstance(pilot.app.screen, HandOverScreen):
                await lift_curtain(pilot)
            else:
                await press(pilot, "enter")
        assert len(places) == 12
        assert len(set(places)) == 1

    run(play, new_game("rummy-like"), size=(120, 40))
