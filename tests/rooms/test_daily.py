"""The daily deal: today's game, or its result and another game with the same cards."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.codec import options_text
from cardtable.rooms.daily import EARLIER_DAYS, PlayedDaily, choose_day, daily_introduction, deal_of_day, open_today
from cardtable.rooms.kit.goto import ToDaily, ToTable
from cardtable.rooms.kit.response import Ask, Say
from cardtable.rooms.table import TableRoom
from cardtable.store.errors import StorageFault
from cardtable.table import daily
from cardtable.table.daily import daily_history, deal_daily
from cardtable.table.grades import Par, to_ascii
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.pars import par_name, save_par
from cardtable.table.session import Session
from tests.table.saved_games import failing, saver_of
from tests.table.sittings import play_on, truth

TODAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def _fixed_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: TODAY)


def open_game(store: LazyArchive) -> Session:
    """Return the game with today's deal, which hasn't been played yet."""
    found = open_today(store)
    assert isinstance(found, Session)
    return found


def test_the_deal_continues_until_it_has_been_played(store: LazyArchive) -> None:
    play_on(open_game(store), Key(1), 5)
    store.close()
    session = open_game(store)
    assert len(session.actions) == 5
    play_on(session, Key(1), 999)
    played = open_today(store)
    assert isinstance(played, PlayedDaily)
    assert played.lines[0] == "You've already played the daily deal of 20 November."


def test_playing_the_deal_again_does_not_count(store: LazyArchive) -> None:
    play_on(open_game(store), Key(5), 999)
    played = open_today(store)
    assert isinstance(played, PlayedDaily)
    again = played.deal_again()
    assert truth(again) == truth(deal_daily(TODAY))
    store.save(again)
    play_on(again, Key(6), 999)
    assert daily_history(store.archive.entries(), TODAY) == played.history
    assert open_today(store) == played


def test_the_deal_can_be_played_if_nothing_can_be_saved(store: LazyArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LazyArchive, "archive", property(failing(StorageFault.DISK_FULL)))
    session = open_game(store)
    assert truth(session) == truth(deal_daily(TODAY))
    assert saver_of(session).fault
    play_on(session, Key(1), 3)


def test_the_deal_begins_with_its_date_and_par_and_ends_with_the_streak(store: LazyArchive) -> None:
    session = open_game(store)
    room = TableRoom(session, saver_of(session))
    assert (
        room.introduction
        == "Daily deal of 20 November, the same for everyone. Rules: By the book. Every Complete counts."
    )
    assert not room.aim, "par isn't worked out yet"
    save_par(store.archive, par_name(str(session.deal_code), options_text(session.options)), Par(9, 4))
    room = TableRoom(session, saver_of(session))
    assert room.introduction, "it loads par"
    assert room.aim == "Par +9. One star from +1, two from +4, three from +9."
    play_on(session, Key(5), 999)
    ending, graded = room.daily_ending, room.grading.result
    assert ending is not None
    assert graded is not None
    assert ending.sentence.startswith("Daily deal of 20 November. Streak: 1 day played (best 1), ")
    assert ending.sentence.endswith(" Tomorrow: By the book.")
    share = graded.share("Cardtable daily deal 2026-11-20, Exit Stage Right")
    first = f"Cardtable daily deal 2026-11-20, Exit Stage Right: {graded.margin:+} {graded.signs}, par +9"
    assert share.splitlines() == [first, graded.strip]
    assert (ending.share, room.do("share"), room.do("share", "ascii")) == (share, Say(share), Say(to_ascii(share)))
    assert to_ascii(share).isascii()
    with pytest.raises(ValueError, match="share ascii"):
        room.do("share", "loudly")
    later = open_today(store)
    assert isinstance(later, PlayedDaily)
    assert (later.graded, later.share) == (graded, share)
    assert graded.sentence in later.lines


def test_earlier_days_can_be_chosen_before_todays_deal_is_played() -> None:
    ask = deal_of_day("earlier")
    assert isinstance(ask, Ask)
    assert len(ask.choices) == EARLIER_DAYS
    assert isinstance(ask.choices[0].take(), ToTable)


def test_the_table_names_the_day_of_an_earlier_deal_even_after_the_game_is_resumed() -> None:
    earlier = deal_daily(TODAY - timedelta(days=3))
    room = TableRoom(earlier, None)
    assert room.caption == "deal of 17 November"
    assert room.introduction == "The daily deal of 17 November. It doesn't count for your streak."
    other = Session(earlier.game, replace(earlier.options, hand_size=5), earlier.names, earlier.opening)
    assert "17 November" not in TableRoom(other, None).caption


def test_a_date_that_is_none_is_left_out() -> None:
    assert daily_introduction("20. November") == "Daily deal, the same for everyone. Every Complete counts."


@pytest.mark.parametrize("text", ["yesterday", "Yesterday", "2026-11-19"])
def test_an_earlier_deal_is_played_as_an_ordinary_game(store: LazyArchive, text: str) -> None:
    place = deal_of_day(text)
    assert isinstance(place, ToTable)
    assert place.session.deal_code == deal_daily(date(2026, 11, 19)).deal_code
    store.save(place.session)
    assert not saver_of(place.session).daily


def test_todays_date_opens_the_daily_deal_itself(store: LazyArchive) -> None:
    assert deal_of_day("2026-11-20") == ToDaily()


@pytest.mark.parametrize("text", ["tomorrow", "2026-11-21", "2026-13-01", "20"])
def test_no_other_day_has_a_deal(store: LazyArchive, text: str) -> None:
    with pytest.raises(ValueError, match=r"^(Type daily, daily yesterday|You can't play the deal of a day that)"):
        deal_of_day(text)


def test_the_last_days_can_be_chosen(store: LazyArchive) -> None:
    ask = choose_day()
    assert [answer.label for answer in ask.choices][:2] == ["19 November", "18 November"]
    place = ask.choices[1].take()
    assert isinstance(place, ToTable)
    assert place.session.deal_code == deal_daily(date(2026, 11, 18)).deal_code
