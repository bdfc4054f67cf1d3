"""What is heard in plain mode while others play: new names, the bell, and lines that are true again."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardtable.games import GAMES
from cardtable.plain.lines import Lines
from cardtable.plain.table import PlainTable
from cardtable.rooms.kit.turns import ComputerThinks, YourTurn
from cardtable.rooms.table import TableRoom
from cardtable.table import shared_game
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.shared_game import Person
from tests.table.saved_games import saved_games_in
from tests.table.shared_tables import Company, table_in
from tests.table.sittings import sit


def plain_table(room: TableRoom, out: StringIO) -> PlainTable:
    places: Any = SimpleNamespace(lines=Lines(None, out, {}), records=None)
    return PlainTable(places, room)


def test_the_terminal_rings_when_the_room_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table, rung = plain_table(TableRoom(sit(GAMES["clash"], 2), None), StringIO()), list[bool]()
    monkeypatch.setattr(table.lines, "ring", lambda: rung.append(True))
    monkeypatch.setattr(table, "_listen", lambda *_: True)
    for step in (YourTurn(), YourTurn(rings=True)):
        table.perform(step)
    assert rung == [True]


def test_a_line_is_read_out_again_once_it_has_become_true_again() -> None:
    out, news = StringIO(), {"Red is open.", "Blue is closed."}
    table = plain_table(TableRoom(sit(GAMES["tradewinds"], 4), None), out)
    table.view = replace(table.view, news=lambda _: tuple(sorted(news)), select_news=lambda _, changed: changed)
    seen = table.session.look(0)
    table.show(seen)
    news.remove("Red is open.")
    table._tell_computer_move()
    news.add("Red is open.")
    before = len(out.getvalue())
    table._show_changes(seen)
    assert "Red is open." in out.getvalue()[before:]
    assert "Blue is closed." not in out.getvalue()[before:]


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
    table.perform(room.next_step())
    assert "Ben" in out.getvalue()[before:]
    assert "South" not in out.getvalue()[before:]
    for each in (store, ben_store):
        each.close()


def test_a_computer_player_can_go_on_for_somebody_who_has_left(tmp_path: Path) -> None:
    company = Company(tmp_path, "clash", 2)
    gone = company.current
    (here,) = (room for room in company.rooms if room is not gone)
    gone.close()
    table_in(here.session).forget_who_is_here()
    here.look_for_news()
    table = plain_table(here, StringIO())
    assert table.answer(table.obey("substitute"))
    assert isinstance(here.next_step(), ComputerThinks)
    company.close()
