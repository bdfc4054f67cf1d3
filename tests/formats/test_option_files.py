"""Options from files of one's own: a board and cards for Wind City, and every way in which such a file is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.wind_city.board import BOARD
from cardtable.engine.games.wind_city.cards import CARDS
from cardtable.formats.option_files import read_option
from cardtable.formats.options import describe, fields_of, files_of
from cardtable.formats.record import dumps, loads
from cardtable.formats.strict_json import BadFile
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.table.mutations import check_sentence

GAME = SHIPPED["wind-city"]
FILES = {file.name: file for file in files_of(GAME)}
OURS = Path(__file__).parents[2] / "rules" / "wind_city"


def test_rich_options_are_no_flags_with_choices_and_no_lines_of_a_form() -> None:
    assert list(FILES) == ["board", "cards"]
    assert {field.name for field in fields_of(GAME)} == {"first", "calm_bonus", "piles"}
    assert [files_of(game) for game in SHIPPED.values() if game is not GAME] == [()] * (len(SHIPPED) - 1)


def test_the_files_that_we_ship_are_the_standard_ones() -> None:
    assert read_option(FILES["board"], OURS / "board.json") == BOARD
    assert read_option(FILES["cards"], OURS / "cards.json") == CARDS


def refusal(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / "own.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadFile) as refused:
        read_option(FILES[name], path)
    check_sentence(str(refused.value))
    return str(refused.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"columns": "ten"}, "In this board file, board.columns is 'ten', not a whole number."),
        ({"columns": 2.5}, ""),
        ({"stations": [[1, 2], [3]]}, ""),
        ({"stations": [[1, 2], [3, "E"]]}, "In this board file, board.stations[1][1] is 'E', not a whole number."),
        ({"rows": 3}, "In this board file, board has a field 'rows', which does not belong there."),
    ],
)
def test_what_is_wrong_in_a_board(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    told = refusal(tmp_path, "board", json.dumps({**json.loads((OURS / "board.json").read_text("utf-8")), **change}))
    assert told == sentence or (not sentence and "board" in told)


def test_a_field_that_is_missing(tmp_path: Path) -> None:
    assert refusal(tmp_path, "board", '{"columns": 10}') == "In this board file, board.sea_rows is missing."


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"direction": "up"}, "cards[6][0].direction is 'up', not 'north' or 'south' or 'east' or 'west'"),
        ({"steps": None}, "cards[6][0].steps is null, not a whole number"),
        ({"kind": "house"}, "cards[6][0]"),
        ({"wind": 3}, "cards[6][0]"),
    ],
)
def test_what_is_wrong_in_cards(tmp_path: Path, change: dict[str, Any], named: str) -> None:
    cards = json.loads((OURS / "cards.json").read_text("utf-8"))
    cards[6][0] |= change
    assert named in refusal(tmp_path, "cards", json.dumps(cards))


def test_a_line_that_is_no_json(tmp_path: Path) -> None:
    assert "line 2, column" in refusal(tmp_path, "cards", "[\n  [nonsense]\n]")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("board", {"columns": 3}, "With 2 players the coast needs 4 columns, but this board has 3 (WC-19)."),
        ("board", {"stations": [[3, 1]]},
         "The station at row 3, column 1 is on the coast row, where stations can't be (WC-1)."),
        ("board", {"section_rows": 1, "stations": []}, "With 2 players 10 houses need space …"),
        ("cards", [[{"kind": "house", "cost": 1}] * 5], "Card 1 has no move (WC-4)."),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, value: Any, sentence: str
) -> None:
    path = tmp_path / "own.json"
    usual = json.loads((OURS / "board.json").read_text("utf-8"))
    if name == "board" and "stations" not in value:
        usual["stations"] = []
    path.write_text(json.dumps({**usual, **value} if name == "board" else value), "utf-8")
    assert cli.main(["play", "wind-city", f"--{name}", str(path), "--plain"]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith(sentence.rstrip("…"))
    check_sentence(told)


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "wind-city", "--board", "nowhere.json", "--plain"]) == 2
    assert capsys.readouterr().err == "The board file cannot be read: No such file or directory.\n"


def test_a_record_embeds_its_board_and_cards() -> None:
    own = GAME.options(board=BOARD._replace(columns=12), cards=CARDS[:9])
    session = Session(GAME, own, ("Ann", "Bo"), DealCode(5))
    for _ in range(40):
        session.act(session.look(session.turn).legal[-1])
    again = open_session(loads(dumps(record_of(session))))
    assert again.look(0) == session.look(0)
    assert describe(GAME, own, 2) == (("Board", "of your own"), ("Cards", "of your own"))
