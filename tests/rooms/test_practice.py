"""What the Practice room remembers: the hand size of each preset, and the name of who plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.rooms.practice import BY_THE_BOOK, CHALLENGE, PRESETS, PracticeRecord
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageError, StorageFault
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session


@pytest.fixture
def store() -> Iterator[LazyArchive]:
    saved_games = LazyArchive()
    yield saved_games
    saved_games.close()


def record(store: LazyArchive) -> PracticeRecord:
    return PracticeRecord(lambda: store.archive)


def hand_sizes(room: PracticeRecord) -> list[int]:
    """Return the hand sizes of the Challenge and by the book."""
    return [room.hand_size(preset.name) for preset in PRESETS]


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
    def fail(*_: object) -> None:
        raise StorageError(StorageFault.DISK_FULL)

    monkeypatch.setattr(Archive, "save_progress", fail)
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
