"""Computer players and hints in plain mode."""

from __future__ import annotations

import os
import re
import signal

import pytest

from cardtable import cli
from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer, Computers, Level, ProgramAtSeat
from cardtable.plain import table as plain_table
from cardtable.plain.signals import SignalReceived
from cardtable.players.hints import Hint
from cardtable.players.player import Choice
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.plain.transcripts import keyboard, output_of

CODE = DealCode.parse("K7QF-2M9X")


def table(*levels: Level | None, game: str = "clash", persons: tuple[int, ...] | None = None) -> Session:
    """Return a game of one round with a computer player at each seat that has a level."""
    names = ("Ann", "Bo", "Cy", "Di")[: len(levels)]
    computers: Computers = tuple(None if level is None else Computer(level, 1) for level in levels)
    rules = SHIPPED[game]
    return Session(rules, rules.options(target=0), names, CODE, persons, computers)


def test_computer_players_move_by_themselves_and_have_their_level_told_once() -> None:
    """Check that a person is never asked for their moves, and hears each of them once."""
    session = table(None, "medium")
    output = output_of(session, "players", *["1"] * 80)
    assert session.turn is None
    assert "At the table: Ann, Bo (medium)." in output
    assert output.count("(medium)") == 2
    assert "Your move, Bo" not in output
    assert "Pass the keyboard" not in output
    told = re.findall(r"^Bo (?:plays|passes)", output, re.MULTILINE)
    turns = [event for at in range(1, len(session.actions) + 1) for event in session.events_at(None, at)]
    assert len(told) == sum(type(event).__name__ in ("Played", "Passed") and event.seat == 1 for event in turns)


@pytest.mark.parametrize("game", ["clash", "rummy-like"])
def test_a_game_of_computer_players_ends_without_input_and_tells_its_result(game: str) -> None:
    levels: tuple[Level, ...] = ("easy", "medium", "easy")
    output = output_of(table(*levels[: SHIPPED[game].seats[0]], game=game))
    assert "\nThe game is over.\n" in output
    assert ":\ncardtable play" in output
    assert "Type " not in output


def test_a_computer_players_hidden_cards_are_never_told() -> None:
    """Check that the draws of computer players are told without the cards, also after undo and redo."""
    session = table(None, "easy")
    output = output_of(session, "1", "undo", "redo", "undo", "redo", "1", "end", "end", "quit")
    assert re.search(r"^Undone: .* and \d+ moves? after it\. To play them again, type redo\.$", output, re.MULTILINE)
    assert "Bo ends the turn and draws 1 card" in output
    assert re.findall(r"^Bo ends the turn and draws (?!\d+ cards?\.$).*", output, re.MULTILINE) == []


def test_several_people_pass_the_keyboard_past_a_computer_player() -> None:
    """Check that both hear the computer player's moves, and that what only one of them may know stays secret."""
    session = table(None, "easy", None, game="rummy-like")
    typed = ["", "1"] + ["", "", "1"] * 40
    output = output_of(session, *typed)
    assert "Pass the keyboard to Cy, or type undo; Cy presses Enter." in output
    assert "Bo presses Enter" not in output
    for line in re.findall(r"^Bo plays .*", output, re.MULTILINE):
        assert line == "Bo plays a Chard face down."


def test_one_person_plays_all_seats_without_a_computer_player() -> None:
    session = table(None, "easy", None, game="rummy-like", persons=(0, 1, 0))
    output = output_of(session, *["1"] * 12)
    assert "presses Enter" not in output
    assert "Your move, Ann:" in output
    assert "Your move, Cy:" in output


def test_a_hint_names_the_best_moves_and_counts_as_help() -> None:
    session = table(None, "easy")
    output = output_of(session, "hint", "quit")
    best = output.partition("These moves look best, the best one first:\n")[2].splitlines()[0]
    assert re.match(
        r"\d+ [A-Z][-\w]+: about .* this round\. You play 1 card, which ends your turn with 29 cards left\.", best
    )
    assert session.hinted == 1
    assert "hint: the best moves" in output_of(session, "help", "quit")


def test_a_hint_says_minus_instead_of_the_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    def hints(seen: Seen, *_: object) -> list[Hint]:
        return [Hint(seen.legal[0], "final result about -0.3 Completes", "Nothing moves.", str(seen.legal[0]))]

    monkeypatch.setattr("cardtable.players.hints.hints", hints)
    assert "final result about minus 0.3 Completes. Nothing moves." in output_of(table(None, "easy"), "hint", "quit")


@pytest.mark.parametrize(("simulations", "times"), [(100_000, 1), (1_500, 0)])
def test_a_player_who_thinks_for_minutes_is_announced_once(
    simulations: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record may ask for that."""
    monkeypatch.setattr(plain_table, "choose", lambda seen, *_: Choice(seen.legal[0]))
    session = Session(
        SHIPPED["clash"],
        SHIPPED["clash"].options(target=0),
        ("Ann", "Bo"),
        CODE,
        None,
        (None, Computer("hard", simulations)),
    )
    output = output_of(session, *["1"] * 8)
    assert output.count(f"Bo uses {simulations:,} simulations for each move, which may take minutes.") == times


def test_ctrl_c_leaves_while_a_computer_player_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        pytest.fail("the signal took effect too late")

    monkeypatch.setattr(plain_table, "choose", interrupt)
    with pytest.raises(SignalReceived):
        output_of(table("hard", None))


def test_a_game_with_computer_players_is_saved_resumed_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(words: str, *typed: str) -> str:
        monkeypatch.setattr("sys.stdin", keyboard(*typed))
        assert cli.main(words.split()) == 0
        return capsys.readouterr().out

    left = run("play clash --players me,medium --seed K7QF-2M9X --plain", "1", "quit")
    assert "cardtable resume 1 --plain" in left
    resumed = run("resume 1 --plain", "1", "quit")
    assert "At the table: you, Ada (medium)." in resumed
    assert "Ada" in resumed.partition("Continuing")[2]
    replayed = run("replay 1 --plain", "view south", "view ada", "quit")
    assert "At the table: you, Ada (medium)." in replayed
    assert re.search(r"You have \d cards in hand: ", replayed)
    assert "Ada's Chards: " not in replayed
    assert "The game is over." in run("play clash --players easy,easy --target 0 --plain")
    assert "Clash, Ada (easy), Blaise (easy): " in run("games").partition("Finished:")[2]


def test_a_game_goes_on_without_its_program_and_says_so_once() -> None:
    """The program isn't known here, as in a game from another computer."""
    rules = SHIPPED["clash"]
    program = ProgramAtSeat("medium", 1, "./mybot")
    session = Session(rules, rules.options(target=0), ("Ann", "Bo"), CODE, None, (None, program))
    output = output_of(session, *["1"] * 80)
    assert session.turn is None
    assert "At the table: Ann, Bo (program)." in output
    assert output.count("The program './mybot' has never played on this computer.") == 1
    assert 'cardtable play clash --seat 2="program ./mybot". A medium player moves instead.' in output
    assert output_of(table(None, "medium"), *["1"] * 80).splitlines()[-12:-3] == output.splitlines()[-12:-3]
