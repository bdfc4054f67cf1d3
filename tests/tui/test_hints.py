"""Hints at the table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.engine.games.wind_city.model import Choose
from cardtable.players.hints import Hint
from cardtable.table.seen import Seen
from cardtable.tui.boards.wind_city import WindCityBoard
from cardtable.tui.screens.hints import HintDialog
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.thinking import Thinker
from tests.tui.screens import board_on, press, run, screen_text
from tests.tui.wind_city_boards import PHASES, sit_till


@pytest.fixture
def some_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggest the last three legal actions, without looking for better ones."""

    async def suggest(thinker: Thinker, seen: Seen, key: Key) -> Sequence[Hint]:
        return [Hint(action, "", "Why.", str(action), "How it compares.") for action in seen.legal[-3:]]

    monkeypatch.setattr(Thinker, "hints", suggest)


@pytest.mark.usefixtures("some_hints")
@pytest.mark.parametrize("phase", PHASES)
def test_the_cursor_goes_to_the_chosen_hint(phase: str) -> None:
    session = sit_till(phase, 2, later=3 if phase == "houses" else 0)

    async def play(pilot: Pilot[int]) -> None:
        board, legal = board_on(pilot), session.look(session.turn).legal
        assert isinstance(board, WindCityBoard)
        await press(pilot, "h")
        for hint in legal[-3:]:
            assert isinstance(pilot.app.screen, HintDialog)
            assert "Why. How it compares." in screen_text(pilot)
            assert board.choice is not None
            assert board.choice.action == hint
            assert board.chosen == (hint.plan if isinstance(hint, Choose) else ())
            await press(pilot, "down")
        await press(pilot, "up", "enter")
        assert not isinstance(pilot.app.screen, HintDialog)
        choice, played = board.choice, len(session.actions)
        assert choice is not None
        await press(pilot, "enter")
        assert session.actions[played] == choice.action, "Enter plays the hint"

    run(play, session)


@pytest.mark.usefixtures("some_hints")
def test_only_the_first_hint_of_a_game_says_that_hints_count_as_help_and_three_keys_close_them() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key in ("escape", "q", "question_mark"):
            await press(pilot, "h")
            assert isinstance(pilot.app.screen, HintDialog)
            assert ("Hints count as help in the result." in screen_text(pilot)) == (key == "escape")
            await press(pilot, key)
            assert isinstance(pilot.app.screen, TableScreen)

    run(play, sit_till("plan", 2))
