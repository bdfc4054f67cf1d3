"""Dates and times in a few words, in the player's time zone."""

from __future__ import annotations

from datetime import date, datetime

from cardtable.engine.phrases import counted
from cardtable.store.clock import is_known


def format_time(then: datetime, now: datetime | None = None) -> str:
    """Return `21:40` for today, `yesterday 21:40`, or `3 November 21:40`. Add the year if it isn't this year.

    If the time isn't known, return an empty string.
    """
    if not is_known(then):
        return ""
    local = then.astimezone()
    today = (now or datetime.now().astimezone()).astimezone()
    clock = f"{local:%H:%M}"
    days = (today.date() - local.date()).days
    if days == 0:
        return clock
    if days == 1:
        return f"yesterday {clock}"
    return f"{format_day(local.date(), today.date())} {clock}"


def format_when(then: datetime, now: datetime | None = None) -> str:
    """Return the time in a form for a sentence: `at 21:40`, `yesterday at 21:40` or `on 3 November at 21:40`."""
    day, _, clock = format_time(then, now).rpartition(" ")
    on = f"on {day}" if day[:1].isdigit() else day
    return " ".join(filter(None, (on, clock and f"at {clock}")))


def format_ago(then: datetime, now: datetime | None = None) -> str:
    """Return `just now`, `20 minutes ago` or `3 hours ago`. For an earlier day, return `yesterday` or the date.

    If the time isn't known, return an empty string.
    """
    if not is_known(then):
        return ""
    local, moment = then.astimezone(), (now or datetime.now().astimezone()).astimezone()
    minutes = int((moment - local).total_seconds()) // 60
    days = (moment.date() - local.date()).days
    if minutes < 0 or days > 1:
        return format_day(local.date(), moment.date())
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    if days == 1:
        return "yesterday"
    return f"{counted(minutes // 60, 'hour')} ago"


def format_day(day: date, today: date) -> str:
    """Return a date such as `3 November`. Add the year if it isn't this year."""
    words = f"{day.day} {_MONTHS[day.month - 1]}"
    return words if day.year == today.year else f"{words} {day.year}"


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""The names of the months. They don't come from `strftime`, because that would use the locale's language."""
