"""The README is correct."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from cardtable.engine.games import SHIPPED

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


def test_every_game_is_listed() -> None:
    assert not [game.title for game in SHIPPED.values() if f"[{game.title}](rules/{game.page})" not in README]
