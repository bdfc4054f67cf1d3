"""Playing on from a replay, and going back to the table or the result."""

from __future__ import annotations

from textual.pilot import Pilot

from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.result import ResultScreen
from cardtable.tui.screens.table import TableScreen
from tests.table.sittings import played
from tests.tui.review.replaying import CLASH, move_number, watch
from tests.tui.screens import SHORT, on, play_out, press, run, screen_text, sit, table_of, wait_for


def test_p_starts_a_new_game_from_the_current_move() -> None:
    session = played(CLASH, persons=(0, 0))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 5, "p")
        assert "Start a new game from move 5?" in screen_text(pilot)
        await press(pilot, "n")
        assert on(pilot, ReplayScreen)
        await press(pilot, "p", "p")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        new = table_of(pilot).session
        assert (new.inherited_actions, new.actions) == (5, session.actions[:5])
        await press(pilot, "u")
        assert "this game started here" in screen_text(pilot)
        await press(pilot, "q", "y")
        assert on(pilot, Lobby)

    watch(play, session)


def test_the_result_of_a_game_from_a_replay_is_marked() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "w")
        await wait_for(pilot, lambda: on(pilot, ReplayScreen))
        assert move_number(pilot) == 0
        await press(pilot, "right", "right", "p", "p")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.inherited_actions == 2
        await play_out(pilot)
        await wait_for(pilot, lambda: "Continues another game from move 2." in screen_text(pilot))

    run(play, sit(**SHORT))


def test_leaving_the_replay_goes_back_to_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "w")
        assert "Nothing has been played yet." in screen_text(pilot)
        await press(pilot, "enter", "w")
        assert on(pilot, ReplayScreen)
        assert move_number(pilot) == 1
        await press(pilot, "left", "p")
        assert "The original game stays as it is." in screen_text(pilot)
        await press(pilot, "n", "q")
        assert on(pilot, TableScreen)
        assert len(table_of(pilot).session.actions) == 1

    run(play, sit())


def test_a_replay_from_the_result_leads_back_to_the_result() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "m")
        assert "w Replay" in screen_text(pilot)
        await press(pilot, "w")
        await wait_for(pilot, lambda: on(pilot, ReplayScreen))
        await press(pilot, "escape")
        assert on(pilot, ResultScreen)
        await press(pilot, "w", "right", "p", "p")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.inherited_actions == 1

    run(play, sit(**SHORT))
