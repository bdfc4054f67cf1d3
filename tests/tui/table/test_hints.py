"""Hints at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from textual.containers import Vertical
from textual.geometry import Region
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.wind_city.model import Choose
from cardtable.games.wind_city.board import WindCityBoard
from cardtable.players.hints import Hint, HintsQuestion
from cardtable.table.session import Session
from cardtable.tui.drawing.canvas import Box
from cardtable.tui.screens.hints import HintDialog, place_hints
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.thinking import Thinker
from tests.tui.boards.wind_city_boards import PHASES, sit_till
from tests.tui.screens import NAMES, board_on, press, run, screen_text, stand_still, tap_at, usually_diagonal


@pytest.fixture
def some_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggest the last three legal actions, without looking for better ones."""

    async def suggest(thinker: Thinker, question: HintsQuestion) -> Sequence[Hint]:
        return [Hint(action, "", "Why.", str(action), "How it compares.") for action in question.seen.legal[-3:]]

    monkeypatch.setattr(Thinker, "answer", suggest)


@pytest.mark.usefixtures("some_hints")
@pytest.mark.parametrize("phase", PHASES)
def test_the_board_shows_the_highlighted_hint_and_enter_plays_it(phase: str) -> None:
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
        played = len(session.actions)
        await press(pilot, "up", "enter")
        assert not isinstance(pilot.app.screen, HintDialog)
        assert session.actions[played] == legal[-3:][-1 % min(3, len(legal))]

    run(play, session)


@pytest.mark.usefixtures("some_hints")
def test_only_the_first_hint_of_a_game_says_that_hints_count_as_help_and_three_keys_close_them() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key in ("escape", "q", "question_mark"):
            await press(pilot, "h")
            assert isinstance(pilot.app.screen, HintDialog)
            told = re.search(
                r"Hints\b[\s\S]+\bresult\.", screen_text(pilot)
            )  # beside the board, it takes several lines
            assert (told is not None) == (key == "escape")
            await press(pilot, key)
            assert isinstance(pilot.app.screen, TableScreen)

    run(play, sit_till("plan", 2))


TEXT = "One goes right. " * 8
PLAYERS = {"exit-stage-right": 1, "tradewinds": 4, "clash": 2, "rummy-like": 3}


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize(("game_id", "size"), usually_diagonal(PLAYERS, [(80, 24), (120, 40)]))
def test_hints_hide_nothing_of_the_board(
    game_id: str, size: tuple[int, int], by_mouse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def suggest(thinker: Thinker, question: HintsQuestion) -> Sequence[Hint]:
        return [Hint(action, "about level", TEXT, str(action), "", "77% sure") for action in question.seen.legal[:3]]

    monkeypatch.setattr(Thinker, "answer", suggest)
    game, seats = SHIPPED[game_id], PLAYERS[game_id]
    session = Session(game, game.options(), NAMES[:seats], DealCode(1), (0,) * seats)

    async def play(pilot: Pilot[int]) -> None:
        board, legal = board_on(pilot), session.look(session.turn).legal
        await press(pilot, "h")
        await stand_still(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, HintDialog)
        box = dialog.query_one(Vertical).region
        hidden = [place for where, place in board.canvas.places if box.overlaps(Region(*where))]
        assert hidden == []
        assert (box.right, box.bottom) <= (size[0], size[1] - 1)
        lines = [
            line[box.x + 1 : box.right - 1].strip(" │") for line in screen_text(pilot).splitlines()[box.y : box.bottom]
        ]
        assert "bout level" in screen_text(pilot), "in the list or in the text"
        assert "about level" in screen_text(pilot) or sum("77%" in line for line in lines) == 3, "on every line"
        assert TEXT.strip() in " ".join(lines), "the whole text"
        if by_mouse:
            await tap_at(pilot, box.x + 3, box.y + 2)
            assert pilot.app.screen is dialog, "the first click only highlights a hint"
            await tap_at(pilot, box.x + 3, box.y + 2)
        else:
            await press(pilot, "down", "enter")
        assert not isinstance(pilot.app.screen, HintDialog)
        assert session.actions[0] == legal[1]

    run(play, session, size=size)


def test_the_text_says_what_a_move_may_bring_if_the_list_has_no_room_for_it() -> None:
    hint = Hint("Red", "about 2 points fewer than North this round", "Why.", "Partial-Green-Circle", "", "-2 points")
    dialog = HintDialog([hint], lambda action: None)
    assert dialog.why(hint, 78) == ["Why."]
    assert dialog.why(hint, 58) == ["About 2 points fewer than North this round. Why."]
    for columns, detail, note in (
        *((78, "about 2 points fewer than North this round", ""), (58, "", "-2 points"), (30, "", "-2")),
    ):
        dialog.columns = columns
        assert (dialog.list_items()[0].detail, dialog.list_items()[0].note) == (detail, note)


def test_hints_stay_at_the_bottom_if_there_is_room_nowhere() -> None:
    everything = [Box(0, 0, 40, 11)]
    assert place_hints(40, 11, everything, lambda columns: 5, 20) == (Box(0, 5, 40, 6), True)
    assert place_hints(40, 11, everything, lambda columns: 50, 20) == (Box(0, 0, 40, 11), True), "no more than all rows"


def test_hints_are_in_the_right_half_only_where_the_board_is_blank() -> None:
    left = [Box(0, 0, 50, 23), Box(60, 20, 10, 3)]

    def rows(columns: int) -> int:
        return 200 // columns

    box, is_below = place_hints(80, 23, left, rows, 20)
    assert not is_below
    assert box == Box(50, 11, 30, 9), "as wide as there is room for, and as low"
    assert place_hints(80, 23, left, rows, 40)[1], "the actions could not be read there"
