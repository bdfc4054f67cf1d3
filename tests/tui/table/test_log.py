"""The log: it opens at its end, and leads to any moment of the game as this viewer may see it."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.games import GAMES
from cardtable.games.exit_stage_right.board import ExitStageRightBoard
from cardtable.table.session import Session
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.table import TableScreen
from tests.tui.screens import (
    MOVES,
    hands_of,
    lift_curtain,
    on,
    press,
    rest,
    run,
    screen_text,
    sit,
    stand_still,
    strips,
    table_of,
    tap_at,
    wait_for,
)


def selected(pilot: Pilot[int]) -> list[str]:
    """Return the rows with inverted text."""
    return [
        "".join(segment.text for segment in strip).strip()
        for strip in strips(pilot)[1:-1]
        if any(segment.style and segment.style.reverse and segment.text.strip() for segment in strip)
    ]


def test_the_log_opens_at_its_end_and_leads_to_the_chosen_moment() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "l Log" in screen_text(pilot)
        await press(pilot, "l")
        await stand_still(pilot)
        line, *_ = selected(pilot)
        assert line.split()[:2] == [">", str(len(MOVES))], "a sign, too, for terminals without reverse video"
        assert "0 FGC" not in screen_text(pilot), "the beginning has scrolled away"
        await press(pilot, "home")
        await stand_still(pilot)
        assert selected(pilot)[0].startswith(">  0 ")
        await press(pilot, "down", "down", "up")
        line, *_ = selected(pilot)
        move = int(line.split()[1])
        await press(pilot, "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert pilot.app.screen.room.replay.at == move == 1

        pilot.app.screen.room.replay.to_end()
        await press(pilot, "l", "pageup")
        await stand_still(pilot)
        rows = screen_text(pilot).splitlines()
        y, shown = next((y, found[1]) for y, row in enumerate(rows[2:], 2) if (found := re.match(r" +(\d+) ", row)))
        for screen in (LogScreen, ReplayScreen):
            await tap_at(pilot, 5, y)
            await rest(pilot)
            assert isinstance(pilot.app.screen, screen)
        assert pilot.app.screen.room.replay.at == int(shown)
        await press(pilot, "q")
        assert on(pilot, TableScreen)
        assert len(table_of(pilot).session.actions) == len(MOVES), "the game itself hasn't changed"

    run(play, sit(moves=MOVES), size=(110, 14))


def test_the_moment_in_the_log_shows_only_what_this_player_may_see() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        session = pilot.app.screen_stack[-1].session  # type: ignore[attr-defined]  # the app is ours
        await press(pilot, "enter")
        await wait_for(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
        await lift_curtain(pilot)
        await press(pilot, "l", "home", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert isinstance(pilot.app.screen, ReplayScreen)
        replay, viewer = pilot.app.screen.room.replay, session.turn
        assert replay.at == 0
        assert set(replay.viewers) == {None, viewer}
        board = pilot.app.screen.board
        assert isinstance(board, ExitStageRightBoard)
        assert board.seen is not None
        assert board.seen.state.hands[1 - viewer] != hands_of(session)[1 - viewer]

    run(play, sit(2))


def test_there_is_no_moment_to_go_to_before_the_first_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        assert "Replay from here" not in screen_text(pilot)
        assert selected(pilot) == []
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, TableScreen)

    run(play, sit())


def test_the_log_lists_every_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        page = screen_text(pilot)
        assert "  0 " in page
        for at, move in enumerate(MOVES, 1):
            told = "refills" if move.startswith("refill") else f"plays {move.split()[0]}"
            assert re.search(rf"^[> ]+{at} Ann {told}\b", page, re.MULTILINE), move
        await press(pilot, "end", "home", "space", "b", "j", "k", "q")
        assert isinstance(pilot.app.screen, TableScreen)

    run(play, sit(moves=MOVES), size=(80, 60))


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_a_line_about_several_houses_leads_to_the_moment_after_the_last(by_mouse: bool) -> None:
    game = GAMES["wind-city"]
    session = Session(game, game.options(), ("Ann", "Ben"), DealCode(1))
    while session.full_state().phase != "plan":
        session.act(session.look(session.turn).legal[0])

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "l", "home", "down")
        await stand_still(pilot)
        line, *_ = selected(pilot)
        assert line.startswith("> 24 Ann places a house on A4, C4,")
        if by_mouse:
            rows = screen_text(pilot).splitlines()
            await tap_at(pilot, 10, next(y for y, row in enumerate(rows) if "24 Ann places" in row))
        else:
            await press(pilot, "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert pilot.app.screen.room.replay.at == 24

    run(play, session)
