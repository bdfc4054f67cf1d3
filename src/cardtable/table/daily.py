"""The daily deal, and its history. The daily deal is a solo game that is the same for everybody on a given date.

Dates are in the player's time zone. For each day, the first game finished without help counts. If there is none, the
first game finished with help counts. It continues the streak but isn't a win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.store.settings import load_settings
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.practised import practice
from cardtable.table.session import Session
from cardtable.table.statistics import finished, is_unaided

VERSION = 1
"""Every daily deal is computed from this number, so it must never change."""
_DAY = timedelta(days=1)
DAYS_OF_A_YEAR = 366


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The daily deal for a date."""

    day: date
    game: AnyGame
    options: Any
    deal_code: DealCode

    @property
    def rules(self) -> str:
        """The options in a few words."""
        return practice().daily_rules(self.day)


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The result of a day's deal."""

    verdict: Literal["won", "lost", "aided"]
    """The verdict on the day's result. It is `aided` if hints or undo were used in every finished game."""
    entry: GameEntry

    @property
    def counts(self) -> bool:
        """Whether the deal was finished without help."""
        return self.verdict != "aided"


@dataclass(frozen=True, slots=True)
class DailyHistory:
    """The days with a finished deal, and the streaks."""

    today: date
    days: Mapping[date, DailyResult]
    """The results by date, with the latest first."""
    played: int
    won: int
    streak: int
    """The number of consecutive days with a finished deal, up to today or, if today's isn't finished, yesterday."""
    longest: int
    winning_streak: int
    """The number of consecutive days with a win without help, up to the same day as `streak`."""
    longest_winning: int


def today() -> date:
    """Return the player's local date."""
    return datetime.now().astimezone().date()


def daily_of(day: date) -> DailyDeal:
    """Return the deal for this date. The deal of a date never changes."""
    game = GAMES.practised
    digest = sha256(f"cardtable daily {VERSION} {day.isoformat()} {game.id}".encode()).digest()
    options = practice().daily_options(day)
    return DailyDeal(day, game, options, DealCode(int.from_bytes(digest[: CODE_BITS // 8])))


@cache
def day_with(deal_code: DealCode, today: date) -> date | None:
    """Return the latest day with this deal code in the past year, or None if there is none."""
    days = (today - timedelta(days=ago) for ago in range(min(DAYS_OF_A_YEAR, today.toordinal() - 1)))
    return next((day for day in days if daily_of(day).deal_code == deal_code), None)


def deal_daily(day: date) -> Session:
    """Return a new session with the deal for this date and one player, who has the first name in the settings."""
    daily = daily_of(day)
    names = load_settings().names[:1] or daily.game.seat_names
    return Session(daily.game, daily.options, player_names(names, 1), daily.deal_code)


def open_daily(saved_games: LazyArchive, day: date) -> Session | GameEntry:
    """Resume or start the deal for this date. If it is finished, return its entry instead.

    Raise the same errors as `LazyArchive.resume`.
    """
    entries = [each for each in saved_games.archive.entries() if day_of(each) == day]
    if played := daily_history(entries, day).days.get(day):
        return played.entry
    unfinished = [each for each in entries if each.outcome is None]
    if unfinished:
        return saved_games.resume(unfinished[0].id)
    session = deal_daily(day)
    saved_games.save(session, day.isoformat())
    return session


def day_of(entry: GameEntry) -> date | None:
    """Return the date of a daily deal. Return None if the game isn't a daily deal or its row is invalid."""
    try:
        daily = daily_of(date.fromisoformat(entry.daily))
    except ValueError:
        return None
    is_daily = (entry.kind, entry.deal, len(entry.names), entry.levels) == (daily.game.id, str(daily.deal_code), 1, ())
    return daily.day if is_daily and entry.daily == daily.day.isoformat() else None


def daily_history(entries: Iterable[GameEntry], today: date) -> DailyHistory:
    """Return the history up to today. Games with a later date are ignored."""
    results: dict[date, DailyResult] = {}
    for entry in finished(entries):
        day = day_of(entry)
        if day is not None and day <= today and (day not in results or not results[day].counts):
            result = _result(entry)
            if day not in results or result.counts:
                results[day] = result
    won_days = {day for day, result in results.items() if result.verdict == "won"}
    last = today if today in results else today - _DAY if today > date.min else today
    return DailyHistory(
        today=today,
        days=dict(sorted(results.items(), reverse=True)),
        played=len(results),
        won=len(won_days),
        streak=_streak_up_to(set(results), last),
        longest=max(_runs(set(results)), default=0),
        winning_streak=_streak_up_to(won_days, last),
        longest_winning=max(_runs(won_days), default=0),
    )


def _result(entry: GameEntry) -> DailyResult:
    assert entry.outcome is not None, "only finished games are counted"
    return DailyResult(("won" if entry.outcome.winners else "lost") if is_unaided(entry) else "aided", entry)


def _streak_up_to(days: set[date], last: date) -> int:
    """Return the length of the run of consecutive days that ends on `last`."""
    numbers, length = {day.toordinal() for day in days}, 0
    while last.toordinal() - length in numbers:
        length += 1
    return length


def _runs(days: set[date]) -> Iterator[int]:
    """Yield the length of each run of consecutive days."""
    numbers = {day.toordinal() for day in days}
    for first in numbers:
        if first - 1 not in numbers:
            length = 1
            while first + length in numbers:
                length += 1
            yield length
