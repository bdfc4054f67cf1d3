"""Watching a game that is open in another window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator
from cardtable.rooms.kit.goto import ToGame, ToWatch
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Leave
from cardtable.rooms.watch import WatchRoom
from cardtable.table.lazy_archive import LazyArchive
from tests.plain.transcripts import transcript
from tests.table.sittings import sit


@pytest.fixture
def other() -> Iterator[LazyArchive]:
    """Yield the saved games as another window has them."""
    found = LazyArchive()
    yield found
    found.close()


@pytest.fixture
def records() -> Iterator[Records]:
    """Yield the records of the person who watches."""
    found = Records()
    yield found
    found.close()


def test_a_watcher_sees_each_move_in_public_view_and_may_play_on_once_the_game_is_closed(
    other: LazyArchive, records: Records
) -> None:
    session = sit(SHIPPED["clash"], 2)
    saver = other.save(session)
    room = WatchRoom(records, 1)
    assert room.seen == session.look(None)
    assert not room.look_for_news()
    session.act(session.look(session.turn).legal[0])
    assert room.look_for_news()
    assert (room.viewer, room.seen.log) == (None, session.look(None).log)
    assert room.can("play-on") is False
    saver.release()
    assert room.look_for_news()
    assert room.do("play-on") == Leave(ToGame(1))


def test_a_watcher_of_one_player_sees_the_hand_to_move(other: LazyArchive, records: Records) -> None:
    session = sit(SHIPPED["clash"], 2, persons=(0, 0))
    other.save(session)
    assert WatchRoom(records, 1).viewer == session.turn


def test_a_watcher_is_told_once_that_the_game_was_deleted(other: LazyArchive, records: Records) -> None:
    saver = other.save(sit(SHIPPED["clash"], 2))
    room = WatchRoom(records, 1)
    saver.delete()
    assert room.look_for_news()
    assert room.fault.startswith("There's no saved game")
    assert not room.look_for_news()


def test_a_game_that_cannot_be_read_is_not_watched(records: Records) -> None:
    with pytest.raises(ValueError, match=r"There's no saved game 7\."):
        WatchRoom(records, 7)


def test_a_game_is_watched_in_plain_mode_until_enter_is_pressed(other: LazyArchive, records: Records) -> None:
    other.save(sit(SHIPPED["clash"], 2))

    def watch(lines: Lines) -> int:
        return PlainNavigator(lines, records).open(ToWatch(1))

    output = transcript(watch, "log", "hand", "")
    assert output.startswith("Clash: watching.\nAt the table: Ann, Bob.\n")
    assert "There's no such command." in output, "nobody's hand is read out"
    assert output.endswith("You're watching. Press Enter to leave:\n")
