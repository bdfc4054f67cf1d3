"""Our rules engine and other engines for card games in Python, each as a benchmark that plays whole games."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.games import GAMES

clock = time.process_time
BASELINE = "OpenSpiel crazy_eights"
TARGETS = {"exit-stage-right": 0.3, "tradewinds": 0.2, "clash": 0.2, "rummy-like": 0.12, "wind-city": 0.12}
"""The speed that each of our games should reach, relative to the baseline."""


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
