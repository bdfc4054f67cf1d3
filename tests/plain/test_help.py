"""The commands that plain mode lists: only those that can do something now."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.rooms.table import TableRoom
from cardtable.table.session import Session
from tests.plain.tables import CODE, new_session
from tests.plain.transcripts import output_of

ALWAYS = {"help", "look", "board", "scores", "log", "rules", "options", "deal", "save", "quit"}
ON_TURN = ALWAYS | {"hand", "moves", "why", "hint", "verbose"}
RUMMY = SHIPPED["rummy-like"]
LEAVE = "quit: leave the table."
WORDS = {each.words[0] for each in TableRoom.commands if each.words}


def listed(output: str) -> list[set[str]]:
    """Return the commands that each help in the output lists; leaving is always the last of them."""
    found = list[set[str]]()
    for part in output.split(LEAVE)[:-1]:
        starts = (re.match(r"([a-z ]+?)(?: [A-Z]+)?: ", line) for line in part.splitlines())
        found.append({"quit"} | {each[1] for each in starts if each and each[1] in WORDS})
    return found


def test_help_lists_only_what_works_now() -> None:
    session = new_session()
    session.act(session.look(0).legal[0])
    output = output_of(session, "help", "undo", "help", "verbose", "help", *["1"] * 36, "help", "")
    played, undone, verbose, over = listed(output)
    assert played == ON_TURN | {"undo", "replay"}
    assert undone == ON_TURN | {"redo"}
    assert verbose == ON_TURN - {"verbose"} | {"redo", "terse"}
    assert over == ALWAYS | {"hand", "undo", "review", "replay", "new", "same", "practice", "share"}


def test_while_the_keyboard_is_passed_on_help_lists_only_public_commands() -> None:
    first, turn = listed(output_of(new_session(2), "help", "", "help", "quit"))
    assert first == {"board", "scores", "log", "rules", "players", "options", "help", "quit"}
    assert turn == ON_TURN | {"players"}


@pytest.mark.parametrize(
    ("names", "computers"),
    [(("Ann", "Bo", "Cy"), ()), (("Ann", "Bo", "Cy"), (None, Computer("easy", 1), Computer("easy", 1)))],
    ids=["people", "computers"],
)
def test_no_review_is_offered_of_a_game_that_has_none(
    names: tuple[str, ...], computers: tuple[Computer | None, ...]
) -> None:
    session = Session(RUMMY, RUMMY.options(target=0), names, CODE, (0, 0, 0) if not computers else None, computers)
    output = output_of(session, *["1", "1 2"] * 200, "help", "review", "")
    assert "The game is over." in output
    assert "review" not in listed(output)[-1]
    assert "There are no reviews of Rummy-like" in output
