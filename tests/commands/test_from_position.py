"""Games that start from a position, on the command line: they can be saved, but don't count in statistics."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.engine.chance import DealCode
from cardtable.formats.notation import format_position, parse_game, parse_position
from cardtable.formats.position import dump_position
from cardtable.formats.record import load_record
from cardtable.games import GAMES
from cardtable.table.session import Session
from tests.commands.test_saved_games import Capture, cardtable

STAGE = GAMES["exit-stage-right"]
PLAY = ("play", "exit-stage-right", "--players", "2", "--one-person", "--seed", "K7QF-2M9X", "--plain")


@pytest.fixture
def here(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a file with the position of a saved game after two actions."""
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    path = tmp_path / "here.txt"
    path.write_text(cardtable(capsys, monkeypatch, "export", "1", "--position")[1], "utf-8")
    return path


def test_a_position_is_played_saved_and_resumed(capsys: Capture, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    game, state = parse_position(here.read_text("utf-8"))
    words = ("play", "--position", str(here), "--name", "Ann", "--name", "Zoë", "--plain")
    code, output, _ = cardtable(capsys, monkeypatch, *words, typed="\nundo\ndeal\n1\n\n")
    assert code == 0
    assert "At the table: Ann, Zoë." in output
    assert "There's nothing to undo yet." in output
    assert output.count("From a position.") == 2
    assert "Deal" not in output
    assert "Whoever has the deal code" not in output
    assert "To continue it:\ncardtable resume 2 --plain" in output
    assert "  2  Exit Stage Right, from a position, Ann, Zoë: " in cardtable(capsys, monkeypatch, "games")[1]
    output = cardtable(capsys, monkeypatch, "resume", "2", "--plain", typed="\n1\n")[1]
    assert "Continuing the game after 1 move." in output
    record = load_record(cardtable(capsys, monkeypatch, "export", "2")[1])
    assert (record.game, record.deal_code, record.names, len(record.actions)) == (game, None, ("Ann", "Zoë"), 2)
    assert parse_game(cardtable(capsys, monkeypatch, "export", "2", "--text")[1]) == record
    output = cardtable(capsys, monkeypatch, "replay", "2", "--plain", "--all")[1]
    assert "Move 2 of 2" in output
    path = here.with_name("record.json")
    path.write_text(cardtable(capsys, monkeypatch, "export", "2")[1], "utf-8")
    output = cardtable(capsys, monkeypatch, "import", str(path))[1]
    assert output.startswith("Game 3: Exit Stage Right, from a position, 2 moves; continue with `cardtable resume 3`.")
    assert cardtable(capsys, monkeypatch, "replay", str(path), "--plain", "--all")[0] == 0
    assert state == parse_position(here.read_text("utf-8"))[1]


def test_a_game_from_a_position_does_not_count_in_statistics(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    before = cardtable(capsys, monkeypatch, "statistics")[1]
    words = ("play", "exit-stage-right", "--position", str(here), "--one-person", "--plain")
    output = cardtable(capsys, monkeypatch, *words, typed="1\n" * 90)[1]
    assert "The game is over." in output
    assert output.count("From a position.") == 2
    assert "To play the same deal" not in output
    assert "Finished:\n   2  Exit Stage Right, from a position: " in cardtable(capsys, monkeypatch, "games")[1]
    assert cardtable(capsys, monkeypatch, "statistics")[1] == before


def test_a_json_position_can_be_played_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    clash = GAMES["clash"]
    session = Session(clash, clash.options(), ("", ""), DealCode(5))
    path.write_text(dump_position(clash, session.full_state()), "utf-8")
    code, output, _ = cardtable(capsys, monkeypatch, "--position", str(path), "--plain", typed="")
    assert code == 0
    assert output.startswith("Clash.")


def finished() -> str:
    session = Session(STAGE, STAGE.options(), ("Ann",), DealCode(5))
    while session.turn is not None:
        session.act(session.look(session.turn).legal[0])
    return format_position(STAGE, session.full_state())


OVER = "The game is already over in this position.\n"
CONFLICT = "--position can't be combined with a record, a deal or options: a position contains all of these.\n"


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (("play", "--position", "FILE"), "", "This position is empty.\n"),
        (("play", "--position", "FILE"), "{", "This position is incomplete: its end is missing.\n"),
        (("--position", "FILE"), "whist", "This position is for a game that isn't installed: 'whist'.\n"),
        (("play", "--position", "nowhere"), "", "Can't read the position 'nowhere': No such file or directory.\n"),
        (
            ("play", "--position", "FILE"),
            None,
            OVER,
        ),
        (
            ("play", "clash", "--position", "FILE"),
            "HERE",
            "This position is for Exit Stage Right, so leave out clash.\n",
        ),
        (("play", "--position", "FILE", "--deal", "x"), "HERE", CONFLICT),
        (("play", "exit-stage-right", "--position", "FILE", "--players", "2"), "HERE", CONFLICT),
        (("play", "exit-stage-right", "--position", "FILE", "--record", "x"), "HERE", CONFLICT),
        (("play", "--position", "FILE", *("--name", "A") * 3), "HERE", "You gave 3 names for 2 players.\n"),
        (("play", "--position"), "HERE", "--position needs a value; see cardtable play --help.\n"),
        (("play", "--name", "Ann"), "", "--name and --one-person need a game's id or --position.\n"),
    ],
)
def test_a_position_that_cannot_be_played_gets_one_sentence(
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    here: Path,
    words: tuple[str, ...],
    text: str | None,
    sentence: str,
) -> None:
    if text != "HERE":
        here.write_text(finished() if text is None else text, "utf-8")
    typed = [str(here) if word == "FILE" else word for word in words]
    assert cardtable(capsys, monkeypatch, *typed, "--plain") == (2, "", sentence)
