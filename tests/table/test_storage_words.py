"""What players read about saved games that can't be read or written."""

from __future__ import annotations

import pytest

from cardtable.formats.strict_json import BadFile
from cardtable.store.errors import DamagedDatabase, GameNotFound, StorageError, StorageFault, UnreadableGame
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.storage_words import storage_sentence
from tests.table.mutations import check_sentence

FOUND_BY_DOCTOR = {StorageFault.WRONG_TABLES, StorageFault.FAULTS_FOUND}


@pytest.mark.parametrize("reason", [each for each in StorageFault if each not in FOUND_BY_DOCTOR])
def test_every_fault_has_a_sentence(reason: StorageFault) -> None:
    detail = DamagedDatabase() if reason is StorageFault.DAMAGED_TOO else "Permission denied"
    sentence = storage_sentence(StorageError(reason, detail, 3))
    check_sentence(sentence)
    assert "None" not in sentence
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            StorageError(StorageFault.NEWER, 9),
            f"from a newer Cardtable: they have version 9, and this one reads only up to {SCHEMA_VERSION}.",
        ),
        (StorageError(StorageFault.CANNOT_OPEN), "The saved-games database can't be opened."),
        (
            StorageError(StorageFault.CANNOT_OPEN, "Not a directory"),
            "The saved-games database can't be opened: Not a directory.",
        ),
        (StorageError(StorageFault.CANNOT_COPY), "can't be copied for reading: it is not an ordinary file."),
        (
            StorageError(StorageFault.DAMAGED_TOO, StorageError(StorageFault.DISK_FULL)),
            "The disk is full. The saved-games database is also damaged: ",
        ),
        (
            StorageError(StorageFault.IN_USE),
            "is damaged, and another Cardtable has it open. Close that one, then",
        ),
        (StorageError(StorageFault.FOREIGN), "The saved-games file is another program's database."),
        (DamagedDatabase(), "The saved-games database is damaged."),
        (
            DamagedDatabase(StorageFault.GAME_DAMAGED, "\x1b[2J"),
            "Game [2J is damaged. `cardtable doctor --repair` recovers",
        ),
        (GameNotFound(12), "There's no saved game 12. `cardtable games` lists your saved games."),
        (UnreadableGame(3), "Game 3 is damaged. `cardtable doctor --repair` recovers what it can."),
        (
            UnreadableGame(3, sound_length=4),
            "Game 3 is damaged after move 4. `cardtable doctor --repair` recovers what it can.",
        ),
        (UnreadableGame(3, cause=BadFile("It is new.")), "Game 3 can't be opened. It is new."),
        (BadFile("It is new."), "It is new."),
    ],
)
def test_the_sentence_names_the_details(error: Exception, sentence: str) -> None:
    assert sentence in storage_sentence(error)
