"""A replay in plain mode by its transcripts: what is typed goes in, and what is said is what the view saw."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.record import dumps
from cardtable.plain.lines import Lines
from cardtable.plain.replay import COMMANDS, PROMPT, tell_all, watch
from cardtable.plain.views import view_of
from cardtable.table.recording import record_of
from cardtable.table.replay import OPEN, Replay
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.sittings import played

CLASH = SHIPPED["clash"]
WINDS = SHIPPED["tradewinds"]


def said(session: Session, *typed: str) -> str:
    """All that is said when this is typed."""
    out = StringIO()
    assert watch(Replay(session), Lines(StringIO("".join(f"{line}\n" for line in typed)), out, {})) == 0
    return out.getvalue()


def answers(session: Session, *typed: str) -> list[str]:
    """What is said to each line, the greeting first."""
    return said(session, *typed).split(f"{PROMPT}\n")


def story(replay: Replay) -> str:
    out = StringIO()
    assert tell_all(replay, Lines(None, out, {})) == 0
    return out.getvalue()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(dumps(record_of(played(WINDS))), "utf-8")
    return path


# Going through it
def test_it_begins_at_the_start_and_enter_goes_on() -> None:
    start, first, second, *_ = answers(played(WINDS), "", "next")
    assert start.startswith("Tradewinds: what was played.\nAt the table: Ann, Bob, Cleo, Dan.\nMove 0 of 24, turn 1,")
    assert "Ann's hand: " in start
    assert first.startswith("Move 1 of 24, turn 2, round 1, Ann's view.\n")
    assert second.startswith("Move 2 of 24, turn 3, round 1, Ann's view.\n")
    assert " is to play." in first


def test_turns_rounds_and_numbers() -> None:
    _, *told = answers(played(WINDS), "round", "turn", "back", "back round", "go 13", "back turn", "end", "start")
    places = [re.search(r"^Move (\d+) of 24", text, re.MULTILINE) for text in told[:-1]]
    assert [int(place[1]) for place in places if place] == [4, 5, 4, 0, 13, 12, 24, 0]


def test_what_is_leapt_over_is_told() -> None:
    _, leap, _ = answers(played(WINDS), "round")
    assert leap.count(" plays ") >= 4
    log = Replay(played(WINDS)).session.look_at(0, 4).log
    assert len(log) == 5


def test_the_ends_are_told() -> None:
    _, back, end, on, _ = answers(played(WINDS), "back", "end", "next")
    assert back == "That is the start.\n"
    assert "The game is over.\n" in end
    assert "Margin: " in end
    assert on == "That is the end.\n"


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    wrong = ("go", "go x", "go 25", "go -1", "back home", "view", "view Zed", "vew", "xyzzy", "go " + "9" * 5_000)
    _, *told = answers(played(WINDS), *wrong[:-1])
    assert told[0] == told[1] == told[2] == told[3] == "After go comes the number of a move, from 0 to 24.\n"
    assert told[4] == "After back comes nothing, turn or round.\n"
    assert told[5] == "After view comes one of these: Ann, Bob, Cleo, Dan, public, all.\n"
    assert told[6].startswith("No such view. ")
    assert told[7] == "There is no such command; did you mean view?\n"
    assert told[8] == "There is no such command; type help.\n"


def test_help_lists_every_command() -> None:
    told = answers(played(WINDS), "help")[1]
    assert [line.split(":")[0].split()[0] for line in told.splitlines()] == list(COMMANDS)


# Views
def test_all_tells_every_hand_and_public_none() -> None:
    _, everything, public, own, _ = answers(played(CLASH), "view all", "view public", "view 2")
    assert "Ann's Chards: " in everything
    assert "Bob's Chards: " in everything
    assert "'s Chards" not in public
    assert "public view" in public
    assert ("Ann's Chards: " in own, "Bob's Chards: " in own) == (False, True)
    assert "Your " not in everything + public + own


def test_a_running_game_among_several_tells_no_hand() -> None:
    session = played(CLASH, most=15)
    told = said(session, *[""] * 15, "view Ann", "view all", "cards", "play", "log")
    assert "The game still goes on." in told
    assert "'s Chards" not in told
    assert "While the game is in progress, you can only watch what everybody sees." in told
    assert "You can only see all the cards once the game is over." in told
    assert "Ann, hands: 7 face down." in told
    assert "That would show what comes" in told
    assert str(session.code) not in told


@each_game
def test_a_running_game_tells_what_everybody_saw_and_no_more(game: AnyGame) -> None:
    replay = Replay(played(game, most=15))
    told = story(replay)
    log = replay.session.look_at(None, replay.length).log
    for events in log:
        for event in events:
            for line in view_of(game).tell(event, replay.session.names):
                assert line in told


# The whole story
def test_the_whole_story_has_a_paragraph_for_each_move() -> None:
    told = story(Replay(played(WINDS)))
    assert told.count("Move ") == 25
    assert PROMPT not in told
    assert told.index("Move 3 of 24") < told.index("Move 4 of 24")
    assert "The game is over." in told.split("Move 24 of 24")[1]


def test_the_whole_story_with_all_cards_open() -> None:
    replay = Replay(played(CLASH))
    replay.viewer = OPEN
    told = story(replay)
    assert "All cards open." in told
    assert not re.search(r"draws \d+ card", told)
    replay.viewer = None
    assert re.search(r"draws \d+ card", story(replay))


# Playing on
def test_playing_on_is_said_at_the_start_and_with_the_result() -> None:
    told = said(played(WINDS, persons=(0, 0, 0, 0)), "go 20", "play", *["1"] * 4)
    assert "The game goes on after 20 actions.\nContinues another game from move 20." in told
    assert "Continues another game from move 20." in told.split("The game is over.")[1]


def test_what_was_given_is_not_taken_back_in_plain_mode() -> None:
    told = said(played(WINDS, persons=(0, 0, 0, 0)), "go 20", "play", "undo")
    assert "You can't undo further: this game started here." in told


# The command
def test_the_command_tells_all(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(record), "--plain", "--all", "--seat", "all"]) == 0
    assert capsys.readouterr().out.count("Move ") == 25


def test_the_command_listens(record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("next\nquit\n"))
    assert cli.main(["replay", str(record), "--plain", "--seat", "Bob"]) == 0
    assert "Move 1 of 24, turn 2, round 1, Bob's view." in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["Zed", "9", ""])
def test_the_command_refuses_a_view_that_is_not(seat: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(record), "--plain", "--seat", seat]) == 2
    assert capsys.readouterr() == (
        "",
        "No such view. Type all, public or a player's name (Ann, Bob, Cleo, Dan).\n",
    )


def test_the_command_shows_no_hand_of_a_running_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(dumps(record_of(played(CLASH, most=9))), "utf-8")
    for seat, sentence in (
        ("Ann", "While the game is in progress, you can only watch what everybody sees.\n"),
        ("all", "All cards lie open only when the game is over.\n"),
    ):
        assert cli.main(["replay", str(path), "--plain", "--all", "--seat", seat]) == 2
        assert capsys.readouterr() == ("", sentence)


def test_every_game_can_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in SHIPPED.values():
        path = tmp_path / f"{game.id}.json"
        path.write_text(dumps(record_of(played(game))), "utf-8")
        assert cli.main(["replay", str(path), "--plain", "--all"]) == 0
        assert capsys.readouterr().out.startswith(f"{game.title}: what was played.\n")
