"""`make near` finds the tests that import what has changed."""

from __future__ import annotations

from pathlib import Path

from tools.near import ROOT, import_graph, near, python_files

SRC, TESTS = ROOT / "src" / "cardtable", ROOT / "tests"


def test_a_test_is_near_what_it_imports_and_further_away_through_other_modules() -> None:
    rules, board, helper = SRC / "rules.py", SRC / "board.py", TESTS / "helper.py"
    direct, helped, far = TESTS / "test_direct.py", TESTS / "test_helped.py", TESTS / "test_far.py"
    importers = {rules: {direct, helper, board}, helper: {helped}, board: {far}}
    assert near([rules], importers, 1) == [direct, helped]
    assert near([rules], importers, 2) == [direct, far, helped]
    assert near([far], importers, 1) == [far]


def test_late_imports_count() -> None:
    importers = import_graph(python_files())
    assert SRC / "lessons" / "library.py" in importers[SRC / "lessons" / "reading.py"]
    assert Path(__file__) in importers[ROOT / "tools" / "near.py"]
