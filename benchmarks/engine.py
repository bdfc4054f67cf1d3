"""How fast the rules engine is, beside others that play cards from Python.

Whole games of uniformly random play, from the deal to the last decision, are played in turn by every engine here:
a slice of the first, one of the second, and so on, then all of it again, so that what else the machine does meets all
alike.  What is told is the median of the rounds, in processor time; a ratio is the median of the rounds' ratios.

A *decision* is one choice of one player: its legal actions listed, one of them picked and applied.  Ours is made with
its events, and the state before it stays as it was; the others advance one state in place and tell no story.  Setting a
game up counts as time on every side, and so does chance: ours shuffles at the set-up, OpenSpiel deals card by card at
chance nodes, which are played in the cheapest way that is right (see `open_spiel`).  All pick by the same cheap
`random.Random.random()`.  Engines that are not installed are left out, with a word.
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
from random import Random
from statistics import median
from typing import Any

from cardtable.engine import Key, start
from cardtable.engine.games import GAMES

clock = time.process_time
YARDSTICK = "OpenSpiel crazy_eights"
TARGET = 0.3
"""Of the yardstick's decisions a second, for each of our games."""
IMPORTS = ("cardtable.engine", "cardtable.engine.games")


@dataclass
class Contestant:
    """One game of one engine, and what was measured of it."""

    name: str
    play: Callable[[Random], Any]
    """Plays a whole game; this is timed."""
    count: Callable[[Any], int]
    """How many decisions there were, from what `play` gave back; this is not."""
    rates: list[float] = field(default_factory=list)
    """Decisions a second, round by round."""
    decisions: int = 0
    games: int = 0

    def run(self, seconds: float, random: Random) -> None:
        """One slice: whole games until the time is over."""
        took, decisions = 0.0, 0
        while took < seconds:
            began = clock()
            played = self.play(random)
            took += clock() - began
            decisions += self.count(played)
            self.games += 1
        self.decisions += decisions
        self.rates.append(decisions / took)


# Who plays


def ours(game_id: str, seats: int) -> Contestant:
    """One of our games, by the book."""
    game = GAMES[game_id]
    legal, apply, options = game.legal, game.apply, game.options()

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state = start(game, seats, options, Key(int(pick() * 2**53))).state
        while actions := legal(state):
            state = apply(state, actions[int(pick() * len(actions))]).state
            decisions += 1
        return decisions

    return Contestant(f"{game.title}, {seats} seat{'s' if seats > 1 else ''}", play, int)


def open_spiel(name: str) -> Contestant:
    """A game of OpenSpiel, whose rules are C++.

    At a chance node `legal_actions()` lists the outcomes, without their probabilities and so faster than
    `chance_outcomes()`.  In these games they are all alike, which is checked here, so picking one uniformly is right.
    At the end of the game the list is empty.  Which nodes were decisions is read from the history afterwards.
    """
    game = importlib.import_module("pyspiel").load_game(name)
    assert all(_is_fair(node) for node in _chance_nodes(game, Random(1))), f"chance in {name} is not uniform"

    def play(random: Random) -> Any:
        pick = random.random
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[int(pick() * len(actions))])
        return state

    seats = game.num_players()
    return Contestant(f"OpenSpiel {name}", play, lambda state: sum(each.player in range(seats) for each in state.full_history()))


def _chance_nodes(game: Any, random: Random, games: int = 5) -> Iterator[Any]:
    for _ in range(games):
        state = game.new_initial_state()
        while actions := state.legal_actions():
            if state.is_chance_node():
                yield state
            state.apply_action(random.choice(actions))


def _is_fair(node: Any) -> bool:
    outcomes = node.chance_outcomes()
    alike = max(part for _, part in outcomes) - min(part for _, part in outcomes) < 1e-9
    return alike and [outcome for outcome, _ in outcomes] == node.legal_actions()


