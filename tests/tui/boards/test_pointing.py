"""Tests of highlights and of the pointing cursor, without the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.zones import Place
from cardtable.lessons.exercises import exercise_of
from cardtable.rooms.kit.goto import ToLesson
from cardtable.tui.board.pointing import CORNER, Pointer, draw_highlights, zones_not_shown
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.canvas import Box, Canvas
from cardtable.tui.drawing.faces import BLOCKS
from tests.tui.boards.boards import SIZES
from tests.tui.learn.learning import lesson_on
from tests.tui.screens import open_place, press, rest, run, tap_at

boxes = st.builds(Box, st.integers(0, 30), st.integers(0, 10), st.integers(1, 7), st.integers(1, 5))
place_lists = st.lists(
    st.tuples(boxes, st.builds(Place, st.sampled_from(["a", "b"]), st.integers(0, 3), st.integers(0, 9)))
)
steps = st.lists(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), max_size=12)


def pointer_on(places: list[tuple[Box, Place]]) -> Pointer:
    """Return a pointer that an arrow has put on the place where it starts."""
    pointer = Pointer(str)
    pointer.update(places)
    assert pointer.place is None
    pointer.move(places, right=1)
    return pointer


@given(place_lists, steps)
def test_the_pointer_is_always_on_a_place(places: list[tuple[Box, Place]], steps: list[tuple[int, int]]) -> None:
    pointer = pointer_on(places)
    for right, down in steps:
        pointer.move(places, right=right, down=down)
        assert (pointer.place is None) == (not places)
        assert not places or (pointer.box, pointer.place) in places
        assert bool(pointer.label) == bool(places)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_arrows_reach_every_place_on_a_board(game_id: str) -> None:
    for size in SIZES:
        places = shown(game_id, size).canvas.places
        reached, to_visit = set[Box](), [min(places)]
        while to_visit:
            box, place = to_visit.pop()
            if box not in reached:
                reached.add(box)
                to_visit += list(around(places, box, place))
        assert reached == {box for box, _ in places}, size


def around(places: list[tuple[Box, Place]], box: Box, place: Place) -> Iterator[tuple[Box, Place]]:
    """Yield where each arrow leads from here."""
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pointer = pointer_on(places)
        pointer._set((box, place))
        pointer.move(places, right=right, down=down)
        assert pointer.box is not None
        assert pointer.place is not None
        yield pointer.box, pointer.place


def shown(game_id: str, size: tuple[int, int]) -> BoardWidget:
    board = board_for(game_id)()
    board.is_read_only = True
    board.show(exercise_of(game_id, Key(7)).seen)
    board.canvas = board.drawn(*size)
    return board


def test_the_first_of_several_places_in_a_box_is_the_one_pointed_at() -> None:
    """In Wind City, a space with a house shows both, and questions ask for spaces."""
    places = [(Box(0, 0, 3, 1), Place("space")), (Box(4, 0, 3, 1), Place("space", 0, 1))]
    places += [(box, Place("houses")) for box, _ in places]
    pointer = pointer_on(places)
    for right in (1, -1, -1):
        pointer.move(places, right=right)
        assert pointer.place is not None
        assert pointer.place.zone == "space"
    assert pointer.move_to(places, 5, 0)
    assert pointer.place == Place("space", 0, 1)


def test_left_and_right_stay_in_the_row() -> None:
    cards, title = [Box(0, 10, 5, 3), Box(20, 10, 5, 3), Box(40, 10, 5, 3)], Box(30, 0, 5, 1)
    places = [(box, Place("tricards", at)) for at, box in enumerate(cards)]
    places += [(Box(10, 6, 5, 3), Place("chards")), (title, Place("scores"))]
    pointer = pointer_on(places)
    for right in (1, 1, 1, -1):
        at = pointer.place.row if pointer.place else 0
        pointer.move(places, right=right)
        assert pointer.place == Place("tricards", (at + right) % 3)
    pointer.move(places, down=1)
    assert pointer.place == Place("scores"), "beyond the last row comes the first"
    pointer.move(places, right=1)
    assert pointer.place == Place("tricards", 2), "nothing else is in this row, so it goes to a place further right"


def test_an_arrow_jumps_to_the_nearest_place_in_its_direction_where_the_row_has_no_other() -> None:
    """In the first lesson about stages, two cards stand one column and one row apart."""
    places = [(Box(20, 1, 5, 3), Place("stage", 0, 2)), (Box(30, 4, 5, 3), Place("stage", 1, 3))]
    pointer = pointer_on(places)
    assert pointer.place == Place("stage", 0, 2)
    pointer.move(places, right=1)
    assert pointer.place == Place("stage", 1, 3)
    pointer.move(places, right=1)
    assert pointer.place == Place("stage", 1, 3), "nothing is further right"
    pointer.move(places, right=-1)
    assert pointer.place == Place("stage", 0, 2)


def test_arrows_go_only_to_places_that_are_accepted_but_clicks_go_anywhere() -> None:
    places = [(Box(at, 0, 1, 1), Place("ab"[at % 2], at)) for at in range(4)]
    pointer = Pointer(str, accepts=lambda place: place.zone == "b")
    pointer.update(places)
    pointer.move(places, right=1)
    assert pointer.place == Place("b", 1)
    pointer.move(places, right=1)
    assert pointer.place == Place("b", 3)
    assert pointer.move_to(places, 2, 0)
    assert pointer.place == Place("a", 2)
    pointer.move(places[::2], right=1)
    assert pointer.place == Place("a", 0), "none of these is accepted"


def test_a_click_points_at_the_smallest_place_there() -> None:
    large, small = (Box(0, 0, 9, 5), Place("a")), (Box(2, 2, 3, 1), Place("b"))
    pointer = pointer_on([large, small])
    assert pointer.move_to([large, small], 3, 2)
    assert pointer.place == Place("b")
    assert pointer.move_to([large, small], 8, 4)
    assert pointer.place == Place("a")
    assert not pointer.move_to([large, small], 20, 2)


def test_cards_are_framed_and_single_rows_are_inverted() -> None:
    canvas = Canvas(12, 4)
    for y, row in enumerate(("+R--+", "|Red|", "+---+")):
        canvas.put(0, y, row)
    canvas.put(6, 0, "won 3")
    canvas.mark_place(Box(0, 0, 5, 3), "hand", 0, 1)
    canvas.mark_place(Box(6, 0, 5, 1), "won")
    draw_highlights(canvas, {Place("hand", 0, 1), Place("won")}, None)
    assert canvas.text() == f"{CORNER}R--{CORNER} won 3\n|Red|\n{CORNER}---{CORNER}\n"
    assert list(canvas.runs(1)) == [("|", "mark"), ("Red", "plain"), ("|", "mark"), (" " * 7, "plain")]
    assert ("won 3", "point") in list(canvas.runs(0))


def test_answers_have_ticks_instead_of_the_corners_of_other_places() -> None:
    canvas = Canvas(20, 3)
    for column in range(2):
        canvas.mark_place(Box(6 * column, 0, 5, 3), "hand", 0, column)
    canvas.put(14, 0, "won 3")
    canvas.mark_place(Box(14, 0, 5, 1), "won")
    answers = {Place("hand", 0, 1), Place("won")}
    draw_highlights(canvas, {Place("hand", 0, 0), *answers}, None, answers, BLOCKS.tick)
    assert canvas.text() == f"{CORNER}   {CORNER} √   √  √won 3\n\n{CORNER}   {CORNER} √   √"


def test_zones_that_are_not_drawn_are_named_once() -> None:
    canvas = Canvas(12, 4)
    canvas.mark_place(Box(0, 0, 5, 3), "hand", 0, 1)
    canvas.mark_place(Box(20, 0, 5, 3), "won")
    assert zones_not_shown(canvas, {Place("hand", 0, 1), Place("hand", 1, 1)}) == []
    assert zones_not_shown(canvas, {Place("hand", 1, 1), Place("hand", 1, 2), Place("won"), Place("face_up")}) == [
        "face up", "hand", "won",
    ]  # fmt: skip


def test_the_cursor_sign_hides_no_text_if_there_is_room_to_its_left() -> None:
    canvas = Canvas(20, 1)
    canvas.put(0, 0, "deck  out")
    for x, text in ((6, "deck >out"), (0, ">eck  out")):
        here = Canvas(20, 1)
        here.blit(canvas)
        pointer = pointer_on([(Box(x, 0, 3, 1), Place("here"))])
        draw_highlights(here, (), pointer)
        assert here.text() == text


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_pointing_starts_in_the_hand_that_the_question_is_about(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("clash", "1"))
        await press(pilot, "enter", "enter")
        screen, zones = lesson_on(pilot), set[str]()
        board = screen.board
        assert board.pointer is not None
        await press(pilot, "right")
        assert board.pointer.label == "Hollow", "not FRC, which is on the table, and not an answer"
        for _ in range(7):
            await press(pilot, "right")
            zones |= {board.pointer.place.zone} if board.pointer.place else set()
        assert zones == {"hand"}
        for at, is_right in ((0, False), (5, True), (6, True)):
            (box,) = [box for box, place in board.canvas.places if place == Place("hand", 0, at)]
            if by_mouse:
                await tap_at(pilot, board.region.x + box.x + 2, board.region.y + box.y + 1)
                await rest(pilot)
            else:
                while board.pointer.place != Place("hand", 0, at):
                    await press(pilot, "right")
                await press(pilot, "enter")
            assert (board.canvas.char_at(box.x + box.width - 1, box.y) == BLOCKS.tick) == is_right
        (top,) = [box for box, place in board.canvas.places if place == Place("pile", 3)]
        assert board.canvas.char_at(top.x, top.y) == CORNER, "the text is about that card"

    run(play)
