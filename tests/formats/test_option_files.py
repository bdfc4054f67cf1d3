"""Options from a player's own files: a board and cards for Wind City, and the errors of such files."""

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
from cardtable.formats.option_files import load_option
from cardtable.formats.options import describe_options, fields_of, files_of
from cardtable.formats.record import dump_record, load_record
from cardtable.formats.strict_json import BadFile
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from tests.table.mutations import check_sentence

GAME = SHIPPED["wind-city"]
FILES = {file.name: file for file in files_of(GAME)}
OURS = Path(__file__).parents[2] / "rules" / "wind_city"


def test_complex_options_come_from_files_only() -> None:
    assert list(FILES) == ["board", "cards"]
    assert {field.name for field in fields_of(GAME)} == {"first", "calm_bonus", "piles"}
    assert [files_of(game) for game in SHIPPED.values() if game is not GAME] == [()] * (len(SHIPPED) - 1)


def test_the_shipped_files_contain_the_standard_board_and_cards() -> None:
    assert load_option(FILES["board"], OURS / "board.json") == BOARD
    assert load_option(FILES["cards"], OURS / "cards.json") == CARDS


def refusal(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / "own.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadFile) as refused:
        load_option(FILES[name], path)
    check_sentence(str(refused.value))
    return str(refused.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"columns": "ten"}, "This board file is invalid: board.columns must be a whole number, not 'ten'."),
        ({"columns": 2.5}, ""),
        ({"stations": [[1, 2], [3]]}, ""),
        (
            {"stations": [[1, 2], [3, "E"]]},
            "This board file is invalid: board.stations[1][1] must be a whole number, not 'E'.",
        ),
        ({"rows": 3}, "This board file is invalid: board has an unknown field 'rows'."),
    ],
)
def test_an_invalid_board_is_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    output = refusal(tmp_path, "board", json.dumps({**json.loads((OURS / "board.json").read_text("utf-8")), **change}))
    assert output == sentence or (not sentence and "board" in output)


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, "board", '{"columns": 10}') == "This board file is invalid: board.sea_rows is missing."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"direction": "up"}, "cards[6][0].direction must be 'north' or 'south' or 'east' or 'west', not 'up'"),
        ({"steps": None}, "cards[6][0].steps must be a whole number, not null"),
        ({"kind": "house"}, "cards[6][0]"),
        ({"wind": 3}, "cards[6][0]"),
    ],
)
def test_invalid_cards_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    cards = json.loads((OURS / "cards.json").read_text("utf-8"))
    cards[6][0] |= change
    assert message in refusal(tmp_path, "cards", json.dumps(cards))


def test_invalid_json_is_refused_with_its_line(tmp_path: Path) -> None:
    assert "line 2, column" in refusal(tmp_path, "cards", "[\n  [nonsense]\n]")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("board", {"columns": 3}, "With 2 players, the coast needs 4 columns, but this board has 3 (WC-19)."),
        ("board", {"stations": [[3, 1]]},
         "The station at row 3, column 1 is on the coast row, where stations can't be (WC-1)."),
        ("board", {"section_rows": 1, "stations": []}, "With 2 players, 10 houses need space …"),
        ("cards", [[{"kind": "house", "cost": 1}] * 5], "Card 1 has no move (WC-4)."),
    ],
)  # fmt: skip
def test_the_command_line_refuses_options_that_cannot_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, value: Any, sentence: str
) -> None:
    path = tmp_path / "own.json"
    board = json.loads((OURS / "board.json").read_text("utf-8"))
    if name == "board" and "stations" not in value:
        board["stations"] = []
    path.write_text(json.dumps({**board, **value} if name == "board" else value), "utf-8")
    assert cli.main(["play", "wind-city", f"--{name}", str(path), "--plain"]) == 2
    output = capsys.readouterr().err.strip()
    assert output.startswith(sentence.rstrip("…"))
    check_sentence(output)


def test_a_missing_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "wind-city", "--board", "nowhere.json", "--plain"]) == 2
    assert capsys.readouterr().err == "Can't read the board file 'nowhere.json': No such file or directory.\n"


def test_a_record_contains_its_board_and_cards() -> None:
    custom = GAME.options(board=BOARD._replace(columns=12), cards=CARDS[:9])
    session = Session(GAME, custom, ("Ann", "Bo"), DealCode(5))
    for _ in range(40):
        session.act(session.look(session.turn).legal[-1])
    again = open_session(load_record(dump_record(record_of(session))))
    assert again.look(0) == session.look(0)
    assert describe_options(GAME, custom, 2) == (("Board", "custom"), ("Cards", "custom"))
