"""Tips for players in their first turns of each game."""

from __future__ import annotations

import random

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.clash.model import COMPLETE_PILE
from cardtable.engine.games.clash.tips import FIT, TURN
from cardtable.table.first_turns import first_tips
from cardtable.table.session import Session

FEWEST = {"clash": 2, "exit-stage-right": 2, "rummy-like": 3, "tradewinds": 4, "wind-city": 2}
GAMES = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def new_game(game: AnyGame) -> Session:
    seats = FEWEST[game.id]
    return Session(
        game, game.options(), tuple(f"Player {seat + 1}" for seat in range(seats)), DealCode.parse("K7QF-2M9X")
    )


@GAMES
def test_a_new_player_is_told_the_goal_first(game: AnyGame) -> None:
    session = new_game(game)
    goal, *tips = first_tips(session.look(session.turn))
    assert goal.is_goal
    assert goal.text.startswith("Goal: ")
    assert tips or game.id in ("rummy-like", "wind-city")  # they begin with a draw and with placing the hurricane
    assert not any(tip.is_goal for tip in tips)


@GAMES
def test_the_others_are_told_only_the_goal(game: AnyGame) -> None:
    session = new_game(game)
    waiting = next(seat for seat in range(FEWEST[game.id]) if seat != session.turn)
    for viewer in (None, waiting):
        assert [tip.is_goal for tip in first_tips(session.look(viewer))] == [True]


@pytest.mark.parametrize("name", ["clash", "exit-stage-right", "tradewinds"])
def test_tips_end_after_a_few_turns_and_never_return(name: str) -> None:
    session, moves = new_game(SHIPPED[name]), random.Random(7)
    told = list[bool]()
    while len(told) < 20:
        seen = session.look(session.turn)
        told.append(bool(first_tips(seen)))
        session.act(moves.choice(seen.legal))
    assert told[0]
    assert sorted(told, reverse=True) == told
    assert not told[-1]


def test_each_player_of_clash_reads_the_rule_in_the_first_turn_and_never_again() -> None:
    game = SHIPPED["clash"]
    session, told = Session(game, game.options(), ("Ann", "Ben"), DealCode(5)), (list[list[str]](), list[list[str]]())
    while len(session.actions) < 40:
        assert session.turn is not None
        seen = session.look(session.turn)
        if seen.state.piles[COMPLETE_PILE]:  # after the opening, which is a turn of its own
            texts = [tip.text for tip in first_tips(seen)]
            told[session.turn].append([text for text in (FIT, TURN) if text in texts])
        session.act(seen.legal[-1])
        session.mark_seen()
    assert [turns[0] for turns in told] == [[FIT, TURN]] * 2
    assert not any(rule for turns in told for rule in turns[1:])
