"""Certain results in Exit Stage Right alone, whatever the cards are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, Refill, State
from cardtable.engine.games.exit_stage_right.rules import wins_without_refill
from cardtable.formats.computers import Level
from cardtable.games.exit_stage_right.player.sure import certain, keeps_winning
from cardtable.players import ComputerPlayer
from cardtable.players.hints import hints
from tests.games import exit_stage_right_positions as positions
from tests.players.endgames import KNOWLEDGE, any_options, endgames
from tests.players.test_players import seen_from

DEALS = 5


@pytest.mark.parametrize("options", [Options(), Options(hand_size=5), Options(hand_size=9, draw="none")])
def test_es_15_any_sure_action_keeps_a_win_sure(options: Options) -> None:
    """A win is sure from the deal on, even if the actions are otherwise random."""
    for number in range(DEALS):
        state, random = start(GAME, options, 1, DealCode(number).key()).state, Random(number)
        assert certain(state).is_won
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


def test_by_the_book_a_certain_margin_is_reached_and_never_falls_after_the_best_action() -> None:
    """A large margin is certain as soon as the first Single has emptied the centre."""
    for number in range(DEALS):
        state, least = start(GAME, Options(), 1, DealCode(number).key()).state, 1.0
        while legal := GAME.legal(GAME.view(state, 0)):
            after = max(
                (GAME.advance(state, action, None) for action in legal), key=lambda each: certain(each).at_least
            )
            assert certain(after).at_least >= least
            state, least = after, certain(after).at_least
        assert len(state.won) - len(state.lost) == least >= 12


# Under any rules
Pick = Callable[[Iterable[int]], int]


@cache
def extreme(state: State, pick: Pick) -> int:
    """Return the margin with the best play if `pick` chooses among the orders of the cards that aren't known."""
    legal = GAME.legal(state)
    if not legal:
        return GAME.standing(state)[0]
    return max(pick(extreme(in_order(after), pick) for after in outcomes(state, action)) for action in legal)


def outcomes(state: State, action: Any) -> Iterator[State]:
    """Yield the states after an action, for each order of the cards that it turns up."""
    if isinstance(action, Refill):
        befores = [state._replace(complete_deck=deck) for deck in permutations(state.complete_deck)]
    else:
        befores = [state._replace(draw_deck=deck) for deck in permutations(state.draw_deck)]
    for before in befores:
        yield GAME.advance(before, action, None)


def in_order(state: State) -> State:
    """Return the state with its decks in the same order as in all states with the same cards."""
    draw, completes = sorted(state.draw_deck, key=str), sorted(state.complete_deck, key=str)
    return state._replace(draw_deck=tuple(draw), complete_deck=tuple(completes))


def short_games() -> Iterator[State]:
    """Yield the ends of games under any rules, some of them with Singles to draw, and close to a tie."""
    for number, state in enumerate((*endgames(40, 2, 2, any_options), *endgames(20, 3, 1, any_options))):
        hand = state.hands[0]
        if number % 2:
            options = replace(state.options, draw="after-each-single")
            short = state._replace(options=options, hands=(hand[:1],), draw_deck=hand[1:])
        else:
            short = state._replace(draw_deck=())
        gone = (*state.won, *state.lost)
        ahead = (len(gone) + number % 7 - 2) // 2
        yield in_order(short._replace(won=gone[:ahead], lost=gone[ahead:]))


def test_what_is_certain_holds_in_an_exhaustive_search() -> None:
    """Check that no order of the cards is worse or better, with two or three Singles left."""
    wins = losses = known_wins = known_losses = 0
    for state in short_games():
        found, least, most = certain(GAME.view(state, 0)), extreme(state, min), extreme(state, max)
        assert found.at_least <= least <= most <= found.at_most
        wins, known_wins = wins + (least > 0), known_wins + found.is_won
        losses, known_losses = losses + (most <= 0), known_losses + found.is_lost
    assert 0 < known_wins <= wins
    assert 0 < known_losses <= losses


@pytest.mark.parametrize("options", positions.OPTION_SETS, ids=str)
def test_a_player_ahead_on_an_empty_stage_surely_wins_where_no_refill_is_needed(options: Options) -> None:
    state = positions.state(positions.stage(), "R R G B H", draw="...", won="FGS HRC", lost="PBT", options=options)
    is_sure = any(certain(GAME.advance(state, action, None)).is_won for action in GAME.legal(state))
    assert is_sure == wins_without_refill(state) == (options.empty_grid == "allowed")


CHALLENGE = Options(refill_count="all")


@pytest.mark.parametrize(
    ("stage", "won", "lost", "hand", "expected"),
    [
        ("", "FGS FRC", "PBT", "R R G B", (1, None)),
        ("HRS . . . .", "FGS FRC", "", "R R G B", (1, None)),  # what is left on the stage can't lose the lead
        ("HRS . . . .", "FGS", "", "R R G B", (0, None)),
        (". HRS HRC . .", "FGS FRC PBT", "", "R", (3, None)),  # nothing can be lost in time
        ("HRS HRC . . .", "", "FGS FRC PBT PBC PBS PGT", "R", (None, -6)),  # and here, nothing won
    ],
)
def test_what_stands_on_the_stage_is_weighed(
    stage: str, won: str, lost: str, hand: str, expected: tuple[int | None, int | None]
) -> None:
    """Check the least and the most with the Singles that are left."""
    rows = positions.stage(stage or positions.EMPTY)
    found = certain(positions.state(rows, hand, won=won, lost=lost, complete_deck="...", options=CHALLENGE))
    assert expected[0] in (None, found.at_least)
    assert expected[1] in (None, found.at_most)


# Players and hints
SURE_WINS = (
    ("0004-RJTT", "Blue, Blue, Triangle"),
    ("0004-RJT8", "Triangle, Triangle, Triangle, Green, Hollow, Filled"),
)
"""Deals of the Challenge with the moves after which never refilling wins."""


def sure_win(code: str, moves: str) -> State:
    state = start(GAME, CHALLENGE, 1, DealCode.parse(code).key()).state
    for move in moves.split(", "):
        state = GAME.advance(state, GAME.parse(move), None)
    assert wins_without_refill(state)
    return state


@pytest.mark.parametrize(("code", "moves"), SURE_WINS)
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_players_keep_a_sure_win(code: str, moves: str, level: Level) -> None:
    state = sure_win(code, moves)
    for number in range(5):
        choice = ComputerPlayer(KNOWLEDGE, level).choose(seen_from(GAME, state, 0), Key(number), 100)
        assert not isinstance(choice.action, Refill)


@pytest.mark.parametrize(("code", "moves"), SURE_WINS)
def test_a_hint_shows_a_sure_win_as_exactly_that(code: str, moves: str) -> None:
    """Check also that a hint says so where a win would no longer be certain."""
    state = sure_win(code, moves)
    margin = GAME.standing(state)[0]
    for number in range(5):
        seen = seen_from(GAME, state, 0)
        first, *_ = hints(seen, Key(number), 600)
        assert not isinstance(first.action, Refill)
        assert re.match(rf"at least \+{margin}( Completes?$|, about )", first.expected)
        refill = seen.legal[-1]
        both = replace(seen, legal=(first.action, refill))
        one, other = hints(both, Key(number), 600)
        assert (one.action, other.action) == (first.action, refill)
        assert one.difference == "If you refill top, middle and bottom, the win is no longer certain."
        assert other.difference.endswith(", the win is certain.")
