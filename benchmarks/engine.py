"""Measure the speed of the rules engine, next to other engines for card games in Python.

Every engine plays whole games with random actions.  In each round, every engine plays for a short time, so other load
on the machine affects all of them alike.  The results are medians of the rounds, in processor time; a ratio is the
median of the rounds' ratios.

A *decision* is one choice of a player: list the legal actions, pick one and apply it.  Our engine keeps the old state,
and a playout builds no events; the other engines change one state in place.  Set-up and chance count for every engine:
ours shuffles during set-up, OpenSpiel deals card by card at chance nodes.  All of them pick with the same fast
`random.Random.random()`.  Engines that aren't installed are left out with a message.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import Game, start
from cardtable.games import GAMES

AnyGame = Game[Any, Any, Any]
Sample = tuple[Any, Any, int | None]
"""A state, a legal action, and the seat whose turn it is."""
clock = time.process_time
BASELINE = "OpenSpiel crazy_eights"
TARGETS = {"exit-stage-right": 0.3, "tradewinds": 0.2, "clash": 0.2, "rummy-like": 0.12, "wind-city": 0.12}
"""The speed that each of our games should reach, relative to the baseline."""
IMPORTS = ("cardtable.engine", "cardtable.engine.games")


@dataclass
class Benchmark:
    """A game of an engine, and its measurements."""

    name: str
    play: Callable[[Random], Any]
    """Play a whole game; this is timed."""
    count: Callable[[Any], int] = int
    """Return the number of decisions from the result of `play`; this isn't timed."""
    rates: list[float] = field(default_factory=list)
    """Decisions per second in each round."""
    decisions: int = 0
    games: int = 0
    target: float | None = None
    """The speed it should reach, relative to the baseline."""

    def run(self, seconds: float, random: Random) -> None:
        """Play whole games until the time is over."""
        elapsed, decisions = 0.0, 0
        while elapsed < seconds:
            began = clock()
            result = self.play(random)
            elapsed += clock() - began
            decisions += self.count(result)
            self.games += 1
        self.decisions += decisions
        self.rates.append(decisions / elapsed)


# Engines


def our_game(game_id: str, seats: int) -> Benchmark:
    """Return the benchmark of one of our games with its default options."""
    game = GAMES[game_id]
    legal, advance, options = game.legal, game.advance, game.options()

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state = start(game, options, seats, Key(int(pick() * 2**53))).state
        while actions := legal(state):
            state = advance(state, actions[int(pick() * len(actions))], None)
            decisions += 1
        return decisions

    return Benchmark(f"{game.title}, {seats} seat{'s' if seats > 1 else ''}", play, target=TARGETS.get(game_id))


def open_spiel(name: str) -> Benchmark:
    """Return the benchmark of an OpenSpiel game, with rules in C++ and a driver that works for any game.

    At a chance node it picks an outcome with OpenSpiel's probabilities, using one random number and a running sum: that
    is right for every game, and faster than `random.choices` or NumPy.
    """
    pyspiel = importlib.import_module("pyspiel")
    game, over = pyspiel.load_game(name), int(pyspiel.PlayerId.TERMINAL)

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state = game.new_initial_state()
        while (player := state.current_player()) != over:
            if player >= 0:
                actions = state.legal_actions()
                state.apply_action(actions[int(pick() * len(actions))])
                decisions += 1
            else:
                luck = pick()
                for outcome, part in state.chance_outcomes():
                    luck -= part
                    if luck < 0:
                        state.apply_action(outcome)
                        break
        return decisions

    return Benchmark(f"OpenSpiel {name}", play)


