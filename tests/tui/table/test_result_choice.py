"""What the result of each game offers first."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.rooms.ending import AGAIN
from cardtable.table.session import Session
from cardtable.tui.screens.result import ResultScreen
from cardtable.tui.widgets.menu import Menu
from tests.table.sittings import play_on
from tests.tui.screens import click, flowing_text, on, press, press_later, run, table_of, usually_diagonal, wait_for

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def finished(game_id: str) -> Session:
    game = SHIPPED[game_id]
    seats = game.seats[0]
    short = {"target": 0} if hasattr(game.options(), "target") else {}
    session = Session(game, game.options(**short), NAMES[:seats], DealCode(1), (0,) * seats)
    play_on(session, Key(1), 9999)
    assert session.turn is None
    return session


@pytest.mark.parametrize(("game_id", "by_mouse"), usually_diagonal(SHIPPED, [False, True]))
def test_an_enter_too_many_loses_nothing_and_a_new_deal_is_one_key_or_click_away(game_id: str, by_mouse: bool) -> None:
    session = finished(game_id)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: on(pilot, ResultScreen))
        await press(pilot, "enter", "enter")
        assert on(pilot, ResultScreen)
        assert AGAIN.format("New deal") in flowing_text(pilot)
        menu = pilot.app.screen.query_one(Menu)
        if by_mouse:
            await click(pilot, menu, [item.id for item in menu.items].index("new-deal"))
        else:
            await press_later(pilot, "enter")
        assert table_of(pilot).session is not session
        assert all(isinstance(each, session.game.unasked) for each in table_of(pilot).session.actions)

    run(play, session)
