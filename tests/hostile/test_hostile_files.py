"""Damaged and hostile files: each is refused with one sentence, or accepted and consistent.

A normal run has a few hundred inputs; `deep`, with CARDTABLE_PROFILE=deep, has at least 50,000 and writes figures.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cardtable.formats.strict_json import BadFile
from cardtable.store.archive import Archive
from cardtable.store.checkup import check_archive
from cardtable.store.errors import StorageError
from tests.hostile.figures import write_figures
from tests.hostile.loaders import COLUMNS, LOADERS, MEMORY, Loader, judge, rows_changed
from tests.table.mutations import STRANGE, damaged, mutated, poisoned
from tests.tui.terminal.payloads import PAYLOADS

each_loader = pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.name)
AT_ONCE = 5
"""Inputs per example."""
DEEP = {"record": 3_000, "position": 3_000, "archive": 600}
"""The number of examples."""
USUALLY = 1_200
COMMAND = "CARDTABLE_PROFILE=deep python -m pytest -m deep tests/hostile"
VALUES = (
    *(None, 0, -1, 1, 3, 2**31, 2**63 - 1, -(2**63), 1.5, 1e300, float("inf"), b"", b"\x00\xff", b"[]", ""),
    *(
        "x",
        "[]",
        "{}",
        "null",
        "[1]",
        '["a", "a"]',
        "[" * 5_000,
        "9" * 5_000,
        "NaN",
        "0000-00-00",
        "9999-12-31T23:59:59",
    ),
    *(
        "2026-11-20T10:00:00+00:00",
        '{"points": [1], "winners": [0], "together": true, "margin": 0, "reason": "\\u001b", "ruling": ""}',
    ),
    *('{"points": [1e999]}', "../../x", "a" * 100_000, "\u202e", *(each for each in PAYLOADS if "\ud83d" not in each)),
)
"""Values of any type for any column."""


@st.composite
def edited(draw: st.DrawFn, content: bytes) -> bytes:
    """Return a database with some edited rows."""
    tables = st.sampled_from(sorted(COLUMNS))
    changes = [
        (table, draw(st.sampled_from(COLUMNS[table])), draw(st.integers(0, 5)), draw(st.sampled_from(VALUES)))
        for table in draw(st.lists(tables, min_size=1, max_size=4))
    ]
    return rows_changed(content, changes)


@st.composite
def hostile(draw: st.DrawFn, loader: Loader) -> bytes:
    """Return a damaged file of this loader."""
    content = draw(st.sampled_from(loader.sound()))
    if content.startswith(b"SQLite"):
        return draw(st.one_of(edited(content), damaged(content)))
    tree = _tree(content)
    if not tree or draw(st.integers(0, 3)) == 0:
        return draw(damaged(content))
    changed: Any = draw(poisoned(tree) if draw(st.integers(0, 3)) == 0 else mutated(tree))
    return json.dumps(changed, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")


def _tree(content: bytes) -> Any:
    """Return the JSON value of a file; None if it isn't JSON."""
    try:
        return json.loads(content)
    except ValueError:
        return None


@each_loader
def test_sound_files_are_accepted(loader: Loader) -> None:
    assert all(judge(loader, content) for content in loader.sound())


@each_loader
@given(data=st.data())
def test_hostile_files_are_refused_or_consistent(loader: Loader, data: st.DataObject) -> None:
    for _ in range(AT_ONCE):
        judge(loader, data.draw(hostile(loader)))


@pytest.mark.deep  # fifty thousand inputs
@pytest.mark.timeout(3_600)
@each_loader
def test_fifty_thousand_inputs(loader: Loader) -> None:
    counts: Counter[str] = Counter(refused=0, accepted=0)

    @settings(
        max_examples=DEEP.get(loader.name, USUALLY),
        phases=[Phase.generate],  # shrinking would count inputs twice, and the quick test does it
        derandomize=False,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def search(data: st.DataObject) -> None:
        for _ in range(AT_ONCE):
            counts["accepted" if judge(loader, data.draw(hostile(loader))) else "refused"] += 1

    search()
    write_figures("hypothesis", loader.name, counts, COMMAND)
    assert counts.total() >= AT_ONCE * DEEP.get(loader.name, USUALLY)


def test_the_long_run_has_fifty_thousand_inputs() -> None:
    assert set(DEEP) <= {loader.name for loader in LOADERS}
    assert sum(DEEP.get(loader.name, USUALLY) for loader in LOADERS) * AT_ONCE >= 50_000


@pytest.mark.deep  # files of a megabyte
@each_loader
def test_the_largest_files_take_little_memory(loader: Loader) -> None:
    """Files of the largest size that is read, of several kinds."""
    content = loader.sound()[0]
    made = (b"[" * 1_000_000, b"[" + b"{}," * 333_000 + b"{}]", b'"' + b"x" * 999_000 + b'"', b"\x00" * 1_000_000)
    repeated = content * (1_000_000 // len(content))
    for each in (*made, repeated, b"[" + b'{"a":1},' * 100_000 + b"0]"):
        tracemalloc.start()
        try:
            judge(loader, each)
            assert tracemalloc.get_traced_memory()[1] < MEMORY
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("garbage", [b"", b"\x00" * 5_000, b"WAL" * 9_000, os.urandom(40_000)])
@pytest.mark.parametrize("part", ["-wal", "-shm"])
def test_an_invalid_journal_is_ignored(tmp_path: Path, part: str, garbage: bytes) -> None:
    """An invalid journal isn't part of the database."""
    path = tmp_path / "archive.sqlite3"
    content = next(loader for loader in LOADERS if loader.name == "archive").sound()[0]
    path.write_bytes(content)
    Path(f"{path}{part}").write_bytes(garbage)
    with Archive(path) as archive:
        assert len(archive.entries()) > 5
        assert not archive.faults()


@pytest.mark.skipif(os.name != "posix", reason="the file system of POSIX")
@pytest.mark.parametrize(
    "loader", [loader for loader in LOADERS if loader.name != "archive"], ids=lambda loader: loader.name
)
def test_a_pipe_does_not_block(tmp_path: Path, loader: Loader) -> None:
    os.mkfifo(tmp_path / "archive.sqlite3")
    try:
        loader.read(tmp_path / "archive.sqlite3")
    except BadFile:
        return
    assert loader.name == "settings"


@pytest.mark.skipif(os.name != "posix", reason="the file system of POSIX")
def test_a_pipe_in_place_of_the_database(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    os.mkfifo(path)
    assert check_archive(path).fault is not None
    with pytest.raises(StorageError):
        Archive(path)


def test_edited_rows_have_values_of_every_type() -> None:
    assert {type(value) for value in VALUES} == {type(None), int, float, bytes, str}
    assert {type(value) for value in STRANGE} >= {type(None), bool, int, float, str, list, dict}
    assert sqlite3.threadsafety >= 0
