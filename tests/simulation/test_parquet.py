"""Results as Parquet: part files until the simulation is finished, and one file then."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardtable import cli
from cardtable.lab.simulation.plan import Plan, SimulationError, make_plan
from cardtable.lab.simulation.play import GameResult, play_deals
from cardtable.lab.simulation.results import COLUMNS
from cardtable.lab.simulation.results_file import results_file

if TYPE_CHECKING:
    from cardtable.lab.simulation.parquet_file import ParquetFolder

pytestmark = pytest.mark.extras(name="parquet")

PLAN = make_plan("tradewinds", games=12, players="random", compare="easy")


def write(path: Path, plan: Plan, deals: range, *, is_complete: bool) -> None:
    file = results_file(str(path), plan)
    assert [games[0].deal for games in file.read()] == list(range(deals.start))
    file.open()
    for deal in deals:
        file.write(play_deals(plan, range(deal, deal + 1)))
    file.close(is_complete=is_complete)


def read(path: Path, plan: Plan = PLAN) -> list[GameResult]:
    games = [game for games in results_file(str(path), plan).read() for game in games]
    return [game._replace(seconds=0.0) for game in games]


def played(plan: Plan) -> list[GameResult]:
    return [game._replace(seconds=0.0) for game in play_deals(plan, plan.deals)]


def rows(path: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found


def test_an_interrupted_file_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    write(path, PLAN, range(5), is_complete=False)
    assert not path.exists()
    write(path, PLAN, range(5, 9), is_complete=False)
    write(path, PLAN, range(9, 12), is_complete=True)
    assert [each.name for each in tmp_path.iterdir()] == ["results.parquet"]
    assert read(path) == played(PLAN)
    assert [tuple(row) for row in rows(path)] == [COLUMNS] * 24
    first, game = rows(path)[0], played(PLAN)[0]
    assert (first["points"], first["winners"]) == (list(game.points), [seat + 1 for seat in game.winners])


def test_a_finished_file_is_extended(tmp_path: Path) -> None:
    path, longer = tmp_path / "results.parquet", make_plan("tradewinds", games=15, players="random", compare="easy")
    write(path, PLAN, range(12), is_complete=True)
    write(path, longer, range(12, 15), is_complete=True)
    assert read(path, longer) == played(longer)
    with pytest.raises(SimulationError, match="already has more games"):
        read(path)


def test_a_kill_never_counts_a_game_twice_or_loses_a_part(tmp_path: Path) -> None:
    """A kill leaves an incomplete part, or parts that are already in the finished file."""
    path = tmp_path / "results.parquet"
    write(path, PLAN, range(5), is_complete=False)
    (part,) = (tmp_path / "results.parquet.parts").iterdir()
    kept = part.read_bytes()
    part.with_suffix(".unfinished").write_bytes(kept[:100])
    assert len(read(path)) == 10
    write(path, PLAN, range(5, 12), is_complete=True)
    part.parent.mkdir()
    part.write_bytes(kept)
    file = results_file(str(path), PLAN)
    assert len(list(file.read())) == 12
    file.finish()
    assert read(path) == played(PLAN)
    assert [each.name for each in tmp_path.iterdir()] == ["results.parquet"]


def test_a_kill_before_the_last_copy_leaves_all_results_to_finish(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    write(path, PLAN, range(12), is_complete=False)
    flags = ["--games", "12", "--players", "random", "--compare", "easy", "--out", str(path), "--resume"]
    assert cli.main(["simulate", "tradewinds", *flags]) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["results.parquet"]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "results.parquet"
    path.write_bytes(b"PAR1 or not")
    with pytest.raises(SimulationError, match=r"Can't read results\.parquet: "):
        read(path)
    pq.write_table(pa.table({"x": [1]}), path)
    with pytest.raises(SimulationError, match=r"Choose another file\."):
        read(path)
    other = make_plan("tradewinds", games=3, players="random", key=4)
    write(tmp_path / "other.parquet", other, range(3), is_complete=True)
    with pytest.raises(SimulationError, match="another value of `key`"):
        read(tmp_path / "other.parquet")


def test_parts_and_row_groups_have_a_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as pq

    monkeypatch.setattr("cardtable.lab.simulation.parquet_file.PART_ROWS", 6)
    monkeypatch.setattr("cardtable.lab.simulation.parquet_file.GROUP_ROWS", 10)
    path = tmp_path / "results.parquet"
    file = results_file(str(path), PLAN)
    assert isinstance(file, ParquetFolder)
    file.open()
    for deal in PLAN.deals:
        file.write(play_deals(PLAN, range(deal, deal + 1)))
    assert len(list((tmp_path / "results.parquet.parts").iterdir())) == 4
    file.close(is_complete=True)
    with pq.ParquetFile(path) as found:
        assert [found.metadata.row_group(at).num_rows for at in range(found.num_row_groups)] == [10, 10, 4]
    assert read(path) == played(PLAN)
