"""Plain mode by its transcripts: a game from start to end, the table in words, input and files."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right.model import FaceDown, Shifted
from cardtable.engine.games.exit_stage_right.tips import EVERY_ONE_COUNTS, GOAL_SPOKEN, REFILL_SPOKEN
from cardtable.engine.walk import turns
from cardtable.plain.choices import choices, read_choice
from cardtable.plain.table import TO_HEAR_MOVES
from cardtable.plain.view import generic_view, view_of
from cardtable.rooms.keeping import CODE_WARNING
from cardtable.rooms.rules import TO_READ
from cardtable.rooms.table import TableRoom
from cardtable.table.command_lines import command_to_deal
from cardtable.table.result_words import COUNTED_WITH_HELP
from cardtable.table.session import Session
from tests.engine.walks import NAMES
from tests.plain.tables import CODE, ES, Table, new_session
from tests.plain.transcripts import keyboard, output_of
from tests.table.sittings import truth

COMMANDS = {each.words[0] for each in TableRoom.commands if each.words}
"""The words for commands that no game uses for its moves; other words for them may be moves."""


def _again(session: Session) -> Session:
    return Session(session.game, session.options, session.names, session.opening, session.persons)


def commands_in(text: str) -> list[list[str]]:
    """Return the command lines in an output, without the word `cardtable`."""
    return [
        shlex.split(line)[1:] for line in text.splitlines() if line.startswith(("cardtable play ", "cardtable resume "))
    ]


def typed_through_main(monkeypatch: pytest.MonkeyPatch, words: list[str], *typed: str) -> str:
    """Return the output of the program with these arguments and this input."""
    out = StringIO()
    monkeypatch.setattr("sys.stdin", keyboard(*typed))
    monkeypatch.setattr("sys.stdout", out)
    assert cli.main(words) == 0
    return out.getvalue()


# A whole game


def test_a_solo_game_is_played_to_its_end_by_numbers() -> None:
    output = output_of(new_session(), *["1"] * 36)
    assert "The game is over." in output
    assert re.search(
        r"You (won|lost).*\. \d+ Completes? won, \d+ lost.*\.\n(.*\n)*(Loss: no|A win: at least 1 of 3) stars.*\nDeal ",
        output,
    )
    assert output.count("Your move:") == 36
    assert output.splitlines()[-1] == (
        "Press Enter to leave, or type new or review; more: same, replay, practice, share, undo, log, save, help."
    )


@pytest.mark.parametrize("seats", [1, 4])
def test_a_game_is_played_to_its_end_by_typed_actions(seats: int) -> None:
    session = new_session(seats)
    start = truth(_again(session))
    actions = [action for _, action, _ in turns(ES, start, Key(7))]
    waiting = iter(actions)
    table = Table(session, lambda table: str(next(waiting)) if table.prompt.startswith("Your move") else "")
    assert session.actions == tuple(actions)
    assert "The game is over." in "".join(table.outputs)


def test_the_result_names_the_deal_the_undone_moves_and_how_to_play_it_again() -> None:
    output = output_of(new_session(), "1", "undo", *["1"] * 36)
    end = output[output.index("The game is over.") :]
    output = f"Moves undone: 1. {COUNTED_WITH_HELP}\nDeal exit-stage-right, 1 player, K7QF-2M9X.\n"
    assert f"{output}To play the same deal again:\ncardtable play" in end


def test_at_the_end_the_last_move_can_be_undone_and_enter_leaves() -> None:
    output = output_of(new_session(), *["1"] * 36, "log 1", "hand", "1", "undo", "1", "")
    assert output.count("The game is over.") == 3
    assert "The game is over. Type help to list the commands." in output
    assert "You left the game." not in output


def test_a_player_who_leaves_can_deal_the_same_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = output_of(new_session(), "1", "1")
    (words,) = commands_in(first)
    assert words == ["play", "exit-stage-right", "--players", "1", "--seed", "K7QF-2M9X", "--plain"]
    assert without_ending(typed_through_main(monkeypatch, words, "1", "1")) == without_ending(first)


def without_ending(output: str) -> str:
    """Return the output without how to continue, which differs for a game that is saved."""
    return output.partition("You left the game.")[0]


@pytest.mark.parametrize(
    ("names", "options", "persons"),
    [
        (("Player 1",), {"hand_size": 5, "draw": "none", "open_hands": False}, None),
        (("Zoë O'Neil", "--x", "[b]Bo[/b]"), {"first": 2, "refill_count": "all"}, None),
        (("Player 1", "Player 2"), {"refill_shift": "off-centre", "empty_grid": "refill-first"}, (0, 0)),
        (NAMES, {"open_hands": True}, None),
    ],
)
def test_the_printed_command_deals_exactly_the_same_game(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], options: dict[str, Any], persons: tuple[int, ...] | None
) -> None:
    session = Session(ES, ES.options(**options), names, CODE, persons)
    command = command_to_deal(session)
    first = output_of(session, "", "1", "undo", "1", "")
    assert (command in first) == session.has_one_player, "to others at the table, it would give hidden cards away"
    (words,) = commands_in(command)
    again = typed_through_main(monkeypatch, words, "", "1", "undo", "1", "")
    assert without_ending(again) == without_ending(first)


def test_with_several_players_the_deal_code_comes_with_a_warning() -> None:
    table = Table(
        new_session(2), lambda table: None if len(table.outputs) > 4 else "1" if "move" in table.prompt else ""
    )
    assert str(CODE) not in "".join((*table.outputs, table.rest))
    asked = output_of(new_session(2), "", "deal", "no", "deal", "yes")
    before, _, shown = asked.partition("Type no or yes, or press Enter to go back:\n")
    assert f"{CODE_WARNING} Show it to everyone here?\n" in before
    assert shown.count("Deal exit-stage-right, 2 players, K7QF-2M9X.\n") == 1


# The table


def test_the_table_is_in_words_and_the_moves_are_numbered() -> None:
    output = output_of(new_session(), "1", "moves")
    assert (
        f"""\
