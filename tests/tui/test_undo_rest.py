"""The rest of a game is played at once, and undone and redone at once."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import State
from cardtable.formats.opening import StartPosition
from cardtable.table.session import Session
from cardtable.table.unasked import play_rest
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.key_bars import click_label
from tests.tui.screens import press, run, screen_text, sit_at, table_of

SETTLED = state(stage(), "R G B H", complete_deck="")
AHEAD = state(stage(), "R G B H", complete_deck="HRC FRC", won=14)
LAST_CARD = state(stage("HRC . . . ."), "R G B H", complete_deck="")
"""A position in which one move clears the stage, and the rest follows."""


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize(
    ("position", "keys"), [(SETTLED, ["enter"]), (AHEAD, ["up", "enter"])], ids=["settled", "ahead"]
)
def test_one_undo_takes_back_the_whole_rest_and_one_redo_plays_it(
    position: State, keys: list[str], by_mouse: bool
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = table_of(pilot).session
        await press(pilot, *keys)
        assert session.turn is None
        await press(pilot, "t")
        if by_mouse:
            await click_label(pilot, "Undo")
        else:
            await press(pilot, "u")
        assert session.actions == ()
        assert "Move undone." in screen_text(pilot)
        assert session.undone == 1, "it was one move to the player"
        await press(pilot, "U")
        assert session.turn is None
        assert len(session.actions) == 4

    run(play, sit_at(position))


def test_undo_before_the_rest_takes_back_one_move_as_usual() -> None:
    session = sit_at(LAST_CARD)
    session.act(GAME.parse("B"))
    assert session.look(0).legal
    played = len(session.actions)
    play_rest(session)
    session.undo()
    assert len(session.actions) == played
    session.undo()
    assert session.actions == ()
    session.redo()
    assert len(session.actions) == played, "the rest is redone only after it begins"
    session.redo()
    assert session.turn is None


def test_moves_played_one_by_one_after_an_undone_rest_are_undone_one_by_one() -> None:
    session = sit_at(SETTLED)
    play_rest(session)
    session.undo()
    while session.turn is not None:
        session.act(session.look(0).legal[0])
    session.undo()
    assert len(session.actions) == 3


def test_two_seats_of_one_player_undo_the_rest_at_once() -> None:
    position = state(stage(), ["R G", "B H"], complete_deck="")
    session = Session(GAME, position.options, ("Ann", "Ben"), StartPosition(position), (0, 0))
    play_rest(session)
    played = [len(session.actions)]
    session.undo()
    assert [*played, len(session.actions)] == [4, 0]


def test_a_new_game_has_no_rest() -> None:
    assert Session(GAME, GAME.options(), ("Ann",), DealCode(1)).rest_start is None
