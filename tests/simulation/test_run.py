"""Runs: the same results from any workers, in the order of the deals, whatever happens to the workers."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.formats.computers import parse_computers
from cardtable.formats.record import load_record, replay_record
from cardtable.games import GAMES
from cardtable.lab.simulation.contestants import contestant, shown_name
from cardtable.lab.simulation.csv_file import csv_file
from cardtable.lab.simulation.plan import Plan, SimulationError, make_plan
from cardtable.lab.simulation.play import TOOK_NO_PART, GameResult, RunningPlayers, play_deals, play_remotely
from cardtable.lab.simulation.run import Run, simulate
from cardtable.lab.simulation.summary import Summary
from cardtable.lab.simulation.summary_words import simulation_lines
from cardtable.lab.simulation.workers import AnyExecutor, Pool
from cardtable.players import Choice
from cardtable.players.at_table import choose
from cardtable.table.seen import Seen
from cardtable.table.session import Session

PROGRAM = Path(__file__).parents[2] / "examples" / "programs" / "longest.py"


def untimed(results: Any) -> list[GameResult]:
    return [each._replace(seconds=0.0) for each in results]


class Unordered(Executor):
    """An executor that works only when it must, and then plays the chunks in a random order."""

    def __init__(self) -> None:
        self._waiting = list[tuple[Future[Any], Callable[[], Any]]]()
        self._random = Random(1)
        self.most = 0

    def submit(self, function: Callable[..., Any], /, *values: Any, **_: Any) -> Future[Any]:
        executor = self

        class Eager(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                while not self.done():
                    at = executor._random.randrange(len(executor._waiting))
                    future, work = executor._waiting.pop(at)
                    future.set_result(work())
                return super().result(timeout)

        future = Eager()
        self._waiting.append((future, lambda: function(*values)))
        self.most = max(self.most, len(self._waiting))
        return future


class Recorder:
    """A player that takes the last action, and records what it sees."""

    def __init__(self) -> None:
        self.seen = list[Seen]()

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        self.seen.append(seen)
        return Choice(seen.legal[-1])


def die(plan: Plan, deals: range) -> None:
    os._exit(1)


class Cheat:
    """A player that takes an action that isn't legal."""

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        return Choice("everything")


# The games
def test_computer_players_choose_what_they_choose_at_the_table() -> None:
    (found,) = simulate("rummy-like", games=1, players="easy,medium,hard:5", first_deal=12345, workers=1)
    computers = parse_computers("easy medium hard:5")
    game = GAMES["rummy-like"]
    session = Session(game, game.options(), ("A", "B", "C"), DealCode(12345), computers=computers)
    while session.computer is not None:
        session.act(choose(session.look(session.turn), session.computer, session.thinking_key()).action)
    assert session.outcome is not None
    assert (found.points, found.moves) == (session.outcome.points, len(session.actions))


def test_a_game_without_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.players.whole_game.MAX_MOVES", 3)
    (found,) = simulate("clash", games=1, players="random", workers=1)
    assert (found.moves, found.winners, found.points) == (3, (), (0, 0))


def test_a_game_and_what_a_player_sees_are_the_same_as_at_the_table() -> None:
    recorder = Recorder()
    (found,) = simulate("clash", games=1, players=[recorder], first_deal=12345, workers=1)
    session = Session(GAMES["clash"], GAMES["clash"].options(), ("Ann", "Bo"), DealCode.parse(found.code))
    choices = iter(recorder.seen)
    while session.outcome is None:
        look = session.look(session.turn)
        if len(look.legal) > 1:
            seen = next(choices)
            assert (seen.state, seen.legal, seen.log) == (look.state, look.legal, look.log)
        session.act(look.legal[-1])
    assert (found.points, found.winners) == (session.outcome.points, session.outcome.winners)
    assert (found.moves, found.players) == (len(session.actions), ("Recorder", "Recorder"))


def test_the_key_changes_the_luck_of_the_players_but_not_the_cards() -> None:
    first, again, other = (
        untimed(simulate("tradewinds", games=5, players="random", key=key, workers=1)) for key in (1, 1, 2)
    )
    assert first == again
    assert [each._replace(key=1) for each in other] != first


def test_a_result_has_the_record_of_its_game_on_request() -> None:
    (plain,), (found,) = (
        list(simulate("clash", games=1, players=[Recorder(), "random"], workers=1, records=on)) for on in (False, True)
    )
    assert plain.record == ""
    state, actions = replay_record(load_record(found.record))
    outcome = GAMES["clash"].outcome(state)
    assert outcome is not None
    assert outcome.points == found.points == plain.points
    assert len(actions) == found.moves
    assert load_record(found.record).computers == ()


def test_each_deal_is_played_with_every_rotation_and_variant() -> None:
    results = list(simulate("clash", games=4, players="easy,random", rotate=True, compare="target=1", workers=1))
    assert [(each.deal, each.variant, each.players[0], each.options) for each in results[4:]] == [
        (1, 1, "easy", ""),
        (1, 1, "random", ""),
        (1, 2, "easy", "target=1"),
        (1, 2, "random", "target=1"),
    ]


