"""The daily deal never changes, has streaks and a history, and can be resumed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.store.rows import GameEntry
from cardtable.store.settings import Settings, save_settings
from cardtable.table.daily import daily_history, daily_of, day_of, deal_daily, open_daily
from cardtable.table.daily_words import NO_DAILY, daily_lines, daily_result_lines, streak_sentence
from cardtable.table.grades import Par
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow
from cardtable.table.pars import Pars, par_name
from cardtable.table.session import Session
from tests.table.entries import row
from tests.table.saved_games import number_of, saved_games_in
from tests.table.sittings import truth

TODAY = date(2026, 11, 20)
FOR_EVER = {
    "2026-01-01": "4V0C-SAFE",
    "2026-11-20": "7E2Q-JPPQ",
    "2026-11-21": "W80E-HWX2",
    "2028-02-29": "HWBF-KHA5",
    "9999-12-31": "SHQM-2GXF",
}
"""Deals of released versions, which must never change."""


def day(ago: int, margin: int = 1, **more: Any) -> GameEntry:
    """Return the finished daily deal of this many days ago."""
    when = TODAY - timedelta(days=ago)
    entry = row(1000 - ago, margin)
    ended = datetime(when.year, when.month, when.day, 20, tzinfo=UTC)
    return replace(entry, daily=when.isoformat(), deal=str(daily_of(when).deal_code), touched=ended, **more)


# The deal


@pytest.mark.parametrize("text", FOR_EVER)
def test_the_deal_of_a_date_never_changes(text: str) -> None:
    assert str(daily_of(date.fromisoformat(text)).deal_code) == FOR_EVER[text]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("2026-01-01", "By the book"),
        ("2026-11-28", "By the book"),
        ("2026-11-29", "Challenge, 6 Singles"),
        ("2026-11-30", "Challenge, 9 Singles"),
        ("2026-12-04", "Challenge, 7 Singles"),
    ],
)
def test_the_rules_of_a_date_never_change(text: str, rules: str) -> None:
    daily = daily_of(date.fromisoformat(text))
    assert daily.game.id == "exit-stage-right"
    assert daily.game.resolve_defaults(daily.options, 1) == daily.options
    assert daily.rules == rules
    preset, *hand = rules.split(", ")
    options = next(each.options for each in daily.game.presets if each.name == preset)
    size = int(hand[0].split()[0]) if hand else 7
    assert daily.options == daily.game.resolve_defaults(replace(options, hand_size=size), 1)


def test_the_cards_of_a_date_never_change() -> None:
    session = deal_daily(TODAY)
    assert session.names == ("Player 1",)
    assert session.has_one_player
    hand = ", ".join(card.text for card in truth(session).hands[0])
    assert hand == "filled, red, blue, circle, square, triangle, triangle"


def test_the_player_has_the_usual_name() -> None:
    save_settings(Settings(names=("Anna", "Bo")))
    assert deal_daily(TODAY).names == ("Anna",)


@given(st.dates(), st.dates())
def test_dates_have_different_deals(one: date, other: date) -> None:
    """Deal codes have forty bits, so the dates tried here all differ."""
    assert (daily_of(one).deal_code == daily_of(other).deal_code) == (one == other)


@given(st.dates())
def test_the_date_follows_from_the_deal(when: date) -> None:
    entry = replace(row(1), daily=when.isoformat(), deal=str(daily_of(when).deal_code))
    assert day_of(entry) == when
    assert day_of(replace(entry, deal="QB9R-XBDB")) is None
    assert day_of(replace(entry, kind="clash")) is None
    assert day_of(replace(entry, daily=when.isoformat().replace("-", ""))) is None
    assert day_of(replace(entry, daily="")) is None


# The history


@given(st.lists(st.integers(0, 12), unique=True), st.randoms())
def test_a_streak_is_days_without_a_gap(ago: list[int], luck: Random) -> None:
    entries = [day(each) for each in ago]
    luck.shuffle(entries)
    history = daily_history(entries, TODAY)
    marks = "".join("x" if each in ago else "-" for each in range(13))
    from_yesterday = marks[1:] if marks[0] == "-" else marks
    assert history.streak == history.winning_streak == len(from_yesterday.split("-")[0])
    assert history.longest == history.longest_winning == max(map(len, marks.split("-")))
    assert history.played == history.won == len(ago)
    assert list(history.days) == sorted(history.days, reverse=True)


def test_the_streak_lasts_while_today_is_unplayed() -> None:
    assert daily_history([day(1), day(2)], TODAY).streak == 2
    assert daily_history([day(0), day(1), day(2)], TODAY).streak == 3
    assert daily_history([day(2), day(3)], TODAY).streak == 0


def test_a_loss_ends_only_the_winning_streak() -> None:
    history = daily_history([day(0, -3), day(1), day(2)], TODAY)
    assert (history.streak, history.winning_streak, history.longest_winning) == (3, 0, 2)
    assert (history.played, history.won) == (3, 2)


@pytest.mark.parametrize("help_", ["undone", "hinted", "inherited_actions"])
def test_an_aided_day_keeps_the_streak_but_is_no_win(help_: str) -> None:
    history = daily_history([day(0), day(1, **{help_: 1}), day(2)], TODAY)
    assert (history.streak, history.played) == (3, 3)
    assert (history.winning_streak, history.longest_winning, history.won) == (1, 1, 2)
    assert history.days[TODAY - timedelta(days=1)].verdict == "aided"


def test_the_first_game_without_help_counts() -> None:
    helped, first, second = day(0, 9, undone=1), replace(day(0, -2), id=1001), replace(day(0, 5), id=1002)
    for entries in ([helped, first, second], [second, helped, first]):
        played = daily_history(entries, TODAY).days[TODAY]
        assert (played.verdict, played.entry.id) == ("lost", 1001)


def test_other_games_are_not_in_the_history() -> None:
    later = day(-1)
    entries = [row(1), later, replace(day(1), outcome=None, turn=0), replace(day(2), daily="2026-W47-3")]
    assert not daily_history(entries, TODAY).days
    assert daily_lines(daily_history(entries, TODAY), Pars()) == [NO_DAILY]


def test_the_first_and_the_last_possible_date() -> None:
    for last in (date.min, date.max):
        daily = daily_of(last)
        entry = replace(row(1), daily=last.isoformat(), deal=str(daily.deal_code))
        history = daily_history([entry], last)
        assert (history.streak, history.longest) == (1, 1)
        assert any(line.startswith(last.isoformat()) for line in daily_lines(history, Pars()))


def test_the_lines_of_the_history() -> None:
    entries = [day(0, 3), day(1, -2), day(3, 4), day(5, 1, hinted=1)]
    codes = [str(daily_of(TODAY - timedelta(days=ago)).deal_code) for ago in (0, 1, 3, 5)]
    pars = Pars({par_name(each.deal, each.options): Par(2, 1) for each in entries[:2]})
    assert daily_lines(daily_history(entries, TODAY), pars) == [
        "4 finished, 2 won without help.",
        "Streak: 2 days played (best 2), 1 won in a row (best 1).",
        "",
        "               Mo Tu We Th Fr Sa Su",
        "    2026-10-19  .  .  .  .  .  .  .",
        "    2026-10-26  .  .  .  .  .  .  .",
        "    2026-11-02  .  .  .  .  .  .  .",
        "    2026-11-09  .  .  .  .  .  .  h",
        "    2026-11-16  .  W  .  L  +",
        "1 to 3 stars, + above par, W won, L lost, h with hints or undos",
        "",
        f"2026-11-20: won, margin 3, 3 stars, above par, deal {codes[0]}.",
        f"2026-11-19: lost, margin -2, deal {codes[1]}.",
        f"2026-11-17: won, margin 4, deal {codes[2]}.",
        f"2026-11-15: with hints or undos, margin 1, deal {codes[3]}.",
    ]


def test_a_hostile_result_is_shown_safely() -> None:
    played = day(0)
    assert played.outcome is not None
    odd = replace(played, deal="\x1b[2J", outcome=replace(played.outcome, reason="\x1b[31mWon\n" + "x" * 999))
    lines = daily_result_lines(odd, daily_history([played], TODAY))
    assert lines[1].startswith("[31mWon xxx")
    assert all(line.isprintable() and len(line) < 200 for line in lines)


# Playing


def session_of(found: Session | GameEntry) -> Session:
    assert isinstance(found, Session)
    return found


def test_each_day_has_its_own_game(saved_games: LazyArchive) -> None:
    one = session_of(open_daily(saved_games, TODAY))
    other = session_of(open_daily(saved_games, TODAY + timedelta(days=1)))
    assert number_of(one) != number_of(other)
    assert one.deal_code != other.deal_code


def test_a_daily_deal_open_in_another_window_is_not_taken_over(saved_games: LazyArchive, tmp_path: Path) -> None:
    open_daily(saved_games, TODAY)
    other = saved_games_in(tmp_path)
    with pytest.raises(OpenInAnotherWindow):
        open_daily(other, TODAY)
    other.close()


def test_a_win_with_help_is_explained_on_its_day() -> None:
    told = "Today's win had hints or undos, so it doesn't count as won."
    assert streak_sentence(daily_history([day(0, hinted=1)], TODAY)).endswith(told)
    for entry in (day(0, -1, hinted=1), day(0), day(1, hinted=1)):
        assert told not in streak_sentence(daily_history([entry], TODAY))
