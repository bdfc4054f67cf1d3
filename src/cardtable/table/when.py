"""Dates and times in a few words, in the player's time zone."""

from __future__ import annotations

from datetime import date, datetime


def format_time(then: datetime, now: datetime | None = None) -> str:
    """Return `21:40` for today, `yesterday 21:40`, or `3 November 21:40`, adding the year if it isn't this year."""
    local = then.astimezone()
    today = (now or datetime.now().astimezone()).astimezone()
    clock = f"{local:%H:%M}"
    days = (today.date() - local.date()).days
    if days == 0:
        return clock
    if days == 1:
        return f"yesterday {clock}"
    return f"{format_day(local.date(), today.date())} {clock}"


def format_day(day: date, today: date) -> str:
    """Return a date such as `3 November`, adding the year if it isn't this year."""
    words = f"{day.day} {_MONTHS[day.month - 1]}"
    return words if day.year == today.year else f"{words} {day.year}"


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""The names don't come from `strftime`, because that would use the locale's language."""
