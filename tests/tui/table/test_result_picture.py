"""The picture of a result: what it shows at each size."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from cardtable.engine.cards import COMPLETES
from cardtable.engine.games import SHIPPED
from cardtable.games import GAMES
from cardtable.table.grades import GradedResult, Par
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet
from cardtable.tui.widgets.result_picture import RACE_HEADING, Block, ResultPicture, arrange
from tests.engine.walks import each_game
from tests.rooms.test_result import finished
from tests.tui.boards.boards import HEIGHTS, WIDTHS

STRIP = "··−o−+·o−± +·+"


def picture_of(game: Any, seats: int, luck: int = 1, signs: CardSet = BLOCKS) -> ResultPicture:
    session, page = finished(game, seats, luck, persons=(0,) * seats)
    assert session.outcome is not None
    if game.id == "exit-stage-right" and seats == 1:
        par = Par(9, 4)
        page = replace(page, graded=GradedResult(session.outcome.margin, par, STRIP), steps=par.steps[:3])
    return ResultPicture(page, (game.title, "deal"), signs)


@each_game
def test_how_the_game_ended_is_told_at_every_size(game: Any) -> None:
    picture = picture_of(game, game.seats[0])
    for width, height in product(WIDTHS, HEIGHTS):
        words = picture.drawn(width, height).text().split()
        assert set(picture.page.ending.result.split()) <= set(words), (width, height)


@each_game
def test_nothing_but_ascii_is_drawn_with_ascii_cards(game: Any) -> None:
    for seats in game.seats:
        assert picture_of(game, seats, signs=ASCII).drawn(80, 22).text().isascii()


def test_at_80_by_24_a_graded_result_has_stars_digits_cards_turns_and_par() -> None:
    picture = picture_of(SHIPPED["exit-stage-right"], 1)
    text = picture.drawn(80, 22).text()
    margin = int(picture.page.score)
    assert margin < 0, "choose another deal"
    assert f"You {margin}, par +9, medium +4. You were {1 - margin} short of a win." in text
    assert all(card.code in text for _, cards in picture.page.trophies for card in cards)
    assert STRIP in text
    assert "★ +1" in text
    assert "★★ +4" in text
    assert "★★★ +9" in text
    assert all(sentence in text for sentence in picture.page.story)


def test_the_race_in_clash_has_bars_and_the_numbers_at_the_end() -> None:
    for signs, bar in ((BLOCKS, "█"), (ASCII, "#")):
        picture = picture_of(SHIPPED["clash"], 2, signs=signs)
        race = picture.page.race
        assert race is not None
        rows = picture.drawn(80, 22).text().splitlines()
        start = next(at for at, row in enumerate(rows) if row.strip() == RACE_HEADING)
        for left, row in zip(race.left, (rows[start + 4], rows[start + 8]), strict=True):
            assert f" {left[0]} {bar}" in row
            assert row.endswith(f"{bar} {left[-1]}")


def test_few_cards_are_no_larger_than_many_cards() -> None:
    picture = picture_of(SHIPPED["tradewinds"], 4)
    many, few = tuple(COMPLETES), tuple(COMPLETES[:3])
    picture.page = replace(picture.page, trophies=(("Scored", many), ("Deducted", few)), is_won=True)
    for width, height in product((80, 120, 160), range(20, 49)):
        text = picture.drawn(width, height).text()
        scored, deducted = text.partition("Scored")[2].split("Deducted")
        widest, narrower = (max(map(len, re.findall("[A-Z]+─*", each))) for each in (scored, deducted))
        assert narrower <= widest, (width, height)


@pytest.mark.parametrize("game_id", ["clash", "rummy-like", "wind-city"])
def test_a_large_screen_shows_the_final_table_below_the_result(game_id: str) -> None:
    game = SHIPPED[game_id]
    session, page = finished(game, game.seats[0])
    board = GAMES.part_of(game_id, "board", "BOARD")()
    board.show(session.look(None))
    picture = ResultPicture(page, (game.title, "deal"), BLOCKS, board.final_picture)
    sign = {"clash": "How the round ended", "rummy-like": "Chards", "wind-city": "Account"}[game_id]
    assert sign not in picture.drawn(80, 22).text()
    for width, height in ((120, 38), (160, 48)):
        text = picture.drawn(width, height).text()
        assert sign in text
        assert set(page.ending.result.split()) <= set(text.split())
        assert not re.search(r"\n\s*\n\s*\n\s*\n\s*\n\s*\n", text.rstrip()), "the room is used"


def test_a_single_round_of_rummy_like_ends_at_80_by_24_with_the_picture_of_its_scoring() -> None:
    session, page = finished(SHIPPED["rummy-like"], 3, options={"target": 0})
    board = GAMES.part_of("rummy-like", "board", "BOARD")()
    board.show(session.look(None))
    text = ResultPicture(page, ("Rummy-like", "deal"), BLOCKS, board.final_picture).drawn(80, 22).text()
    assert text.count("Chards ") == 3
    assert page.ending.events not in " ".join(text.split())
    assert page.story
    assert set(page.ending.result.split()) <= set(text.split())


def test_a_lost_game_has_another_ground_than_a_won_one() -> None:
    grounds = dict[bool, set[str]]()
    for luck in range(1, 9):
        picture = picture_of(SHIPPED["tradewinds"], 4, luck)
        canvas = picture.drawn(80, 22)
        inks = {ink for y in range(1, canvas.height) for _, ink in canvas.runs(y)}
        grounds.setdefault(bool(picture.page.is_won), set()).update(ink.partition("/")[2] for ink in inks)
    assert grounds[True] == {""}
    assert "dusk" in grounds[False]


@pytest.mark.parametrize(("rows", "heights"), [(3, [3]), (4, [3, 1]), (6, [3, 1, 1]), (8, [5, 1, 1])])
def test_the_least_important_blocks_are_left_out_first(rows: int, heights: list[int]) -> None:
    blocks = [
        Block(0, (Canvas(9, 5), Canvas(9, 3))),
        Block(2, (Canvas(9, 1),)),
        Block(1, (Canvas(9, 1),)),
    ]
    placed = arrange(blocks, rows)
    assert [canvas.height for _, canvas in placed] == heights
    ends = [y + canvas.height for y, canvas in placed]
    assert all(end <= y for end, (y, _) in zip(ends, placed[1:], strict=False))
    assert ends[-1] <= rows
