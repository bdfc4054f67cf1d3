"""Several programs on one archive: one game is in one pair of hands, and nobody is in another's way."""

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
from tests.reliability.crowds import at_once
from tests.reliability.figures import note
from tests.reliability.programs import command
from tests.table.shelves import keeper_of, number_of, shelf_in
from tests.table.sittings import play_on, sit
from tests.tui.pty_tools import environment

STAGE = SHIPPED["exit-stage-right"]
CLASH = SHIPPED["clash"]
IDS = list(SHIPPED)


# What each process does


def sit_down(folder: Path, number: int, others: int) -> list[str] | None:
    """Take the game up, play three actions and stay until the others have tried; None where another has it."""
    shelf, refusals = shelf_in(folder), folder / "refusals"
    try:
        session = shelf.resume(number)
    except OpenInAnotherWindow:
        (refusals / str(os.getpid())).touch()
        return None
    play_on(session, Key(number), 3)
    assert not (fault := keeper_of(session).fault), fault
    while len(list(refusals.iterdir())) < others:
        time.sleep(0.05)
    said = list(map(str, session.actions))
    shelf.close()
    return said


def play_many(folder: Path, who: int, count: int) -> tuple[int, list[str]]:
    """Take so many actions in games of one's own, one after another; the last one's number and actions."""
    shelf = shelf_in(folder)
    game = SHIPPED[IDS[who % len(IDS)]]
    session = sit(game, game.seats[0], who)
    shelf.save(session)
    for taken in range(count):
        if session.turn is None:
            session = sit(game, game.seats[0], who + taken)
            shelf.save(session)
        play_on(session, Key(taken), 1)
        assert not (fault := keeper_of(session).fault), fault
    number = number_of(session)
    shelf.close()
    return number, list(map(str, session.actions))


def rob(folder: Path, number: int, who: int, most: int) -> tuple[int, int]:
    """Take the game over again and again and play on until robbed of it; how many actions were taken, and robberies.

    It ends with the game, or after so many actions.
    """
    shelf, taken, robbed = shelf_in(folder), 0, 0
    while taken < most:
        try:
            session = shelf.resume(number, take_over=True)
        except OpenInAnotherWindow:  # another robber came first
            continue
        if session.turn is None:
            break
        taken, robbed = _play_until_robbed(session, most, who, taken, robbed)
    shelf.close()
    return taken, robbed


def _play_until_robbed(session: Session, most: int, who: int, taken: int, robbed: int) -> tuple[int, int]:
    while taken < most and session.turn is not None:
        before = record_of(session)
        try:
            play_on(session, Key(who + taken), 1)
        except TakenOver:
            assert record_of(session) == before, "nothing was taken that could not be written"
            return taken, robbed + 1
        assert not (fault := keeper_of(session).fault), fault
        taken += 1
    return taken, robbed


# What comes of it


def a_game_in(folder: Path) -> tuple[int, Record]:
    """A game that was laid down, and its number."""
    shelf = shelf_in(folder)
    session = sit(STAGE, 1, 7)
    shelf.save(session)
    play_on(session, Key(1), 2)
    number = number_of(session)
    shelf.close()
    return number, record_of(session)


def kept(folder: Path, number: int) -> Record:
    """What the archive holds of a game; it can be played again from the deal to the end."""
    shelf = shelf_in(folder)
    assert shelf.archive.faults() == []
    record = shelf.archive.record(number)
    shelf.close()
    assert record_of(open_session(record)) == record
    return record


def check_that_one_has_it(folder: Path, processes: int) -> None:
    number, before = a_game_in(folder)
    (folder / "refusals").mkdir()
    told = at_once(sit_down, [(folder, number, processes - 1)] * processes)
    (said,) = [actions for actions in told if actions is not None]
    assert said[:2] == list(before.actions)
    assert list(kept(folder, number).actions) == said


def check_that_nobody_is_in_the_way(folder: Path, processes: int, actions_each: int) -> None:
    for number, said in at_once(play_many, [(folder, who, actions_each) for who in range(processes)]):
        assert list(kept(folder, number).actions) == said


