"""Several processes with one database: each game has one holder, and no process disturbs another."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.record import Record
from cardtable.store.errors import TakenOver
from cardtable.table.lazy_archive import OpenInAnotherWindow
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.reliability.crowds import run_at_once
from tests.reliability.figures import note
from tests.reliability.programs import command
from tests.table.saved_games import number_of, saved_games_in, saver_of
from tests.table.sittings import play_on, sit
from tests.tui.terminal.pty_tools import environment

STAGE = SHIPPED["exit-stage-right"]
CLASH = SHIPPED["clash"]
IDS = list(SHIPPED)


# The work of each process


def open_and_play(folder: Path, number: int, others: int) -> list[str] | None:
    """Open the game, play three actions and wait until the others have tried; return None if another process has it."""
    saved_games, refusals = saved_games_in(folder), folder / "refusals"
    try:
        session = saved_games.resume(number)
    except OpenInAnotherWindow:
        (refusals / str(os.getpid())).touch()
        return None
    play_on(session, Key(number), 3)
    assert not (fault := saver_of(session).fault), fault
    while len(list(refusals.iterdir())) < others:
        time.sleep(0.05)
    actions = list(map(str, session.actions))
    saved_games.close()
    return actions


def play_many(folder: Path, who: int, count: int) -> tuple[int, list[str]]:
    """Play so many actions in new games; return the number and the actions of the last game."""
    saved_games = saved_games_in(folder)
    game = SHIPPED[IDS[who % len(IDS)]]
    session = sit(game, game.seats[0], who)
    saved_games.save(session)
    for played in range(count):
        if session.turn is None:
            session = sit(game, game.seats[0], who + played)
            saved_games.save(session)
        play_on(session, Key(played), 1)
        assert not (fault := saver_of(session).fault), fault
    number = number_of(session)
    saved_games.close()
    return number, list(map(str, session.actions))


def take_over_repeatedly(folder: Path, number: int, who: int, most: int) -> tuple[int, int]:
    """Take the game over repeatedly, each time playing until another process takes it over.

    Return the numbers of actions and takeovers at the end of the game, or after so many actions.
    """
    saved_games, played, takeovers = saved_games_in(folder), 0, 0
    while played < most:
        try:
            session = saved_games.resume(number, take_over=True)
        except OpenInAnotherWindow:  # another process was faster
            continue
        if session.turn is None:
            break
        played, takeovers = _play_until_taken_over(session, most, who, played, takeovers)
    saved_games.close()
    return played, takeovers


def _play_until_taken_over(session: Session, most: int, who: int, played: int, takeovers: int) -> tuple[int, int]:
    while played < most and session.turn is not None:
        before = record_of(session)
        try:
            play_on(session, Key(who + played), 1)
        except TakenOver:
            assert record_of(session) == before, "no action happened that wasn't saved"
            return played, takeovers + 1
        assert not (fault := saver_of(session).fault), fault
        played += 1
    return played, takeovers


# Checks


def save_game(folder: Path) -> tuple[int, Record]:
    """Save a game with two actions; return its number and record."""
    saved_games = saved_games_in(folder)
    session = sit(STAGE, 1, 7)
    saved_games.save(session)
    play_on(session, Key(1), 2)
    number = number_of(session)
    saved_games.close()
    return number, record_of(session)


def saved_record(folder: Path, number: int) -> Record:
    """Return the saved record of a game, after replaying it."""
    saved_games = saved_games_in(folder)
    assert saved_games.archive.faults() == []
    record = saved_games.archive.record(number)
    saved_games.close()
    assert record_of(open_session(record)) == record
    return record


def check_one_holder(folder: Path, processes: int) -> None:
    number, before = save_game(folder)
    (folder / "refusals").mkdir()
    results = run_at_once(open_and_play, [(folder, number, processes - 1)] * processes)
    (actions,) = [actions for actions in results if actions is not None]
    assert actions[:2] == list(before.actions)
    assert list(saved_record(folder, number).actions) == actions


def check_separate_games(folder: Path, processes: int, actions_each: int) -> None:
    for number, actions in run_at_once(play_many, [(folder, who, actions_each) for who in range(processes)]):
        assert list(saved_record(folder, number).actions) == actions


def check_takeovers(folder: Path, processes: int, most_each: int) -> tuple[int, int]:
    saved_games = saved_games_in(folder)
    session = sit(CLASH, 2, 7)
    saved_games.save(session)
    number = number_of(session)
    saved_games.close()
    results = run_at_once(take_over_repeatedly, [(folder, number, 1_000 * who, most_each) for who in range(processes)])
    played = sum(each for each, _ in results)
    assert len(saved_record(folder, number).actions) == played, "exactly the actions that were played are saved"
    return played, sum(each for _, each in results)


def test_only_one_of_many_processes_opens_a_game(tmp_path: Path) -> None:
    check_one_holder(tmp_path, 20)


def test_several_processes_create_the_database_at_once(tmp_path: Path) -> None:
    check_separate_games(tmp_path / "new", 4, 20)


def test_takeovers_lose_nothing(tmp_path: Path) -> None:
    played, _ = check_takeovers(tmp_path, 3, 20)
    assert played


# Real programs


def open_resumed(folder: Path, *more: str) -> subprocess.Popen[str]:
    """Return a program that has resumed the first game and waits for input."""
    return subprocess.Popen(
        command("resume", "1", "--plain", *more),
        env=environment({"CARDTABLE_DATA": str(folder)}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def is_refused(program: subprocess.Popen[str]) -> bool:
    """Return whether it says that another window has the game, rather than asking for an action."""
    assert program.stdout is not None
    assert program.stderr is not None
    for line in program.stdout:
        if line.startswith("Your move"):
            return False
    assert program.wait() == 2
    assert program.stderr.read() == (
        "Game 1 is open in another window. `cardtable resume 1 --take-over` moves it here; "
        "`cardtable replay 1` just shows it.\n"
    )
    return True


def test_only_one_of_several_real_programs_opens_a_game(tmp_path: Path) -> None:
    _, before = save_game(tmp_path)
    programs = [open_resumed(tmp_path) for _ in range(5)]
    (holder,) = [program for program in programs if not is_refused(program)]
    holder.communicate("1\n1\n")
    assert [len(saved_record(tmp_path, 1).actions), holder.returncode] == [len(before.actions) + 2, 0]
    for program in programs:
        program.communicate()


def test_a_real_program_stops_after_a_takeover(tmp_path: Path) -> None:
    _, before = save_game(tmp_path)
    first = open_resumed(tmp_path)
    assert not is_refused(first)
    second = open_resumed(tmp_path, "--take-over")
    assert not is_refused(second)
    second.communicate("1\n")
    after = saved_record(tmp_path, 1)
    assert len(after.actions) == len(before.actions) + 1
    assert "Another window has taken this game over.\n" in first.communicate("2\n")[0]
    assert first.returncode == 0
    assert saved_record(tmp_path, 1) == after


@pytest.mark.deep  # two hundred processes
@pytest.mark.timeout(600)
def test_two_hundred_processes_open_one_game(tmp_path: Path) -> None:
    check_one_holder(tmp_path, 200)
    note("two at once", "processes that open one game at the same moment", {"processes": 200, "that had it": 1})


@pytest.mark.deep  # twenty processes, twenty times
@pytest.mark.timeout(600)
def test_twenty_processes_create_twenty_databases(tmp_path: Path) -> None:
    for number in range(20):
        check_separate_games(tmp_path / str(number), 20, 10)


@pytest.mark.deep  # ten thousand transactions
@pytest.mark.timeout(600)
def test_several_processes_play_for_long(tmp_path: Path) -> None:
    check_separate_games(tmp_path, 5, 2_000)
    note("two at once", "processes that play different games at full speed", {"processes": 5, "actions": 10_000})


@pytest.mark.deep  # hundreds of takeovers
@pytest.mark.timeout(600)
def test_many_takeovers(tmp_path: Path) -> None:
    games = [check_takeovers(tmp_path / str(number), 4, 200) for number in range(5)]
    note(
        "two at once",
        "processes that take a game over from each other",
        {"processes": 4, "actions": sum(each for each, _ in games), "takeovers": sum(each for _, each in games)},
    )
