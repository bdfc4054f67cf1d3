"""The clock. It may be wrong: a computer without a battery starts in 1970, and clocks can jump."""

from __future__ import annotations

from datetime import UTC, datetime

UNKNOWN_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""A placeholder for a time that isn't known because the clock was wrong. The placeholder is never shown."""
END = datetime(3000, 1, 1, tzinfo=UTC)
"""The earliest time that is certainly wrong. A clock that shows this time or a later one is wrong."""


def current_time() -> datetime:
    """Return the current time in UTC, or UNKNOWN_TIME if the clock is certainly wrong."""
    return plausible(datetime.now(UTC))


def plausible(then: datetime) -> datetime:
    """Return a time in UTC. A time without a time zone, or from a clock that must be wrong, becomes UNKNOWN_TIME."""
    is_right = then.utcoffset() is not None and UNKNOWN_TIME < then < END
    return then.astimezone(UTC) if is_right else UNKNOWN_TIME


def is_known(then: datetime) -> bool:
    """Return whether the time is known and can be shown."""
    return then != UNKNOWN_TIME


def format_timestamp(then: datetime) -> str:
    """Return a time in the database's format."""
    return then.isoformat(timespec="milliseconds")


def parse_time(text: object) -> datetime:
    """Return a saved time in UTC. An invalid time becomes UNKNOWN_TIME, so that it never makes a game unreadable."""
    try:
        return plausible(datetime.fromisoformat(text))  # type: ignore[arg-type]  # a TypeError counts as a bad time
    except (ValueError, TypeError, OverflowError):
        return UNKNOWN_TIME