def open_spiel_copying(name: str) -> Benchmark:
    """Return the benchmark of an OpenSpiel game that keeps each old state, as our engine always does.

    The state is copied at each player's decision; chance changes it in place.
    """
    pyspiel = importlib.import_module("pyspiel")
    game, over = pyspiel.load_game(name), int(pyspiel.PlayerId.TERMINAL)

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state = game.new_initial_state()
        while (player := state.current_player()) != over:
            if player >= 0:
                actions = state.legal_actions()
                state = state.child(actions[int(pick() * len(actions))])
                decisions += 1
            else:
                luck = pick()
                for outcome, part in state.chance_outcomes():
                    luck -= part
                    if luck < 0:
                        state.apply_action(outcome)
                        break
        return decisions

    return Benchmark(f"OpenSpiel {name}, copying", play)


def open_spiel_shortcut(name: str) -> Benchmark:
    """Return the benchmark of an OpenSpiel game with a driver that relies on uniform chance, which it first checks.

    It picks outcomes of chance like actions, from `legal_actions()`, which lists them without probabilities at a chance
    node and is empty at the end of the game, so it never asks whose turn it is.  Decisions are counted from the history
    after timing.  No driver can do less work.
    """
    game = importlib.import_module("pyspiel").load_game(name)
    assert all(_is_uniform(node) for node in _chance_nodes(game, Random(1))), f"chance in {name} isn't uniform"

    def play(random: Random) -> Any:
        pick = random.random
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[int(pick() * len(actions))])
        return state

    def count(state: Any) -> int:
        return sum(each.player >= 0 for each in state.full_history())

    return Benchmark(f"OpenSpiel {name}, shortcut", play, count)


def _chance_nodes(game: Any, random: Random, games: int = 5) -> Iterator[Any]:
    for _ in range(games):
        state = game.new_initial_state()
        while actions := state.legal_actions():
            if state.is_chance_node():
                yield state
            state.apply_action(random.choice(actions))


def _is_uniform(node: Any) -> bool:
    outcomes, parts = zip(*node.chance_outcomes(), strict=True)
    return bool(max(parts) - min(parts) < 1e-9 and list(outcomes) == node.legal_actions())


