"""Names at a shared table in plain mode: whoever came first hears the names of those who came later."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cardtable.games import GAMES
from cardtable.plain.lines import Lines
from cardtable.plain.table import PlainTable
from cardtable.rooms.table import TableRoom
from cardtable.table import shared_game
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.shared_game import Person
from tests.table.saved_games import saved_games_in
from tests.table.shared_tables import table_in
from tests.table.sittings import sit


def plain_table(room: TableRoom, out: StringIO) -> PlainTable:
    places: Any = SimpleNamespace(lines=Lines(None, out, {}), records=None)
    return PlainTable(places, room)


def test_whoever_came_first_hears_the_names_of_those_who_came_later(saved_games: LazyArchive, tmp_path: Path) -> None:
    ann = shared_game.host(saved_games, sit(GAMES["clash"], 2, 3, first=2))
    store, out = saved_games_in(tmp_path), StringIO()
    watching = shared_game.watch(store, table_in(ann).code)
    room = TableRoom(watching, table_in(watching))
    table = plain_table(room, out)
    table._introduce(cannot_hide=False)
    ben_store = saved_games_in(tmp_path)
    ben = shared_game.join(ben_store, table_in(ann).code, Person("Ben"))
    ben.act(ben.look(1).legal[0])
    assert room.look_for_news()
    before = len(out.getvalue())
    table._follow()
    assert "Ben" in out.getvalue()[before:]
    assert "South" not in out.getvalue()[before:]
    for each in (store, ben_store):
        each.close()
