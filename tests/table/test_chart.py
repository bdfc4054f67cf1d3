"""Charts with a column for each number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.formats.text import width
from cardtable.table.chart import HEIGHT, INDENT, columns

NUMBERS = st.lists(st.integers(0, 30), min_size=1, max_size=200)


@given(NUMBERS, st.integers(20, 100), st.sampled_from("█#"))
def test_a_chart_fits_its_width(numbers: list[int], room: int, sign: str) -> None:
    rows = columns(numbers, sign, room)
    assert len(rows) == HEIGHT + 1
    assert all(width(row) <= room and row.startswith(" " * INDENT) for row in rows)


@given(st.lists(st.integers(0, 300), min_size=1, max_size=20))
def test_greater_numbers_have_higher_columns_and_only_zero_has_none(numbers: list[int]) -> None:
    *rows, _ = columns(numbers, "█", 100)
    left = rows[0].index("┤") + 1
    step = (len(columns(numbers, "█", 100)[-1]) - left) // len(numbers)
    signs = " ▁▂▃▄▅▆▇█"
    heights = [sum(signs.index(row.ljust(999)[left + at * step]) for row in rows) for at in range(len(numbers))]
    assert [height > 0 for height in heights] == [number > 0 for number in numbers]
    order = sorted(range(len(numbers)), key=lambda at: numbers[at])
    assert sorted(heights) == [heights[at] for at in order]


def test_a_chart_looks_like_this() -> None:
    assert columns([5, 2, 0, 1], "█", 40) == [
        "    5 ┤███",
        "      │███",
        "      │███",
        "      │███ ███",
        "      │███ ███     ███",
        "    0 └────────────────",
    ]


@pytest.mark.parametrize("numbers", [[], [0], [0, 0]])
def test_no_mistakes_leave_the_chart_empty(numbers: list[int]) -> None:
    assert all(set(row) <= set("     0123456789|+-") for row in columns(numbers, "#", 40))