def rlcard_gin_rummy() -> Benchmark:
    """Return the benchmark of RLCard's rules without its environment, which also encodes each state for a network."""
    game = importlib.import_module("rlcard.games.gin_rummy").Game()

    def play(random: Random) -> int:
        pick, legal, decisions = random.random, game.judge.get_legal_actions, 0
        game.init_game()
        while not game.is_over():
            actions = legal()
            game.step(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return Benchmark("RLCard gin-rummy", play)


def rlcard_uno() -> Benchmark:
    """Return the benchmark of RLCard's Uno, where each step returns the next legal actions."""
    game = importlib.import_module("rlcard.games.uno").Game()

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return Benchmark("RLCard uno", play)


def python_chess() -> Benchmark:
    """Return the benchmark of chess, played to mate, stalemate or fifty moves without progress."""
    board_class = importlib.import_module("chess").Board

    def play(random: Random) -> int:
        pick, decisions, board = random.random, 0, board_class()
        while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
            board.push(moves[int(pick() * len(moves))])
            decisions += 1
        return decisions

    return Benchmark("python-chess", play)


def all_benchmarks() -> tuple[list[Benchmark], list[str]]:
    """Return the benchmarks of all installed engines, the baseline first, and a message for each missing one."""
    others: list[Callable[[], Benchmark]] = [
        lambda: open_spiel("crazy_eights"),
        lambda: open_spiel_copying("crazy_eights"),
        lambda: open_spiel_shortcut("crazy_eights"),
        lambda: open_spiel("hearts"),
        lambda: open_spiel("gin_rummy"),
        rlcard_gin_rummy,
        rlcard_uno,
        python_chess,
    ]
    installed, missing = [], {}
    for make in others:
        try:
            installed.append(make())
        except ImportError as error:
            missing[error.name or "?"] = f"{error.name} isn't installed; to include it: pip install -e '.[bench]'"
    own = [our_game(game_id, seats) for game_id, game in GAMES.items() for seats in sample_seats(game.seats)]
    return [*installed[:1], *own, *installed[1:]], list(missing.values())


def sample_seats(seats: range) -> list[int]:
    """Return the lowest, the middle and the highest number of players."""
    return sorted({seats[0], seats[len(seats) // 2], seats[-1]})


# Costs of single calls


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


# Results


def machine() -> str:
    """Return a general description of the machine."""
    return f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def run_rounds(benchmarks: list[Benchmark], seconds: float, rounds: int) -> None:
    """Run each benchmark for this many seconds in all, after a warm-up round that doesn't count."""
    random = Random(1)
    gc.collect()
    gc.freeze()  # the garbage collector needn't scan the imported modules
    for at in range(rounds + 1):
        for benchmark in benchmarks:
            benchmark.run(seconds / rounds, random)
            if at == 0:
                benchmark.rates.clear()


def ratio(benchmark: Benchmark, baseline: Benchmark | None) -> float | None:
    """Return the median of a benchmark's speed relative to the baseline in the same round."""
    if baseline is None:
        return None
    return median(rate / other for rate, other in zip(benchmark.rates, baseline.rates, strict=True))


def speeds(benchmarks: list[Benchmark]) -> list[dict[str, Any]]:
    """Return the results of the benchmarks."""
    baseline = next((each for each in benchmarks if each.name == BASELINE), None)
    return [
        {
            "name": each.name,
            "target": each.target,
            "decisions_per_second": median(each.rates),
            "ratio": ratio(each, baseline),
            "decisions_per_game": each.decisions / each.games,
        }
        for each in benchmarks
    ]


def verdict(speed: list[dict[str, Any]]) -> str:
    """Return which of our games meet their targets."""
    ours = [each for each in speed if each["target"] is not None]
    if any(each["ratio"] is None for each in ours):
        return f"The baseline, {BASELINE}, isn't installed, so there is nothing to compare with."
    lines = (
        f"{'met' if each['ratio'] >= each['target'] else 'MISSED':8}{each['name']:28}"
        f"{each['ratio']:.2f} of {each['target']:.2f} x baseline"
        for each in ours
    )
    return "\n".join(lines)


def print_results(results: dict[str, Any]) -> None:
    """Print the results as tables."""
    print(f"{results['machine']}; processor time, medians of {results['rounds']} rounds\n")
    print(f"{'':36}{'decisions/s':>12}{'x baseline':>13}{'per game':>12}")
    for each in results["speed"]:
        part = f"{each['ratio']:.2f}" if each["ratio"] is not None else "-"
        print(f"{each['name']:36}{each['decisions_per_second']:>12,.0f}{part:>13}{each['decisions_per_game']:>12.0f}")
    print(f"\n{'µs per call':36}{'legal':>12}{'apply':>13}{'view':>12}")
    for each in results["costs"]:
        print(f"{each['name']:36}{each['legal']:>12.2f}{each['apply']:>13.2f}{each['view']:>12.2f}")
    print("\nµs to keep a state before an action")
    for name, cost in results["copies"]:
        print(f"{name:61}{cost:>12.2f}")
    print("\nms of processor time to import")
    for name, cost in results["imports"]:
        print(f"{name:61}{cost:>12.1f}")
    print("", *results["missing"], results["verdict"], sep="\n")


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(description="Measure the speed of the rules engine, next to other engines.")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each benchmark, over all rounds (default: 4)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, to see that it runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    seconds, rounds, runs = (arguments.seconds / 10, 3, 3) if arguments.quick else (arguments.seconds, 15, 11)

    benchmarks, missing = all_benchmarks()
    run_rounds(benchmarks, seconds, rounds)
    speed = speeds(benchmarks)
    results = {
        "machine": machine(),
        "rounds": rounds,
        "speed": speed,
        "costs": [vars(each) for each in costs(games=rounds, rounds=rounds)],
        "copies": list(copy_costs()),
        "imports": list(import_costs(runs)) if hasattr(os, "wait4") else [],
        "missing": missing,
        "verdict": verdict(speed),
    }
    if arguments.json:
        print(json.dumps(results, indent=1))
    else:
        print_results(results)


if __name__ == "__main__":
    main()
