"""Lines of text about the daily deal, with the streaks, the last few weeks and today's result.

A line that starts with four spaces is a row of the calendar.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from cardtable.engine.chance import DealCode
from cardtable.engine.phrases import counted
from cardtable.formats.text import safe_text
from cardtable.store.rows import GameEntry
from cardtable.table.daily import DailyHistory, DailyResult, daily_of
from cardtable.table.grades import GradedResult
from cardtable.table.pars import Pars
from cardtable.table.when import format_day

NO_DAILY = "You haven't finished a daily deal yet."
MAX_REASON_WIDTH = 160
WEEKS = 5
"""The number of weeks that the calendar shows."""
MARKS = {"won": "W", "lost": "L", "aided": "h"}
LEGEND = "1 to 3 stars, + above par, W won, L lost, h with hints or undos"


def daily_summary(history: DailyHistory) -> str:
    """Return a summary such as `streak 3 days, 10 finished, 6 won`."""
    return f"streak {_days(history.streak)}, {history.played} finished, {history.won} won"


def streak_sentence(history: DailyHistory) -> str:
    """Return the current and the longest streaks, such as `6 days played (best 9), 2 won in a row (best 4).`"""
    won = f"{history.winning_streak} won in a row (best {history.longest_winning})"
    today = history.days.get(history.today)
    is_aided_win = today is not None and not today.counts and bool(today.entry.outcome and today.entry.outcome.winners)
    about_help = " Today's win had hints or undos, so it doesn't count as won." if is_aided_win else ""
    return f"{_days(history.streak)} played (best {history.longest}), {won}.{about_help}"


def outlook(history: DailyHistory) -> str:
    """Return a sentence about tomorrow's deal, or "" on the last possible date."""
    if history.today == date.max:
        return ""
    tomorrow = date.fromordinal(history.today.toordinal() + 1)
    return f"Tomorrow: {daily_of(tomorrow).rules}."


def share_text(history: DailyHistory, graded: GradedResult | None) -> str:
    """Return lines about today's daily deal to share with other people. The lines reveal nothing about its cards."""
    result = history.days.get(history.today)
    if result is None or graded is None:
        return ""
    aided = "" if result.counts else ", with hints or undos"
    streak = f"\n{history.streak} days in a row" if history.streak > 1 else ""
    what = f"Cardtable daily deal {history.today.isoformat()}, {daily_of(history.today).game.title}"
    return f"{graded.share(what, aided)}{streak}"


def daily_lines(history: DailyHistory, pars: Pars, *, calendar: bool = True) -> list[str]:
    """Return the streaks, a calendar of the last few weeks, and a line with the grade for each day."""
    if not history.days:
        return [NO_DAILY]
    since = history.today.toordinal() - 7 * WEEKS
    return [
        f"{history.played} finished, {history.won} won without help.",
        f"Streak: {streak_sentence(history)}",
        *(["", *_calendar(history, pars), LEGEND, ""] if calendar else []),
        *(
            _day_line(day, result, pars.result_of(result.entry))
            for day, result in history.days.items()
            if day.toordinal() > since
        ),
    ]


def _day_line(day: date, result: DailyResult, graded: GradedResult | None = None) -> str:
    """Return a line such as `2026-11-20: won, margin 3, 2 stars, deal K7QF-2M9X.`"""
    assert result.entry.outcome is not None, "the day's game was finished"
    verdict = "with hints or undos" if not result.counts else result.verdict
    stars = f", {graded.in_brief}" if graded is not None and graded.in_brief else ""
    return f"{day.isoformat()}: {verdict}, margin {result.entry.outcome.margin}{stars}{deal_words(result.entry)}."


def _calendar(history: DailyHistory, pars: Pars) -> Iterator[str]:
    """Yield a heading, then a row for each of the last few weeks, from Monday to Sunday."""
    yield f"    {'':10} Mo Tu We Th Fr Sa Su"
    monday = history.today.toordinal() - history.today.weekday()
    for first in range(monday - 7 * (WEEKS - 1), monday + 1, 7):
        if first > 0:
            marks = (_mark(history, pars, first + day) for day in range(7))
            yield f"    {date.fromordinal(first).isoformat()} {' '.join(marks)}".rstrip()


def _mark(history: DailyHistory, pars: Pars, number: int) -> str:
    if number > history.today.toordinal():
        return "  "
    result = history.days.get(date.fromordinal(number))
    if result is None:
        return " ."
    graded = pars.result_of(result.entry) if result.verdict == "won" else None
    grade = None if graded is None else graded.grade
    return f" {MARKS[result.verdict] if grade is None else '+' if grade.is_above else grade.stars}"


def daily_result_lines(entry: GameEntry, history: DailyHistory, graded: GradedResult | None = None) -> list[str]:
    """Return lines with the result of today's deal and the streak."""
    assert entry.outcome is not None, "the daily deal is finished"
    return [
        f"You've already played the daily deal of {format_day(history.today, history.today)}.",
        safe_text(entry.outcome.reason, MAX_REASON_WIDTH),
        *([] if graded is None else [graded.sentence]),
        f"Streak: {streak_sentence(history)} {outlook(history)}".rstrip(),
        f"Today's deal code was {_code(entry)}.",
    ]


def deal_words(entry: GameEntry) -> str:
    """Return text such as `, deal K7QF-2M9X`. The result is empty if the row has no deal code."""
    return f", deal {code}" if (code := _code(entry)) else ""


def _code(entry: GameEntry) -> str:
    """Return the deal code of the row. The result is empty if the row has none."""
    try:
        return str(DealCode.parse(entry.deal))
    except ValueError:
        return ""


def _days(number: int) -> str:
    return counted(number, "day", none="0")
