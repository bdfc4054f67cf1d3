"""Sure ways to win Exit Stage Right alone."""

from __future__ import annotations

from random import Random

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.players.games.exit_stage_right_sure import keeps_winning, wins_surely

DEALS = 5


@pytest.mark.parametrize("options", [Options(), Options(hand_size=5), Options(hand_size=9, draw="none")])
def test_es_15_any_sure_action_keeps_a_win_sure(options: Options) -> None:
    """A win is sure from the deal on, even if the actions are otherwise random."""
    for number in range(DEALS):
        state, random = start(GAME, options, 1, DealCode(number).key()).state, Random(number)
        assert wins_surely(state)
        while legal := GAME.legal(state):
            state = GAME.advance(state, random.choice(keeps_winning(GAME.view(state, 0), legal)), None)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.winners


@pytest.mark.parametrize("options", [Options(refill_count="all"), Options(hand_size=5, draw="none")])
def test_without_a_sure_way_every_action_is_considered(options: Options) -> None:
    state = start(GAME, options, 1, DealCode(1).key()).state
    legal = GAME.legal(state)
    assert keeps_winning(state, legal) == legal
