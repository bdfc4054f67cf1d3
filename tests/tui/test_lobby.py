"""The lobby, as newcomers and other players meet it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.games import GAMES
from cardtable.rooms.lobby import COMPANY, DOORS
from cardtable.table import daily
from cardtable.table.daily import daily_of
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import NOT_PLAYED, Lobby
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.table.entries import row
from tests.table.saved_games import save
from tests.table.sittings import play_on
from tests.tui.screens import (
    MOVES,
    SHORT,
    app_of,
    click_item,
    go_to_item,
    on,
    press,
    rest,
    run,
    screen_text,
    sit,
    table_of,
)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
def test_a_newcomer_is_welcomed_and_can_continue_with_one_key(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "New here?" in screen_text(pilot)
        assert "> A three-minute lesson" in screen_text(pilot)
        assert "Learn how to play on a real table," in screen_text(pilot)
        await press(pilot, "down", "enter", "enter", "enter", "q")
        assert "New here?" in screen_text(pilot), "nothing has been played"
        await press(pilot, "up", "enter")
        assert on(pilot, LessonScreen)
        await press(pilot, "q", "down", "down", "enter", "enter")
        assert on(pilot, SetUpScreen)
        assert re.search(r"Players +< 2 >", screen_text(pilot))
        await press(pilot, "escape", "up", "enter", "enter", "enter", "enter", "q")
        assert on(pilot, Lobby)
        saved = "Saved. Continue this game." if size == (40, 12) else "Your game of Exit Stage Right is saved."
        assert saved in screen_text(pilot)
        assert {"lesson", "alone", "together"} <= {item.id for item in pilot.app.screen.query_one(Menu).items}
        await press(pilot, "up", "c")
        assert on(pilot, TableScreen)
        assert len(table_of(pilot).session.actions) == 1

    run(play, size=size)


def test_the_lobby_offers_lessons_for_games_that_are_new_to_the_player() -> None:
    for number in range(3):
        session = sit(**SHORT)
        play_on(session, Key(number), 999)
        save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert "New here?" not in screen_text(pilot)
        assert "Play alone   Play together" in screen_text(pilot)
        await press(pilot, "down")
        assert NOT_PLAYED not in screen_text(pilot)
        await press(pilot, "down")
        assert NOT_PLAYED in screen_text(pilot)
        await press(pilot, "l")
        assert screen_text(pilot).startswith("Learn Tradewinds")

    run(play)


def test_the_lobby_shows_records_scores_and_the_streak(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [date(2026, 11, day) for day in (19, 20)]
    monkeypatch.setattr(daily, "today", lambda: days[-1])
    dailies = [
        replace(row(at, at), daily=day.isoformat(), deal=str(daily_of(day).deal_code)) for at, day in enumerate(days, 1)
    ]
    games = [*dailies, row(5, 7), row(6, 7, kind="clash", seats=2), row(7, 9, hinted=1)]
    save(sit(3, MOVES[:1], names=("Ann", "[red]Bob[/]", "Cleo")))

    async def play(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        assert isinstance(app.screen, Lobby)
        app.navigator.show_figures(app.screen, games)
        await rest(pilot)
        text = screen_text(pilot)
        assert re.search(r"Exit Stage Right +1 to 6 players, together +best \+7", text)
        assert re.search(r"Clash +2 players, against each other +Ann won 1 of 1", text)
        assert "4 players, together; one player can play all four" in text
        assert "d Daily deal: 2 days in a row" in text
        assert re.search(r"> Exit Stage Right +score [-+]?\d, \d+ moves?, \[red\]Bob\[/\]'s turn", text)

    run(play)


def test_a_text_that_is_too_long_for_a_small_lobby_ends_with_dots() -> None:
    async def play(pilot: Pilot[int]) -> None:
        go_to_item(pilot, "exit-stage-right")
        pilot.app.screen.query_one(Menu).post_message(Menu.Highlighted())
        await rest(pilot)
        assert screen_text(pilot).splitlines()[-2].endswith("...")

    run(play, size=(40, 12))


def test_a_large_lobby_describes_every_item_until_there_is_no_room() -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = screen_text(pilot)
        for each in (*(game.summary for game in GAMES.values()), *(room.about for room in (*DOORS, *COMPANY))):
            assert each in text
        assert text.count("Learn how to play on a real table") == 1
        await click_item(pilot, "clash")
        assert on(pilot, SetUpScreen)
        await press(pilot, "escape")
        await pilot.resize_terminal(120, 30)
        await rest(pilot)
        assert "Head to head" in screen_text(pilot), "the sentence below the menu"
        assert "Steer the hurricane" not in screen_text(pilot)

    run(play, size=(120, 40))


def test_a_menu_shares_lines_where_it_can() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await click_item(pilot, "statistics")
        assert "Statistics" in screen_text(pilot).splitlines()[0]

    run(play, size=(40, 30))


def test_the_lobby_lists_the_games_once_no_table_covers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list[object]()
    show_offers = Lobby.show_offers

    def note(self: Lobby, *offers: Any, **options: Any) -> None:
        listed.append(offers)
        show_offers(self, *offers, **options)

    monkeypatch.setattr(Lobby, "show_offers", note)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert not listed
        await press(pilot, "q")
        assert on(pilot, Lobby)
        assert len(listed) == 1

    run(play, sit())
