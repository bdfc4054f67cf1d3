"""Games that begin at a position, through the command line: played, saved, resumed, replayed, exported, not counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.engine.chance import DealCode
from cardtable.formats.notation import read_game, read_position, write_position
from cardtable.formats.position import dump_position
from cardtable.formats.record import loads
from cardtable.games import GAMES
from cardtable.table.session import Session
from tests.commands.test_kept_games import Capture, cardtable

STAGE = GAMES["exit-stage-right"]
PLAY = ("play", "exit-stage-right", "--players", "2", "--one-person", "--seed", "K7QF-2M9X", "--plain")


@pytest.fixture
def here(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The position of a saved game after two actions, in a file."""
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    path = tmp_path / "here.txt"
    path.write_text(cardtable(capsys, monkeypatch, "export", "1", "--position")[1], "utf-8")
    return path


def test_a_position_is_played_saved_and_resumed(capsys: Capture, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    game, state = read_position(here.read_text("utf-8"))
    words = ("play", "--position", str(here), "--name", "Ann", "--name", "Zoë", "--plain")
    code, told, _ = cardtable(capsys, monkeypatch, *words, typed="\nundo\ndeal\n1\n\n")
    assert code == 0
    assert "At the table: Ann, Zoë." in told
    assert "There's nothing to undo yet." in told
    assert told.count("From a position.") == 2
    assert "Deal" not in told
    assert "Anyone with the deal code" not in told
    assert "To continue it:\ncardtable resume 2 --plain" in told
    assert "  2  Exit Stage Right, from a position: " in cardtable(capsys, monkeypatch, "games")[1]
    told = cardtable(capsys, monkeypatch, "resume", "2", "--plain", typed="\n1\n")[1]
    assert "The game continues after 1 move." in told
    record = loads(cardtable(capsys, monkeypatch, "export", "2")[1])
    assert (record.game, record.deal, record.names, len(record.actions)) == (game, None, ("Ann", "Zoë"), 2)
    assert read_game(cardtable(capsys, monkeypatch, "export", "2", "--text")[1]) == record
    told = cardtable(capsys, monkeypatch, "replay", "2", "--plain", "--all")[1]
    assert "Move 2 of 2" in told
    path = here.with_name("record.json")
    path.write_text(cardtable(capsys, monkeypatch, "export", "2")[1], "utf-8")
    told = cardtable(capsys, monkeypatch, "import", str(path))[1]
    assert told.startswith("Game 3: Exit Stage Right, from a position, 2 actions; it goes on with: cardtable resume 3.")
    assert cardtable(capsys, monkeypatch, "replay", str(path), "--plain", "--all")[0] == 0
    assert state == read_position(here.read_text("utf-8"))[1]


def test_a_game_from_a_position_counts_in_no_statistics(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    before = cardtable(capsys, monkeypatch, "statistics")[1]
    words = ("play", "exit-stage-right", "--position", str(here), "--one-person", "--plain")
    told = cardtable(capsys, monkeypatch, *words, typed="1\n" * 90)[1]
    assert "The game is over." in told
    assert told.count("From a position.") == 2
    assert "To play the same deal" not in told
    assert "Over:\n   2  Exit Stage Right, from a position: " in cardtable(capsys, monkeypatch, "games")[1]
    assert cardtable(capsys, monkeypatch, "statistics")[1] == before


def test_a_json_position_is_played_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    clash = GAMES["clash"]
    session = Session(clash, clash.options(), ("", ""), DealCode(5))
    path.write_text(dump_position(clash, session.full_state()), "utf-8")
    code, told, _ = cardtable(capsys, monkeypatch, "--position", str(path), "--plain", typed="")
    assert code == 0
    assert told.startswith("Clash.")


def finished() -> str:
    session = Session(STAGE, STAGE.options(), ("Ann",), DealCode(5))
    while session.turn is not None:
        session.act(session.look(session.turn).legal[0])
    return write_position(STAGE, session.full_state())


OVER = "The game is already over in this position.\n"
RULES_SAY = "A position has its own players, deal and options: give none of them, and no record, with --position.\n"


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (("play", "--position", "FILE"), "", "This position is empty.\n"),
        (("play", "--position", "FILE"), "{", "This position is cut off: its end is missing.\n"),
        (("--position", "FILE"), "whist", "This position is of a game that this cardtable does not know: 'whist'.\n"),
        (("play", "--position", "nowhere"), "", "The position cannot be read: No such file or directory.\n"),
        (
            ("play", "--position", "FILE"),
            None,
            OVER,
        ),
        (("play", "clash", "--position", "FILE"), "HERE", "That is a position of Exit Stage Right: leave out clash.\n"),
        (("play", "--position", "FILE", "--deal", "x"), "HERE", RULES_SAY),
        (("play", "exit-stage-right", "--position", "FILE", "--players", "2"), "HERE", RULES_SAY),
        (("play", "exit-stage-right", "--position", "FILE", "--record", "x"), "HERE", RULES_SAY),
        (("play", "--position", "FILE", *("--name", "A") * 3), "HERE", "You gave 3 names for 2 players.\n"),
        (("play", "--position"), "HERE", "--position needs a value; cardtable play --help says which.\n"),
        (("play", "--name", "Ann"), "", "--name and --one-person go with --position or a game's id.\n"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
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
