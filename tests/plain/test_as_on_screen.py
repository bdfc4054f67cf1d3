"""The rest of a game, hints and presets, about which plain mode says what the screen says."""

from __future__ import annotations

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import State
from tests.games.exit_stage_right_positions import stage, state
from tests.plain.tables import new_session
from tests.plain.transcripts import output_of
from tests.tui.screens import board_of, sit_at

OFFER = "To play the rest at once, type rest. Every hand is played out without another refill."
HINTS_COUNT = "Hints count as help in the result."
AHEAD = state(stage(), "R G B H", complete_deck="HRC FRC", won=14)
SETTLED = state(stage(), "R G B H", complete_deck="")
NOT_OFFERED = {
    "behind": state(stage(), "R G B H", complete_deck="HRC FRC", won=12),
    "a Complete on the stage": state(stage("HRC . . . ."), "R G B H", complete_deck="FRC", won=14),
    "must refill": state(
        stage(), "R G B H", complete_deck="HRC", won=14, options=GAME.options(empty_grid="refill-first")
    ),
}


def test_players_who_are_ahead_on_an_empty_stage_can_play_the_rest() -> None:
    session = sit_at(AHEAD)
    output = output_of(session, "", "rest", "")
    assert f"{OFFER} Nothing moves, so it stays at 14 won, 11 lost.\n" in output
    assert session.turn is None
    assert len(session.actions) == 4
    assert output.index("Type the number") < output.index("The game is over."), "Enter alone plays nothing"


def test_rest_plays_a_settled_game_too() -> None:
    session = sit_at(SETTLED)
    output_of(session, "rest", "")
    assert session.turn is None


@pytest.mark.parametrize("position", NOT_OFFERED.values(), ids=list(NOT_OFFERED))
def test_the_rest_is_offered_only_where_the_screen_offers_it(position: State) -> None:
    session = sit_at(position)
    output = output_of(session, "rest", "quit")
    assert "play the rest" not in output
    assert session.actions == ()
    assert all(each.then is None for group in board_of(session).groups for each in group.actions)


@pytest.mark.parametrize("position", [AHEAD, SETTLED], ids=["ahead", "settled"])
def test_one_undo_takes_back_the_whole_rest(position: State) -> None:
    session = sit_at(position)
    output = output_of(session, "rest", "undo", "redo", "undo", "quit")
    assert output.count("and 3 moves after it. To play them again, type redo.") == 2
    assert session.actions == ()


def test_the_first_hint_says_that_hints_count_as_the_screen_does() -> None:
    output = output_of(new_session(), "hint", "hint", "quit")
    assert output.count(HINTS_COUNT) == 1
    assert output.index(HINTS_COUNT) < output.index("These moves look best")


def test_the_introduction_names_the_preset() -> None:
    assert output_of(new_session(refill_count="all"), "quit").startswith("Exit Stage Right, Challenge.\n")
    assert output_of(new_session(), "quit").startswith("Exit Stage Right.\n")
