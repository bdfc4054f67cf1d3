"""Verdicts by simulations near the end, compared with an exact search that looks one Single further than reviews do."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, State
from cardtable.games.exit_stage_right.player import endgames
from cardtable.games.exit_stage_right.player import rows as exit_stage_right_rows
from cardtable.games.exit_stage_right.player.calibration import calibration_for, singles_left
from cardtable.players.known_games import knowledge_of
from cardtable.practice import judge as judging
from cardtable.practice.decisions import Decision
from cardtable.practice.judge import STAGES, judge
from cardtable.practice.review import Verdict

SINGLES = 4
DEALS = 0, 1, 2, 7, 12, 13, 14, 24, 31, 32, 33, 34, 38, 43, 53, 59, 60, 61, 62
"""Deals with positions that the exact search solves in a few seconds; it gives up most others."""
WORK = 20_000
"""How many results of refills the exact search looks at before it gives up."""


@pytest.fixture
def one_single_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the exact search solve four Singles, and reviews use simulations only."""
    knowledge = replace(knowledge_of(GAME), exact=None)
    monkeypatch.setattr(judging, "knowledge_of", lambda game: knowledge)
    monkeypatch.setattr(endgames, "MAX_SINGLES", SINGLES)
    monkeypatch.setattr(exit_stage_right_rows, "MAX_SINGLES", SINGLES)
    monkeypatch.setattr(endgames, "MAX_WORK", {"all": WORK})
    exit_stage_right_rows.rows_for.cache_clear()


def position(number: int) -> State:
    """Return a position of the Challenge with four Singles and a choice, after a game played well for a beginner."""
    policy = knowledge_of(GAME).policy
    random, state = Random(number), start(GAME, Options(refill_count="all"), 1, DealCode(number).key()).state
    while singles_left(state) > SINGLES or len(GAME.legal(state)) == 1:
        state = GAME.advance(state, policy(state, GAME.legal(state), random), None)
    return state


@pytest.mark.deep
@pytest.mark.usefixtures("one_single_further")
@pytest.mark.parametrize("number", DEALS)
def test_no_best_move_is_classed_as_a_mistake_with_four_singles_left(number: int) -> None:
    """Check also that a move that loses a win for sure isn't called as good as the best."""
    state = position(number)
    assert singles_left(state) == SINGLES
    assert calibration_for(state) is not None
    legal = GAME.legal(state)
    values = endgames.exact(state, legal)
    assert values is not None
    best = max(win for win, _ in values)
    for action, (win, _) in zip(legal, values, strict=True):
        verdict = judge(GAME, Decision(number, 0, state, legal, action), STAGES[0]).verdict
        assert not (win == best and verdict.is_error), action
        assert not (best - win > 0.5 and verdict is Verdict.BEST), action
