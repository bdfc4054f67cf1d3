"""The Learn room: where it opens from, the progress it shows, and where lessons end."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.rooms.kit.goto import ToLearn, ToLesson
from cardtable.store.archive import Archive
from cardtable.tui.screens.learn import LearnScreen
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.terminal import input_queue
from cardtable.tui.widgets.menu import Menu
from tests.lessons.scripts import ES
from tests.tui.learn.learning import TERMINALS, lesson_on, solve
from tests.tui.screens import app_of, click, on, open_place, press, run, screen_text, set_up, sit


def test_the_learn_room_opens_from_the_lobby_and_closes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        assert on(pilot, LearnScreen)
        assert "Learn a game" in screen_text(pilot)
        await press(pilot, "enter")
        assert lessons_of(ES.id)[0].title in screen_text(pilot)
        await press(pilot, "q", "q")
        assert on(pilot, Lobby)
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, [item.id for item in menu.items].index("learn"))
        assert on(pilot, LearnScreen)
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, 0)
        menu = pilot.app.screen.query_one(Menu)
        monkeypatch.setattr(input_queue, "DOUBLE_CLICK_SECONDS", -1)  # otherwise it would be half of a double click
        await click(pilot, menu, 0)
        assert on(pilot, LessonScreen)

    run(play)


def test_the_learn_room_opens_from_the_set_up_form_and_leads_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "l")
        assert on(pilot, LearnScreen)
        await press(pilot, "p")
        assert on(pilot, SetUpScreen)
        await press(pilot, "l", "q")
        assert on(pilot, SetUpScreen)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


@pytest.mark.parametrize("size", TERMINALS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_room_shows_progress_and_selects_the_next_lesson(size: tuple[int, int]) -> None:
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        first, second = lessons_of(ES.id)[:2]
        learned.save_lesson(ES.id, first.name, LessonProgress(), is_over=True)
        learned.save_lesson(ES.id, second.name, LessonProgress(3), is_over=False)

    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLearn(ES.id))
        shown = screen_text(pilot)
        assert f"[x]  1  {first.title}"[:39] in shown
        assert "[-]  2  " in shown
        assert "> [-]  2" in shown, "the cursor is on the next lesson"
        assert "Continue at step 4." in " ".join(shown.split())

    run(play, size=size)


def test_the_end_of_a_lesson_offers_the_next_lesson_and_the_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).open(ToLearn(ES.id))
        await open_place(pilot, ToLesson(ES.id, "1"))
        await solve(pilot)
        await press(pilot, "n")
        assert lesson_on(pilot).room.entry == find_lesson(ES.id, "2")
        await solve(pilot)
        await press(pilot, "p")
        assert on(pilot, SetUpScreen)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


def test_a_finished_lesson_opened_from_the_table_leads_back_to_it() -> None:
    async def play(pilot: Pilot[int]) -> None:
        table = pilot.app.screen
        await open_place(pilot, ToLesson(ES.id, "1", 0))
        await solve(pilot)
        assert "Play Exit Stage Right now" not in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is table

    run(play, sit())
