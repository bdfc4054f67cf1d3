"""The exact values of endgames of Exit Stage Right alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, Options, State
from cardtable.games.exit_stage_right.player import endgames as exit_stage_right_endgames
from cardtable.games.exit_stage_right.player import hindsight
from cardtable.games.exit_stage_right.player.endgames import exact
from cardtable.players.levels import ComputerPlayer
from cardtable.table.seen import Seen
from tests.games import exit_stage_right_positions as positions
from tests.players.endgames import KNOWLEDGE, Value, any_options, endgames, exact_values, win_and_margin

IS_DEEP = os.environ.get("CARDTABLE_PROFILE") == "deep"
TIMES = 20 if IS_DEEP else 1


def small_endgames() -> Iterator[State]:
    """Yield endgames that are small enough for a search that tries the deck in every order."""
    yield from endgames(24 * TIMES, 2, 3, any_options)
    yield from endgames(16 * TIMES, 2, 1, any_options)
    yield from endgames(4 * TIMES, 3, 2, any_options)
    for singles, deck in product(("R R R", "R R G", "R G H"), ("HRC", "HRC FGS", "HRC HRS HGC")):
        yield positions.state(positions.stage(), singles, complete_deck=deck, options=Options(refill_count="all"))
    yield from endgames(12 * TIMES, 3, 0, any_options)
    for completes in (0, 1):  # no card is unknown
        yield from endgames(3 * TIMES, 4, completes, any_options)


def solved(state: State) -> dict[Action, Value]:
    legal = GAME.legal(state)
    values = exact(GAME.view(state, 0), legal)
    assert values is not None
    return dict(zip(legal, values, strict=True))


def test_every_action_has_the_value_of_a_search_through_all_orders_of_the_deck() -> None:
    for state in small_endgames():
        known = exact_values(state, win_and_margin)
        for action, value in solved(state).items():
            assert value == pytest.approx(known[action], abs=1e-9), (state, str(action))


@pytest.mark.parametrize(
    "options", [Options(refill_count="all"), Options(refill_count="all", refill_shift="off-centre")]
)
def test_whole_decks_are_solved(options: Options) -> None:
    """Three Singles with all the Completes that are left, where no order of the deck matters."""
    for state in endgames(3 * TIMES, 3, 27, lambda random: options):
        other = GAME.determinize(state, 0, Key(5))
        assert other.complete_deck != state.complete_deck
        assert solved(state) == solved(other)


def test_the_value_of_a_position_is_the_mean_of_the_values_after_a_refill() -> None:
    """Check it with all 24 Completes in the deck, where brute force is out of the question."""
    state = positions.state(positions.stage("HGS . . . .", ". . . . PBT"), "R G B", options=Options(refill_count="all"))
    refill = GAME.legal(state)[-1]
    sampled = [GAME.advance(GAME.determinize(state, 0, Key(number)), refill, None) for number in range(150)]
    margins = [max(solved(after).values())[1] for after in sampled]
    wins = [max(solved(after).values())[0] for after in sampled]
    win, margin = solved(state)[refill]
    assert sum(wins) / len(wins) == pytest.approx(win, abs=0.1)
    assert sum(margins) / len(margins) == pytest.approx(margin, abs=0.3)


def test_the_level_hard_plays_endgames_perfectly() -> None:
    player = ComputerPlayer(KNOWLEDGE, "hard")
    for state in endgames(10 * TIMES, 3, 27, lambda random: Options(refill_count="all")):
        legal = GAME.legal(state)
        seen = Seen(GAME, 0, ("Ann",), 0, GAME.view(state, 0), legal, (), None, "", "", 0)
        values = solved(state)
        assert values[player.choose(seen, Key(1), 1).action] == max(values.values())


def test_longer_endgames_are_not_solved() -> None:
    """Four Singles, two players and too many ways to refill."""
    for state in endgames(2, 4, 27):
        assert exact(state, GAME.legal(state)) is None
    pair = start(GAME, GAME.options(), 2, DealCode(1).key()).state
    assert exact(GAME.view(pair, 0), GAME.legal(pair)) is None


def test_long_endgames_without_unknown_cards_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(endgames(1, 6, 1, lambda random: Options()))
    values = solved(state)
    action = max(values, key=lambda each: values[each])
    assert max(solved(GAME.advance(state, action, None)).values()) == values[action]
    monkeypatch.setattr(hindsight, "MAX_POSITIONS", 10)
    assert exact(GAME.view(state, 0), GAME.legal(state)) is None


def test_work_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(endgames(1, 3, 27, lambda random: Options()))
    monkeypatch.setattr(exit_stage_right_endgames, "MAX_WORK", {"up-to": 100})
    assert exact(state, GAME.legal(state)) is None
