"""Par: the results of computer players that play for the margin."""

from __future__ import annotations

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.players.par import ParQuestion, par_of
from cardtable.practice.baselines import BaselineRun
from cardtable.table.grades import Par

DEALS = [
    (Options(), 1, Par(16, 6, 15)),
    (Options(hand_size=5, draw="none"), 1, Par(0, -2, 0)),
]


@pytest.mark.parametrize(("options", "code", "par"), DEALS, ids=["by the book", "no drawing"])
def test_par_depends_only_on_the_deal(options: Options, code: int, par: Par) -> None:
    """Compare with fixed results, which are the same on every machine and with every Python and numpy."""
    assert par_of(GAME, GAME.resolve_defaults(options, 1), DealCode(code)) == par


def test_another_process_works_out_the_same_par() -> None:
    options, code, par = DEALS[1]
    run = BaselineRun([ParQuestion("par", GAME, GAME.resolve_defaults(options, 1), DealCode(code))])
    run.start()
    assert run.wait(60)
    assert run.take() == {"par": par}
