"""Clocks that are wrong, and times that are invalid."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.games import GAMES
from cardtable.practice.schedule import Repetition, repeat
from cardtable.store import clock
from cardtable.store.clock import UNKNOWN_TIME, format_timestamp, is_known, parse_time, plausible
from cardtable.store.fault_log import MAX_LOGS, write_fault_log
from cardtable.table.entries import status_text
from tests.table.entries import row
from tests.table.saved_games import number_of, saved_games_in
from tests.table.sittings import play_on, sit

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
RESET = datetime(1970, 1, 1, 0, 0, 7, tzinfo=UTC)
FAR = datetime(9996, 2, 29, 12, tzinfo=UTC)


class SetClock:
    """A clock that shows the time that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = NOON
        monkeypatch.setattr(clock, "datetime", self)

    def now(self, zone: object) -> datetime:
        """Return the time that the test has set."""
        return self.time

    fromisoformat = staticmethod(datetime.fromisoformat)


@pytest.mark.parametrize("wrong", [RESET, FAR, datetime.max.replace(tzinfo=UTC)])
def test_a_game_played_while_the_clock_is_wrong_can_be_resumed_and_has_no_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: datetime
) -> None:
    time = SetClock(monkeypatch)
    time.time = wrong
    shelf, session = saved_games_in(tmp_path), sit(GAMES["exit-stage-right"], 1, 5)
    shelf.save(session)
    play_on(session, Key(1), 3)
    shelf.close()
    shelf = saved_games_in(tmp_path)
    entry = shelf.archive.entry(number_of(session))
    assert (entry.started, entry.touched) == (UNKNOWN_TIME, UNKNOWN_TIME)
    assert status_text(entry) == "3 moves"
    resumed = shelf.resume(number_of(session))
    time.time = NOON
    play_on(resumed, Key(2), 1)
    assert shelf.archive.entry(number_of(session)).touched == NOON, "the clock is right again"
    shelf.close()


@pytest.mark.parametrize("wrong", [RESET, FAR, NOON.replace(hour=11)])
def test_the_time_of_the_last_move_never_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: datetime
) -> None:
    time = SetClock(monkeypatch)
    shelf, session = saved_games_in(tmp_path), sit(GAMES["exit-stage-right"], 1, 5)
    shelf.save(session)
    play_on(session, Key(1), 1)
    time.time = wrong
    play_on(session, Key(1), 1)
    session.undo()
    assert shelf.archive.entry(number_of(session)).touched == NOON
    shelf.close()


@given(st.datetimes() | st.datetimes(timezones=st.timezones()))
def test_every_time_can_be_saved_compared_and_shown(then: datetime) -> None:
    saved = parse_time(format_timestamp(plausible(then)))
    assert saved.tzinfo is UTC
    assert saved >= UNKNOWN_TIME
    status = status_text(replace(row(1), touched=saved))
    assert is_known(saved) == ("(" in status.removeprefix("You won"))


def test_an_answer_given_after_the_clock_went_back_is_later_than_the_last_one() -> None:
    first = repeat(Repetition(NOON), True, NOON)
    second = repeat(first, True, UNKNOWN_TIME)
    assert second.memory is not None
    assert second.memory.answered == NOON
    assert second.due > NOON


def test_the_newest_fault_log_is_kept_even_if_the_clock_went_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for minute in range(MAX_LOGS):
        (tmp_path / f"fault-20261123-12{minute:02}00-000000.log").touch(0o600)
    monkeypatch.setattr("cardtable.store.fault_log.datetime", type("Clock", (), {"now": lambda zone: RESET}))
    assert write_fault_log([ValueError()], tmp_path).exists()
