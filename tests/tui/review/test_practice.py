"""The Practice room and the player's progress, with keys and with the mouse."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.games.exit_stage_right.practice import PRACTICE
from cardtable.games.exit_stage_right.practice.themes import THEMES
from cardtable.players.process import ThinkingProcess
from cardtable.practice import baselines
from cardtable.practice.baselines import Baseline
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.practice import PracticeScreen
from cardtable.tui.screens.progress import ProgressScreen
from cardtable.tui.screens.review import ReviewScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.tui.review.practising import GAME, fill, in_room
from tests.tui.screens import flowing_text, go_to_item, golden, on, press, rest, screen_text, table_of, tap_at, wait_for


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
def test_the_room_fits(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        golden(f"practice-{size[0]}x{size[1]}.txt", screen_text(pilot))

    in_room(play, size=size)


def test_a_small_list_shows_the_whole_question_of_each_theme() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert all(theme.in_brief in screen_text(pilot) for theme in THEMES)

    in_room(play, size=(60, 20))


def test_large_cards_are_drawn_only_where_everything_fits_below_them() -> None:
    fill()

    async def play(pilot: Pilot[int]) -> None:
        rows = pilot.app.screen.query_one(Menu).rows(112)
        for width, height, is_roomy in ((116, rows + 15, True), (115, 40, False), (120, rows + 14, False)):
            await pilot.resize_terminal(width, height)
            await rest(pilot)
            text = screen_text(pilot)
            assert ("P R A C T I C E" in text) == is_roomy
            assert ("Practice: Exit Stage Right alone" in text) != is_roomy
            assert "Review game 1" in text
            assert "Each level earns up to three stars." in flowing_text(pilot)

    in_room(play, size=(120, 40))


def test_the_latest_games_are_listed_with_their_results() -> None:
    fill()

    async def play(pilot: Pilot[int]) -> None:
        (row,) = (row for row in screen_text(pilot).splitlines() if "Review game 1" in row)
        margin = GAME.outcome.margin if GAME.outcome else 0
        assert f"{'won' if margin > 0 else 'lost'} by {abs(margin)} " in row
        assert row.rstrip().endswith("just now")

    in_room(play)


def test_home_and_end_go_to_the_first_and_the_last_item() -> None:
    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        await press(pilot, "end")
        assert menu.item is not None
        assert menu.item.id == "progress"
        await press(pilot, "home")
        assert menu.item.id == "levels"

    in_room(play)


def test_the_room_explains_the_challenge_as_set_up_does() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "down", "down")
        assert "1 game in 3, not 3 in 4. Each refill fills every empty centre cell" in flowing_text(pilot)
        assert "Undos and what-ifs count as help." in flowing_text(pilot)
        go_to_item(pilot, "refill")
        pilot.app.screen.query_one(Menu).action_move(0)
        await rest(pilot)
        assert "You play by the rules of Challenge." in flowing_text(pilot)

    in_room(play)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
def test_the_room_explains_each_kind_of_exercise(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        abouts = {theme.about for theme in THEMES}
        assert len(abouts) == len(THEMES)
        for theme in THEMES:
            go_to_item(pilot, theme.name)
            pilot.app.screen.query_one(Menu).action_move(0)
            await rest(pilot)
            assert f"{theme.about} {PRACTICE.theme_rules}" in flowing_text(pilot)
            assert "l Sure way" not in screen_text(pilot)

    in_room(play, size=size)


def test_the_hand_size_is_chosen_with_left_and_right() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "down", "down", "left", "left", "left")
        assert "< 5 cards >" in screen_text(pilot)
        await press(pilot, *["right"] * 6)
        assert re.findall(r"< (\d) cards >", screen_text(pilot)) == ["9", "7"]
        await press(pilot, "down")
        assert "Lesson 13 teaches a sure way to win" in flowing_text(pilot)
        await press(pilot, "left", "enter")
        options = table_of(pilot).session.options
        assert (options.hand_size, options.refill_count) == (6, "up-to")

    in_room(play)


def test_the_mouse_changes_the_hand_size_or_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        rows = screen_text(pilot).splitlines()
        y, row = next((y, row) for y, row in enumerate(rows) if "By the book" in row)
        await tap_at(pilot, row.index(">"), y)
        await rest(pilot)
        assert re.findall(r"< (\d) cards >", screen_text(pilot)) == ["7", "8"]
        await tap_at(pilot, row.index("< "), y)
        await rest(pilot)
        assert "< 7 cards >" in screen_text(pilot)
        await tap_at(pilot, row.index("By"), y)
        await rest(pilot)
        assert isinstance(pilot.app.screen, TableScreen)

    in_room(play)


def test_the_room_leads_to_the_lesson_the_reviews_and_back() -> None:
    fill()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "down", "down", "l")
        assert on(pilot, PracticeScreen)  # in the Challenge, there's no sure way
        await press(pilot, "down")
        assert "l Sure way" in screen_text(pilot)
        await press(pilot, "l")
        assert on(pilot, LessonScreen)
        await press(pilot, "q")
        go_to_item(pilot, "review 1")
        await press(pilot, "enter")
        assert on(pilot, ReviewScreen)
        await press(pilot, "q")
        assert on(pilot, PracticeScreen)

    in_room(play)


def test_progress_grows_while_computer_players_play(monkeypatch: pytest.MonkeyPatch) -> None:
    fill()
    monkeypatch.setattr(ThinkingProcess, "start", lambda self: self)
    monkeypatch.setattr(ThinkingProcess, "stop", lambda self: None)
    monkeypatch.setattr(baselines, "exchange", lambda process, replay: Baseline(3, True))
    monkeypatch.setattr("cardtable.tui.screens.progress.UPDATE_SECONDS", 0.01)

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, ProgressScreen)
        await wait_for(pilot, lambda: "hard on the same deals: +3.0 a game" in flowing_text(pilot))
        assert "Exercises: 2 due of 2." in flowing_text(pilot)
        lines = [line.strip() for line in screen_text(pilot).splitlines()]
        for start in ("Mistakes per game, with inaccuracies and blunders", "Exercises: 2 due of 2."):
            assert lines[lines.index(start) - 1] == ""

    in_room(play, "progress")