Exit Stage Right.
Deal K7QF-2M9X.
After your first turn, you hear only what has changed, and your moves in brief.
To hear your moves in full, type moves. To hear everything, type look or verbose.
Type the number of a move, or the move itself. To hear what a move would do, type why and the move.
For a hint, type hint. Type help to list the commands.
You begin.
{GOAL_SPOKEN} {EVERY_ONE_COUNTS}
Each play moves the whole stage. Try to move more Completes right than left.
{REFILL_SPOKEN}
Top row, column 3: Partial-Red-Triangle.
Middle row, column 3: Partial-Red-Circle.
Bottom row, column 3: Filled-Green-Square.
In the decks: 24 Completes, 29 Singles.
0 Completes won, 0 lost.
Your hand: Hollow, Filled, Filled, Red, Blue, Circle, Triangle.
1 Hollow: 0 right, 3 left
2 Filled, 2 in hand: 1 right, 2 left
3 Red: 2 right, 1 left
4 Blue: 0 right, 3 left
5 Circle: 1 right, 2 left
6 Triangle: 1 right, 2 left
Your move:
You play Hollow.
0 right, 3 left.
You draw Filled.
Top row, column 2: Partial-Red-Triangle; middle row, column 2: Partial-Red-Circle; \
bottom row, column 2: Filled-Green-Square.
6 moves: 1 Filled, 3 in hand: 1 right, 2 left; 2 Red: 2 right, 1 left; 3 Blue: 0 right, 3 left; \
4 Circle: 1 right, 2 left; 5 Triangle: 1 right, 2 left; 6 refill top middle bottom, or fewer: 0 right, 3 left.
Your move:
1 Filled, 3 in hand: 1 right, 2 left
"""
        in output
    )
    assert (
        "\n6 refill top middle bottom, or fewer: 0 right, 3 left\n"
        "To refill only some of the cells, type refill and their rows.\n" in output
    )


def test_the_start_names_options_that_are_not_the_default() -> None:
    assert "and an empty stage is refilled first.\nHand size: 5.\nDeal" in output_of(
        new_session(hand_size=5, refill_count="all", empty_grid="refill-first")
    )


def test_every_number_is_the_action_beside_it() -> None:
    session = new_session(3)
    for _ in range(20):
        session.mark_seen()
        seen = session.look(session.turn)
        assert sorted(map(str, choices(seen))) == sorted(map(str, seen.legal))
        assert [read_choice(str(at), seen) for at in range(1, len(seen.legal) + 1)] == list(choices(seen))
        session.act(seen.legal[-1])


def test_every_card_that_moves_is_named_with_its_direction_and_target() -> None:
    session = new_session()
    ways = {"right": 0, "left": 0, "won": 0, "lost": 0}
    for _, _, step in turns(ES, truth(session), Key(3)):
        for shifted in (event for event in step.events if isinstance(event, Shifted)):
            output = view_of(ES).tell(shifted, session.names).full
            said_moves: dict[str, str] = {}
            for line in output:
                way, _, moves = line.partition(": ")
                way = way.split()[-1]
                said_moves |= dict.fromkeys(moves.rstrip(".").split(", "), way) if moves else {}
            for move in shifted.moves:
                on_stage = move.target.zone == "stage"
                end = f"to column {move.target.column + 1}" if on_stage else f"off the stage and {move.target.zone}"
                right = move.target.zone == "won" or (on_stage and move.target.column > move.source.column)
                assert said_moves.pop(f"{move.card} {end}") == ("right" if right else "left")
                ways["right" if right else "left"] += 1
                ways[move.target.zone] = ways.get(move.target.zone, 0) + 1
            assert not said_moves
            assert output if shifted.moves else output == ("Nothing moves.",)
    assert all(ways.values())


def test_players_may_look_at_the_cards_they_played_face_down() -> None:
    session = new_session(2)
    for at in range(6):
        session.mark_seen()
        down = [action for action in session.look(session.turn).legal if isinstance(action, FaceDown)]
        session.act(down[0] if down and at > 2 else session.look(session.turn).legal[-1])
    for seat in (0, 1):
        hand = view_of(ES).hand(session.look(seat))
        heap = truth(session).face_down[seat]
        assert hand[1:] == ((f"You played face down: {', '.join(map(str, heap))}.",) if heap else ())
    assert any(truth(session).face_down)
    assert view_of(ES).hand(session.look(None)) == ()


def test_a_game_without_its_own_view_is_described_by_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.table.view_of", generic_view)
    output = output_of(new_session(2), "", "1", "")
    assert "Complete deck: 24 face down." in output
    assert re.search(r"^Your hand: [A-Z][a-z]+, ", output, re.MULTILINE)
    assert "Options(" not in output


def test_every_game_has_its_own_view() -> None:
    assert [view_of(game).game_id for game in SHIPPED.values()] == [*SHIPPED]


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_no_action_begins_with_the_name_of_a_command(game: AnyGame) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        session = Session(game, game.options(), tuple(f"P{seat}" for seat in range(seats)), CODE)
        for state, _, _ in islice(turns(game, truth(session), Key(seats)), 200):
            words = {str(action).partition(" ")[0].lower() for action in game.legal(state)}
            assert not words & {*COMMANDS, "u", "q"}


# Input


TO_READ_ES_6 = f"\n{TO_READ.format('ES-6')}"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "Type a number from 1 to 6, or a move in words; or type help."),
        ("0", f"The moves are numbered from 1 to 6. {TO_HEAR_MOVES}"),
        ("7", f"The moves are numbered from 1 to 6. {TO_HEAR_MOVES}"),
        ("9" * 900, f"The moves are numbered from 1 to 6. {TO_HEAR_MOVES}"),
        ("²", f"There is no Single called '²'. {TO_HEAR_MOVES}"),
        ("green", f"You don't have Green. {TO_HEAR_MOVES}"),
        (
            "R down top",
            f"The top row has 1 Complete; playing face down needs two or more (ES-6). {TO_HEAR_MOVES}{TO_READ_ES_6}",
        ),
        ("refill top", f"The centre cell of the top row isn't empty (ES-7). {TO_HEAR_MOVES}\n{TO_READ.format('ES-7')}"),
        ("red down", f"That isn't a move. A move looks like this: Red. {TO_HEAR_MOVES}"),
        ("hlep", "There's no such move or command. Did you mean help?"),
        ("that was odd", f"There's no such move or command. {TO_HEAR_MOVES} Type help to list the commands."),
        ("how do I win", f"There's no such move or command. {TO_HEAR_MOVES} Type help to list the commands."),
        ("show me the rulse", "There's no such move or command. Did you mean rules?"),
        ("why that move", f"There's no such move. {TO_HEAR_MOVES}"),
        ("undo", "There's nothing to undo yet."),
        ("redo", "There's nothing to redo."),
        ("why", "Type why followed by a move, as in: why Hollow."),
        ("why 99", f"The moves are numbered from 1 to 6. {TO_HEAR_MOVES}"),
        ("why G", "Green: You don't have Green."),
        ("rules ES-99", "No ruling has that number. Ruling numbers look like ES-1."),
        ("rules nonsense", "No ruling has that number. Ruling numbers look like ES-1."),
        ("log x", "Type log on its own or with a number of moves, as in: log 5."),
        ("save /", "A file with that name already exists. Choose another name."),
        ("save /nowhere/x", "The game can't be saved there: No such file or directory."),
        ("save a\0b", "That isn't a valid file name."),
        ("x" * 5_000, "That line is too long."),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(typed: str, answer: str) -> None:
    session = new_session()
    assert f"Your move:\n{answer}\nYour move:\n" in output_of(session, typed)
    assert session.actions == ()


def test_a_cited_ruling_is_read_out_by_its_number() -> None:
    assert output_of(new_session(), "es-6") == output_of(new_session(), "rules ES-6")


@pytest.mark.parametrize("hostile", ["\x1b[2J\x1b]0;x\x07red", "\u202ered", "[/]", "a\tb\x00", "\ud800"])
def test_control_characters_in_the_input_never_reach_the_output(hostile: str) -> None:
    output = output_of(new_session(), hostile, f"why {hostile}", f"rules {hostile}", f"log {hostile}")
    assert re.fullmatch(r"[\n -~]*", output)


def test_commands_only_read_out() -> None:
    session = new_session()
    output = output_of(session, "why 1", "why red", "hand", "look", "LOG", "rules es-4", "options", "deal", "help")
    assert session.actions == ()
    assert (
        "Hollow: Completes that match Hollow go right, all others left: 0 right, 3 left.\n"
        "Would go left: Partial-Red-Triangle to column 2, " in output
    )
    assert "draws" not in output
    assert output.count("Your hand: ") == 3
    assert output.count("ES-4: Cards that go right move before cards that go left") == 1
    assert "Hand size: 7 (ES-2).\n" in output
    assert "To play, type a number from 1 to 6, or a move in words.\n" in output
    rules = output_of(new_session(), "rules list", "1", "all", "", "1")
    assert "Exit Stage Right: the rules.\n1 Goal\n2 In short\n" in rules
    assert rules.count("Goal\nThe stage has three rows of five cells.") == 2
    assert rules.count("Your move:\n") == 3, "the game goes on"
    assert "\nAnn plays Filled." in rules
    assert not re.search("[│╭▞]", rules), "drawings are not read out"


def test_in_a_solo_game_every_move_can_be_undone_and_redone() -> None:
    session = new_session()
    output = output_of(session, "1", "1", "undo", "undo", "redo", "log 1")
    assert "Undone: Filled." in output
    assert "Undone: Hollow." in output
    assert [str(action) for action in session.actions] == ["Hollow"]
    assert session.undone == 2


def test_one_letter_undoes_or_quits() -> None:
    session = new_session()
    output = output_of(session, "1", "u", "q")
    assert "Undone: Hollow." in output
    assert "Your move:\nYou left the game.\n" in output
    assert session.actions == ()


def test_log_reads_out_all_moves_or_the_last_ones() -> None:
    output = output_of(new_session(), "1", "1", "log 1", "log")
    last, all_of_it = output.split("Your move:\n")[3:5]
    assert last.startswith("You play Filled.")
    assert "Hollow" not in last
    assert all_of_it.startswith("In the centre, from the top:")
    assert all_of_it.count("You play ") == 2


# Files


def test_a_saved_game_continues_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "even ing.json"
    first = output_of(new_session(2), "", "1", "", "", "1", f"save {path}", f"save {path}")
    assert "Anyone with this file can reconstruct every hidden card." in first
    assert "A file with that name already exists. Choose another name." in first
    assert path.stat().st_mode & 0o777 == 0o600
    output, at_the_end = commands_in(first)
    assert output == at_the_end == ["play", "--record", str(path), "--plain"]
    second = typed_through_main(monkeypatch, output, "", "quit")
    assert "At the table: Ann, Bo.\nContinuing the game after 2 moves.\n" in second
    assert "begins." not in second
    assert second.count(" plays ") == 1, "only what happened since this player's last turn is read out"
    assert commands_in(second) == [["resume", "1", "--plain"]]
    third = typed_through_main(monkeypatch, ["resume", "1", "--plain"], "", "1")
    assert "Continuing the game after 2 moves.\n" in third
    assert "At the table: Ann, Bo.\n" in typed_through_main(monkeypatch, ["resume", "--plain"], "")


def test_a_game_played_on_after_saving_is_not_offered_from_the_file(tmp_path: Path) -> None:
    output = output_of(new_session(), f"save {tmp_path / 'x.json'}", "1")
    assert "--seed" in output.splitlines()[-1]


# The command for a deal


def test_every_game_prints_the_command_that_deals_it() -> None:
    assert command_to_deal(new_session()).startswith("cardtable play")
    for game in SHIPPED.values():
        session = Session(game, game.options(), tuple(f"P{seat}" for seat in range(game.seats[0])), CODE)
        assert commands_in(command_to_deal(session))
