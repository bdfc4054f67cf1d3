"""The commands that plain mode lists: only those that can do something now."""

from __future__ import annotations

import re

from cardtable.engine.games import SHIPPED
from cardtable.rooms.table import TableRoom
from tests.plain.tables import new_session
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
    assert over == ALWAYS | {"hand", "undo", "review", "replay", "new", "same", "practice", "share", "play"}


def test_while_the_keyboard_is_passed_on_help_lists_only_public_commands() -> None:
    first, turn = listed(output_of(new_session(2), "help", "", "help", "quit"))
    assert first == {"board", "scores", "log", "rules", "players", "options", "help", "quit"}
    assert turn == ON_TURN | {"players"}
