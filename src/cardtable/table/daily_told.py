"""The daily deal in words, a line each: its streaks, its last weeks, how today's ended.

A line that begins with four blanks is a row of the calendar.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from cardtable.engine.chance import DealCode
from cardtable.engine.phrases import counted
from cardtable.formats.text import safe_text
from cardtable.store.rows import GameEntry
from cardtable.table.daily import DailyHistory, DailyResult

NO_DAILY = "No daily deal has been finished yet."
LONGEST_REASON = 160
WEEKS = 5
"""That the calendar shows."""
MARKS = {"won": "W", "lost": "L", "aided": "h"}
LEGEND = "W won, L lost, h with hints or taken back, . not finished"


def daily_summary(history: DailyHistory) -> str:
    """`streak 3 days, 10 finished, 6 won`."""
    return f"streak {_days(history.streak)}, {history.played} finished, {history.won} won"


def daily_lines(history: DailyHistory, *, calendar: bool = True) -> list[str]:
    """The streaks, the last weeks as a calendar, and each day."""
    if not history.days:
        return [NO_DAILY]
    since = history.today.toordinal() - 7 * WEEKS
    return [
        f"{history.played} finished without help, {history.won} won.",
        f"Streak: {_days(history.streak)} finished, {history.longest} at most.",
        f"Won in a row: {_days(history.won_streak)}, {history.longest_won} at most.",
        *(["", *_calendar(history), LEGEND, ""] if calendar else []),
        *(day_line(day, played) for day, played in history.days.items() if day.toordinal() > since),
    ]


def day_line(day: date, played: DailyResult) -> str:
    """Return the line of one day, such as `2026-11-20: won, margin 3.`."""
    assert played.entry.outcome is not None, "the day's game was finished"
    verdict = "with hints or taken back" if not played.counts else played.verdict
    return f"{day.isoformat()}: {verdict}, margin {played.entry.outcome.margin}{deal_words(played.entry)}."


def _calendar(history: DailyHistory) -> Iterator[str]:
    """The last weeks, from Monday to Sunday."""
    yield f"    {'':10} Mo Tu We Th Fr Sa Su"
    monday = history.today.toordinal() - history.today.weekday()
    for first in range(monday - 7 * (WEEKS - 1), monday + 1, 7):
        if first > 0:
            marks = (_mark(history, first + day) for day in range(7))
            yield f"    {date.fromordinal(first).isoformat()} {' '.join(marks)}".rstrip()


def _mark(history: DailyHistory, number: int) -> str:
    if number > history.today.toordinal():
        return "  "
    played = history.days.get(date.fromordinal(number))
    return f" {MARKS[played.verdict] if played else '.'}"


def result_lines(played: GameEntry, history: DailyHistory) -> list[str]:
    """How today's deal ended, and how long the streak is now."""
    assert played.outcome is not None, "it has been finished"
    return [
        "You have played the daily deal.",
        safe_text(played.outcome.reason, LONGEST_REASON),
        f"Streak: {_days(history.streak)}, {history.longest} at most.",
        f"This deal was {_code(played)}.",
    ]


def deal_words(entry: GameEntry) -> str:
    """`, deal K7QF-2M9X`; nothing where the row has no deal code."""
    return f", deal {code}" if (code := _code(entry)) else ""


def _code(entry: GameEntry) -> str:
    """The deal code, if the row has one."""
    try:
        return str(DealCode.parse(entry.deal))
    except ValueError:
        return ""


def _days(number: int) -> str:
    return counted(number, "day", none="0")
