"""The names that a viewer reads for the players."""

from __future__ import annotations

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.table.session import Session

EASY = Computer("easy", 1)


@pytest.mark.parametrize(
    ("names", "persons", "computers", "players"),
    [
        (("South", "Ada"), None, (None, EASY), ("You", "Ada")),
        (("Ann", "Ada"), None, (None, EASY), ("Ann", "Ada")),
        (("South", "North"), None, (), ("South", "North")),
        (("South", "North"), (0, 0), (), ("South", "North")),
    ],
    ids=["without a name", "with a name", "two people", "one person for both"],
)
def test_a_single_person_without_a_name_is_you(
    names: tuple[str, str],
    persons: tuple[int, int] | None,
    computers: tuple[Computer | None, ...],
    players: tuple[str, str],
) -> None:
    game = SHIPPED["clash"]
    session = Session(game, game.options(), names, DealCode(3), persons, computers)
    seen = session.look(0)
    assert seen.players == players
    assert seen.player_with_level(1) == ("Ada (easy)" if computers else "North")
    assert names == session.names, "files and statistics keep the real names"
