"""Files with results: a later run goes on where an interrupted one ended, and never in another run's file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardtable.lab.simulation.csv_file import csv_file
from cardtable.lab.simulation.plan import Plan, SimulationError, make_plan
from cardtable.lab.simulation.play import GameResult, play_deals
from cardtable.lab.simulation.results import COLUMNS, check_last

PLAN = make_plan("clash", games=4, players="easy,random", rotate=True, compare="target=1")
"""A plan with two deals of four games each."""
HEADER = ",".join(COLUMNS)


def write(path: Path, plan: Plan, *deals: int) -> None:
    """Continue a file with these deals."""
    file = csv_file(str(path), plan)
    before = [games[0].deal for games in file.read()]
    assert not deals or before == list(plan.deals[: deals[0] - plan.deals.start])
    file.open()
    for deal in deals:
        file.write(play_deals(plan, range(deal, deal + 1)))
    file.close()


def read(path: Path, plan: Plan = PLAN) -> list[GameResult]:
    return [game for games in csv_file(str(path), plan).read() for game in games]


def refusal(path: Path, plan: Plan) -> str:
    with pytest.raises(SimulationError) as error:
        read(path, plan)
    return str(error.value)


def test_a_row_has_the_result_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    plan = make_plan("clash", games=1, players="easy,hard:5", options={"target": "0"}, first_deal=33, key=9)
    write(path, plan, 33)
    header, row, end = path.read_text("utf-8").split("\n")
    (game,) = play_deals(plan, range(33, 34))
    assert (header, end) == (HEADER, "")
    assert row.startswith("clash,9,33,0000-0011,1,easy hard:5,target=0,")
    points, winners = " ".join(map(str, game.points)), " ".join(str(seat + 1) for seat in game.winners)
    assert row.split(",")[7:-1] == [points, winners, str(game.margin), str(game.moves), "0 0", ""]
    assert [each._replace(seconds=0) for each in read(path, plan)] == [game._replace(seconds=0)]


def test_stand_ins_and_faults_can_be_read_again(tmp_path: Path) -> None:
    plan = make_plan("clash", games=1, players="easy,random")
    (game,) = play_deals(plan, plan.deals)
    failed = game._replace(stand_ins=(3, 0), faults=("It said 'no, \"never\"'.", ""), seconds=0.5)
    file = csv_file(str(tmp_path / "results.csv"), plan)
    file.open()
    file.write([failed])
    file.close()
    assert read(tmp_path / "results.csv", plan) == [failed]


def test_a_file_is_continued_after_its_last_whole_deal(tmp_path: Path) -> None:
    """A kill may have cut the file off in the header, in a line, or between the games of a deal."""
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    write(whole, PLAN, 0, 1)
    content = whole.read_bytes()
    rows = content.splitlines(keepends=True)
    of_the_first_deal = sum(map(len, rows[:5]))
    for length in (0, 20, len(HEADER) + 1, of_the_first_deal - 3, of_the_first_deal, len(content) - 1):
        cut.write_bytes(content[:length])
        left = read(cut)
        assert len(left) == (4 if length >= of_the_first_deal else 0)
        write(cut, PLAN)
        assert cut.read_bytes() == (content[:of_the_first_deal] if left else f"{HEADER}\n".encode())
        write(cut, PLAN, *PLAN.deals[len(left) // 4 :])
        assert untimed(cut) == untimed(whole)


def untimed(path: Path) -> list[str]:
    return [line.rpartition(",")[0] for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"game": "exit-stage-right", "compare": None, "seats": 2}, "game"),
        ({"key": 1}, "key"),
        ({"first_deal": 1}, "deal"),
        ({"rotate": False}, "variant"),
        ({"players": "random,easy"}, "players"),
        ({"options": {"target": "3"}}, "options"),
    ],
)
def test_a_file_of_another_run_is_refused(change: dict[str, Any], column: str, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    write(path, PLAN, 0, 1)
    before = path.read_bytes()
    base: dict[str, Any] = {
        "game": "clash",
        "games": 4,
        "players": "easy,random",
        "rotate": True,
        "compare": "target=1",
    }
    said = refusal(path, make_plan(**base | change))
    assert f"has another value of `{column}`. Choose another file." in said
    assert path.read_bytes() == before


def test_a_file_with_more_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    write(path, make_plan("clash", games=3, players="random"), 0, 1, 2)
    fewer = make_plan("clash", games=2, players="random")
    assert refusal(path, fewer) == (
        "results.csv already has more games than you ask for. Ask for more, or choose another file."
    )
    write(path, make_plan("clash", games=4, players="random"), 3)


@pytest.mark.parametrize(
    "content", ["number,game\n1,clash\n", "\0\0\0\n", f"{HEADER}\nclash,x\n", f"{HEADER}\n\xff\n", f"{HEADER}\na\rb\n"]
)
def test_a_file_of_something_else_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_bytes(content.encode("latin-1"))
    assert "Choose another file." in refusal(path, PLAN)


def test_results_that_differ_now_are_not_continued() -> None:
    plan = make_plan("clash", games=1, players="random")
    games = play_deals(plan, range(1))
    check_last("results.csv", plan, games)
    with pytest.raises(SimulationError, match=r"results\.csv can't be continued: deal 0 has a different result now"):
        check_last("results.csv", plan, [games[0]._replace(moves=1)])


def test_two_processes_cannot_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    first, second = csv_file(str(path), PLAN), csv_file(str(path), PLAN)
    first.open()
    with pytest.raises(SimulationError, match=r"Another process is writing results\.csv\."):
        second.open()
    second.close()
    first.close()
    assert [each.name for each in tmp_path.iterdir()] == ["results.csv"]
    assert path.read_text("utf-8") == f"{HEADER}\n"