def rlcard_gin_rummy() -> Contestant:
    """RLCard's rules in Python, without its environment, which would encode each state for a network besides."""
    game = importlib.import_module("rlcard.games.gin_rummy").Game()

    def play(random: Random) -> int:
        pick, legal, decisions = random.random, game.judge.get_legal_actions, 0
        game.init_game()
        while not game.is_over():
            actions = legal()
            game.step(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return Contestant("RLCard gin-rummy", play, int)


def rlcard_uno() -> Contestant:
    """As before; here a step gives back the legal actions of the next, so they are not asked for again."""
    game = importlib.import_module("rlcard.games.uno").Game()

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return Contestant("RLCard uno", play, int)


def python_chess() -> Contestant:
    """Chess to a mate, a stalemate or fifty moves without progress; no cards, but Python at its fastest in games."""
    board_class = importlib.import_module("chess").Board

    def play(random: Random) -> int:
        pick, decisions, board = random.random, 0, board_class()
        while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
            board.push(moves[int(pick() * len(moves))])
            decisions += 1
        return decisions

    return Contestant("python-chess", play, int)


def contestants() -> tuple[list[Contestant], list[str]]:
    """Everybody who is here, the yardstick first, and a sentence for each one who is not."""
    rivals: list[Callable[[], Contestant]] = [
        *(lambda name=name: open_spiel(name) for name in ("crazy_eights", "hearts", "gin_rummy")),
        rlcard_gin_rummy,
        rlcard_uno,
        python_chess,
    ]
    present, absent = [], {}
    for rival in rivals:
        try:
            present.append(rival())
        except ImportError as error:
            absent[error.name or "?"] = f"Without {error.name}, which is not installed: pip install -e '.[bench]'"
    mine = [ours(game_id, seats) for game_id, game in GAMES.items() for seats in some_seats(game.seats)]
    return [*present[:1], *mine, *present[1:]], list(absent.values())


def some_seats(seats: range) -> list[int]:
    """The fewest, the most, and some between."""
    return sorted({seats[0], seats[len(seats) // 2], seats[-1]})


# What a call costs


@dataclass
class Cost:
    """What the three functions that a bot calls most cost on one game, in µs."""

    name: str
    legal: float
    apply: float
    view: float


def costs(seats: int, games: int, rounds: int) -> Iterator[Cost]:
    """Each function over every position of some random games; the median of some rounds."""
    for game in GAMES.values():
        moments = []
        for luck in range(games):
            random, state = Random(luck), start(game, seats, game.options(), Key(luck)).state
            while actions := game.legal(state):
                moments.append((state, random.choice(actions), game.turn(state)))
                state = game.apply(state, moments[-1][1]).state
        taken: list[tuple[float, float, float]] = []
        for _ in range(rounds):
            legal = _timed(lambda moments=moments, do=game.legal: [do(state) for state, _, _ in moments])
            apply = _timed(lambda moments=moments, do=game.apply: [do(state, action) for state, action, _ in moments])
            view = _timed(lambda moments=moments, do=game.view: [do(state, seat) for state, _, seat in moments])
            taken.append((legal, apply, view))
        legal, apply, view = (median(round) / len(moments) * 1e6 for round in zip(*taken, strict=True))
        yield Cost(f"{game.title}, {seats} seats", legal, apply, view)


def _timed(work: Callable[[], object]) -> float:
    began = clock()
    work()
    return clock() - began


def clones() -> Iterator[tuple[str, float]]:
    """What it costs to keep a position before going on, in µs; ours is a value, so it is kept by keeping it."""
    yield "ours: a state is a value, and is never changed", 0.0
    for package, name, make, copy in (
        ("pyspiel", YARDSTICK, lambda module: _dealt(module.load_game("crazy_eights")), lambda state: state.clone()),
        ("chess", "python-chess, without its history", lambda module: module.Board(), lambda board: board.copy(stack=False)),
    ):
        try:
            position = make(importlib.import_module(package))
        except ImportError:
            continue
        times = 2000
        yield name, median(_timed(lambda: [copy(position) for _ in range(times)]) for _ in range(7)) / times * 1e6  # noqa: B023


def _dealt(game: Any) -> Any:
    state, random = game.new_initial_state(), Random(1)
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def import_costs(runs: int) -> Iterator[tuple[str, float]]:
    """The processor time of importing, in ms: a fresh Python that does it less one that does nothing, in turn."""
    nothing: list[float] = []
    taken: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(runs):
        nothing.append(_cpu_of("pass"))
        for name in IMPORTS:
            taken[name].append(_cpu_of(f"import {name}"))
    for name, each in taken.items():
        yield name, (median(each) - median(nothing)) * 1000
    yield "(a Python that does nothing)", median(nothing) * 1000


def _cpu_of(code: str) -> float:
    process = subprocess.Popen([sys.executable, "-c", code])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, code
    return used.ru_utime + used.ru_stime


# Told


def machine() -> str:
    """In general terms."""
    return f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, {platform.system()}"


def race(everybody: list[Contestant], seconds: float, rounds: int) -> None:
    """Let each of them play for so many seconds in all; one round more, to warm up, is not counted."""
    random = Random(1)
    gc.collect()
    gc.freeze()  # what the others have imported is no rubbish of ours, nor theirs
    for at in range(rounds + 1):
        for each in everybody:
            each.run(seconds / rounds, random)
            if at == 0:
                each.rates.clear()


def ratio(each: Contestant, yardstick: Contestant | None) -> float | None:
    """Its speed as a part of the yardstick's in the same round."""
    if yardstick is None:
        return None
    return median(mine / other for mine, other in zip(each.rates, yardstick.rates, strict=True))


def tell(told: dict[str, Any]) -> None:
    """Print it all as tables."""
    print(f"{told['machine']}; {told['rounds']} rounds, processor time, medians\n")
    print(f"{'':36}{'decisions/s':>12}{'x yardstick':>13}{'a game has':>12}")
    for each in told["speed"]:
        part = f"{each['ratio']:.2f}" if each["ratio"] is not None else "-"
        print(f"{each['name']:36}{each['decisions_per_second']:>12,.0f}{part:>13}{each['decisions_per_game']:>12.0f}")
    print(f"\n{'µs a call':36}{'legal':>12}{'apply':>13}{'view':>12}")
    for each in told["costs"]:
        print(f"{each['name']:36}{each['legal']:>12.2f}{each['apply']:>13.2f}{each['view']:>12.2f}")
    print("\nµs to keep a position before going on")
    for name, took in told["clones"]:
        print(f"{name:61}{took:>12.2f}")
    print("\nms of processor time to import")
    for name, took in told["imports"]:
        print(f"{name:61}{took:>12.1f}")
    print()
    for line in told["absent"]:
        print(line)
    print(told["verdict"])


def verdict(mine: list[dict[str, Any]]) -> str:
    """Whether our games are as fast as they should be."""
    if any(each["ratio"] is None for each in mine):
        return f"The yardstick is {YARDSTICK}, which is not here: nothing to compare with."
    slow = [f"{each['name']} ({each['ratio']:.2f})" for each in mine if each["ratio"] < TARGET]
    return f"Target: {TARGET} x {YARDSTICK}: " + (f"missed by {', '.join(slow)}" if slow else "met") + "."


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--seconds", type=float, default=4.0, help="for each engine's games, over all rounds (4)")
    parser.add_argument("--quick", action="store_true", help="a tenth of it: to see that it runs")
    parser.add_argument("--json", action="store_true", help="for other programs to read")
    asked = parser.parse_args()
    seconds, rounds, runs = (asked.seconds / 10, 3, 3) if asked.quick else (asked.seconds, 15, 11)

    everybody, absent = contestants()
    race(everybody, seconds, rounds)
    yardstick = next((each for each in everybody if each.name == YARDSTICK), None)
    speed = [
        {
            "name": each.name,
            "decisions_per_second": median(each.rates),
            "ratio": ratio(each, yardstick),
            "decisions_per_game": each.decisions / each.games,
        }
        for each in everybody
    ]
    told = {
        "machine": machine(),
        "rounds": rounds,
        "speed": speed,
        "costs": [vars(each) for each in costs(seats=3, games=rounds, rounds=rounds)],
        "clones": list(clones()),
        "imports": list(import_costs(runs)) if hasattr(os, "wait4") else [],
        "absent": absent,
        "verdict": verdict([each for each in speed if each["name"].startswith(tuple(game.title for game in GAMES.values()))]),
    }
    print(json.dumps(told, indent=1)) if asked.json else tell(told)


if __name__ == "__main__":
    main()
