"""The graph of a review: its bars, signs, scale and columns."""

from __future__ import annotations

import pytest

from cardtable.practice.review import Interval
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.widgets.outlook_graph import Axis, OutlookGraph, Point

ROWS = 12
"""The height of the graphs below: 10 rows for the bars, one for the numbers and one for the legend."""
LEFT = len("100% ")
PERCENT = Axis(0.0, 1.0, ((0.0, "0%"), (0.5, "50%"), (1.0, "100%")))
"""The column of the first move."""


def around(mean: float, half: float = 0.0) -> Interval:
    return Interval(mean, mean - half, mean + half)


def draw(*points: Point, width: int = 80, at: int | None = None, scale: Axis | None = None) -> Canvas:
    graph = OutlookGraph()
    graph.points, graph.at, graph.scale = points, at, PERCENT if scale is None else scale
    return graph.drawn(width, ROWS)


def column(canvas: Canvas, x: int) -> str:
    """Return the characters of the bars in a column, from the top down."""
    return "".join(canvas.char_at(x, y) for y in range(ROWS - 2))


def inks(canvas: Canvas, x: int) -> list[str]:
    """Return the inks in a column, from the top down."""
    return [canvas._cells[y][x][1] for y in range(ROWS - 2)]


def test_a_bar_covers_the_interval() -> None:
    canvas = draw(Point(1, around(0.7, 0.1)), Point(2, around(0.2, 0.05)), Point(3, around(0.0)), Point(4, around(1.0)))
    assert column(canvas, LEFT) == "  ██-     "
    assert column(canvas, LEFT + 4) == "    -  ▄▀ "
    assert column(canvas, LEFT + 8) == "    -    ▄"
    assert column(canvas, LEFT + 12) == "▀   -     "
    assert inks(canvas, LEFT + 4)[-3:] == ["plain", "plain/title", "dim/title"]


def test_a_move_without_a_verdict_has_a_dot() -> None:
    assert column(draw(Point(1)), LEFT) == "    -    ."


def test_signs_are_above_their_bar_or_below_it() -> None:
    canvas = draw(Point(1, around(0.5, 0.1), "??"), Point(2, around(0.98, 0.02), "?!"))
    assert "".join(canvas.char_at(x, 3) for x in range(LEFT, LEFT + 4)) == "??  "
    assert "".join(canvas.char_at(x, 1) for x in range(LEFT + 4, LEFT + 8)) == "?!  "
    assert inks(canvas, LEFT)[4] == "error"


@pytest.mark.parametrize("sign", ["??", "?!"])
@pytest.mark.parametrize("place", [0, 5, 74])
def test_signs_read_from_left_to_right_in_narrow_columns(sign: str, place: int) -> None:
    points = [Point(number, around(0.5), sign if number == place + 1 else "") for number in range(1, 76)]
    x = LEFT + min(place, 73)
    assert row(draw(*points), 3)[x : x + 2] == sign


def test_signs_in_narrow_columns_cover_neither_bars_nor_each_other() -> None:
    """The bar of move 12 begins on the right of the sign of move 11, and both moves are blunders."""
    means = {11: 0.3, 12: 0.5, 40: 0.98, 41: 0.9}
    points = [
        Point(number, around(means.get(number, 0.2), 0.1), "??" if number in means else "") for number in range(1, 76)
    ]
    canvas = draw(*points)
    assert sum(row(canvas, y).count("??") for y in range(ROWS - 2)) == len(means)
    bare = draw(*(point._replace(sign="") for point in points))
    for x in range(LEFT, 80):
        assert _bars(column(bare, x)) == _bars(column(canvas, x))


def test_signs_beside_each_other_are_read_apart() -> None:
    for first, second in (("?", "?"), ("??", "?!"), ("??", "??")):
        signs = {10: first, 11: second}
        canvas = draw(*(Point(number, around(0.5), signs.get(number, "")) for number in range(1, 76)))
        shown = " ".join(row(canvas, y) for y in range(ROWS - 2)).split()
        assert sorted(word for word in shown if "?" in word) == sorted((first, second))


def test_a_bar_as_high_as_the_graph_has_its_sign_at_the_top() -> None:
    assert row(draw(Point(1, around(0.5, 0.5), "??")), 0)[LEFT : LEFT + 4] == "??██"


def row(canvas: Canvas, y: int) -> str:
    return "".join(canvas.char_at(x, y) for x in range(80))


def _bars(shown: str) -> list[int]:
    return [y for y, char in enumerate(shown) if char in "▄▀█"]


def test_moves_use_the_whole_width() -> None:
    canvas = draw(*(Point(number, around(0.5)) for number in range(1, 51)))
    targets = [canvas.target_at(x, 0) for x in range(LEFT, 80)]
    assert sorted({targets.count(at) for at in range(50)}) == [1, 2]
    assert None not in targets
    few = draw(*(Point(number, around(0.5)) for number in range(1, 6)))
    assert [few.target_at(x, 0) for x in (LEFT, LEFT + 3, LEFT + 19, LEFT + 20)] == [0, 0, 4, None]


def test_too_many_moves_share_columns() -> None:
    """The columns show the mistakes, and the move under the cursor."""
    points = [Point(number, around(0.5), "??" if number % 50 == 0 else "") for number in range(1, 201)]
    canvas = draw(*points, at=120)
    shown = [canvas.target_at(x, 0) for x in range(LEFT, 80)]
    assert None not in shown
    assert {49, 99, 120, 149, 199} <= set(shown)
    assert column(draw(*points, at=120), LEFT + shown.index(120)) == column(canvas, LEFT)
    assert inks(canvas, LEFT + shown.index(120)) == ["cursor"] * (ROWS - 2)


def test_the_scale_of_margins_has_room_for_each_interval_and_for_zero() -> None:
    outlooks = [around(2.2, 0.5), around(4.0, 1.5)]
    scale = Axis.of_margins(outlooks)
    assert [label for _, label in scale.labels] == ["-1", "0", "+6"]
    canvas = draw(*(Point(at, each) for at, each in enumerate(outlooks, 1)), scale=scale)
    rows = [canvas.char_at(1, y) for y in range(ROWS - 2)]
    assert rows == ["6", *" " * 7, "0", "1"]


def test_the_number_under_the_cursor_is_always_there() -> None:
    points = [Point(number, around(0.5)) for number in range(1, 70)]
    for at in range(69):
        canvas = draw(*points, at=at)
        assert str(at + 1) in _numbers(canvas)


def test_the_cursor_hides_only_numbers_that_it_would_touch() -> None:
    points = [Point(number, around(0.5)) for number in range(1, 41)]
    without, canvas = draw(*points), draw(*points, at=10)
    assert _numbers(without) == ["1", "4", "7", "10", "13", "16", "19", "22", "25", "28", "31", "34", "37", "40"]
    assert _numbers(canvas) == ["1", "4", "7", "11", "13", "16", "19", "22", "25", "28", "31", "34", "37", "40"]


def _numbers(canvas: Canvas) -> list[str]:
    return "".join(canvas.char_at(x, ROWS - 2) for x in range(80)).split()
