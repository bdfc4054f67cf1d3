"""In large terminals, lessons show large cards, and nothing jumps between the steps."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.rooms.kit.goto import ToLesson
from cardtable.tui.screens.lesson import LessonScreen
from tests.tui.key_bars import click_label
from tests.tui.learn.learning import CHOICE, POINTS, TELL, answer, lesson_on, open_steps, text_of
from tests.tui.screens import (
    app_of,
    click,
    key_bar,
    open_place,
    press,
    rest,
    run,
    screen_text,
    settle,
    stand_still,
    tap_at,
    usually_diagonal,
)

ABBREVIATIONS = ("Holl.", "Part.", "Fill.", "Grn", "Circ.", "Squ.", "Tri.")
ROWS_OF_TABLE = {(120, 40): 30, (160, 50): 37, (200, 60): 47}
"""The rows of the table above the text of a lesson, by the size of the terminal."""
SMALL_HAND = ("exit-stage-right", 30)
"""The game whose stage leaves no room for large cards in the hand, and the rows of that layout."""


async def open_first_lesson(pilot: Pilot[int], game_id: str) -> LessonScreen:
    await open_place(pilot, ToLesson(game_id, "1"))
    return lesson_on(pilot)


@pytest.mark.parametrize(("game_id", "size"), usually_diagonal(SHIPPED, list(ROWS_OF_TABLE)))
def test_large_terminals_show_large_cards_throughout_a_lesson(game_id: str, size: tuple[int, int]) -> None:
    rows = ROWS_OF_TABLE[size]

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, game_id)
        walk, tops = screen.room.walk, set()
        while not walk.is_over:
            drawn = screen.board.text()
            assert (game_id, rows) == SMALL_HAND or not [each for each in ABBREVIATIONS if each in drawn], drawn
            tops.add((screen.pane.region.y, screen.board.rows))
            answer(screen)
            await settle(pilot)
        assert len(tops) == 1, "the text stays in place"
        assert tops.pop()[1] == rows
        if size > (120, 40):
            left = (size[0] - {37: 120, 47: 160}[rows]) // 2
            assert screen.pane.region.x == left
            assert {len(line) - len(line.lstrip()) for line in screen.board.text().splitlines() if line} >= {left}

    run(play, size=size)


def test_wind_city_draws_houses_in_a_lesson_at_120_by_40() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, "wind-city")
        assert "▟█▙" in screen.board.text()

    run(play, size=(120, 40))


@pytest.mark.parametrize(("size", "rows", "is_beside"), [((160, 40), 39, True), ((160, 44), 37, False)])
def test_the_text_is_beside_the_board_if_only_that_leaves_room_for_larger_cards(
    size: tuple[int, int], rows: int, is_beside: bool
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, "clash")
        assert (screen.pane.region.x > 0) == is_beside
        assert screen.board.size.height >= rows

    run(play, size=size)


def test_tradewinds_looks_like_the_table_at_80_by_24() -> None:
    """The parts are in the same order and the same words as at the table, with smaller cards."""

    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, "tradewinds")
        drawn = screen.board.text()
        parts = ("NORTH", "Goal", "SOUTH", "West's")
        assert [drawn.index(part) for part in parts] == sorted(drawn.index(part) for part in parts)
        lines = drawn.splitlines()
        (south,) = (row for row, line in enumerate(lines) if "SOUTH" in line)
        assert "╭HGS╮ ╭PRC╮" in lines[south + 1], "the hand is below the grid"

    run(play, size=(80, 24))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_the_first_lesson_of_tradewinds_doesnt_show_what_a_later_one_explains(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, "tradewinds")
        drawn = screen.board.text()
        assert "wants" not in drawn
        assert not {"covering", "side"} & {place.zone for _, place in screen.board.canvas.places}

    run(play, size=size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_a_lesson_about_what_scores_shows_the_tf_cards(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("tradewinds", "3"))
        assert {"covering", "side"} <= {place.zone for _, place in lesson_on(pilot).board.canvas.places}

    run(play, size=size)


# Projector mode


async def open_projected(pilot: Pilot[int], *steps: str) -> LessonScreen:
    app_of(pilot).change(scale="large")
    return await open_steps(pilot, *steps)


def shows_table(screen: LessonScreen) -> bool:
    return screen.board.display


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 21), ((120, 40), 37)], ids=str)
def test_a_projected_lesson_opens_on_the_largest_table_with_the_text_below_it(size: tuple[int, int], rows: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        long = f'kind = "tell"\ntext = "First words. {"Word " * 80}"'
        screen = await open_projected(pilot, long, POINTS, TELL)
        for words in ("First words.", "Which are Red?", "Look at these."):
            assert screen.board.rows == rows
            assert shows_table(screen)
            assert words in text_of(screen)
            assert screen.pane.region.bottom <= size[1] - 1, "the key bar is in sight"
            answer(screen)
            await rest(pilot)
            if screen.room.walk.wants == "next" and not screen.room.walk.is_over and words == "Which are Red?":
                await press(pilot, "enter")

    run(play, size=size)


def test_t_switches_a_projected_lesson_to_the_whole_text_and_the_next_step_to_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = "Word " * 80
        screen = await open_projected(pilot, f'kind = "tell"\ntext = "{text}End."', TELL)
        assert " ..." in text_of(screen)
        assert "End." not in text_of(screen)
        await press(pilot, "t")
        assert not shows_table(screen)
        assert "End." in text_of(screen)
        await click_label(pilot, "Table")
        assert shows_table(screen)
        await press(pilot, "t", "enter")
        assert shows_table(screen)
        assert "Look at these." in text_of(screen)

    run(play)


def test_a_question_can_be_answered_below_a_projected_table_by_key_and_by_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_projected(pilot, CHOICE, TELL)
        assert text_of(screen).split() == ["How", "many?", "1)", "one", "2)", "two"]
        await press(pilot, "1")
        assert "No. More." in text_of(screen)
        assert shows_table(screen), "a short reply has room below the table"
        await press(pilot, "a")
        await click(pilot, screen.pane, 1)
        assert "Right." in text_of(screen)

    run(play)


def test_a_long_reply_takes_the_screen_of_a_projected_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_projected(pilot, CHOICE.replace("More.", "More. " * 40), TELL)
        await press(pilot, "1")
        assert not shows_table(screen)
        assert "How many?" in text_of(screen)
        assert "No. More." in text_of(screen)

    run(play)


def test_a_projected_lesson_in_a_very_large_terminal_shows_all_of_both() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_projected(pilot, TELL, CHOICE)
        assert not screen.is_single
        assert screen.board.rows == 37
        assert "A lesson" in text_of(screen)

    run(play, size=(160, 50))


def test_a_reply_takes_the_place_of_the_status_line_below_a_projected_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_projected(pilot, POINTS.replace("Which", "Which of these") + '\nhint = "Look. Look."', TELL)
        await rest(pilot)
        assert screen.pane.size.height == 1
        await press(pilot, "right", "enter")
        assert shows_table(screen)
        assert screen.pane.size.height == 2
        assert "No. Look. Look." in text_of(screen)
        await press(pilot, "a")
        assert screen.pane.size.height == 1

    run(play)


# Small terminals


async def go_to_step(pilot: Pilot[int], game_id: str, number: int) -> LessonScreen:
    """Open a game's first lesson, and answer everything before this step."""
    screen = await open_first_lesson(pilot, game_id)
    while screen.room.walk.at < number - 1:
        answer(screen)
        await settle(pilot)
    await stand_still(pilot)
    return screen


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_a_small_terminal_asks_about_the_table_below_the_table(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await go_to_step(pilot, "exit-stage-right", 3)
        lines = screen_text(pilot).splitlines()
        assert lines[3] == "mid    .      .      .    [█]FGS   .", "the table that the question is about"
        assert lines[6].startswith("[H] [R]"), "nothing is covered"
        assert "... Column 3 is the centre," in lines[7]
        assert "the card in the middle row?" in lines[9]
        assert lines[10] == "  1) Column 3  2) Column 4  3) Column 5"
        if by_mouse:
            await click(pilot, screen.pane, 0)
        else:
            await press(pilot, "down", "enter")
        await stand_still(pilot)
        assert re.search(r"LOST(.|\n)*\[H\](.|\n)*No. That is the centre\.", screen_text(pilot))
        assert screen_text(pilot).splitlines()[10] == " >1) Column 3  2) Column 4  3) Column 5"
        await press(pilot, "enter")
        await stand_still(pilot)
        assert "Press s" in screen_text(pilot)
        await press(pilot, "a")
        await stand_still(pilot)
        assert re.search(r"LOST(.|\n)*middle row\?", screen_text(pilot)), "the question is open again"
        await (click_label(pilot, "Text") if by_mouse else press(pilot, "t"))
        await stand_still(pilot)
        assert "The columns are numbered 1 to 5" in screen_text(pilot)
        assert "LOST" not in screen_text(pilot)

    run(play, size=(40, 12))


def test_enter_leads_from_the_text_of_a_small_terminal_to_the_table_to_act_on() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await go_to_step(pilot, "exit-stage-right", 5)
        await press(pilot, "right", "enter")
        await stand_still(pilot)
        assert "No. The Completes are HRC, FGS and" in screen_text(pilot)
        assert "LOST" not in screen_text(pilot)
        await press(pilot, "enter")
        await stand_still(pilot)
        assert "LOST" in screen_text(pilot)
        assert "enter Point" in key_bar(pilot)

    run(play, size=(40, 12))


def test_the_end_of_a_long_text_is_below_a_small_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await go_to_step(pilot, "exit-stage-right", 1)
        assert "LOST" not in screen_text(pilot), "the whole text doesn't fit below the table"
        await press(pilot, "t")
        await stand_still(pilot)
        assert re.search(r"LOST(.|\n)*\[H\](.|\n)*go right, and the others go left\.", screen_text(pilot))

    run(play, size=(40, 12))


@pytest.mark.parametrize(("game_id", "size"), usually_diagonal(SHIPPED, [(40, 12), (40, 14), (60, 16)]))
def test_the_text_below_a_small_table_covers_nothing(game_id: str, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, game_id)
        while not screen.room.walk.is_over:
            await stand_still(pilot)
            if screen.board.display and screen.pane.display and screen.is_single:
                covered = range(screen.pane.region.y, screen.pane.region.bottom)
                assert [screen.board.canvas.line(y) for y in covered] == [""] * len(covered)
                status = screen.board.status_lines(size[0]) if screen.board.pointer is not None else 0
                assert screen.pane.region.bottom + status == size[1] - 1, "just above the status or the key bar"
            answer(screen)
            await settle(pilot)

    run(play, size=size)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize(("reply", "stays"), [("No. Look again.", True), ("No. Look again. " * 9, False)])
def test_a_learner_points_again_below_a_short_reply_in_a_small_terminal(
    reply: str, stays: bool, by_mouse: bool
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, f'{POINTS}\nhint = "{reply}"', TELL)
        await stand_still(pilot)
        assert re.search(r"LOST(.|\n)*Which are Red\?\n", screen_text(pilot))
        (box,) = [box for box, place in screen.board.canvas.places if place == ("hand", 0, 1)]
        await (tap_at(pilot, box.x + 1, box.y) if by_mouse else press(pilot, "h"))
        await stand_still(pilot)
        assert ("LOST" in screen_text(pilot)) == stays
        assert "No. Look again." in screen_text(pilot)

    run(play, size=(40, 12))
