"""The daily deal: today's game, or its result and another game with the same cards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from cardtable.engine.chance import Key
from cardtable.rooms.daily import PlayedDaily, open_today
from cardtable.store.errors import StorageError, StorageFault
from cardtable.table import daily
from cardtable.table.daily import daily_history, deal_daily
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from tests.table.saved_games import saver_of
from tests.table.sittings import play_on, truth

TODAY = date(2026, 11, 20)


@pytest.fixture
def saved_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[LazyArchive]:
    monkeypatch.setattr(daily, "today", lambda: TODAY)
    opened = LazyArchive()
    yield opened
    opened.close()


def open_game(saved_games: LazyArchive) -> Session:
    """Return the game with today's deal, which hasn't been played yet."""
    found = open_today(saved_games)
    assert isinstance(found, Session)
    return found


def test_the_deal_continues_until_it_has_been_played(saved_games: LazyArchive) -> None:
    play_on(open_game(saved_games), Key(1), 5)
    saved_games.close()
    session = open_game(saved_games)
    assert len(session.actions) == 5
    play_on(session, Key(1), 999)
    played = open_today(saved_games)
    assert isinstance(played, PlayedDaily)
    assert played.lines[0] == "You've already played the daily deal of 20 November."


def test_playing_the_deal_again_does_not_count(saved_games: LazyArchive) -> None:
    play_on(open_game(saved_games), Key(5), 999)
    played = open_today(saved_games)
    assert isinstance(played, PlayedDaily)
    again = played.deal_again()
    assert truth(again) == truth(deal_daily(TODAY))
    saved_games.save(again)
    play_on(again, Key(6), 999)
    assert daily_history(saved_games.archive.entries(), TODAY) == played.history
    assert open_today(saved_games) == played


def test_the_deal_can_be_played_if_nothing_can_be_saved(
    saved_games: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: LazyArchive) -> None:
        raise StorageError(StorageFault.DISK_FULL)

    monkeypatch.setattr(LazyArchive, "archive", property(refuse))
    session = open_game(saved_games)
    assert truth(session) == truth(deal_daily(TODAY))
    assert saver_of(session).fault
    play_on(session, Key(1), 3)
