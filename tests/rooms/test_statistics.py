"""The statistics: their rows, the pages behind them, and why there are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.rooms.kit.response import Read
from cardtable.rooms.statistics import CHOOSE, TO_HEAR_ONE, StatisticsRoom
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.store.rows import GameEntry
from cardtable.table.daily import daily_of, today
from cardtable.table.statistics_words import NOTHING_FINISHED
from tests.rooms.examples import records
from tests.table.entries import row
from tests.table.saved_games import failing


def test_finished_games_are_counted_each_time_and_have_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = list[GameEntry]()
    monkeypatch.setattr(Archive, "entries", lambda archive: entries)
    room = StatisticsRoom(records())
    assert (room.rows, room.greeting, room.overview()) == ([], NOTHING_FINISHED, (NOTHING_FINISHED,))
    daily = replace(row(3), daily=today().isoformat(), deal=str(daily_of(today()).deal_code))
    entries += [daily, row(1), row(2, kind="clash", seats=2, levels=("", "medium"))]
    room.refresh()
    assert room.greeting == CHOOSE
    assert [each.id for each in room.rows] == ["daily", "exit-stage-right", "clash"]
    assert room.rows[0].figures.startswith("streak 1 day, 1 finished")
    assert room.overview()[-1] == TO_HEAR_ONE
    for sign, heading in (("", "Clash:"), ("#", "Against medium: default options")):
        page = room.read("clash", sign)
        assert isinstance(page, Read)
        assert page.title == "Clash: statistics"
        assert page.lines[0].removeprefix("# ") == heading, "the app has the title above the page"


def test_the_reason_why_the_games_cannot_be_read_is_told_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Archive, "entries", failing(StorageFault.DISK_FAILED))
    room = StatisticsRoom(records())
    assert room.greeting.startswith("The disk failed while")
    assert room.overview() == (room.greeting,)
