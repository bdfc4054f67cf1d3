"""The saved games: which can be continued, replayed, reviewed, written to a file or deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.formats.record import load_record
from cardtable.rooms.kit.goto import ToGame, ToSavedReplay, ToSavedReview, ToTable, ToWatch
from cardtable.rooms.kit.response import Ask, AskText, Say, Stay
from cardtable.rooms.lobby import NO_GAMES
from cardtable.rooms.saved_games import OPEN_ELSEWHERE, REPAIR, SavedGamesRoom, load, resume
from cardtable.store.errors import StorageFault
from cardtable.store.paths import archive_file
from tests.commands.data_folders import execute_sql
from tests.rooms.examples import records, refusal
from tests.table.saved_games import failing
from tests.table.sittings import STAGE, played

OVER, TOGETHER, BEGUN = 1, 2, 3
"""The numbers of a finished game of one person, a finished one of several, and one in progress."""


@pytest.fixture
def room() -> SavedGamesRoom:
    """Return the list of three saved games."""
    found = records()
    for session in (played(STAGE, seats=1), played(SHIPPED["clash"]), played(STAGE, seats=1, most=2)):
        found.saved_games.add_game(session)
    return SavedGamesRoom(found)


def test_a_game_in_progress_is_continued_and_a_finished_one_is_replayed(room: SavedGamesRoom) -> None:
    groups = {heading: [entry.id for entry in entries] for heading, entries in room.groups().items()}
    assert room.greeting == ""
    assert groups == {"In progress": [BEGUN], "Finished": [TOGETHER, OVER]}
    assert (room.do("open", "3"), room.do("open", "1")) == (ToGame(BEGUN), ToSavedReplay(OVER))
    assert (room.do("replay", "3"), room.do("review", "1")) == (ToSavedReplay(BEGUN), ToSavedReview(OVER))
    room.cursor = str(BEGUN)
    assert (room.do("open"), room.do("replay")) == (ToGame(BEGUN), ToSavedReplay(BEGUN))


def test_only_a_number_in_the_list_is_a_game(room: SavedGamesRoom) -> None:
    for command in ("open", "replay", "review", "save-record", "delete"):
        assert refusal(room, command, "9") == "No saved game has that number."
    assert refusal(room, "delete") == "Type delete and the number of a game."


def test_a_review_of_the_game_under_the_cursor_is_refused_with_the_reason(room: SavedGamesRoom) -> None:
    room.cursor = str(BEGUN)
    assert refusal(room, "review").startswith("This game isn't finished.")
    for number in (OVER, TOGETHER):
        room.cursor = str(number)
        assert room.can("review")


def test_the_record_of_a_game_is_written_to_a_new_file(room: SavedGamesRoom, tmp_path: Path) -> None:
    ask, file = room.do("save-record", "2"), tmp_path / "evening.json"
    assert isinstance(ask, AskText)
    assert ask.text == "clash-2.json"
    saved = Say(f"Saved to {file}. Anyone with this file can reconstruct every hidden card.")
    assert room.do("save-record", f"2 {file}") == saved
    assert load_record(file.read_text("utf-8")).game is SHIPPED["clash"]
    with pytest.raises(ValueError, match="already exists"):
        ask.take(str(file))


def test_a_game_is_deleted_only_after_a_yes_and_not_while_it_is_open_elsewhere(room: SavedGamesRoom) -> None:
    other = records()
    other.saved_games.resume(BEGUN)
    for answer, response, left in ((1, Say(OPEN_ELSEWHERE), 3), (0, Stay(), 3), (1, Say("Game 3 is deleted."), 2)):
        room.refresh()
        ask = room.do("delete", "3")
        assert isinstance(ask, Ask)
        assert ask.question.startswith("Delete this game? Exit Stage Right")
        assert ask.choices[answer].take() == response
        other.close()
        room.refresh()
        assert len(room.offers.entries) == left


def test_a_damaged_game_is_refused_with_what_repairs_it(room: SavedGamesRoom) -> None:
    execute_sql(archive_file().parent, f"UPDATE game SET length = -1 WHERE id = {OVER}")
    room.do("list")
    assert refusal(room, "open", "1") == REPAIR


def test_an_empty_list_says_so_or_why_it_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    room = SavedGamesRoom(records())
    assert (room.greeting, room.can("open"), room.can("delete")) == (NO_GAMES, False, False)
    assert room.records.saved_games.archive.entries() == []
    monkeypatch.setattr("cardtable.store.listing.list_games", failing(StorageFault.DISK_FULL))
    room.refresh()
    assert room.greeting.startswith("The disk is full.")


def test_a_game_that_is_open_in_another_window_is_watched_or_taken_over(room: SavedGamesRoom) -> None:
    assert isinstance(resume(room.records, 9), Say)
    assert isinstance(load(room.records, 9, lambda session: Stay()), Say)
    other = records()
    other.saved_games.resume(BEGUN)
    ask = resume(room.records, BEGUN)
    assert isinstance(ask, Ask)
    assert [each.take() for each in ask.choices] == [Stay(), ToWatch(BEGUN), ToGame(BEGUN, take_over=True)]
    assert isinstance(resume(room.records, BEGUN, take_over=True), ToTable)