def check_that_nothing_is_lost_to_robbers(folder: Path, processes: int, most_each: int) -> tuple[int, int]:
    shelf = shelf_in(folder)
    session = sit(CLASH, 2, 7)
    shelf.save(session)
    number = number_of(session)
    shelf.close()
    told = at_once(rob, [(folder, number, 1_000 * who, most_each) for who in range(processes)])
    taken = sum(each for each, _ in told)
    assert len(kept(folder, number).actions) == taken, "every action that was taken stands, and no other"
    return taken, sum(each for _, each in told)


def test_of_many_who_open_a_game_one_has_it(tmp_path: Path) -> None:
    check_that_one_has_it(tmp_path, 20)


def test_several_play_different_games_from_the_first_moment_of_the_archive(tmp_path: Path) -> None:
    check_that_nobody_is_in_the_way(tmp_path / "new", 4, 20)


def test_robbers_lose_nothing(tmp_path: Path) -> None:
    taken, _ = check_that_nothing_is_lost_to_robbers(tmp_path, 3, 20)
    assert taken


# The real program


def resumed(folder: Path, *more: str) -> subprocess.Popen[str]:
    """The program at the table of the first game, waiting for a line."""
    return subprocess.Popen(
        command("resume", "1", "--plain", *more),
        env=environment({"CARDTABLE_DATA": str(folder)}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def is_refused(program: subprocess.Popen[str]) -> bool:
    """Whether it says that another table has the game; else it asks for an action."""
    assert program.stdout is not None
    assert program.stderr is not None
    for line in program.stdout:
        if line.startswith("Your move"):
            return False
    assert program.wait() == 2
    assert program.stderr.read() == (
        "Game 1 is open in another window. `cardtable resume 1 --take-over` moves it here, "
        "`cardtable replay 1` just shows it.\n"
    )
    return True


def test_of_several_real_programs_one_has_the_game(tmp_path: Path) -> None:
    _, before = a_game_in(tmp_path)
    programs = [resumed(tmp_path) for _ in range(5)]
    (holder,) = [program for program in programs if not is_refused(program)]
    holder.communicate("1\n1\n")
    assert [len(kept(tmp_path, 1).actions), holder.returncode] == [len(before.actions) + 2, 0]
    for program in programs:
        program.communicate()


def test_a_real_program_that_is_robbed_says_so_and_writes_nothing(tmp_path: Path) -> None:
    _, before = a_game_in(tmp_path)
    robbed = resumed(tmp_path)
    assert not is_refused(robbed)
    robber = resumed(tmp_path, "--take-over")
    assert not is_refused(robber)
    robber.communicate("1\n")
    after = kept(tmp_path, 1)
    assert len(after.actions) == len(before.actions) + 1
    assert robbed.communicate("2\n")[0].endswith("Another window took over this game. You can continue there.\n")
    assert robbed.returncode == 0
    assert kept(tmp_path, 1) == after


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_two_hundred_open_one_game(tmp_path: Path) -> None:
    check_that_one_has_it(tmp_path, 200)
    note("two at once", "processes that open one game at the same moment", {"processes": 200, "that had it": 1})


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_twenty_archives_are_begun_by_twenty(tmp_path: Path) -> None:
    for number in range(20):
        check_that_nobody_is_in_the_way(tmp_path / str(number), 20, 10)


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_several_play_for_long(tmp_path: Path) -> None:
    check_that_nobody_is_in_the_way(tmp_path, 5, 2_000)
    note("two at once", "processes that play different games at full speed", {"processes": 5, "actions": 10_000})


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_robbers_for_long(tmp_path: Path) -> None:
    games = [check_that_nothing_is_lost_to_robbers(tmp_path / str(number), 4, 200) for number in range(5)]
    note(
        "two at once",
        "processes that rob each other of a game",
        {"processes": 4, "actions": sum(each for each, _ in games), "robberies": sum(each for _, each in games)},
    )
