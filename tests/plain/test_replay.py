"""Replays in plain mode by their transcripts: every view reads out only what that player saw."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.formats.record import dump_record
from cardtable.plain.navigator import PlainNavigator
from cardtable.plain.replay import PROMPT, PROMPT_AT_END, tell_all
from cardtable.plain.view import view_of
from cardtable.rooms.kit.goto import ToReplay
from cardtable.rooms.kit.records import Records
from cardtable.table.recording import record_of
from cardtable.table.replay import OPEN, Replay
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.plain.tables import CODE
from tests.plain.transcripts import opened, transcript
from tests.table.sittings import play_on, played

CLASH = SHIPPED["clash"]
WINDS = SHIPPED["tradewinds"]


def output_of(session: Session, *typed: str) -> str:
    """Return all the output for this input."""
    return opened(ToReplay(Replay(session)), *typed)


def answers(session: Session, *typed: str) -> list[str]:
    """Return the output after each line of input, the introduction first."""
    return re.split(f"(?:{PROMPT}|{PROMPT_AT_END})\n", output_of(session, *typed))


def whole_game(replay: Replay) -> str:
    return transcript(lambda lines: tell_all(replay, PlainNavigator(lines, Records())))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(dump_record(record_of(played(WINDS))), "utf-8")
    return path


# Stepping
def test_a_replay_begins_at_the_start_and_enter_steps_forward() -> None:
    start, first, second, *_ = answers(played(WINDS), "", "next")
    assert start.startswith("Tradewinds: replay.\nAt the table: Ann, Bob, Cleo, Dan.\nMove 0 of 24, turn 1,")
    assert "Ann's hand: " in start
    assert first.startswith("Move 1 of 24, turn 2, round 1, Ann's view.\n")
    assert second.startswith("Move 2 of 24, turn 3, round 1, Ann's view.\n")
    assert "'s turn.\n" in first


def test_turns_rounds_and_move_numbers() -> None:
    _, *output = answers(played(WINDS), "round", "turn", "back", "back round", "go 13", "back turn", "end", "start")
    places = [re.search(r"^Move (\d+) of 24", text, re.MULTILINE) for text in output[:-1]]
    assert [int(place[1]) for place in places if place] == [4, 5, 4, 0, 13, 12, 24, 0]


def test_the_only_unnamed_person_is_called_you_throughout() -> None:
    session = Session(SHIPPED["exit-stage-right"], SHIPPED["exit-stage-right"].options(), ("Player 1",), CODE)
    session.act(session.look(0).legal[0])
    start, moved, *_ = answers(session, "", "q")
    assert start.startswith("Exit Stage Right: replay.\nThe game isn't over yet.\nMove 0 of 1, your view.\n")
    assert "\nYour hand: " in start
    assert start.endswith("\nYour turn.\n")
    assert "You play " in moved
    assert "Player 1" not in start + moved


def test_a_computer_player_alone_is_called_by_name() -> None:
    game = SHIPPED["exit-stage-right"]
    session = Session(game, game.options(), ("Ada",), CODE, computers=(Computer("easy", 1),))
    play_on(session, Key(1), 20_000)
    for text in (output_of(session, "", "end", "view all", "q"), whole_game(Replay(session))):
        assert "\nAda plays " in text
        assert not re.search(r"^(You|Your) |\byou\b", text.split(PROMPT)[0], re.MULTILINE)
    assert "Ada's view" in output_of(session, "q")


def test_a_long_step_reads_out_every_move_on_the_way() -> None:
    _, leap, _ = answers(played(WINDS), "round")
    assert leap.count(" plays ") >= 4
    log = Replay(played(WINDS)).session.look_at(0, 4).log
    assert len(log) == 5


def test_whose_view_is_asked_and_the_answer_may_be_to_go_back() -> None:
    output = output_of(played(WINDS), "view", "Zed", "public", "view", "", "q")
    ask = "Type Ann, Bob, Cleo, Dan, public or all, or press Enter to go back:\n"
    assert f"Whose view?\npublic: What everybody sees.\nall: All cards open.\n{ask}" in output
    assert f"You can choose only one of these.\n{ask}Move 0 of 24, turn 1, round 1, public view.\n" in output
    assert output.endswith(f"{ask}{PROMPT}\n")


# Views
def test_all_reads_out_every_hand_and_public_none() -> None:
    _, everything, public, own, _ = answers(played(CLASH), "view all", "view public", "view 2")
    assert re.search(r"^Ann has 7 cards in hand: ", everything, re.MULTILINE)
    assert re.search(r"^Bob has 7 cards in hand: ", everything, re.MULTILINE)
    assert "in hand: " not in public
    assert "public view" in public
    assert ("Ann has 7 cards in hand: " in own, "Bob has 7 cards in hand: " in own) == (False, True)
    assert "Your " not in everything + public + own


@each_game
def test_nobody_is_you_among_several_people(game: AnyGame) -> None:
    session = played(game)
    moves = ["next"] * Replay(session).length
    said = output_of(session, *(line for view in ("Ann", "Bob", "all") for line in ("start", f"view {view}", *moves)))
    assert not re.search(r"\b[Yy]ou(r)?\b", said.replace("Type view", ""))
    assert "known to hold" not in said.partition("all cards open")[2]


def test_a_running_game_of_several_players_reads_out_no_hand() -> None:
    session = played(CLASH, most=15)
    output = output_of(session, *[""] * 15, "view Ann", "view all", "cards", "play", "log")
    assert "'s Chards" not in output
    assert "Ann, hand: 7 face down." in output
    assert str(session.deal_code) not in output


@each_game
def test_a_running_game_reads_out_only_what_everyone_saw(game: AnyGame) -> None:
    replay = Replay(played(game, most=15))
    output = whole_game(replay)
    log = replay.session.look_at(None, replay.length).log
    for events in log:
        for event in events:
            for line in view_of(game).tell(event, replay.session.names).full:
                assert line in output


# The whole story
def test_the_whole_story_has_a_paragraph_for_each_move() -> None:
    output = whole_game(Replay(played(WINDS)))
    assert output.count("Move ") == 25
    assert PROMPT not in output
    assert output.index("Move 3 of 24") < output.index("Move 4 of 24")
    assert "The game is over." in output.split("Move 24 of 24")[1]


def test_the_whole_story_with_all_cards_open() -> None:
    replay = Replay(played(CLASH))
    replay.viewer = OPEN
    output = whole_game(replay)
    assert "All cards open." in output
    assert not re.search(r"draws \d+ card", output)
    replay.viewer = None
    assert re.search(r"draws \d+ card", whole_game(replay))


# Playing on
def test_a_game_played_on_says_so_at_the_start_and_with_the_result() -> None:
    output = output_of(played(WINDS, persons=(0, 0, 0, 0)), "go 20", "play", "yes", *["1"] * 4)
    assert "Continues another game from move 20." in output.split("Goal: ")[0]
    assert "Continuing the game" not in output, "it has just begun"
    assert "Continues another game from move 20." in output.split("The game is over.")[1]


# The command
def test_the_command_reads_out_the_whole_game(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(record), "--plain", "--all", "--seat", "all"]) == 0
    assert capsys.readouterr().out.count("Move ") == 25


def test_the_command_obeys_input(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("next\nquit\n"))
    assert cli.main(["replay", str(record), "--plain", "--seat", "Bob"]) == 0
    assert "Move 1 of 24, turn 2, round 1, Bob's view." in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["Zed", "9", ""])
def test_the_command_refuses_an_unknown_view(seat: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(record), "--plain", "--seat", seat]) == 2
    assert capsys.readouterr() == (
        "",
        "No such view. Type all, public or a player's name (Ann, Bob, Cleo, Dan).\n",
    )


def test_the_command_shows_no_hand_of_a_running_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(dump_record(record_of(played(CLASH, most=9))), "utf-8")
    for seat, sentence in (
        ("Ann", "While the game is in progress, you can only watch what everybody sees.\n"),
        ("all", "You can only see all the cards once the game is over.\n"),
    ):
        assert cli.main(["replay", str(path), "--plain", "--all", "--seat", seat]) == 2
        assert capsys.readouterr() == ("", sentence)


def test_every_game_can_be_read_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in SHIPPED.values():
        path = tmp_path / f"{game.id}.json"
        path.write_text(dump_record(record_of(played(game))), "utf-8")
        assert cli.main(["replay", str(path), "--plain", "--all"]) == 0
        assert capsys.readouterr().out.startswith(f"{game.title}: replay.\n")


def test_each_step_reads_out_only_what_has_changed_on_the_table() -> None:
    first, step, whole, _ = answers(played(CLASH), "next", "look")
    table = whole.splitlines()[2:]
    assert len(step.splitlines()) < len(first.splitlines())
    assert any(line in first and line in table and line not in step for line in table)
