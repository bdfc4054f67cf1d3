"""Today's deal: taken up, played, or told how it ended."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table import daily
from cardtable.table.command_lines import command_to_deal, open_elsewhere
from cardtable.table.daily import daily_history, deal_daily, open_daily
from cardtable.table.lazy_archive import GameSaver, LazyArchive, OpenInAnotherWindow
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.storage_words import explain


def play_daily(shelf: LazyArchive, play: Callable[[Session], int], say: Callable[..., object]) -> int:
    """Play today's deal, or say how it ended; the exit code."""
    found = _find(shelf)
    say(*shelf.notices)
    if isinstance(found, Session):
        return _play(found, play)
    say(*found)
    return 0


def _play(session: Session, play: Callable[[Session], int]) -> int:
    try:
        return play(session)
    finally:
        if isinstance(session.journal, GameSaver):
            session.journal.lay_down()


def _find(shelf: LazyArchive) -> Session | list[str]:
    """Today's deal as it stands, or lines about how it ended; Refused where it cannot be had."""
    day = daily.today()
    try:
        found = open_daily(shelf, day)
        return found if isinstance(found, Session) else _told(shelf, found, day)
    except OpenInAnotherWindow as error:
        raise RequestError(open_elsewhere(error.number)) from None
    except (UnreadableGame, GameNotFound) as error:
        raise RequestError(explain(error)) from None
    except StorageError:
        session = deal_daily(day)
        shelf.keep(session, day.isoformat())  # it goes on without being kept, and that is tried again
        return session


def _told(shelf: LazyArchive, played: GameEntry, day: date) -> list[str]:
    """How today's deal ended, and how to play it again."""
    from cardtable.table.daily_told import result_lines

    lines = result_lines(played, daily_history(shelf.archive.entries(), day))
    return [*lines, "To play the same deal again as an ordinary game:", command_to_deal(deal_daily(day))]
