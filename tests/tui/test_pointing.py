"""Pointing: the frames around places, and the cursor that moves from place to place; no app runs here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import Place
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import exercise_of
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards import board_for
from cardtable.tui.canvas import Box, Canvas
from cardtable.tui.pointing import CORNER, Aim, mark, unseen

SIZES = ((120, 39), (80, 23), (60, 19), (40, 11))
boxes = st.builds(Box, st.integers(0, 30), st.integers(0, 10), st.integers(1, 7), st.integers(1, 5))
lyings = st.lists(st.tuples(boxes, st.builds(Place, st.sampled_from(["a", "b"]), st.integers(0, 3), st.integers(0, 9))))
steps = st.lists(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), max_size=12)


def aimed(lying: list[tuple[Box, Place]]) -> Aim:
    aim = Aim(str)
    aim.keep_to(lying)
    return aim


@given(lyings, steps)
def test_the_cursor_is_always_on_a_place(lying: list[tuple[Box, Place]], steps: list[tuple[int, int]]) -> None:
    aim = aimed(lying)
    for right, down in steps:
        aim.go(lying, right=right, down=down)
        assert (aim.place is None) == (not lying)
        assert not lying or (aim.box, aim.place) in lying
        assert bool(aim.words) == bool(lying)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_arrows_reach_every_place_on_a_board(game_id: str) -> None:
    """The arrows reach all places, wherever the cursor starts."""
    for size in SIZES:
        lying = shown(game_id, size).canvas.lying
        reached, waiting = set[Box](), [min(lying)]
        while waiting:
            box, place = waiting.pop()
            if box not in reached:
                reached.add(box)
                waiting += list(around(lying, box, place))
        assert reached == {box for box, _ in lying}, size


def around(lying: list[tuple[Box, Place]], box: Box, place: Place) -> Iterator[tuple[Box, Place]]:
    """Yield the places to which the arrows lead from here."""
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        aim = aimed(lying)
        aim._stand((box, place))
        aim.go(lying, right=right, down=down)
        assert aim.box is not None
        assert aim.place is not None
        yield aim.box, aim.place


def shown(game_id: str, size: tuple[int, int]) -> BoardWidget:
    board = board_for(game_id)()
    board.only_shown = True
    board.show(exercise_of(game_id, Key(7)).seen)
    board.canvas = board.drawn(*size)
    return board


def test_a_click_selects_the_smallest_place_there() -> None:
    large, small = (Box(0, 0, 9, 5), Place("a")), (Box(2, 2, 3, 1), Place("b"))
    aim = aimed([large, small])
    assert aim.take([large, small], 3, 2)
    assert aim.place == Place("b")
    assert aim.take([large, small], 8, 4)
    assert aim.place == Place("a")
    assert not aim.take([large, small], 20, 2)


def test_a_card_gets_a_frame_and_a_single_row_is_inverted() -> None:
    canvas = Canvas(12, 4)
    for y, row in enumerate(("+R--+", "|Red|", "+---+")):
        canvas.put(0, y, row)
    canvas.put(6, 0, "won 3")
    canvas.lay(Box(0, 0, 5, 3), "hand", 0, 1)
    canvas.lay(Box(6, 0, 5, 1), "won")
    mark(canvas, {Place("hand", 0, 1), Place("won")}, None)
    assert canvas.text() == f"{CORNER}R--{CORNER} won 3\n|Red|\n{CORNER}---{CORNER}\n"
    assert list(canvas.runs(1)) == [("|", "point"), ("Red", "plain"), ("|", "point"), (" " * 7, "plain")]
    assert ("won 3", "point") in list(canvas.runs(0))


def test_undrawn_places_are_named_once() -> None:
    canvas = Canvas(12, 4)
    canvas.lay(Box(0, 0, 5, 3), "hand", 0, 1)
    canvas.lay(Box(20, 0, 5, 3), "won")
    assert unseen(canvas, {Place("hand", 0, 1), Place("hand", 1, 1)}) == []
    assert unseen(canvas, {Place("hand", 1, 1), Place("hand", 1, 2), Place("won"), Place("face_up")}) == [
        "face up", "hand", "won",
    ]  # fmt: skip


def test_the_cursor_sign_hides_no_letter_if_there_is_room_before_it() -> None:
    canvas = Canvas(20, 1)
    canvas.put(0, 0, "deck  out")
    for x, text in ((6, "deck >out"), (0, ">eck  out")):
        here = Canvas(20, 1)
        here.take(canvas)
        aim = aimed([(Box(x, 0, 3, 1), Place("here"))])
        mark(here, (), aim)
        assert here.text() == text
