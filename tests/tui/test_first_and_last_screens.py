"""The lobby, the set-up form, the result and the dialogs, as players meet them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.tradewinds import GAME as TRADEWINDS
from cardtable.games import GAMES
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.progress import LessonProgress
from cardtable.table import daily
from cardtable.table.daily import daily_of
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session, fresh_code
from cardtable.tui.choices import Target
from cardtable.tui.saved_games import is_newcomer
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import NOT_PLAYED, ROOMS, WELCOME, Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.result import ResultDialog
from cardtable.tui.screens.setup import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.table.entries import row
from tests.table.saved_games import save
from tests.table.sittings import play_on
from tests.tui.screens import (
    MOVES,
    SHORT,
    board_on,
    click,
    flowing_text,
    key_bar,
    on,
    press,
    rest,
    run,
    screen_text,
    sit,
    table_of,
    tap_at,
    wait_for,
)

TODAY = date(2026, 11, 20)


def test_the_lobby_lists_the_games_once_no_table_covers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list[object]()
    list_games = Lobby.list_games

    def note(self: Lobby, *games: Any, **options: Any) -> None:
        listed.append(games)
        list_games(self, *games, **options)

    monkeypatch.setattr(Lobby, "list_games", note)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert not listed
        await press(pilot, "q")
        assert on(pilot, Lobby)
        assert len(listed) == 1

    run(play, sit())


# The lobby


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
def test_a_newcomer_is_welcomed_and_can_continue_with_one_key(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "New here?" in screen_text(pilot)
        assert "> A three-minute lesson" in screen_text(pilot)
        assert "Learn how to play on a real table," in screen_text(pilot)
        await press(pilot, "down", "enter", "s", "q")
        assert "New here?" in screen_text(pilot), "nothing has been played"
        await press(pilot, "up", "enter")
        assert on(pilot, LessonScreen)
        await press(pilot, "q", "down", "down", "enter")
        assert on(pilot, SetUpScreen)
        assert re.search(r"Players +< 2 >", screen_text(pilot))
        await press(pilot, "escape", "up", "enter", "s", "enter", "q")
        assert on(pilot, Lobby)
        saved = "Saved. Continue this game." if size == (40, 12) else "Your game of Exit Stage Right is saved."
        assert saved in screen_text(pilot)
        assert {"lesson", "alone", "together"} <= {item.id for item in pilot.app.screen.query_one(Menu).items}
        await press(pilot, "up", "c")
        assert on(pilot, TableScreen)
        assert len(table_of(pilot).session.actions) == 1

    run(play, size=size)


def test_a_newcomer_has_finished_fewer_than_three_games_and_lessons() -> None:
    finished, done, begun = row(1, 7), {"done": True}, {"step": 2, "done": False}
    in_progress = replace(finished, outcome=None)
    assert is_newcomer([], [])
    assert is_newcomer([in_progress], [done, done, begun, "damaged"])
    assert not is_newcomer([in_progress], [done, done, begun, done])
    assert is_newcomer([in_progress, finished, finished], [])
    assert not is_newcomer([finished, finished, finished], [])
    assert is_newcomer([finished], [done, begun])
    assert not is_newcomer([finished, in_progress], [done, done])


def test_the_lobby_offers_lessons_for_games_that_are_new_to_the_player() -> None:
    for number in range(3):
        save(_finished(sit(**SHORT), Key(number)))

    async def play(pilot: Pilot[int]) -> None:
        assert "New here?" not in screen_text(pilot)
        assert NOT_PLAYED not in screen_text(pilot)
        await press(pilot, "down")
        assert NOT_PLAYED in screen_text(pilot)
        await press(pilot, "l")
        assert screen_text(pilot).startswith("Learn Tradewinds")

    run(play)


def test_a_text_that_is_too_long_for_a_small_lobby_ends_with_dots() -> None:
    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        menu.at = [item.id for item in menu.items].index("exit-stage-right")
        menu.post_message(Menu.Highlighted())
        await rest(pilot)
        assert screen_text(pilot).splitlines()[-2].endswith("...")

    run(play, size=(40, 12))


def test_a_game_with_a_finished_lesson_is_not_new_to_the_player() -> None:
    lazy_archive = LazyArchive()
    record = LearningRecord(lambda: lazy_archive.archive)
    record.save_lesson("clash", "01-turn", LessonProgress(), is_over=True)
    record.save_lesson("tradewinds", "01-wind", LessonProgress(), is_over=False)
    lazy_archive.close()

    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        about = {item.id: item.about for item in menu.items}
        assert NOT_PLAYED not in about["clash"]
        assert NOT_PLAYED in about["tradewinds"], "its lesson isn't finished"
        assert NOT_PLAYED in about["exit-stage-right"]

    run(play)


def test_the_lobby_shows_records_scores_and_the_streak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: TODAY)
    days = [date(2026, 11, day) for day in (19, 20)]
    dailies = [
        replace(row(at, at), daily=day.isoformat(), deal=str(daily_of(day).code)) for at, day in enumerate(days, 1)
    ]
    games = [*dailies, row(5, 7), row(6, 7, kind="clash", seats=2), row(7, 9, hinted=1)]
    save(sit(3, MOVES[:1], names=("Ann", "[red]Bob[/]", "Cleo")))

    async def play(pilot: Pilot[int]) -> None:
        pilot.app.games._show_figures(pilot.app.screen, games)  # type: ignore[attr-defined]  # the app is ours
        await rest(pilot)
        text = screen_text(pilot)
        assert re.search(r"Exit Stage Right +1 to 6 players, together +best \+7", text)
        assert re.search(r"Clash +2 players, against each other +Ann won 1 of 1", text)
        assert "4 players, together; one player can play all four" in text
        assert "d Daily deal: 2 days in a row" in text
        assert re.search(r"> Exit Stage Right +\d–\d after \d+ moves?, \[red\]Bob\[/\]'s turn, with Ann and Cleo", text)

    run(play)


def test_a_large_lobby_describes_every_item_until_there_is_no_room() -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = screen_text(pilot)
        for each in (*(game.summary for game in GAMES.values()), *(room.about for room in (*ROOMS, *WELCOME))):
            assert each in text
        assert text.count("Learn how to play on a real table") == 1
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, [item.id for item in menu.items].index("clash"))
        assert on(pilot, SetUpScreen)
        await press(pilot, "escape")
        await pilot.resize_terminal(120, 30)
        await rest(pilot)
        assert "Head to head" in screen_text(pilot), "the sentence below the menu"
        assert "Steer the hurricane" not in screen_text(pilot)

    run(play, size=(120, 40))


# The result


def test_the_result_leaves_the_board_visible_and_its_keys_work() -> None:
    save(_finished(sit(**SHORT), Key(1)))

    async def play(pilot: Pilot[int]) -> None:
        board_row = screen_text(pilot).splitlines()[0]
        await press(pilot, *["enter"] * 5)
        assert on(pilot, ResultDialog)
        text = screen_text(pilot)
        assert text.splitlines()[0][:16] == board_row[:16]
        assert re.search(r"You (won|lost) \([+-]\d\)\. \d Completes? won, \d lost\.", text)
        assert re.search(r"Your best: [+-]\d|Your best result so far; before, it was [+-]\d", text)
        await press(pilot, "question_mark")
        assert on(pilot, Reader)
        assert "New deal" in screen_text(pilot)
        await press(pilot, "q", "w")
        assert "move 0" in screen_text(pilot) or "start" in screen_text(pilot)
        await press(pilot, "q", "enter", "q")
        assert on(pilot, Lobby)

    run(play, sit(**SHORT))


def _finished(session: Session, luck: Key) -> Session:
    play_on(session, luck, 999)
    return session


def test_the_result_of_tradewinds_names_every_part() -> None:
    names = TRADEWINDS.seat_names
    session = Session(TRADEWINDS, TRADEWINDS.options(), names, fresh_code(), (0,) * 4)
    play_on(session, Key(3), 23)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        parts = re.search(r"North ([+-]\d+), East ([+-]\d+), South ([+-]\d+), West ([+-]\d+)\.", screen_text(pilot))
        assert parts is not None
        assert table_of(pilot).session.outcome is not None
        assert tuple(map(int, parts.groups())) == table_of(pilot).session.outcome.points  # type: ignore[union-attr]  # it matches

    run(play, session)


def test_the_daily_result_has_a_line_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: TODAY)
    monkeypatch.setattr("cardtable.tui.screens.daily.today", lambda: TODAY)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "d")
        session = table_of(pilot).session
        while len(session.actions) < 60 and session.turn is not None:
            play_on(session, Key(len(session.actions)), 1)
        table_of(pilot)._show_result()
        await rest(pilot)
        share = f"Cardtable daily deal 2026-11-20: {session.outcome.margin:+}"  # type: ignore[union-attr]  # the game is over
        assert share in screen_text(pilot)
        assert "Streak: 1 day" in screen_text(pilot)
        await press(pilot, "c")
        assert pilot.app.clipboard.startswith(share)
        assert on(pilot, ResultDialog)
        assert "c Copied" in screen_text(pilot)

    run(play)


def test_a_game_without_a_review_says_why() -> None:
    game = SHIPPED["rummy-like"]
    session = Session(game, game.options(target=0), ("Ann", "Bo", "Cy"), DealCode(1))
    play_on(session, Key(1), 9999)
    assert session.turn is None

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: on(pilot, ResultDialog))
        assert "v Review" not in screen_text(pilot)
        await press(pilot, "v")
        assert on(pilot, ResultDialog)
        assert "There are no reviews of Rummy-like" in flowing_text(pilot)

    for size in ((80, 24), (40, 12)):
        run(play, session, size=size)


# Dialogs and the mouse


def test_dialogs_show_their_own_keys_and_close_in_four_ways() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert " Undo" not in key_bar(pilot), "there is nothing to undo"
        for key in ("q", "escape", "question_mark", ""):
            await press(pilot, "question_mark")
            assert on(pilot, ChoiceDialog)
            assert key_bar(pilot) == "enter Choose  esc Close"
            if key:
                await press(pilot, key)
            else:
                await tap_at(pilot, 2, 2)
                await rest(pilot)
            assert on(pilot, TableScreen), key
        await press(pilot, "slash")
        await tap_at(pilot, 7, 3)  # elsewhere, as a double click is ignored
        await rest(pilot)
        assert on(pilot, TableScreen)
        await press(pilot, "enter")
        assert " Undo" in key_bar(pilot)

    run(play, sit())


def test_a_preselected_card_is_played_by_the_second_click() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board, session = board_on(pilot), table_of(pilot).session
        for played in (0, 1):
            assert board.group == 0
            await click(pilot, board, Target(0))
            assert len(session.actions) == played, "the first click only chooses"
            await click(pilot, board, Target(0))
            assert len(session.actions) == played + 1
        await press(pilot, "right", "left")
        await click(pilot, board, Target(0))
        assert len(session.actions) == 3, "the keys have chosen it"

    run(play, sit(**SHORT))


def test_a_menu_shares_lines_where_it_can() -> None:
    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        at = [item.id for item in menu.items].index("statistics")
        await click(pilot, menu, at)
        assert "Statistics" in screen_text(pilot).splitlines()[0]

    run(play, size=(40, 30))
