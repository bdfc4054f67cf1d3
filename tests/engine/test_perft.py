"""The numbers and positions of docs/perft.md; `python -m tests.engine.perft_page` rewrites them.

A number changes with almost any change of the rules.  Rewrite them only for a rule that was changed on purpose.
"""

from __future__ import annotations

import json
import re

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import read_position_file
from tests.commands.test_saved_games import Capture, cardtable
from tests.engine.perft_page import BEGINNING, FOLDER, MAX_NUMBER, PAGE, ROWS, Row, count, format_row, table
from tests.engine.walks import PROFILE, AnyGame

DEEP = PROFILE == "deep"
MAX_COUNTED = MAX_NUMBER if DEEP else 100
"""Each row is counted up to the first number above this one."""
TEXT = PAGE.read_text("utf-8")
LINES = {name: line for line in TEXT.splitlines() for name in re.findall(r"\]\(perft/(.*?\.txt)\)", line)}
each_shipped_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED.keys())


def rows(game: AnyGame) -> list[Row]:
    return [row for row in ROWS.values() if row.game is game]


def test_the_page_has_every_row_and_every_position() -> None:
    """There are rows for each number of players and each value of each option."""
    assert list(LINES) == list(ROWS)
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*")} == ROWS.keys()
    sections = "".join(table(game, [LINES[row.name] for row in rows(game)]) for game in SHIPPED.values())
    assert BEGINNING + sections == TEXT


@each_shipped_game
def test_the_numbers_follow_from_the_positions(game: AnyGame) -> None:
    """Only the deep profile counts whole rows, including the points."""
    for row in rows(game):
        loaded, state = read_position_file(FOLDER / row.name)
        assert (loaded, len(game.standing(state)), state.options) == (game, row.seats, row.options)
        counted = count(game, state, MAX_COUNTED)
        if DEEP:
            assert LINES[row.name] == format_row(row, counted)
        else:
            shown = counted._replace(points="")
            assert LINES[row.name].startswith(format_row(row, shown).rstrip(" |"))


@each_shipped_game
def test_the_positions_follow_from_the_deal(game: AnyGame) -> None:
    for row in rows(game):
        if DEEP or row.stage == "opening":
            assert row.play() == read_position_file(FOLDER / row.name)[1]


@each_shipped_game
def test_the_positions_can_be_played(game: AnyGame, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default profile plays on from one position of each game."""
    for row in rows(game)[: None if DEEP else 1]:
        path = str(FOLDER / row.name)
        code, output, errors = cardtable(capsys, monkeypatch, "play", "--position", path, "--one-person", "--plain")
        assert (code, errors) == (0, "")
        assert game.title in output


def test_the_example_prints_the_numbers_of_its_row(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PAGE.parents[1])
    (script,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(script, {})
    (command,) = re.findall(r"cardtable play --position docs/perft/(\S+)", TEXT)
    numbers = json.loads(capsys.readouterr().out)
    assert LINES[command].startswith(f"| [opening](perft/{command}) | 2 | {' | '.join(map(str, numbers))} |")
