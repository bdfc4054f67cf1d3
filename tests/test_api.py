"""The public names of `cardtable` work, and so do the scripts on the pages about them."""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, assert_type

import pytest

import cardtable
from cardtable.engine.game import Game
from cardtable.engine.games import clash, exit_stage_right, rummy_like, tradewinds, wind_city
from cardtable.engine.games.clash import model as clash_model
from cardtable.engine.games.exit_stage_right import model as exit_stage_right_model
from cardtable.engine.games.rummy_like import model as rummy_like_model
from cardtable.engine.games.tradewinds import model as tradewinds_model
from cardtable.engine.games.wind_city import model as wind_city_model

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
ENVIRONMENTS = (ROOT / "docs" / "environments.md").read_text("utf-8")
SCRIPTS = dict(re.findall(r"<!-- examples/(\w+\.py) -->\n```python\n(.*?)```\n", PAGE + ENVIRONMENTS, re.DOTALL))
BLOCKS = {*re.findall(r"```python\n(.*?)```\n", PAGE, re.DOTALL), *SCRIPTS.values()}
TYPED: Any = next(
    each for each in ast.parse(Path(cardtable.__file__).read_text("utf-8")).body if isinstance(each, ast.If)
)
RECORD = ROOT / "tests" / "reliability" / "goldens" / "record-2-clash.json"
ARGUMENTS = {"thousand_games.py": ["2"], "simulation.py": ["4"], "policy.py": ["9"], "read_record.py": [str(RECORD)]}
"""The arguments of each script."""
PRINTS = {
    "thousand_games.py": r"game .*\n(.+ [1-6] +\d+\.\d% +-?\d+\.\d\n){5,}",
    "bot.py": r"The bot won (8|9|10) of 10 games\.\n",
    "simulation.py": r"The bot won [0-4] of 4 games\.\n",
    "policy.py": r"random: -\d+\.\d\npolicy: [+-]\d+\.\d\nmedium: [+-]\d+\.\d\n",
    "read_record.py": r"Clash: Ann, Bob\n  1 Filled-Green-Circle\n(.*\n)+It's Ann's turn\.\n",
    "": r"Outcome\(points=\(.*, ruling='TW-12'\)\n",
}
"""The output of each script on the page; the empty name is the one that isn't a file."""


# Names
def test_names_are_the_same_for_type_checkers_and_at_run_time() -> None:
    seen = dict[str, object]()
    for node in TYPED.body:
        module = importlib.import_module(node.module)
        seen |= {alias.asname or alias.name: getattr(module, alias.name) for alias in node.names}
    assert sorted(seen) == sorted(cardtable.__all__)
    assert [name for name, value in seen.items() if getattr(cardtable, name) is not value] == []
    assert set(cardtable.__all__) <= set(dir(cardtable))


def test_a_missing_name_raises_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'deal'"):
        cardtable.deal  # noqa: B018  the lookup raises


def test_games_have_precise_types() -> None:
    """Mypy checks these types; at run time assert_type does nothing."""
    assert_type(tradewinds.GAME, Game[tradewinds_model.State, tradewinds_model.Blow, tradewinds_model.Options])
    state = cardtable.start(clash.GAME, clash_model.Options(), 2, cardtable.Key(1)).state
    assert_type(state, clash_model.State)
    assert_type(cardtable.playout(clash.GAME, state, cardtable.Key(1)), clash_model.State)
    assert_type(exit_stage_right.GAME.options(), exit_stage_right_model.Options)
    assert_type(rummy_like.GAME.options(), rummy_like_model.Options)
    assert_type(wind_city.GAME.options(), wind_city_model.Options)
    assert_type(cardtable.GAMES["clash"], Game[Any, Any, Any])


# The page
def test_the_pages_quote_the_scripts_exactly() -> None:
    files = {path.name: path.read_text("utf-8") for path in (ROOT / "examples").glob("*.py")}
    assert files.pop("new_game.py"), "a tool, which the example's README describes"
    assert files == SCRIPTS


def test_the_page_lists_every_public_name() -> None:
    table = PAGE.partition("| --- |")[2].partition("\n\n")[0]
    first_column = "".join(row.split("|")[1] for row in table.splitlines()[1:])
    assert sorted(re.findall(r"`(\w+)`", first_column)) == sorted(cardtable.__all__)


@pytest.mark.parametrize("block", sorted(BLOCKS), ids=lambda block: re.sub(r"\W+", " ", block[:30]).strip())
def test_the_pages_scripts_run(block: str, tmp_path: Path) -> None:
    name = next((name for name, text in SCRIPTS.items() if text == block), "")
    script = tmp_path / "script.py"
    script.write_text(block, "utf-8")
    done = subprocess.run(
        [sys.executable, script, *ARGUMENTS.get(name, [])],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(PRINTS[name], done.stdout)