def test_a_player_that_fails_ends_the_simulation_with_a_sentence() -> None:
    with pytest.raises(SimulationError, match=r"Cheat failed in deal 0 with IllegalAction: "):
        list(simulate("clash", games=1, players=[Cheat()], workers=1))


def test_a_program_plays_and_its_results_can_be_read_again(tmp_path: Path) -> None:
    program = f"program {Path(sys.executable).as_posix()} {PROGRAM.as_posix()}"
    plan = make_plan("clash", games=2, players=f"{program},random", options={"target": "0"})
    results = [game for chunk in Run(plan, Pool(2)).chunks() for game in chunk]
    assert [game.players for game in results] == [(program, "random")] * 2
    assert not plan.is_repeatable
    file = csv_file(str(tmp_path / "results.csv"), plan)
    file.open()
    file.write(results)
    file.close()
    assert untimed(game for games in file.read() for game in games) == untimed(results)


def test_a_medium_player_moves_for_a_program_that_fails() -> None:
    silent = f"program {Path(sys.executable).as_posix()} -c pass"
    plan = make_plan("clash", games=2, players=[silent, "random"], options={"target": "0"})
    results, summary = play_deals(plan, plan.deals), Summary(plan)
    for game in results:
        assert game.stand_ins[0] > 1
        assert game.stand_ins[1] == 0
        assert game.faults[0].endswith(f"ended. {TOOK_NO_PART}")
        assert game.faults[1] == ""
        summary.add([game])
    assert simulation_lines(summary)[-1].startswith(f"A medium player made all moves for {shown_name(silent)}, so the ")
    summary.add([results[0]._replace(stand_ins=(3, 0), faults=("It ended.", ""))])
    count = 3 + sum(game.stand_ins[0] for game in results)
    reason = results[0].faults[0].removesuffix(f" {TOOK_NO_PART}")
    assert simulation_lines(summary)[-1] == (
        f"A medium player made {count} moves for {shown_name(silent)}. The first reason: {reason}"
    )
    played = [each._replace(stand_ins=(0, 0), faults=()) for each in untimed(results)]
    assert [
        each._replace(players=(silent, "random"))
        for each in untimed(simulate("clash", games=2, players="medium,random", options={"target": "0"}, workers=1))
    ] == played


def test_a_program_runs_once_for_each_seat() -> None:
    game, program = GAMES["clash"], contestant("program cat", GAMES["clash"])
    with RunningPlayers() as players:
        first, second = (players.at(seat, program, game).player for seat in (0, 1))
        assert first is not second
        assert players.at(0, program, game).player is first


def test_a_worker_with_another_version_refuses_to_play() -> None:
    plan = make_plan("clash", games=1, players="random")
    with pytest.raises(SimulationError, match=r"but you have 9\.9\.9\. Install the same version\."):
        play_remotely(type(plan)(plan.game_id, plan.variants, plan.deals, plan.key, "9.9.9"), plan.deals)


# The workers
def test_any_executor_gives_the_same_results_in_the_same_order() -> None:
    executor = Unordered()
    expected = untimed(play_deals(make_plan("tradewinds", games=60, players="random"), range(60)))
    assert untimed(simulate("tradewinds", games=60, players="random", workers=1)) == expected
    assert untimed(simulate("tradewinds", games=60, players="random", executor=executor, workers=3)) == expected
    plan = make_plan("tradewinds", games=60, players="random,easy", rotate=True)
    chunks = list(Run(plan, AnyExecutor(executor, 3)).chunks())
    assert all(len(chunk) % plan.games_per_deal == 0 for chunk in chunks)
    assert untimed(game for chunk in chunks for game in chunk) == untimed(play_deals(plan, plan.deals))
    assert executor.most <= 3 * 4


def test_a_pool_gives_the_same_results_although_its_processes_are_killed() -> None:
    plan = make_plan("tradewinds", games=400, players="random")
    pool = Pool(2)
    results = list[GameResult]()
    for number, chunk in enumerate(Run(plan, pool).chunks()):
        results += chunk
        if number in (1, 4):
            for worker in tuple(pool._executor._processes.values()):
                worker.kill()
    assert untimed(results) == untimed(play_deals(plan, range(400)))


def test_a_pool_whose_processes_keep_dying_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.lab.simulation.workers._play_in_pool", die)
    monkeypatch.setattr("cardtable.lab.simulation.workers.MAX_RESTARTS", 1)
    pool = Pool(1)
    with pytest.raises(SimulationError, match=r"The worker processes keep ending\. .* `if __name__ == '__main__':`"):
        list(Run(make_plan("clash", games=3, players="random"), pool).chunks())


def test_the_processes_end_when_nobody_wants_more_results() -> None:
    results = simulate("tradewinds", games=100_000, players="random", workers=2)
    next(results)
    assert multiprocessing.active_children()
    results.close()
    assert not multiprocessing.active_children()


@pytest.mark.skipif(os.name != "posix", reason="it asks for processes as POSIX does")
def test_worker_processes_end_with_a_parent_that_is_killed() -> None:
    script = (
        "from cardtable.lab.simulation.workers import Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(2)\n"
        "    pids = {pool._executor.submit(__import__('os').getpid).result() for _ in range(9)}\n"
        "    print(*pids, flush=True)\n"
        "    input()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert pids
    process.kill()
    process.wait()
    deadline = time.monotonic() + 30
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
