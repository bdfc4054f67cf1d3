"""The choices of a question in a lesson stay where they are when a reply to an answer appears."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.lessons.library import lessons_of
from cardtable.lessons.script import AskStep, replies_to
from cardtable.rooms.kit.goto import ToLesson
from cardtable.tui.board.widget import NOTHING_POINTED_AT
from cardtable.tui.drawing.canvas import Box
from cardtable.tui.widgets.text_pane import NOTHING_CHOSEN, PaneText, TextPane
from tests.tui.learn.learning import answer, lesson_on, open_longest_question
from tests.tui.screens import click, open_place, press, run, settle, usually

WIDTH = 80
HEIGHTS = range(8, 16)


def questions(game_id: str) -> Iterator[tuple[str, AskStep]]:
    """Yield the questions with choices in the lessons of a game, with the lesson's name."""
    for entry in lessons_of(game_id):
        for step in entry.load().script.steps:
            if isinstance(step, AskStep) and step.choices:
                yield entry.name, step


def choices_in(pane: TextPane, content: PaneText, height: int) -> tuple[list[Box], bool]:
    """Return where the choices are on a pane of this height, and whether all of the content is shown."""
    pane.show(content)
    canvas = pane.drawn(WIDTH, height)
    boxes = [next((box for box, meaning in canvas._targets if meaning == at)) for at in range(len(content.choices))]
    return boxes, "pgup/pgdn" not in canvas.line(0)


@pytest.mark.parametrize("game_id", usually(["tradewinds", "clash"], SHIPPED))
def test_choices_stay_in_every_lesson(game_id: str) -> None:
    pane, checked = TextPane(), 0
    for name, step in questions(game_id):
        replies = tuple(replies_to(step))
        asked = PaneText("Heading", "step 1 of 9", step.text, tuple(step.choices), replies=replies)
        for height in HEIGHTS:
            before, _ = choices_in(pane, asked, height)
            for reply in replies:
                after, is_all = choices_in(pane, asked._replace(answer=reply), height)
                if is_all:
                    assert after == before, (name, step.text, height, reply)
                    checked += 1
    assert checked


def test_choices_stay_at_80_by_24_after_wrong_answers_by_key_and_by_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_longest_question(pilot)
        pane = screen.pane

        def boxes() -> list[Box]:
            return [box for box, _ in pane.canvas._targets]

        before = boxes()
        assert len(before) == 4
        await press(pilot, "2")
        assert screen.room.said.startswith("**No.**")
        assert boxes() == before
        await click(pilot, pane, 0)
        assert screen.room.said.startswith("**No.**")
        assert boxes() == before

    run(play, size=(80, 24))


def test_enter_with_nothing_chosen_says_how_to_choose_until_the_next_key() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_longest_question(pilot)
        await press(pilot, "enter")
        assert [notice.message for notice in pilot.app._notifications] == [NOTHING_CHOSEN]
        assert not screen.pane_text().answer
        await press(pilot, "down")
        assert not pilot.app._notifications, "it would cover the answers"

    run(play)


def test_enter_with_nothing_pointed_at_says_how_to_point() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("tradewinds", "1"))
        screen = lesson_on(pilot)
        while screen.board.pointer is None:
            answer(screen)
            await settle(pilot)
        await press(pilot, "enter")
        assert NOTHING_POINTED_AT in [notice.message for notice in pilot.app._notifications]
        assert not screen.pane_text().answer

    run(play)
