"""PettingZoo's own tests pass for every game, and an environment plays by the rules."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import cardtable
from cardtable.engine.chance import DealCode
from cardtable.engine.game import IllegalAction, start
from cardtable.engine.games import SHIPPED
from cardtable.lab.environments.settings import rewards
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from tests.environments.layouts import script

pytestmark = [
    pytest.mark.extras(name="rl"),
    # PettingZoo's tests expect these only from its own environments with action masks.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
each_game = pytest.mark.parametrize("game_id", SHIPPED)
each_table = pytest.mark.parametrize(
    ("game_id", "seats"), [(game.id, seats) for game in SHIPPED.values() for seats in game.seats]
)


def play(env: Any, moves: int, seed: int) -> list[Any]:
    """Play random moves and return everything that the agents have seen and got."""
    seen, random = list[Any](), np.random.default_rng(seed)
    for agent in env.agent_iter(moves):
        observation, *rest, info = env.last()
        seen.append((agent, observation["observation"].tolist(), *rest))
        legal = np.flatnonzero(info["action_mask"])
        env.step(random.choice(legal) if len(legal) else None)
    return seen


@each_table
def test_pettingzoos_own_tests_pass(game_id: str, seats: int) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(cardtable.env(game_id, seats=seats, render_mode="ansi"), num_cycles=200)
    seed_test(lambda: cardtable.env(game_id, seats=seats), num_cycles=200)


def test_the_pages_script_runs() -> None:
    names = dict[str, Any]()
    exec(script("pettingzoo"), names)
    assert names["env"].agents == []
    assert names["env"].unwrapped.deal == DealCode(7)


@each_game
def test_pettingzoos_benchmark_runs(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that makes its five seconds pass at once."""
    from itertools import count

    from pettingzoo.test import performance_benchmark

    clock = count(step=0.5)
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(cardtable.env(game_id))


@each_table
def test_a_game_ends_with_the_rewards_of_its_outcome(game_id: str, seats: int) -> None:
    env = cardtable.env(game_id, seats=seats, render_mode="ansi")
    env.reset(seed=5)
    space = env.observation_space("player_0")
    last = play_to_the_end(env, space)
    outcome = env.unwrapped.settings.game.outcome(env.unwrapped.position)
    assert outcome is not None
    if outcome.together:
        assert last == dict.fromkeys(last, outcome.margin)
    else:
        assert sum(last.values()) == pytest.approx(0)
        best = max(outcome.points)
        assert {outcome.points[int(agent[-1])] for agent in last if last[agent] == max(last.values())} == {best}


def play_to_the_end(env: Any, space: Any) -> dict[str, float]:
    """Play a random game, checking every observation, and return each agent's total reward."""
    random, total = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, *ends, _ = env.last()
        assert space.contains(observation)
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert bool(len(legal)) != any(ends)
        if legal.size and random.random() < 0.1:
            assert env.render().startswith(env.unwrapped.settings.game.title)
        env.step(None if any(ends) else int(random.choice(legal)))
    return total


@each_game
def test_a_deep_copy_is_the_same_game(game_id: str) -> None:
    env = cardtable.env(game_id)
    env.reset(seed=3)
    play(env, 9, 1)
    again = deepcopy(env)
    state, deal = env.unwrapped.position, env.unwrapped.deal
    assert (again.unwrapped.position, again.unwrapped.deal) == (state, deal)
    assert play(again, 40, 2) == play(env, 40, 2)
    assert again.unwrapped.position == env.unwrapped.position != state


@each_game
def test_a_seed_is_the_number_of_a_deal_and_starts_a_sequence(game_id: str) -> None:
    one, other = cardtable.env(game_id), cardtable.env(game_id)
    settings, deals = one.unwrapped.settings, []
    for env in (one, other):
        env.reset(seed=7 if env is one else np.int64(7))
        assert env.unwrapped.deal == DealCode(7)
        assert env.unwrapped.position == start(settings.game, settings.options, settings.seats, DealCode(7).key()).state
        env.reset()
        first = env.unwrapped.deal
        env.reset()
        deals.append((first, env.unwrapped.deal))
    assert deals[0] == deals[1]
    assert len({DealCode(7), *deals[0]}) == 3
    for env in (one, other):
        env.reset(seed=-(2**70))
    fresh = cardtable.env(game_id)
    fresh.reset()
    assert fresh.unwrapped.deal not in deals[0]


def test_only_the_agent_to_move_has_legal_actions() -> None:
    env = cardtable.env("rummy-like")
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    play(env, 10_000, 1)
    assert not env.agents
    assert not env.observe("player_2")["action_mask"].any()
    assert env.state().shape == env.state_space.shape
    assert env.state_space.contains(env.state())


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (153, r"Open the round with one Complete and nothing else \(CL-2\)\."),
        (154, r"An action must be a number from 0 to 153, not 154\."),
        (-1, r"An action must be a number from 0 to 153, not -1\."),
        (None, r"An action must be a number from 0 to 153, not None\."),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(action: int | None, message: str) -> None:
    env = cardtable.env("clash")
    env.reset(seed=1)
    before = env.unwrapped.position
    with pytest.raises(IllegalAction, match=message):
        env.step(action)
    assert env.unwrapped.position is before


def test_a_long_game_is_cut_off() -> None:
    env = cardtable.env("wind-city", max_moves=5)
    env.reset(seed=1)
    seen = play(env, 100, 1)
    assert len(seen) == 5 + 2
    assert [each[2:] for each in seen[-2:]] == [(0, False, True)] * 2


@each_game
def test_opponents_play_as_at_the_table(game_id: str) -> None:
    """An environment with opponents at all seats but the last is the same game as a simulation."""
    game = SHIPPED[game_id]
    seats = max(2, game.seats[0])
    env = cardtable.env(game_id, seats=seats, opponents=dict.fromkeys(range(seats - 1), "easy"))
    env.reset(seed=3)
    assert env.possible_agents == [f"player_{seats - 1}"]
    session = cardtable.Session(game, env.unwrapped.settings.options, game.default_names(seats), DealCode(3))
    last, easy = seats - 1, ComputerPlayer(knowledge_of(game), "easy")
    while session.turn is not None:
        seen = session.look(session.turn)
        if session.turn == last:
            assert env.unwrapped.position == session.full_state()
            env.step(env.unwrapped.encoding.id_of(seen.legal[-1]))
            session.act(seen.legal[-1])
        else:
            session.act(easy.choose(seen, session.thinking_key(), 1).action)
    assert env.unwrapped.position == session.full_state()
    assert env.terminations == {f"player_{last}": True}
    assert session.outcome is not None
    assert env.rewards == {f"player_{last}": rewards(session.outcome, "points")[last]}


def test_a_render_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="The render mode must be 'ansi' or None, not 'human'"):
        cardtable.env("clash", render_mode="human")
