"""The pages of a class in the app: the pupil's list, and the teacher's rows at every width."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import product

import pytest
from textual.pilot import Pilot

from cardtable.rooms.kit.goto import ToClass, ToLesson
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.tables import note_place
from cardtable.store.settings import Settings, save_settings
from cardtable.tui.app import CardTable
from tests.classroom.classes import CLASS, desk_of, school
from tests.rooms.test_classroom import finish_lesson
from tests.tui.screens import rest, screen_text, wait_for

ITEMS = "".join(f"[[items]]\nlevel = {number}\n" for number in range(2, 9))
"""Seven more items, for the largest class file."""
BLOCKS, ASCII = Settings(cards="blocks"), Settings(cards="ascii")


def opened(records: Records, width: int, play: Callable[[Pilot[int]], Awaitable[None]] = rest) -> str:
    """Return the text of the class page, after a function has played with it."""
    app = CardTable(ToClass(), records=records)

    async def visit() -> str:
        async with app.run_test(size=(width, 24), notifications=True) as pilot:
            await rest(pilot)
            await play(pilot)
            return screen_text(pilot)

    return asyncio.run(visit())


@pytest.mark.parametrize(("width", "more", "settings"), [*product((60, 80, 120), ("", ITEMS), (BLOCKS, ASCII))])
def test_a_row_has_the_whole_name_and_what_the_pupil_does(width: int, more: str, settings: Settings) -> None:
    save_settings(settings)
    with school("ann", "maximilian", course=CLASS + more) as class_:
        finish_lesson(class_["ann"])
        note_place(class_["maximilian"], ToLesson("rummy-like"))
        text = opened(class_["teacher"], width)
    (row,) = (line for line in text.splitlines() if line.startswith((" > ann ", "   ann ")))
    assert ("x" if settings is ASCII else "√") in row
    if (width, more) != (60, ITEMS):
        assert "left just now" in row
        assert "maximilian" in text
        assert " learning" in text
    assert row.isascii() == (settings is ASCII)


def test_a_pupil_sees_ticks_and_the_cursor_on_the_next_item() -> None:
    with school("ann") as class_:
        finish_lesson(class_["ann"])
        text = opened(class_["ann"], 80)
    assert "\n\n   [x]  1  The goal and the cards" in re.sub(r" +\n", "\n", text)
    assert "> [ ]  2  Clash: 2 exercises" in text
    assert "1 of 5 items finished" in text


def test_a_pupils_screen_is_shown_to_a_teacher_who_looks() -> None:
    with school("ann") as class_:
        teacher = desk_of(class_["teacher"])

        async def play(pilot: Pilot[int]) -> None:
            await wait_for(pilot, lambda: any("The goal and the cards" in row for row in teacher.look_at("ann")))
            await wait_for(pilot, lambda: "teacher can see your screen now." in screen_text(pilot))

        opened(class_["ann"], 80, play)
