"""Laws for computer players of every level in every game."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, Seat, start
from cardtable.engine.games import SHIPPED
from cardtable.players import LEVELS, Choice, ComputerPlayer, Level, knowledge_of
from cardtable.table.seen import Seen
from tests.engine.walks import SEATINGS, Seating, each_game

IS_DEEP = os.environ.get("CARDTABLE_PROFILE") == "deep"
GAMES_EACH = 200 if IS_DEEP else 1
SIMULATIONS = 12
MAX_ACTIONS = 2000
"""More actions than any game of computer players has."""
each_level = pytest.mark.parametrize("level", LEVELS)


def seen_from(game: AnyGame, state: Any, seat: Seat) -> Seen:
    """Return the view of the seat to move in a state."""
    view = game.view(state, seat)
    names = tuple(map(str, range(game.seat_count(state))))
    return Seen(game, seat, names, seat, view, game.legal(view), (), None, "", "", 0)


def single_round(game: AnyGame) -> Any:
    """Return options for the shortest game."""
    short = {"target": 0, "piles": 1}
    options = game.options()
    return replace(options, **{name: value for name, value in short.items() if hasattr(options, name)})


def play_game(game: AnyGame, levels: list[Level], code: int, simulations: int) -> Any:
    """Return the last state of a game of computer players, each of whose actions is legal."""
    knowledge, number = knowledge_of(game), 0
    players = [ComputerPlayer(knowledge, level) for level in levels]
    state = start(game, single_round(game), len(levels), DealCode(code).key()).state
    while (seat := game.turn(state)) is not None:
        choice = players[seat].choose(seen_from(game, state, seat), Key(number), simulations)
        assert choice.action in game.legal(state)
        assert choice.fault is None
        state, number = game.advance(state, choice.action, None), number + 1
        assert number < MAX_ACTIONS
    return state


@pytest.mark.parametrize("seating", SEATINGS, ids=repr)
def test_players_of_every_level_finish_games(seating: Seating) -> None:
    """They do so with any number of seats, and always choose a legal action without a fault."""
    for code in range(GAMES_EACH):
        for level in LEVELS if IS_DEEP else LEVELS[:2]:
            state = play_game(seating.game, [level] * seating.seats, code, SIMULATIONS)
            assert seating.game.outcome(state) is not None


def positions(game: AnyGame, count: int) -> list[Any]:
    """Return states with a choice, spread over a game of players of the level `medium`."""
    seats, found, player = game.seats[0], list[Any](), ComputerPlayer(knowledge_of(game), "medium")
    state = start(game, single_round(game), seats, DealCode(5).key()).state
    while (seat := game.turn(state)) is not None:
        if len(game.legal(state)) > 1:
            found.append(state)
        state = game.advance(state, player.choose(seen_from(game, state, seat), Key(1), 0).action, None)
    return found[:: max(1, len(found) // count)]


@each_game
@each_level
def test_a_choice_depends_only_on_what_the_player_sees(game: AnyGame, level: Level) -> None:
    """The hidden cards can be anything, and the same key leads to the same choice."""
    player = ComputerPlayer(knowledge_of(game), level)
    for state in positions(game, 40 if IS_DEEP else 6):
        seat = game.turn(state)
        assert seat is not None
        choice = player.choose(seen_from(game, state, seat), Key(3), SIMULATIONS)
        assert choice.action in game.legal(state)
        other = game.determinize(state, seat, Key(11))
        assert player.choose(seen_from(game, other, seat), Key(3), SIMULATIONS) == choice


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED.keys())
def test_every_game_of_ours_is_known(game: AnyGame) -> None:
    assert knowledge_of(game).game is game
    assert knowledge_of(replace(game, id="something-else")).rate is not knowledge_of(game).rate


@each_level
def test_a_game_that_is_not_known_is_played_by_its_rules(level: Level) -> None:
    """Even a package that uses the id of one of our games isn't mistaken for it."""
    game = replace(SHIPPED["clash"], title="Another game")
    assert game.outcome(play_game(game, [level, "easy"], 1, 8)) is not None


def _fail(*_: Any) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize("broken", [("policy",), ("policy", "rate"), ("policy", "rate", "rate_simply")])
@each_level
def test_a_player_that_fails_chooses_in_a_simpler_way(level: Level, broken: tuple[str, ...]) -> None:
    """The choice has the fault, for the log."""
    game = SHIPPED["clash"]
    broken_parts: dict[str, Any] = dict.fromkeys(broken, _fail)
    knowledge = replace(knowledge_of(game), slips=0.0, **broken_parts)
    state = positions(game, 3)[1]
    seat = game.turn(state)
    assert seat is not None
    choice = ComputerPlayer(knowledge, level).choose(seen_from(game, state, seat), Key(1), 30)
    assert choice.action in game.legal(state)
    needed = {"easy": "rate_simply", "medium": "rate", "hard": "policy"}[level]
    assert isinstance(choice.fault, ZeroDivisionError) == (needed in broken)


def test_a_choice_without_an_alternative_needs_no_simulations() -> None:
    game = SHIPPED["rummy-like"]
    state = start(game, game.options(), 3, DealCode(1).key()).state
    seat = game.turn(state)
    assert seat is not None
    seen = seen_from(game, state, seat)
    only = replace(seen, legal=seen.legal[:1])
    assert ComputerPlayer(knowledge_of(game), "hard").choose(only, Key(1), 100) == Choice(seen.legal[0])
