"""Several players in plain mode: passing the keyboard, and that no player reads another's hand."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from cardtable.engine.cards import Single
from cardtable.engine.games import SHIPPED
from cardtable.plain.table import TO_HEAR_MOVES
from cardtable.table.session import Session
from tests.engine.walks import NAMES
from tests.plain.tables import CODE, ES, Table, new_session
from tests.plain.transcripts import output_of
from tests.table.sittings import truth

PASS = re.compile(r"(?:Pass the keyboard to )?(\w+)(?:'s turn)?(?:, or type undo)?; \w+ presses Enter\.")
EVERYBODY = "Does everybody at the table agree to undo the last move?"
DONE = "Press Enter when you have read this."


def test_players_pass_the_keyboard_and_nothing_appears_until_enter() -> None:
    typed = iter(("", "red", "2", "green", "", "R", "hand", "score", "board", None))
    table = Table(new_session(2), lambda table: next(typed))
    assert table.outputs[0].endswith("list the commands.\nBo's turn; Bo presses Enter.\n")
    assert table.outputs[2].startswith(f"You don't have Red. {TO_HEAR_MOVES}\n")
    assert table.outputs[3].endswith(f"Bo draws Filled.\n{DONE}\n")
    assert table.outputs[4] == f"It isn't your turn, so you have no moves. Type help to list the commands.\n{DONE}\n"
    prompt = "Pass the keyboard to Ann; Ann presses Enter.\n"
    assert table.outputs[5] == prompt
    words = "undo, replay, log, rules, board, scores, players, options, help or quit"
    refusal = f"Press Enter first. Before that, you can type {words}.\n"
    assert table.outputs[6] == table.outputs[7] == refusal + prompt
    assert table.outputs[8] == f"0 Completes won, 0 lost.\n{prompt}"
    assert "Bo holds 7 Singles.\nAnn holds 7 Singles.\n" not in table.outputs[9]
    assert "Ann holds 7 Singles.\nBo holds 7 Singles.\n" in table.outputs[9]


def test_a_move_that_revealed_nothing_can_be_undone_until_the_next_player_looks() -> None:
    session = new_session(2, draw="none")
    output = output_of(session, "", "1", "undo", "", "2", "", "undo")
    offer, _, after = output.partition("Pass the keyboard to Ann, or type undo; Ann presses Enter.\n")
    assert "Bo plays Hollow" in offer.split("Your move, Bo:")[1]
    assert after.startswith("The last move is undone. To play it again, type redo.\nBo's turn; Bo presses Enter.\n")
    assert DONE not in output


def test_a_move_is_undone_only_if_everybody_agrees_once_it_has_told_somebody_something() -> None:
    """After "no", the player's hand is shown again only once that player is there."""
    seen = new_session(2, draw="none")
    output = output_of(seen, "", "1", "", "undo", "no", "", "undo", "yes")
    assert output.count(f"Too late to undo: Ann has already seen the table. {EVERYBODY}") == 2
    no, yes = output.split(EVERYBODY)[1:]
    assert "The game continues; Ann presses Enter." in no
    assert "The last move is undone. To play it again, type redo.\nPass the keyboard to Bo; Bo presses Enter.\n" in yes
    assert seen.actions == ()


def test_one_letter_undoes_or_quits_before_the_keyboard_is_passed_on() -> None:
    session = new_session(2, draw="none")
    output = output_of(session, "", "1", "u", "q")
    assert "The last move is undone. To play it again, type redo.\n" in output
    assert "Bo's turn; Bo presses Enter.\nYou left the game.\n" in output


def test_a_hidden_play_without_news_is_told_to_everybody_at_once_without_the_card() -> None:
    typed = ("", "1", "1", "", "1", "undo", "", "quit")
    output = output_of(new_session(3, SHIPPED["rummy-like"]), *typed)
    handed_over = "plays a Chard face down.\nPass the keyboard to {0}, or type undo; {0} presses Enter.\n"
    assert "Bo " + handed_over.format("Cy") in output
    before, after = output.split("Cy " + handed_over.format("Ann"))
    assert after.startswith("The last move is undone. To play it again, type redo.\nCy's turn; Cy presses Enter.\n")
    assert before.count(DONE) == 0


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_no_player_reads_what_another_holds(seats: int) -> None:
    session = new_session(seats)
    at_the_keyboard = [""]
    plays = 0

    def player(table: Table) -> str | None:
        nonlocal plays
        output, prompt = table.outputs[-1], table.prompt
        if found := PASS.fullmatch(prompt):
            before, at_the_keyboard[0] = at_the_keyboard[0], ""
            if before:
                _check(output, None, session)
            at_the_keyboard[0] = found[1]
            return ""
        _check(output, at_the_keyboard[0], session)
        if prompt.startswith("Press Enter"):
            return ""
        if prompt.startswith("Type no or yes"):
            return "yes"
        assert prompt.startswith("Your move"), f"unknown prompt: {prompt}"
        plays += 1
        return ("log", "why 1", "hand", "look", "deal")[plays % 10 // 2] if plays % 2 else str(1 + plays % 5)

    table = Table(session, player)
    assert "The game is over." in "".join(table.outputs)
    if seats == 6:  # there is nothing to draw, so plays are all that a player could learn from
        assert "draws" not in "".join(table.outputs)


def _check(output: str, name: str | None, session: Session) -> None:
    """Check that the output for a player, or for everybody, tells nothing about the other hands."""
    for line in output.splitlines():
        if hand := re.fullmatch(r"Your hand: (.*)\.", line):
            assert name is not None
            seat = session.names.index(name)
            shown = [Single.parse(word) for word in hand[1].split(", ") if word != "nothing"]
            assert tuple(shown) == truth(session).hands[seat]
        for other in session.names:
            if other != name:
                assert not re.match(rf"{other} (holds|draws) (?!\d+ Singles?\.|a Single\.|nothing\.)", line)
                assert not re.match(rf"{other} plays (?!a Single)\w+ face down", line)


def test_a_player_reads_everything_since_their_last_turn_once() -> None:
    table = Table(
        new_session(3), lambda table: None if len(table.outputs) > 14 else "1" if "move" in table.prompt else ""
    )
    turns_of_bo = [now for before, now in pairwise(table.outputs) if before.endswith("Bo presses Enter.\n")]
    first_of_bo, second_of_bo = turns_of_bo[:2]
    assert first_of_bo.count("begins.") == 1
    assert second_of_bo.count("begins.") == 0
    assert [name for name in NAMES[:3] if f"{name} plays" in second_of_bo] == ["Ann", "Cy"]


def test_open_hands_and_a_single_person_need_no_curtain() -> None:
    for session in (new_session(2, open_hands=True), Session(ES, ES.options(), NAMES[:2], CODE, (0, 0))):
        output = output_of(session, "1", "1", "1")
        assert "presses Enter" not in output
        assert output.count("Bo's turn.") + output.count("Ann's turn.") == 4
        assert output.count("begins.") == 1
