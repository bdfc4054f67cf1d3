"""`cardtable play GAME --seat`: who plays each seat, and programs among them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.formats.computers import Computer, ProgramAtSeat
from cardtable.formats.notation import format_game, parse_game
from cardtable.formats.record import dump_record, load_record
from cardtable.formats.strict_json import BadFile
from cardtable.players.at_table import default_simulations
from cardtable.store.known_programs import folder_of_program
from cardtable.table.command_lines import command_to_deal
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session

PROGRAM = f"{Path(sys.executable).as_posix()} -c 'print(1)'"
BOT = ProgramAtSeat("medium", 1, PROGRAM)
ERRORS = {
    "--seat 2": "--seat needs a seat's number and a player, as in 2=medium",
    "--seat 0=medium": "--seat needs a seat's number and a player, as in 2=medium",
    "--seat 3=medium": "Clash has no seat 3: it's for 2 players.",
    "--seat 2=./mybot": "There's no player './mybot'. A player is me, easy, medium, hard or program ./mybot.",
    "--seat 2=hard:x": "After hard, write a number of simulations, as in hard:1200.",
    "--seat 2=program": "After 'program', write a command of up to 200 visible characters, as in: program ./mybot.",
    "--players me,program": "After 'program', write a command of up to 200 visible characters",
    "--seat '2=program ./nothing-here'": "There's no program './nothing-here' that can be started.",
    "--players 2 --seat 2=easy --simulations 5": "--simulations is for hard computer players",
    "--record x --seat 2=easy": "--record can't be combined with players",
    "--deal clash --seat 2=easy": "A deal line already sets the players, options and deal code",
}


@pytest.mark.parametrize("flags", ERRORS)
def test_a_wrong_seat_gets_one_sentence(flags: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "clash", *shlex.split(flags)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(ERRORS[flags])
    assert error.count("\n") == 1


def test_seats_can_be_given_one_by_one(played: list[Session]) -> None:
    for flags in (
        ["--seat", f"2=program {PROGRAM}"],
        ["--players", f"me,program {PROGRAM}"],
        ["--players", "2", "--seat", f"2=program  {PROGRAM}", "--simulations", "600"],
        ["--players", "easy,easy", "--seat", "1=hard:40", "--seat", "2=me"],
        ["--seat", "2=hard"],
    ):
        assert cli.main(["play", "clash", *flags]) == 0
    simulations = default_simulations(played[0].game)
    assert [session.computers for session in played] == [
        (None, BOT),
        (None, BOT),
        (None, ProgramAtSeat("medium", 600, PROGRAM)),
        (Computer("hard", 40), None),
        (None, Computer("hard", simulations)),
    ]
    assert folder_of_program(PROGRAM) == Path.cwd()
    assert played[0].look(0).player_with_level(1) == "Ada (program)"


def test_a_game_with_a_program_can_be_saved_in_every_form(played: list[Session]) -> None:
    assert cli.main(["play", "clash", "--seat", f"2=program {PROGRAM}", "--simulations", "600"]) == 0
    record = record_of(played[0])
    for text in (dump_record(record), format_game(record)):
        assert "600" in text
        assert (load_record if text.startswith("{") else parse_game)(text) == record
    assert open_session(record).computers == played[0].computers


def test_the_same_deal_can_be_played_again_with_the_program(played: list[Session]) -> None:
    assert cli.main(["play", "clash", "--seat", f"2=program {PROGRAM}"]) == 0
    again: Any = shlex.split(command_to_deal(played[0]))
    assert cli.main(again[1:]) == 0
    assert played[0].computers == played[1].computers
    assert played[0].opening == played[1].opening


@pytest.mark.parametrize("command", ["", "  ", "./bot\x1b[2J", "x" * 300, "./bot  two"])
def test_a_record_with_an_invalid_program_is_refused(command: str, played: list[Session]) -> None:
    assert cli.main(["play", "clash", "--seat", f"2=program {PROGRAM}"]) == 0
    fields = json.loads(dump_record(record_of(played[0])))
    fields["computers"][1]["program"] = command
    with pytest.raises(BadFile, match="isn't a command"):
        load_record(json.dumps({**fields, "sum": ""}))
