"""Helpers for tests of the review: finished games, and the app with their reviews."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.practice.decisions import fingerprint
from cardtable.practice.judge import STAGES
from cardtable.practice.review import Review
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.rooms.kit.goto import ToSavedReview
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.screens.review import ReviewScreen
from tests.practice.plausible_reviews import review_of
from tests.table.sittings import play_on
from tests.tui.screens import Play, rest, run, sit

OPTIONS: dict[str, Any] = {"hand_size": 5, "refill_count": "all"}


def finished_game() -> Session:
    session = sit(**OPTIONS)
    play_on(session, Key(1), 999)
    return session


def read(play: Play, review: Review | None = None, session: Session | None = None, **more: Any) -> CardTable:
    """Run the app with the review of a saved game that is complete, or as far as this review is."""
    session = finished_game() if session is None else session
    number = save(session, review_of(session, stage=len(STAGES)) if review is None else review)

    async def play_in_review(pilot: Pilot[int]) -> None:
        await rest(pilot)
        await play(pilot)

    return run(play_in_review, begin=lambda app: app.open(ToSavedReview(number)), **more)


def save(session: Session, review: Review | None = None) -> int:
    """Save a game, with its review if there is one, and return its number."""
    lazy_archive = LazyArchive()
    number = lazy_archive.add_game(session)
    if review is not None:
        save_review(lazy_archive.archive, number, review)
    lazy_archive.close()
    return number


def saved_review(session: Session, number: int = 1) -> Review | None:
    lazy_archive = LazyArchive()
    try:
        return load_review(lazy_archive.archive, number, fingerprint(session))
    finally:
        lazy_archive.close()


def screen_of(pilot: Pilot[int]) -> ReviewScreen:
    (found,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, ReviewScreen)]
    return found


def shown_review(pilot: Pilot[int]) -> Review:
    """Return the review that the screen shows, while the one in the background may have grown already."""
    return screen_of(pilot).text.review


def on_board(pilot: Pilot[int]) -> str:
    """Return the notation of the action that the board shows."""
    choice = screen_of(pilot).board.choice
    return str(choice.action) if choice else ""


def notices(pilot: Pilot[int]) -> list[str]:
    return [str(notice.message) for notice in pilot.app._notifications]
