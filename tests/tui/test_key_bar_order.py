"""What the key bar shows at a table if there isn't room for every key."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.table.session import Session
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.boards.wind_city_boards import sit_till
from tests.tui.screens import board_on, press, run, screen_text, sit_at

ALWAYS = "? Help  arrows Choose  enter Play  "
BOTH = state(stage("HRC HRT . . ."), "R G B H", complete_deck="FRC PGT")
"""A position with both face-down plays and refills."""


def new_session(game_id: str, seats: int) -> Session:
    """Return a game that one person plays for everybody."""
    game = SHIPPED[game_id]
    return Session(game, game.options(), ("Ann", "Ben", "Cleo")[:seats], DealCode(3), (0,) * seats)


def keys(pilot: Pilot[int]) -> str:
    return screen_text(pilot).rstrip().split("\n")[-1].strip()


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((120, 40), "c Refill  f Down  p Piles  u Undo  h Hint  l Log  r Rules  q Leave"),
        ((80, 24), "c Refill  u Undo  h Hint  l Log  q Leave"),
        ((60, 20), "c Refill  h Hint  q Leave"),
    ],
    ids=lambda each: f"{each[0]}x{each[1]}" if isinstance(each, tuple) else "",
)
def test_the_stage_drops_the_keys_that_beginners_need_least(size: tuple[int, int], expected: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "enter")
        assert keys(pilot) == f"{ALWAYS}{expected}"

    run(play, sit_at(BOTH), size=size)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["80x24", "60x20"])
@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_table_shows_how_to_choose_play_and_leave_and_what_its_board_needs(
    game_id: str, size: tuple[int, int]
) -> None:
    game = SHIPPED[game_id]
    names = ("Ann", "Ben", "Cleo", "Dan")[: game.seats[0]]

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "u")
        assert keys(pilot).startswith("? Help  arrows Choose  enter ")
        assert keys(pilot).endswith("q Leave")
        board = board_on(pilot)
        for name in filter(None, (each.name(board) for each in board.offered if each.need)):
            assert f" {name}  " in keys(pilot)

    run(play, Session(game, game.options(), names, DealCode(1), (0,) * len(names)), size=size)


def test_the_smallest_table_keeps_the_end_of_a_turn() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")  # the first turn ends by itself
        assert keys(pilot) == "? Help  enter Play  e End turn  q Leave"

    run(play, new_session("clash", 2), size=(40, 12))


@pytest.mark.parametrize(
    ("session", "key", "name", "reason"),
    [
        (new_session("clash", 2), "e", "End turn", "with one Complete and nothing else"),
        (new_session("rummy-like", 3), "s", "Score", "instead of leading"),
        (sit_till("plan", 2), "f", "Finish", "choose one to three"),
    ],
    ids=["clash", "rummy-like", "wind-city"],
)
def test_a_key_that_is_refused_now_is_not_in_the_bar_and_says_why(
    session: Session, key: str, name: str, reason: str
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert f"{key} {name}" not in keys(pilot)
        await press(pilot, key)
        assert reason in " ".join(screen_text(pilot).split())
        if session.game.id == "wind-city":
            await press(pilot, "1")
            assert name in keys(pilot)

    run(play, session)
