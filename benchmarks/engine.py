"""How fast the rules engine is, beside others that play cards from Python.

Whole games of uniformly random play, from the deal to the last decision, are played in turn by every engine here:
a slice of the first, one of the second, and so on, then all of it again, so that what else the machine does meets all
alike.  What is told is the median of the rounds, in processor time; a ratio is the median of the rounds' ratios.

A *decision* is one choice of one player: the legal actions listed, one of them picked and applied.  Ours leaves the
state before it as it was, and builds events only when asked, which a playout doesn't; the others advance one state in
place.  Setting a
game up counts on every side, and so does chance: ours shuffles at the set-up, OpenSpiel deals card by card at chance
nodes.  Everybody picks by the same cheap `random.Random.random()`.  Engines that are not installed are left out, with a
word.
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
Moment = tuple[Any, Any, int | None]
"""A state, a legal action, and the seat on turn."""
clock = time.process_time
YARDSTICK = "OpenSpiel crazy_eights"
TARGETS = {"exit-stage-right": 0.3, "tradewinds": 0.2, "clash": 0.2, "rummy-like": 0.12, "wind-city": 0.12}
"""The part of the yardstick's decisions a second that a game of ours should reach."""
IMPORTS = ("cardtable.engine", "cardtable.engine.games")


@dataclass
class Contestant:
    """One game of one engine, and what was measured of it."""

    name: str
    play: Callable[[Random], Any]
    """Plays a whole game; this is timed."""
    count: Callable[[Any], int] = int
    """The number of decisions, from what `play` gave back; this is not timed."""
    rates: list[float] = field(default_factory=list)
    """Decisions a second, round by round."""
    decisions: int = 0
    games: int = 0
    target: float | None = None
    """The part of the yardstick's speed that it should reach."""

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
    legal, advance, options = game.legal, game.advance, game.options()

    def play(random: Random) -> int:
        pick, decisions = random.random, 0
        state = start(game, options, seats, Key(int(pick() * 2**53))).state
        while actions := legal(state):
            state = advance(state, actions[int(pick() * len(actions))], None)
            decisions += 1
        return decisions

    return Contestant(f"{game.title}, {seats} seat{'s' if seats > 1 else ''}", play, target=TARGETS.get(game_id))


def open_spiel(name: str) -> Contestant:
    """A game of OpenSpiel, whose rules are C++, by a driver that knows no more of the game than ours does of ours.

    At a chance node an outcome is picked by the probabilities that OpenSpiel gives, with one random number and a
    running sum: that is right for every game, and cheaper than `random.choices` or NumPy.
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

    return Contestant(f"OpenSpiel {name}", play)


def open_spiel_kept(name: str) -> Contestant:
    """The same, but each position is left as it was and may be returned to, as ours always may.

    A position is copied where a player decides; chance, which ours has at the set-up alone, advances it in place.
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

    return Contestant(f"OpenSpiel {name}, kept", play)


def open_spiel_cut_short(name: str) -> Contestant:
    """The same by a driver that knows more: that this game's chance is uniform, which is checked here, not timed.

    Then an outcome may be picked like an action, from `legal_actions()`, which at a chance node lists the outcomes
    without their probabilities and at the end of the game is empty; nobody need be asked whose turn it is.  Which
    nodes were decisions is read from the history when the clock has stopped.  No driver can do with less.
    """
    game = importlib.import_module("pyspiel").load_game(name)
    assert all(_is_uniform(node) for node in _chance_nodes(game, Random(1))), f"chance in {name} is not uniform"

    def play(random: Random) -> Any:
        pick = random.random
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[int(pick() * len(actions))])
        return state

    def count(state: Any) -> int:
        return sum(each.player >= 0 for each in state.full_history())

    return Contestant(f"OpenSpiel {name}, cut short", play, count)


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

    return Contestant("RLCard gin-rummy", play)


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

    return Contestant("RLCard uno", play)


def python_chess() -> Contestant:
    """Chess to a mate, a stalemate or fifty moves without progress; no cards, but Python at its fastest in games."""
    board_class = importlib.import_module("chess").Board

    def play(random: Random) -> int:
        pick, decisions, board = random.random, 0, board_class()
        while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
            board.push(moves[int(pick() * len(moves))])
            decisions += 1
        return decisions

    return Contestant("python-chess", play)


