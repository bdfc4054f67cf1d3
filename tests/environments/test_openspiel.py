"""OpenSpiel's own tests pass for every game, and its ISMCTS bot plays them."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtable.engine.games import SHIPPED
from tests.environments.layouts import script

pytestmark = pytest.mark.extras(name="openspiel")
GAMES = {game.id: f"cardtable_{game.id.replace('-', '_')}" for game in SHIPPED.values()}
SHORT = {"clash": "(target=0)", "rummy-like": "(target=0)"}
"""Parameters that make a match a single round."""
each_game = pytest.mark.parametrize("game_id", GAMES)
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"


@pytest.fixture(scope="module", name="pyspiel")
def _pyspiel() -> Any:
    import pyspiel

    import cardtable.lab.environments.spiel  # noqa: F401  importing it registers the games

    return pyspiel


def load(pyspiel: Any, game_id: str) -> Any:
    return pyspiel.load_game(GAMES[game_id] + SHORT.get(game_id, ""))


def dealt(game: Any, random: Any) -> Any:
    """Return a state in which the cards have been dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(random.choice([symbol for symbol, _ in state.chance_outcomes()])))
    return state


def test_python_ends_without_a_crash() -> None:
    """OpenSpiel frees what was registered after Python has ended."""
    done = subprocess.run(
        [sys.executable, "-c", "import cardtable.lab.environments.spiel"], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


# OpenSpiel's own tests
@each_game
def test_openspiels_random_simulations_pass(pyspiel: Any, game_id: str) -> None:
    pyspiel.random_sim_test(load(pyspiel, game_id), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game", [f"{GAMES[game.id]}(players={seats})" for game in SHIPPED.values() for seats in game.seats]
)
def test_openspiels_random_simulations_pass_with_any_number_of_players(pyspiel: Any, game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=False, verbose=False)


@each_game
def test_playthroughs_stay_the_same(pyspiel: Any, game_id: str) -> None:
    """Every move with its actions, returns, and the public and private parts of what the players see.

    Leave out everything that repeats this, and the description of the game, which other versions write differently.
    """
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    lines = playthrough(GAMES[game_id] + SHORT.get(game_id, ""), [], seed=1).splitlines()
    lines = lines[lines.index("# State 0") :]
    kept = [line for line in lines if not re.match(r"(Information|Observation)\w+\(|[◯◉]", line)]
    text, file = "\n".join(kept) + "\n", PLAYTHROUGHS / f"{game_id}.txt"
    if WRITE:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text


@each_game
def test_the_ismcts_bot_plays(pyspiel: Any, game_id: str) -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game, random = load(pyspiel, game_id), np.random.RandomState(7)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, random), uct_c=2, max_simulations=8, random_state=random)
    state = dealt(game, random)
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(bot.step(state))
    assert state.move_number() > 12


# States
@each_game
def test_a_resampled_state_looks_the_same_to_its_player(pyspiel: Any, game_id: str) -> None:
    game, random = load(pyspiel, game_id), np.random.RandomState(3)
    state, differ = dealt(game, random), False
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        sample = state.resample_from_infostate(player, random.uniform)
        assert sample.legal_actions() == state.legal_actions()
        assert sample.information_state_string(player) == state.information_state_string(player)
        assert sample.observation_string(player) == state.observation_string(player)
        assert sample.information_state_tensor(player) == state.information_state_tensor(player)
        assert sample.history() == state.history()
        differ |= str(sample) != str(state)
        state.apply_action(int(random.choice(state.legal_actions())))
    assert differ


@each_game
def test_clones_and_saved_states_are_the_same_games(pyspiel: Any, game_id: str) -> None:
    game, random = load(pyspiel, game_id), np.random.RandomState(4)
    state = dealt(game, random)
    for _ in range(10):
        state.apply_action(int(random.choice(state.legal_actions())))
    sample = state.resample_from_infostate(state.current_player(), random.uniform)
    for each in (state, sample):
        text, action = str(each), each.legal_actions()[0]
        copies = [each.clone(), game.deserialize_state(each.serialize()), pickle.loads(pickle.dumps(each))]
        each.apply_action(action)
        for again in copies:
            assert str(again) == text
            again.apply_action(action)
            assert str(again) == str(each)


@each_game
def test_observations_have_a_piece_for_each_part(pyspiel: Any, game_id: str) -> None:
    from open_spiel.python.observation import make_observation

    game, random = load(pyspiel, game_id), np.random.RandomState(5)
    observation = make_observation(game)
    state = dealt(game, random)
    observation.set_from(state, 0)
    assert list(observation.dict) == list(game.encoding.slices)
    assert observation.tensor.tolist() == state.observation_tensor(0)
    assert state.observation_tensor(0) == game.encoding.observe(state.position.state, 0).tolist()
    assert game.observation_tensor_size() == game.encoding.size


def test_the_pages_script_runs(pyspiel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The check uses fewer simulations."""
    exec(script("pyspiel").replace("max_simulations=20", "max_simulations=3"), {})
    assert re.fullmatch(r"\[-?\d+\.0, -?\d+\.0\]\n", capsys.readouterr().out)


# Parameters
def test_options_are_parameters(pyspiel: Any) -> None:
    game = pyspiel.load_game("cardtable_exit_stage_right(players=3,hand_size=5,draw=none,open_hands=yes)")
    options = game.settings.options
    assert (game.num_players(), options.hand_size, options.draw, options.open_hands) == (3, 5, "none", True)
    wind = pyspiel.load_game("cardtable_wind_city", {"players": 4, "rewards": "win", "first": 2})
    assert (wind.min_utility(), wind.max_utility(), wind.settings.options.first) == (-1, 1, 2)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("(hand_size=3)", "Hand size must be a number from 5 to 9, not 3."),
        ("(open_hands=maybe)", "--open-hands must be yes, no or default, not 'maybe'."),
        ("(players=7)", "Exit Stage Right is for 1 to 6 players, not 7."),
        ("(rewards=coins)", "Rewards must be 'points' or 'win', not 'coins'."),
    ],
)
def test_parameters_that_are_not_valid_are_refused_with_a_sentence(pyspiel: Any, parameters: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        pyspiel.load_game(f"cardtable_exit_stage_right{parameters}")


def test_a_long_game_is_cut_off(pyspiel: Any) -> None:
    game, random = pyspiel.load_game("cardtable_rummy_like(max_moves=9)"), np.random.RandomState(1)
    state = dealt(game, random)
    for _ in range(9):
        state.apply_action(int(random.choice(state.legal_actions())))
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]
    assert game.max_game_length() == 9
