"""Replaying, playing at random and counting, with any game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import IllegalAction, start
from cardtable.engine.walk import perft, playout, replay, turns
from tests.engine.walks import AnyGame, Seating, each_game, each_seating, tables, walk

ROOT = Path(__file__).parents[2]
DIGEST = """
import hashlib
from itertools import islice
from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.games import GAMES
from cardtable.engine.walk import turns

digest = hashlib.sha256()
for game in GAMES.values():
    for seats in game.seats:
        opening = start(game, game.options(), seats, Key(seats)).state
        for before, action, step in islice(turns(game, opening, Key(7)), 200):
            choices = [str(each) for each in game.legal(before)]
            seen = game.view(before, 0)
            lines = [game.describe(event, "ABCDEF") for event in step.events]
            digest.update(repr((before, choices, action, lines, seen, game.determinize(seen, 0, Key(1)))).encode())
print(digest.hexdigest())
"""


@each_seating
def test_a_replay_reaches_the_same_state(seating: Seating) -> None:
    """A replay may also be split in two."""
    game, seats = seating
    played = walk(game, seats, tables(game, seats)[0], Key(11), Key(12))
    actions = [turn.action for turn in played.turns]
    assert replay(game, played.opening.state, actions) == played.last
    assert replay(game, replay(game, played.opening.state, actions[:9]), iter(actions[9:])) == played.last


@each_seating
def test_a_replay_refuses_an_illegal_action(seating: Seating) -> None:
    game, seats = seating
    played = walk(game, seats, tables(game, seats)[0], Key(11), Key(12))
    with pytest.raises(IllegalAction):
        replay(game, played.opening.state, [played.turns[0].action, "no action"])


@each_seating
def test_turns_yields_every_step(seating: Seating) -> None:
    """Each action leads to the next state, and the same key gives the same game."""
    game, seats = seating
    opening = start(game, game.options(), seats, Key(1)).state
    steps = list(islice(turns(game, opening, Key(2)), 100))
    assert steps == list(islice(turns(game, opening, Key(2)), 100))
    assert steps != list(islice(turns(game, opening, Key(3)), 100))
    assert steps[0][0] == opening
    for before, action, step in steps:
        assert game.apply(before, action) == step
    assert [step.state for _, _, step in steps[:-1]] == [before for before, _, _ in steps[1:]]


@each_seating
def test_a_playout_ends_in_the_same_state_as_its_turns(seating: Seating) -> None:
    """That state has an outcome."""
    game, seats = seating
    opening = start(game, tables(game, seats)[0], seats, Key(1)).state
    *_, last = turns(game, opening, Key(2))
    final = playout(game, opening, Key(2))
    assert final == last.step.state
    assert game.outcome(final) is not None


@each_game
def test_a_policy_gets_only_a_view_and_a_fresh_key(game: AnyGame) -> None:
    calls: list[tuple[object, Key]] = []

    def first(view: object, legal: tuple[object, ...], key: Key) -> object:
        calls.append((view, key))
        return legal[0]

    opening = start(game, game.options(), game.seats[-1], Key(1)).state
    played = list(islice(turns(game, opening, Key(2), first), 50))
    assert [turn.action for turn in played] == [game.legal(turn.before)[0] for turn in played]
    assert [view for view, _ in calls] == [game.view(turn.before, game.turn(turn.before)) for turn in played]
    assert len({key for _, key in calls}) == len(calls)


@each_game
def test_a_policy_must_choose_a_legal_action(game: AnyGame) -> None:
    opening = start(game, game.options(), game.seats[0], Key(1)).state
    with pytest.raises(IllegalAction):
        playout(game, opening, Key(1), lambda view, legal, key: None)


@each_game
def test_random_play_may_choose_any_legal_action(game: AnyGame) -> None:
    opening = start(game, game.options(), game.seats[0], Key(1)).state
    taken = Counter(next(turns(game, opening, Key(key)))[1] for key in range(40 * len(game.legal(opening))))
    assert set(taken) == set(game.legal(opening))


@each_game
def test_perft_counts_leaves(game: AnyGame) -> None:
    """It returns 1 at depth 0, the number of legal actions at depth 1, and 1 at any depth after the end."""
    played = walk(game, game.seats[0], tables(game, game.seats[0])[0], Key(1), Key(1))
    for state in (played.opening.state, played.turns[-1].before):
        assert perft(game, state, 0) == 1
        assert perft(game, state, 1) == len(game.legal(state))
        assert perft(game, state, 2) == sum(
            max(1, len(game.legal(game.apply(state, action).state))) for action in game.legal(state)
        )
    if game.outcome(played.last):
        assert [perft(game, played.last, depth) for depth in range(4)] == [1, 1, 1, 1]


def test_dk_5_games_do_not_depend_on_the_hash_seed() -> None:
    """States, actions, steps, views and determinized states are identical under different hash seeds."""
    digests = set()
    for seed in ("0", "4711"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-c", DIGEST]
        digests.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(digests) == 1
