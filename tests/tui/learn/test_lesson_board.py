"""The board in a lesson: its size, its highlighted places and their names, and how it looks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.places import iter_places
from cardtable.rooms.kit.goto import ToLesson, ToScript
from cardtable.tui.board.pointing import CORNER
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.widgets.text_pane import TextPane
from tests.lessons.scripts import lesson
from tests.tui.boards.boards import SIZES
from tests.tui.learn.learning import CHOICE, TELL, TERMINALS, TRY, answer, lesson_on, open_steps, text_of
from tests.tui.screens import (
    app_of,
    golden,
    open_place,
    press,
    rest,
    run,
    screen_picture,
    screen_text,
    stand_still,
    strips,
    usually,
)


def test_one_long_text_does_not_shrink_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        long = f'kind = "tell"\ntext = "{"Word " * 150}"'
        screen = await open_steps(pilot, TELL, long, TELL)
        rows = screen.board.rows
        assert rows == screen.board.medium_rows(80)
        await press(pilot, "n")
        assert screen.board.rows == rows
        assert "pgup/pgdn" in text_of(screen)

    run(play)


def test_places_have_names() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("tradewinds", "3"))
        screen = lesson_on(pilot)
        names = [screen.place_name(place) for _, place in screen.board.canvas.places]
        assert "North's False on HRT" in names
        assert "East's True on HRT" in names
        assert "North's tally of scored Singles" in names
        assert "Circle on A1" in names
        await press(pilot, "q")
        await open_place(pilot, ToLesson("rummy-like", "1"))
        screen = lesson_on(pilot)
        names = [screen.place_name(place) for _, place in screen.board.canvas.places]
        assert "Ben's score" in names
        assert "Ben's TriCard 1" in names

    run(play)


@pytest.mark.parametrize("size", TERMINALS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("ascii_only", [False, True], ids=["blocks", "ascii"])
def test_snapshots_of_a_lesson(size: tuple[int, int], ascii_only: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_steps(pilot, TELL, CHOICE, TRY)
        await stand_still(pilot)
        shown = [screen_text(pilot)]
        await press(pilot, "n", "1")
        shown.append(screen_text(pilot))
        await press(pilot, "2", "n", "t", "home", "enter")
        shown.append(screen_text(pilot))
        name = f"lesson-{size[0]}x{size[1]}-{'ascii' if ascii_only else 'blocks'}.txt"
        golden(name, f"\n{'=' * size[0]}\n".join(shown))
        if ascii_only:
            assert "\n".join(shown).isascii()

    run(play, size=size, ascii_only=ascii_only)


def test_places_pointed_at_are_bold_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """An inverted frame would merge with the block of a Filled card."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL)
        (box,) = [box for box, place in screen.board.canvas.places if place == ("stage", 1, 2)]
        row = strips(pilot)[screen.board.region.y + box.y].crop(box.x, box.x + box.width)
        assert row.text.startswith(CORNER)
        assert all(segment.style is not None and segment.style.bold and not segment.style.reverse for segment in row)
        other = strips(pilot)[screen.board.region.y + box.y - 1].crop(box.x, box.x + box.width)
        assert not any(segment.style is not None and segment.style.bold for segment in other)

    run(play)


def test_the_text_names_places_that_the_board_does_not_show() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, 'kind = "tell"\ntext = "A"\npoint = ["face_up", "won"]')
        assert "(Not on the board: face up.)" in text_of(screen)

    run(play)


def test_every_board_draws_the_places_that_lessons_point_at() -> None:
    """The board draws only places that the game knows, and the most important places, in every layout."""
    for game_id, zones in DRAWN.items():
        exercise = exercise_of(game_id, Key(7))
        seen = exercise.seen
        if game_id == "rummy-like":  # an empty pile isn't drawn
            state = seen.state._replace(discards=seen.state.led_pile[:1], led_pile=seen.state.led_pile[1:])
            seen = replace(seen, state=state)
        board = board_for(game_id)()
        board.is_read_only = True
        board.show(seen)
        known = {place for place, _ in iter_places(exercise.situation.teaching, seen.state)}
        for size in SIZES:
            found = {place for _, place in board.drawn(*size).places}
            assert {each for each in found if each.zone != "space"} <= known, (game_id, size)
            assert zones <= {each.zone for each in found}, (game_id, size)


DRAWN = {
    "exit-stage-right": {"stage", "hand", "won", "lost", "draw_deck", "complete_deck"},
    "tradewinds": {"grid", "hand", "scored", "deducted"},
    "rummy-like": {"chards", "tricards", "deck", "led", "discards", "scores"},
    "wind-city": {"space", "houses", "coins", "pile", "hurricane"},
    "clash": {"pile", "hand", "draw_pile", "scores"},
}
"""Zones that every layout of a board draws."""


@pytest.mark.parametrize(
    "size",
    usually(
        [(80, 24), (120, 40), (40, 12)], [(80, 24), (100, 24), (120, 24), (120, 40), (200, 60), (60, 20), (40, 12)]
    ),
)
def test_the_board_keeps_its_size_throughout_a_lesson(size: tuple[int, int]) -> None:
    """The cards stay in place whether the learner looks, answers or plays."""

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TELL, CHOICE, TRY)
        found = set()
        for _ in range(3):
            await stand_still(pilot)
            if screen.board.display:
                board = screen.board
                width, height = board.canvas.width, board.canvas.height
                found.add(height - board.status_rows(width, height))
            answer(screen)
            await rest(pilot)
            if screen.room.walk.can_go_on:
                screen.do("next")
                await rest(pilot)
        assert len(found) <= 1

    run(play, size=size)


def test_a_lesson_survives_resizing() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, TRY)
        for size in ((40, 12), (200, 60), (30, 8), (80, 24)):
            await pilot.resize_terminal(*size)
            await rest(pilot)
        assert "Gain one." in text_of(screen)
        assert "top" in screen.board.text()

    run(play)


def test_the_next_step_paints_once_and_measures_no_text_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()

    def count(kind: type[Any], name: str) -> None:
        method = getattr(kind, name)

        def counted(*arguments: Any) -> Any:
            calls[f"{kind.__name__}.{name}"] += 1
            return method(*arguments)

        monkeypatch.setattr(kind, name, counted)

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, *[TELL] * 12)
        count(BoardWidget, "drawn")
        count(TextPane, "drawn")
        count(TextPane, "rows")
        for _ in range(10):
            calls.clear()
            screen.do("next")
            await rest(pilot)
            assert calls == {"BoardWidget.drawn": 1, "TextPane.drawn": 1}

    run(play)


def test_snapshot_picture_of_a_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        head = 'title = "A Single face up"\nabout = "What it does."\nrulings = ["ES-5"]\n'
        text = "Your turn. Find the Single that sends **two** Completes right and only one left."
        app_of(pilot).open(
            ToScript(lesson(TELL, f'kind = "try"\ntext = "{text}"\nright = {{ best = "net" }}', head=head))
        )
        await rest(pilot)
        await press(pilot, "n", "2", "enter")
        golden("lesson.svg", screen_picture(pilot))

    run(play)
