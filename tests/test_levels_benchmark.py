"""The levels of Exit Stage Right alone, which `benchmarks/levels.py` makes."""

from __future__ import annotations

import pytest

from cardtable.practice.levels import all_levels
from tests.benchmark_scripts import imported


def test_each_level_is_planned_and_the_page_has_them_all() -> None:
    """`python benchmarks/levels.py --make --page` brings both up to date."""
    with imported("levels") as benchmark:
        planned = {str(plan.deal.deal_code): (plan.theme, plan.deal, plan.goal) for plan in benchmark.PLANS}
        assert planned == {str(each.deal.deal_code): (each.theme, each.deal, each.goal) for each in all_levels()}
        assert benchmark.table() in benchmark.PAGE.read_text(encoding="utf-8")


def test_a_level_is_made_again_exactly() -> None:
    with imported("levels") as benchmark:
        plans = [each for each in benchmark.PLANS if each.number == 39_000]
        head, made = benchmark.make(plans).split("\n", 1)
        text = benchmark.FILE.read_text(encoding="utf-8")
        assert text.startswith(head)
        assert made in text


@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_all_levels_are_made_again_exactly() -> None:
    with imported("levels") as benchmark:
        assert benchmark.make(benchmark.PLANS) == benchmark.FILE.read_text(encoding="utf-8")
