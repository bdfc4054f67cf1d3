"""Points in time in a few words, by the clock on the player's wall."""

from __future__ import annotations

from datetime import date, datetime


def told(then: datetime, now: datetime | None = None) -> str:
    """`21:40` today, `yesterday 21:40`, else `3 November 21:40`, with the year where it is another one."""
    here = then.astimezone()
    today = (now or datetime.now().astimezone()).astimezone()
    clock = f"{here:%H:%M}"
    days = (today.date() - here.date()).days
    if days == 0:
        return clock
    if days == 1:
        return f"yesterday {clock}"
    return f"{told_day(here.date(), today.date())} {clock}"


def told_day(day: date, today: date) -> str:
    """`3 November`, with the year where it is another one than today's."""
    words = f"{day.day} {_MONTHS[day.month - 1]}"
    return words if day.year == today.year else f"{words} {day.year}"


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""Not strftime's, which follow the locale: the rest is in English too."""
