"""Helpers for tests of the Practice room: a game with two mistakes, and the app in the room."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from cardtable.practice.exercises import exercises_of
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import Verdict
from cardtable.rooms.kit.goto import ToPractice
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.app import CardTable
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.tui.screens import Play, run

GAME = finished_game()
FIRST, SECOND = blamable(GAME)[3:5]
"""The numbers of the moves that the review calls a mistake and an inaccuracy."""
REVIEW = review_of(GAME, {FIRST: Verdict.MISTAKE, SECOND: Verdict.INACCURACY})
EXERCISES = exercises_of(GAME, REVIEW)


def in_room(play: Play, section: str = "", **more: Any) -> CardTable:
    """Run the app in the Practice room, or in one of its sections."""
    return run(play, begin=lambda app: app.open(ToPractice(section)), **more)


def fill() -> None:
    """Save a game, and the exercises from its two mistakes."""
    store = LazyArchive()
    save_mistakes(store.archive, store.add_game(GAME), GAME, REVIEW, datetime.now(UTC))
    store.close()