def contestants() -> tuple[list[Contestant], list[str]]:
    """Everybody who is here, the yardstick first, and a sentence for each one who is not."""
    rivals: list[Callable[[], Contestant]] = [
        lambda: open_spiel("crazy_eights"),
        lambda: open_spiel_kept("crazy_eights"),
        lambda: open_spiel_cut_short("crazy_eights"),
        lambda: open_spiel("hearts"),
        lambda: open_spiel("gin_rummy"),
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
    """What the three functions that a bot calls most cost, in µs."""

    name: str
    legal: float
    apply: float
    view: float


def costs(games: int, rounds: int) -> Iterator[Cost]:
    """Each function over every position of random games, for three where they can play; the median of some rounds."""
    for game in GAMES.values():
        moments = [moment for luck in range(games) for moment in _moments(game, _three(game.seats), Random(luck))]
        works: tuple[Callable[[], object], ...] = (
            partial(_each_legal, game, moments),
            partial(_each_apply, game, moments),
            partial(_each_view, game, moments),
        )
        taken = [[_timed(work) for work in works] for _ in range(rounds)]
        yield Cost(game.title, *(median(column) / len(moments) * 1e6 for column in zip(*taken, strict=True)))


def _three(seats: range) -> int:
    """Three, or as near to it as the game allows."""
    return sorted((seats[0], 3, seats[-1]))[1]


def _moments(game: AnyGame, seats: int, random: Random) -> Iterator[Moment]:
    state = start(game, game.options(), seats, Key(random.getrandbits(64))).state
    while actions := game.legal(state):
        action = random.choice(actions)
        yield state, action, game.turn(state)
        state = game.apply(state, action).state


def _each_legal(game: AnyGame, moments: list[Moment]) -> None:
    legal = game.legal
    for state, _, _ in moments:
        legal(state)


def _each_apply(game: AnyGame, moments: list[Moment]) -> None:
    apply = game.apply
    for state, action, _ in moments:
        apply(state, action)


def _each_view(game: AnyGame, moments: list[Moment]) -> None:
    view = game.view
    for state, _, seat in moments:
        view(state, seat)


def _timed(work: Callable[[], object]) -> float:
    began = clock()
    work()
    return clock() - began


def clones(times: int = 2000) -> Iterator[tuple[str, float]]:
    """What it costs to keep a position before going on, in µs; ours is a value, so it is kept by keeping it."""
    yield "ours: a state is a value, so there is nothing to copy", 0.0
    try:
        dealt = _dealt(importlib.import_module("pyspiel").load_game("crazy_eights"))
    except ImportError:
        return
    yield f"{YARDSTICK}: state.clone()", _timed(lambda: [dealt.clone() for _ in range(times)]) / times * 1e6
    try:
        board = importlib.import_module("chess").Board()
    except ImportError:
        return
    yield (
        "python-chess: board.copy(stack=False)",
        _timed(lambda: [board.copy(stack=False) for _ in range(times)]) / times * 1e6,
    )


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
    return f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def race(everybody: list[Contestant], seconds: float, rounds: int) -> None:
    """Let each of them play for so many seconds in all; one round more, to warm up, is not counted."""
    random = Random(1)
    gc.collect()
    gc.freeze()  # what the others have imported is nobody's rubbish
    for at in range(rounds + 1):
        for each in everybody:
            each.run(seconds / rounds, random)
            if at == 0:
                each.rates.clear()


def ratio(each: Contestant, yardstick: Contestant | None) -> float | None:
    """Its speed as a part of the yardstick's in the same round; the median."""
    if yardstick is None:
        return None
    return median(mine / other for mine, other in zip(each.rates, yardstick.rates, strict=True))


def speeds(everybody: list[Contestant]) -> list[dict[str, Any]]:
    """What came of the race."""
    yardstick = next((each for each in everybody if each.name == YARDSTICK), None)
    return [
        {
            "name": each.name,
            "target": each.target,
            "decisions_per_second": median(each.rates),
            "ratio": ratio(each, yardstick),
            "decisions_per_game": each.decisions / each.games,
        }
        for each in everybody
    ]


def verdict(speed: list[dict[str, Any]]) -> str:
    """Whether our games are as fast as they should be."""
    held = [each for each in speed if each["target"] is not None]
    if any(each["ratio"] is None for each in held):
        return f"The yardstick is {YARDSTICK}, which is not here: nothing to compare with."
    told = (
        f"{'met' if each['ratio'] >= each['target'] else 'MISSED':8}{each['name']:28}"
        f"{each['ratio']:.2f} of {each['target']:.2f} x yardstick"
        for each in held
    )
    return "\n".join(told)


def tell(told: dict[str, Any]) -> None:
    """Print it all as tables."""
    print(f"{told['machine']}; processor time, medians of {told['rounds']} rounds\n")
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
    print("", *told["absent"], told["verdict"], sep="\n")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description="How fast the rules engine is, beside others.")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each engine's games, over all rounds (4)")
    parser.add_argument("--quick", action="store_true", help="a tenth of it: to see that it runs")
    parser.add_argument("--json", action="store_true", help="for other programs to read")
    asked = parser.parse_args()
    seconds, rounds, runs = (asked.seconds / 10, 3, 3) if asked.quick else (asked.seconds, 15, 11)

    everybody, absent = contestants()
    race(everybody, seconds, rounds)
    speed = speeds(everybody)
    told = {
        "machine": machine(),
        "rounds": rounds,
        "speed": speed,
        "costs": [vars(each) for each in costs(games=rounds, rounds=rounds)],
        "clones": list(clones()),
        "imports": list(import_costs(runs)) if hasattr(os, "wait4") else [],
        "absent": absent,
        "verdict": verdict(speed),
    }
    if asked.json:
        print(json.dumps(told, indent=1))
    else:
        tell(told)


if __name__ == "__main__":
    main()
