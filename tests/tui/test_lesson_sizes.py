"""In large terminals, lessons show large cards, and nothing jumps between the steps."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.tui.screens.lesson import LessonScreen
from tests.tui.screens import rest, run, settle
from tests.tui.test_learn import answer, app_of, lesson_on

ABBREVIATIONS = ("Holl.", "Part.", "Fill.", "Grn", "Circ.", "Squ.", "Tri.")
SMALL_HAND = ("exit-stage-right", 30)
"""The game whose stage leaves no room for large cards in the hand, and the rows of that layout."""


async def open_first_lesson(pilot: Pilot[int], game_id: str) -> LessonScreen:
    app_of(pilot).action_lesson(game_id, "1")
    await rest(pilot)
    return lesson_on(pilot)


@pytest.mark.parametrize("game_id", SHIPPED)
@pytest.mark.parametrize(("size", "rows"), [((120, 40), 30), ((160, 50), 37)], ids=str)
def test_large_terminals_show_large_cards_throughout_a_lesson(game_id: str, size: tuple[int, int], rows: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_first_lesson(pilot, game_id)
        walk, tops = screen.walk, set()
        while not walk.is_over:
            drawn = screen.board.text()
            assert (game_id, rows) == SMALL_HAND or not [each for each in ABBREVIATIONS if each in drawn], drawn
            tops.add((screen.pane.region.y, screen.board.rows))
            answer(screen)
            await settle(pilot)
        assert len(tops) == 1, "the text stays in place"
        assert tops.pop()[1] == rows

    run(play, size=size)


def test_wind_city_draws_houses_below_the_text_of_a_lesson_at_120_by_40() -> None:
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
        parts = ("NORTH", "Covering Completes", "+1 for North", "SOUTH", "West's")
        assert [drawn.index(part) for part in parts] == sorted(drawn.index(part) for part in parts)
        lines = drawn.splitlines()
        (south,) = (row for row, line in enumerate(lines) if "SOUTH" in line)
        assert "╭HGS╮ ╭PRC╮" in lines[south + 1], "the hand is below the grid"

    run(play, size=(80, 24))
