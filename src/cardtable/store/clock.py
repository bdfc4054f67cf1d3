"""The clock, which may be wrong: a board without a battery starts in 1970, and clocks jump."""

from __future__ import annotations

from datetime import UTC, datetime

UNKNOWN_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""The value for a time that isn't known because the clock was wrong; it is never shown."""
END = datetime(3000, 1, 1, tzinfo=UTC)
"""A clock that shows this time or a later one is wrong."""


def current_time() -> datetime:
    """Return the time in UTC, or UNKNOWN_TIME if the clock is certainly wrong."""
    return plausible(datetime.now(UTC))


def plausible(then: datetime) -> datetime:
    """Return a time in UTC, or UNKNOWN_TIME if only a wrong clock can show this time or if it has no time zone."""
    is_right = then.utcoffset() is not None and UNKNOWN_TIME < then < END
    return then.astimezone(UTC) if is_right else UNKNOWN_TIME


def is_known(then: datetime) -> bool:
    """Return whether this is a time that can be shown."""
    return then != UNKNOWN_TIME


def format_timestamp(then: datetime) -> str:
    """Return a time as the database stores it."""
    return then.isoformat(timespec="milliseconds")


def parse_time(text: object) -> datetime:
    """Return a saved time in UTC, or UNKNOWN_TIME: a bad time never costs a game."""
    try:
        return plausible(datetime.fromisoformat(text))  # type: ignore[arg-type]  # a TypeError counts as a bad time
    except (ValueError, TypeError, OverflowError):
        return UNKNOWN_TIME
