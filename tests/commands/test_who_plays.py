"""`cardtable play GAME --players`: people and computer players at the seats."""

from __future__ import annotations

import shlex

import pytest

from cardtable import cli
from cardtable.formats.computers import Computer
from cardtable.players.at_table import default_simulations
from cardtable.store.settings import Settings, save_settings
from cardtable.table.command_lines import command_to_deal
from cardtable.table.session import Session

ERRORS = {
    "play clash --players me,expert": "There's no player 'expert'. A player is me, easy, medium, hard or program",
    "play rummy-like --players Mia,Tom,Zoe": "There's no player 'Mia'. A player is me, easy, medium, hard or program",
    "play clash --players me,": "Clash is for 2 players, not 'me,'.",
    "play clash --players me,hard,easy": "Clash is for 2 players, not 'me,hard,easy'.",
    "play rummy-like --players me,hard": "Rummy-like is for 3 players, not 'me,hard'.",
    "play clash --players hard": "Clash is for 2 players, not 'hard'.",
    "play clash --players me,hard --simulations 0": "The number of simulations must be from 1 to 100,000, not 0.",
    "play clash --players me,hard --simulations 1000000": "The number of simulations must be from 1 to 100,000, not 1",
    "play clash --players me,hard --simulations lots": "The number of simulations must be from 1 to 100,000, not 'lo",
    "play clash --players me,easy --simulations 9": "--simulations is for hard computer players, as in: --players me",
    "play clash --deal clash --players me,easy": "A deal line already sets the players, options and deal code",
    "play clash --record x --players me,easy": "--record can't be combined with players",
}


@pytest.mark.parametrize("words", ERRORS)
def test_a_bad_list_of_players_gets_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words.split()) == 2
    assert capsys.readouterr().err.startswith(ERRORS[words])


def test_a_name_in_a_list_of_players_gets_advice(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "rummy-like", "--players", "Mia,Tom,Zoe"]) == 2
    assert capsys.readouterr().err.endswith("To name people, use --name, as in --name Ann.\n")


def test_a_list_seats_people_and_computer_players(played: list[Session]) -> None:
    """Check that the words for a person mean the same, and that computer players have names of their own."""
    save_settings(Settings(names=("Ann", "Bo")))
    assert cli.main(["play", "rummy-like", "--players", "Medium,me,HARD", "--simulations", "50"]) == 0
    assert cli.main(["play", "rummy-like", "--players", "human,hard,person", "--one-person", "--name", "Cy"]) == 0
    assert cli.main(["play", "clash", "--players", "me,person"]) == 0
    first, second, third = played
    assert first.computers == (Computer("medium", 1), None, Computer("hard", 50))
    assert first.names == ("Ada", "Ann", "Blaise")
    assert first.persons == (0, 1, 2)
    assert second.computers == (None, Computer("hard", default_simulations(second.game)), None)
    assert second.names == ("Cy", "Ada", "Player 3")
    assert second.persons == (0, 1, 0)
    assert third.computers == ()
    assert third.names == ("Ann", "Bo")


@pytest.mark.parametrize("words", ["--preset challenge", "--preset challenge --hand-size 5", "--hand-size 5"])
def test_the_printed_command_names_the_preset(words: str, played: list[Session]) -> None:
    assert cli.main(f"play exit-stage-right --players 2 {words}".split()) == 0
    command = command_to_deal(played[0])
    assert f" {words} --seed" in command
    assert cli.main(shlex.split(command)[1:]) == 0
    assert played[1].options == played[0].options


@pytest.mark.parametrize(
    "words",
    [
        "--players me,medium,hard --simulations 7",
        "--players easy,me,me --one-person",
        "--players me+medium+hard",
        "--players 3 --name Ann",
    ],
)
def test_the_printed_command_seats_the_same_players(words: str, played: list[Session]) -> None:
    assert cli.main(f"play rummy-like {words}".split()) == 0
    assert cli.main(shlex.split(command_to_deal(played[0]))[1:]) == 0
    first, again = played
    assert (again.persons, again.names, again.deal_code) == (first.persons, first.names, first.deal_code)
    assert [computer and computer.level for computer in again.computers] == [
        computer and computer.level for computer in first.computers
    ]
