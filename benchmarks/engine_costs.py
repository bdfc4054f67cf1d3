"""The costs of single calls of the rules engine, of keeping a state, and of imports."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import Any

from engines import BASELINE, clock

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, start
from cardtable.games import GAMES

Sample = tuple[Any, Any, int | None]
"""A state, a legal action, and the seat whose turn it is."""
IMPORTS = ("cardtable.engine", "cardtable.engine.games")


@dataclass
class Cost:
    """The cost in µs of the three functions that a bot calls most."""

    name: str
    legal: float
    apply: float
    view: float


def costs(games: int, rounds: int) -> Iterator[Cost]:
    """Yield the cost of each function over all positions of random games, if possible for three players."""
    for game in GAMES.values():
        seats = sorted((game.seats[0], 3, game.seats[-1]))[1]  # 3, or the nearest number that the game allows
        samples = [sample for seed in range(games) for sample in _samples(game, seats, Random(seed))]
        functions: tuple[Callable[[], object], ...] = (
            partial(_call_legal, game, samples),
            partial(_call_apply, game, samples),
            partial(_call_view, game, samples),
        )
        times = [[_time(function) for function in functions] for _ in range(rounds)]
        yield Cost(game.title, *(median(column) / len(samples) * 1e6 for column in zip(*times, strict=True)))


def _samples(game: AnyGame, seats: int, random: Random) -> Iterator[Sample]:
    state = start(game, game.options(), seats, Key(random.getrandbits(64))).state
    while actions := game.legal(state):
        action = random.choice(actions)
        yield state, action, game.turn(state)
        state = game.apply(state, action).state


def _call_legal(game: AnyGame, samples: list[Sample]) -> None:
    legal = game.legal
    for state, _, _ in samples:
        legal(state)


def _call_apply(game: AnyGame, samples: list[Sample]) -> None:
    apply = game.apply
    for state, action, _ in samples:
        apply(state, action)


def _call_view(game: AnyGame, samples: list[Sample]) -> None:
    view = game.view
    for state, _, seat in samples:
        view(state, seat)


def _time(function: Callable[[], object]) -> float:
    began = clock()
    function()
    return clock() - began


def copy_costs(times: int = 2000) -> Iterator[tuple[str, float]]:
    """Yield the cost in µs of keeping a state before an action; our states are values, which never need copying."""
    yield "ours: a state is a value, so there is nothing to copy", 0.0
    try:
        state = _dealt_state(importlib.import_module("pyspiel").load_game("crazy_eights"))
    except ImportError:
        return
    yield f"{BASELINE}: state.clone()", _time(lambda: [state.clone() for _ in range(times)]) / times * 1e6
    try:
        board = importlib.import_module("chess").Board()
    except ImportError:
        return
    yield (
        "python-chess: board.copy(stack=False)",
        _time(lambda: [board.copy(stack=False) for _ in range(times)]) / times * 1e6,
    )


def _dealt_state(game: Any) -> Any:
    state, random = game.new_initial_state(), Random(1)
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def import_costs(runs: int) -> Iterator[tuple[str, float]]:
    """Yield the processor time of importing, in ms: that of a fresh Python minus that of a Python that does nothing."""
    idle: list[float] = []
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(runs):
        idle.append(_cpu_of("pass"))
        for name in IMPORTS:
            times[name].append(_cpu_of(f"import {name}"))
    for name, each in times.items():
        yield name, (median(each) - median(idle)) * 1000
    yield "(a Python that does nothing)", median(idle) * 1000


def _cpu_of(code: str) -> float:
    process = subprocess.Popen([sys.executable, "-c", code])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, code
    return used.ru_utime + used.ru_stime
