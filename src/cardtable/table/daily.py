"""The daily deal: one game alone, the same for everybody on a date; and what became of it, day after day.

The date is the player's own, by the clock on the wall.  A day counts once: by the first game of it that was finished
without help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.formats.text import player_names
from cardtable.store.rows import GameEntry
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.statistics import finished, is_unaided

VERSION = 1
"""Never changed: a daily deal of another kind is a new version, with the first date on which it holds."""
_OPTIONS = Options(
    hand_size=7,
    draw="after-each-single",
    refill_count="up-to",
    refill_shift="all-but-new",
    empty_grid="allowed",
    open_hands=True,
    first=None,
)
"""Written out, so that they stay where the game's defaults change."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a date."""

    day: date
    game: AnyGame
    options: Any
    code: DealCode


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What became of one day's deal."""

    verdict: Literal["won", "lost", "aided"]
    """Aided where it was finished with hints or with actions taken back, and never without."""
    entry: GameEntry

    @property
    def counts(self) -> bool:
        """Whether it was finished without help."""
        return self.verdict != "aided"


@dataclass(frozen=True, slots=True)
class DailyHistory:
    """The days on which the deal was finished, and how long that went on without a gap."""

    today: date
    days: Mapping[date, DailyResult]
    """The latest first."""
    played: int
    won: int
    streak: int
    """Days in a row on which it was finished, up to today, or to yesterday as long as today's may still come."""
    longest: int
    won_streak: int
    """Days in a row on which it was won, likewise."""
    longest_won: int


def today() -> date:
    """The date where the player is."""
    return datetime.now().astimezone().date()


def daily_of(day: date) -> DailyDeal:
    """The deal of this date, for ever the same."""
    game = GAME
    digest = sha256(f"cardtable daily {VERSION} {day.isoformat()} {game.id}".encode()).digest()
    return DailyDeal(day, game, _OPTIONS, DealCode(int.from_bytes(digest[: CODE_BITS // 8])))


def deal_daily(day: date) -> Session:
    """That deal at a table for one."""
    daily = daily_of(day)
    return Session(daily.game, daily.options, player_names(daily.game.seat_names, 1), daily.code)


def open_daily(shelf: LazyArchive, day: date) -> Session | GameEntry:
    """The deal of the date as it stands, or laid out; its entry where it has been finished.

    What cannot be read or written raises as `LazyArchive.resume` does.
    """
    entries = [each for each in shelf.archive.entries() if day_of(each) == day]
    if played := daily_history(entries, day).days.get(day):
        return played.entry
    under_way = [each for each in entries if each.outcome is None]
    if under_way:
        return shelf.resume(under_way[0].id)
    session = deal_daily(day)
    shelf.keep(session, day.isoformat())
    return session


def day_of(entry: GameEntry) -> date | None:
    """The date whose deal this game is; None where it is none, whatever the row says."""
    try:
        daily = daily_of(date.fromisoformat(entry.daily))
    except ValueError:
        return None
    is_it = (entry.kind, entry.deal, len(entry.names)) == (daily.game.id, str(daily.code), 1)
    return daily.day if is_it and entry.daily == daily.day.isoformat() else None


def daily_history(entries: Iterable[GameEntry], today: date) -> DailyHistory:
    """What became of each day's deal; what is dated later than today is left out."""
    found: dict[date, DailyResult] = {}
    for entry in finished(entries):
        day = day_of(entry)
        if day is not None and day <= today and (day not in found or not found[day].counts):
            played = _played(entry)
            if day not in found or played.counts:
                found[day] = played
    done = {day for day, played in found.items() if played.counts}
    won = {day for day, played in found.items() if played.verdict == "won"}
    last = today if today in found else today - _DAY if today > date.min else today
    return DailyHistory(
        today=today,
        days=dict(sorted(found.items(), reverse=True)),
        played=len(done),
        won=len(won),
        streak=_run_up_to(done, last),
        longest=max(_runs(done), default=0),
        won_streak=_run_up_to(won, last),
        longest_won=max(_runs(won), default=0),
    )


def _played(entry: GameEntry) -> DailyResult:
    assert entry.outcome is not None, "only games that are over are counted"
    return DailyResult(("won" if entry.outcome.winners else "lost") if is_unaided(entry) else "aided", entry)


def _run_up_to(days: set[date], last: date) -> int:
    """How many days in a row, this one the last."""
    numbers, length = {day.toordinal() for day in days}, 0
    while last.toordinal() - length in numbers:
        length += 1
    return length


def _runs(days: set[date]) -> Iterator[int]:
    """The length of each row of days."""
    numbers = {day.toordinal() for day in days}
    for first in numbers:
        if first - 1 not in numbers:
            length = 1
            while first + length in numbers:
                length += 1
            yield length
