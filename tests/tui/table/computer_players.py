"""Helpers for tests of tables with computer players."""

from __future__ import annotations

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.store.settings import Settings
from cardtable.table.session import Session
from tests.tui.screens import NAMES

PERSON = None
EASY, MEDIUM = Computer("easy", 1), Computer("medium", 1)
WAITING = Settings(speed="off", pace="enter")
"""Settings with which each move of a computer player waits for the Enter key."""


def has_played(session: Session, before: int) -> bool:
    """Return whether anything has been played since then."""
    return len(session.actions) > before


def sit_with(game_id: str, *computers: Computer | None, deal: int = 5) -> Session:
    """Return a game with these players."""
    game = SHIPPED[game_id]
    return Session(game, game.options(), NAMES[: len(computers)], DealCode(deal), None, computers)
