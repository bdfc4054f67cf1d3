"""The best margin with all cards known."""

from __future__ import annotations

from functools import cache
from random import Random

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, State
from cardtable.engine.games.tradewinds import GAME as TRADEWINDS
from cardtable.games.exit_stage_right.player.hindsight import best_margin
from cardtable.practice.run import hindsight_question
from tests.players.endgames import KNOWLEDGE, any_options, endgames
from tests.practice.blamed_games import finished_game
from tests.table.sittings import sit


@cache
def best_of_all(state: State) -> int:
    """Return the best margin that can be reached from a full state, by trying everything."""
    legal = GAME.legal(state)
    return max(best_of_all(GAME.advance(state, action, None)) for action in legal) if legal else GAME.standing(state)[0]


def test_a_search_that_is_wide_enough_finds_the_best_margin() -> None:
    """Check it for endgames with all options; of refills of some cells, only so many in a row are tried."""
    missed = 0
    for state in endgames(24, 3, 3, any_options):
        found, best = best_margin(state, 2_000), best_of_all(state)
        assert found <= best
        missed += found < best
        assert found == best or state.options.refill_count == "up-to"
    assert missed <= 1


def test_drawn_singles_are_known_too() -> None:
    """Check a search that is hardly wide enough against games played well, which end with the deck of Singles."""
    for code in range(3):
        state, random = start(GAME, Options(hand_size=5, refill_count="all"), 1, DealCode(code).key()).state, Random(1)
        found = best_margin(state, 50)
        assert best_margin(state, 50) == found
        while legal := GAME.legal(state):
            state = GAME.advance(state, KNOWLEDGE.policy(state, legal, random), None)
        assert GAME.standing(state)[0] < found


def test_par_is_at_least_what_was_played() -> None:
    """Check also that other games have no par."""
    session = finished_game()
    question = hindsight_question(session, 99)
    assert question is not None
    assert question.answer() == 99
    assert "complete_deck" not in repr(question)
    assert hindsight_question(sit(GAME, 2), 0) is None
    assert hindsight_question(sit(TRADEWINDS, 4), 0) is None
