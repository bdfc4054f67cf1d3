"""The lobby offers the next lesson by name to players who have begun to learn."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import lessons_of
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.widgets.menu import Menu
from tests.tui.screens import click, on, press, run, screen_text

FIRST = "A three-minute lesson"


def learn(game_id: str, done: int, begun: int = 0) -> None:
    """Save the first lessons of a game as done, and the following ones as begun."""
    lazy_archive = LazyArchive()
    record = LearningRecord(lambda: lazy_archive.archive)
    for at, entry in enumerate(lessons_of(game_id)[: done + begun]):
        record.save_lesson(game_id, entry.name, LessonProgress(step=1), is_over=at < done)
    lazy_archive.close()


def items(pilot: Pilot[int]) -> dict[str, tuple[str, str]]:
    """Return the labels and descriptions in the lobby's menu."""
    return {item.id: (item.label, item.about) for item in pilot.app.screen.query_one(Menu).items}


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize(("game_id", "done", "begun"), [("exit-stage-right", 1, 0), ("clash", 0, 1), ("clash", 1, 1)])
def test_the_lobby_offers_a_newcomer_the_next_lesson_by_name(
    game_id: str, done: int, begun: int, by_mouse: bool
) -> None:
    learn(game_id, done, begun)
    entry = lessons_of(game_id)[done]

    async def play(pilot: Pilot[int]) -> None:
        assert FIRST not in screen_text(pilot)
        assert f"Lesson {done + 1}: {entry.title}" in screen_text(pilot)
        menu = pilot.app.screen.query_one(Menu)
        if by_mouse:
            await click(pilot, menu, list(items(pilot)).index("lesson"))
        else:
            await press(pilot, "enter")
        assert on(pilot, LessonScreen)
        assert entry.title in screen_text(pilot)

    run(play)


def test_a_large_lobby_names_the_next_lesson_beside_the_offer() -> None:
    learn("tradewinds", 1)

    async def play(pilot: Pilot[int]) -> None:
        expected = f"Your next lesson  Lesson 2 of Tradewinds: {lessons_of('tradewinds')[1].title}."
        assert expected in screen_text(pilot)
        assert "or play against the computer." in screen_text(pilot), "there is room for the other descriptions"

    run(play, size=(120, 40))
