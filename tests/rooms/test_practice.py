"""The Practice room: what it remembers and deals, and where its list leads."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.games.exit_stage_right.practice import BY_THE_BOOK, CHALLENGE, PRACTICE
from cardtable.practice.exercises import PracticeExercise
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import Verdict
from cardtable.practice.selection import NO_EXERCISES
from cardtable.practice.theme import themes
from cardtable.rooms.kit.goto import ToDaily, ToLevels, ToPracticeExercises, ToProgress, ToSavedReview, ToTable
from cardtable.rooms.kit.practice_record import PracticeRecord
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Ask, Say
from cardtable.rooms.practice import PracticeRoom
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.table.daily import deal_daily, today
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.table.saved_games import failing
from tests.table.sittings import play_on

PRACTISED = finished_game()
FIRST, SECOND = blamable(PRACTISED)[3:5]
REVIEW = review_of(PRACTISED, {FIRST: Verdict.MISTAKE, SECOND: Verdict.BLUNDER})


def record(store: LazyArchive) -> PracticeRecord:
    return PracticeRecord(lambda: store.archive)


def hand_sizes(room: PracticeRecord) -> list[int]:
    """Return the hand sizes of the Challenge and by the book."""
    return [room.hand_size(preset.name) for preset in PRACTICE.presets]


def save_game(store: LazyArchive, *names: str) -> None:
    store.add_game(Session(GAME, GAME.resolve_defaults(GAME.options(), len(names)), names, DealCode(1)))


@pytest.mark.parametrize(
    ("saved", "sizes"),
    [
        ({"hand_size": 9}, [9, 9]),  # of the first version
        ({"hand_sizes": {"By the book": 5, "Challenge": 20}}, [7, 5]),
        ({"hand_sizes": {"Challenge": True}}, [7, 7]),
        (["odd"], [7, 7]),
    ],
)
def test_saved_hand_sizes_of_every_age_are_read(store: LazyArchive, saved: Any, sizes: list[int]) -> None:
    store.archive.save_progress("practice", saved)
    assert hand_sizes(record(store)) == sizes


def test_each_preset_is_dealt_with_a_hand_size_that_is_remembered(store: LazyArchive) -> None:
    room = record(store)
    assert hand_sizes(room) == [7, 7]
    assert not store.path.exists()
    challenge = room.deal(CHALLENGE, 9, ()).options
    assert (challenge.hand_size, challenge.refill_count, challenge.open_hands) == (9, "all", True)
    book = room.deal(BY_THE_BOOK, 6, ()).options
    assert (book.hand_size, book.refill_count) == (6, "up-to")
    assert hand_sizes(room) == hand_sizes(record(store)) == [9, 6]


def test_a_hand_size_that_cannot_be_saved_is_remembered_until_the_end(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "save_progress", failing(StorageFault.DISK_FULL))
    room = record(store)
    room.deal(CHALLENGE, 9, ())
    assert hand_sizes(room) == [9, 7]
    assert hand_sizes(record(store)) == [7, 7]


def test_the_player_has_the_first_usual_name_or_that_of_the_latest_game(store: LazyArchive) -> None:
    room = record(store)
    assert room.deal(CHALLENGE, 7, ()).names == ("Player 1",)
    save_game(store, "Ann")
    assert room.deal(CHALLENGE, 7, ()).names == ("Ann",)
    assert room.deal(CHALLENGE, 7, ("Cleo", "Ben")).names == ("Cleo",)
    save_game(store, "Dan", "Eve")
    assert room.deal(CHALLENGE, 7, ()).names == ("Player 1",)


# The list
@pytest.fixture
def records(store: LazyArchive) -> Records:
    return Records(store)


def room_of(records: Records) -> PracticeRoom:
    return PracticeRoom(records, lambda: ("Ann",))


def with_mistakes(store: LazyArchive) -> None:
    """Save a game, and the exercises from its two mistakes."""
    save_mistakes(store.archive, store.add_game(PRACTISED), PRACTISED, REVIEW)


def test_each_row_leads_somewhere(records: Records, store: LazyArchive) -> None:
    with_mistakes(store)
    room = room_of(records)
    kinds = {row.id: type(room.open(row.id)) for row in room.rows}
    assert kinds == {
        "challenge": ToTable,
        "by-the-book": ToTable,
        "levels": ToLevels,
        "daily": ToDaily,
        "mistakes": ToPracticeExercises,
        **dict.fromkeys(themes(), ToPracticeExercises),
        "progress": ToProgress,
        "review 1": ToSavedReview,
    }
    assert room.open("review 1") == ToSavedReview(1)
    for text in ("2", "daily", "Daily"):
        assert room.find(text).id == "daily"
    for text in ("0", "99", "dance"):
        with pytest.raises(ValueError, match=r"Type a number from 1 to \d+, a word such as levels, or list\."):
            room.find(text)


def test_each_row_can_be_explained(records: Records) -> None:
    room = room_of(records)
    for number, row in enumerate(room.rows, 1):
        assert room.do("about", str(number)) == room.do("about", row.id) == Say(f"{row.label}: {row.about}")


def test_the_hand_size_is_chosen_for_the_game_under_the_cursor(records: Records) -> None:
    room = room_of(records)
    assert (room.can("larger"), room.can("smaller")) == (False, False)
    room.selected = "by-the-book"
    for _ in range(5):
        room.do("larger")
    assert room.hand_sizes == {"challenge": 7, "by-the-book": 9}
    room.do("smaller")
    place = room.open("by-the-book")
    assert isinstance(place, ToTable)
    assert (place.session.options.hand_size, place.session.names) == (8, ("Ann",))
    assert room_of(records).hand_sizes == {"challenge": 7, "by-the-book": 8}


@pytest.mark.parametrize(
    ("text", "size", "refill"),
    [("", 7, "all"), ("9", 9, "all"), ("by the book", 7, "up-to"), ("challenge 5", 5, "all")],
)
def test_a_game_is_played_by_the_rules_and_with_the_cards_that_are_named(
    records: Records, text: str, size: int, refill: str
) -> None:
    place = room_of(records).do("play", text)
    assert isinstance(place, ToTable)
    assert (place.session.options.hand_size, place.session.options.refill_count) == (size, refill)


@pytest.mark.parametrize("text", ["dance", "12", "5 6"])
def test_any_other_game_is_refused(records: Records, text: str) -> None:
    with pytest.raises(ValueError, match="a number of cards from 5 to 9"):
        room_of(records).do("play", text)


def test_there_is_a_sure_way_only_by_the_book(records: Records) -> None:
    room = room_of(records)
    assert room.can("lesson"), "plain mode has no cursor"
    for selected, can in (("challenge", None), ("by-the-book", True), ("mistakes", None)):
        room.selected = selected
        assert room.can("lesson") is can


def test_without_exercises_the_player_hears_where_they_come_from(records: Records) -> None:
    room = room_of(records)
    assert room.open("mistakes") == Say(NO_EXERCISES)
    with pytest.raises(ValueError, match="You have no exercises yet"):
        room.do("mistake", "1")


def test_the_mistakes_follow_one_another_and_end_with_a_sentence(records: Records, store: LazyArchive) -> None:
    with_mistakes(store)
    for farewell in ("No more exercises are due.", "That was the last exercise."):
        place = room_of(records).open("mistakes")
        assert isinstance(place, ToPracticeExercises)
        while isinstance(exercise := place.source.next(), PracticeExercise):
            place.source.note(exercise, True)
        assert place.source.farewell() == farewell


def test_one_mistake_can_be_tried_again_by_its_number(records: Records, store: LazyArchive) -> None:
    with_mistakes(store)
    room = room_of(records)
    order = [each.exercise for each in records.mistakes.all()]
    ask = room.do("mistake")
    assert isinstance(ask, Ask)
    for answer, exercise in zip(
        [room.do("mistake", "1"), room.do("mistake", "2"), ask.choices[1].take()], [*order, order[1]], strict=True
    ):
        assert isinstance(answer, ToPracticeExercises)
        assert answer.source.next() == exercise
        assert answer.source.next() is None
    with pytest.raises(ValueError, match="numbered from 1 to 2"):
        room.do("mistake", "3")


def test_the_list_is_counted_again(records: Records, store: LazyArchive) -> None:
    room = room_of(records)
    assert [row.id for row in room.rows if row.id.startswith("review")] == []
    with_mistakes(store)
    assert room.refresh() == ""
    assert [row.id for row in room.rows if row.id.startswith("review")] == ["review 1"]
    assert next(row.detail for row in room.rows if row.id == "mistakes").startswith("2 due of 2")


def test_the_daily_deal_is_said_to_be_done_once_it_is(records: Records, store: LazyArchive) -> None:
    room, details = room_of(records), list[str]()
    for is_played in (False, True):
        if is_played:
            store.save(session := deal_daily(today()), today().isoformat())
            play_on(session, Key(1), 999)
        room.refresh()
        details += [row.detail for row in room.rows if row.id == "daily"]
    assert details == ["the same cards for everyone today", "done today"]


def test_a_fault_is_told_once(records: Records, store: LazyArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    with_mistakes(store)
    room = room_of(records)

    monkeypatch.setattr(Archive, "entries", failing(StorageFault.BUSY))
    assert room.refresh().startswith("Another program is using your saved games.")
    assert room.refresh() == ""
