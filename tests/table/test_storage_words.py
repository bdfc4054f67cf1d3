"""What players read about saved games that can't be read or written."""

from __future__ import annotations

import pytest

from cardtable.formats.strict_json import BadFile
from cardtable.store.errors import BadGame, Damaged, NoSuchGame, Reason, Unusable
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.storage_words import explain
from tests.table.mutations import check_sentence

FOUND_BY_DOCTOR = {Reason.STRANGE_TABLES, Reason.FAULTS_FOUND}


@pytest.mark.parametrize("reason", [each for each in Reason if each not in FOUND_BY_DOCTOR])
def test_every_reason_has_a_sentence(reason: Reason) -> None:
    detail = Damaged() if reason is Reason.DAMAGED_TOO else "Permission denied"
    sentence = explain(Unusable(reason, detail, 3))
    check_sentence(sentence)
    assert "None" not in sentence
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Unusable(Reason.NEWER, 9), f"made by a newer cardtable: version 9, this one reads {SCHEMA_VERSION}."),
        (Unusable(Reason.CANNOT_OPEN), "The archive cannot be opened there."),
        (Unusable(Reason.CANNOT_OPEN, "Not a directory"), "The archive cannot be opened: Not a directory."),
        (Unusable(Reason.CANNOT_COPY), "cannot be copied to be read: it is not an ordinary file."),
        (Unusable(Reason.DAMAGED_TOO, Unusable(Reason.DISK_FULL)), "The disk is full. The archive is damaged, too: "),
        (Unusable(Reason.OPEN_ELSEWHERE), "is damaged, and another cardtable is open on it: end that one, then"),
        (Unusable(Reason.FOREIGN), "The file in the place of the archive is a database of another program."),
        (Damaged(), "The archive is damaged."),
        (Damaged(Reason.GAME_DAMAGED, "\x1b[2J"), "Game [2J is damaged. `cardtable doctor --mend` recovers"),
        (NoSuchGame(12), "There is no game 12; cardtable games lists those that there are."),
        (BadGame(3), "Game 3 is damaged. `cardtable doctor --mend` recovers what it can."),
        (BadGame(3, sound=4), "Game 3 is damaged after action 4. `cardtable doctor --mend` recovers what it can."),
        (BadGame(3, cause=BadFile("It is new.")), "Game 3 can't be opened. It is new."),
        (BadFile("It is new."), "It is new."),
    ],
)
def test_the_sentence_names_the_details(error: Exception, sentence: str) -> None:
    assert sentence in explain(error)
