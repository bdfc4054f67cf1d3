"""The goal and the tips that plain mode reads out in a player's first turns."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.table.first_turns import first_tips
from cardtable.table.session import Session
from tests.plain.tables import CODE, Table

SEATS = {"clash": 2, "exit-stage-right": 1, "rummy-like": 3, "tradewinds": 4, "wind-city": 2}


def listen(game: str, *lines: str) -> tuple[Session, str]:
    """Return a new game that one person plays in every seat, and what it reads out for these lines."""
    names = tuple(f"Player {seat + 1}" for seat in range(SEATS[game]))
    session = Session(SHIPPED[game], SHIPPED[game].options(), names, CODE, (0,) * SEATS[game])
    typed = iter(lines)
    table = Table(session, lambda table: next(typed, None))
    return session, "".join(table.outputs) + table.rest


@pytest.mark.parametrize("game", SEATS)
def test_the_first_turn_reads_out_the_tips_of_the_screen(game: str) -> None:
    session, output = listen(game)
    tips = first_tips(session.look(session.turn))
    assert tips
    for tip in tips:
        assert output.splitlines().count(tip.spoken or tip.text) == 1
        assert not re.search(r"[+-]\d|\b[A-Z] [A-Z]\b", tip.spoken or tip.text), "no signs or letters"


def test_no_tip_is_read_out_twice_to_the_same_person() -> None:
    _, output = listen("tradewinds", "1", "1", "1", "1", "1", "1")
    told = [line for line in output.splitlines() if line.startswith(("Goal:", "Top Singles", "Singles that leave"))]
    assert len(told) == len(set(told)) > 2
