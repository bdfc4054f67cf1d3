"""The tables of win chances in the rules page, which `benchmarks/practice.py` writes."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from cardtable.table.page_text import page_text
from cardtable.table.pages import read_page
from tests.benchmark_scripts import imported

PAGE = "exit-stage-right"


@pytest.fixture(scope="module")
def benchmark() -> Iterator[ModuleType]:
    with imported("practice") as module:
        yield module


def test_the_tables_show_intervals_where_there_are_enough_games(benchmark: ModuleType) -> None:
    def blocks(seats: int, count: int, won: int) -> list[object]:
        return [benchmark.Block(5, seats, "easy", 0, number, won, 0) for number in range(count)]

    lines = benchmark.tables([*blocks(1, 40, 10), *blocks(2, 39, 10), *blocks(4, 12, 25)])
    assert lines[:3] == ["Win chances of `easy`:", "", "| players | hand 5 | hand 6 | hand 7 | hand 8 | hand 9 |"]
    assert "| 1 | 40±3 |  |  |  |  |" in lines
    assert "| 2 |  |  |  |  |  |" in lines
    assert "| 4 | 100±1 |  |  |  |  |" in lines
    assert "| 6 |  |  | - | - | - |" in lines
    assert "There aren't enough games of medium and hard yet." in lines


def test_a_level_that_wins_practically_always_gets_a_sentence(benchmark: ModuleType) -> None:
    cells = [(hand, seats) for seats, largest in benchmark.MAX_HAND.items() for hand in range(5, largest + 1)]
    blocks = [benchmark.Block(hand, seats, "hard", 0, number, 25, 0) for hand, seats in cells for number in range(40)]
    lines = benchmark.tables(blocks)
    games = f"{len(blocks) * 25:,}"
    assert f"Hard won {games} of {games} games, counting all hand sizes and numbers of players." in lines
    assert not any(line.startswith("Win chances of `hard`") for line in lines)


def test_the_page_has_the_tables_of_the_measured_games(benchmark: ModuleType) -> None:
    """`python benchmarks/practice.py --page` brings it up to date, after measuring more games."""
    tables = benchmark.tables(benchmark.read(benchmark.GAMES, benchmark.Block))
    assert "\n".join(tables) in read_page(PAGE)


def test_the_tables_fit_a_narrow_terminal() -> None:
    text = page_text(read_page(PAGE), 38)
    assert "<!--" not in text
    assert "players  hand  hand  hand  hand  hand\n         5     6     7     8     9\n" in text
