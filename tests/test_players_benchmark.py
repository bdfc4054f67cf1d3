"""The benchmark of the computer players, with its cheapest match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.benchmark_scripts import imported


@pytest.fixture(scope="module")
def benchmark() -> Iterator[ModuleType]:
    with imported("players") as module:
        yield module


def test_a_game_is_added_to_the_results_and_shown_on_the_page(benchmark: ModuleType, tmp_path: Path) -> None:
    """Each seat in turn is played by the level that is measured, and the same game has the same result."""
    match = next(each for each in benchmark.MATCHES if (each.game_id, each.one) == ("clash", "medium"))
    rows = [benchmark.play(match, number, match.simulations) for number in (0, 1)]
    assert [row.line_up for row in rows] == ["medium easy", "easy medium"]
    assert benchmark.play(match, 1, match.simulations) == rows[1]
    path = tmp_path / "results.csv"
    for row in rows:
        benchmark.append(path, [row])
    assert benchmark.read(path, benchmark.Row) == rows
    assert "| Clash, one round | 2 | medium against easy |  | 2 |" in benchmark.page(rows)


def test_results_with_other_simulations_do_not_count(benchmark: ModuleType) -> None:
    """Otherwise the page would mix players of different strength."""
    match = next(each for each in benchmark.MATCHES if each.simulations)
    old = benchmark.Row(match.title, match.seats, " ".join(match.line_up(0)), 0, "1", match.simulations - 1)
    assert benchmark.rows_of(match, [old, old._replace(simulations=match.simulations)]) == [
        old._replace(simulations=match.simulations)
    ]


def test_the_page_is_up_to_date(benchmark: ModuleType) -> None:
    assert benchmark.PAGE.read_text(encoding="utf-8") == benchmark.page(
        benchmark.read(benchmark.RESULTS, benchmark.Row)
    )
