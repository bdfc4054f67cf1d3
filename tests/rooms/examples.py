"""Rooms in several states, for the laws that hold in every room.  Each kind of room has a function here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardtable.engine.games import SHIPPED
from cardtable.rooms.command import Room
from cardtable.rooms.records import Records
from cardtable.rooms.replay import ReplayRoom
from cardtable.rooms.statistics import StatisticsRoom
from cardtable.table.replay import Replay
from tests.table.sittings import played

OPENED: list[Records] = []
"""The records of the examples, which a fixture closes after each test."""


def records() -> Records:
    """Return the records of a player."""
    OPENED.append(Records())
    return OPENED[-1]


def replays() -> Iterator[Room]:
    """Yield replays at the start, in the middle and at the end."""
    for session in (
        played(SHIPPED["tradewinds"]),
        played(SHIPPED["clash"], most=15),
        played(SHIPPED["exit-stage-right"], seats=1),
        played(SHIPPED["tradewinds"], persons=(0, 0, 0, 0)),
    ):
        for at in (0, 5, len(session.actions)):
            room = ReplayRoom(Replay(session))
            room.replay.go(at)
            yield room


def statistics() -> Iterator[Room]:
    """Yield the statistics of a player without saved games."""
    yield StatisticsRoom(records())


EXAMPLES: dict[type[Room], Callable[[], Iterator[Room]]] = {ReplayRoom: replays, StatisticsRoom: statistics}
"""The examples of each kind of room; a kind that is missing here fails a test."""
ARGUMENTS = {"NUMBER": "1"}
"""A text for what a command takes; without one, the command is given alone."""
COUNTS = {ReplayRoom: 12, StatisticsRoom: 1}
"""The number of examples of each kind, so that collecting the tests makes none."""
