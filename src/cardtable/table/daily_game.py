"""Play today's deal, or report how it ended."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table import daily
from cardtable.table.command_lines import command_to_deal, open_in_another_window
from cardtable.table.daily import daily_history, deal_daily, open_daily
from cardtable.table.lazy_archive import GameSaver, LazyArchive, OpenInAnotherWindow
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.storage_words import explain


def play_daily(saved_games: LazyArchive, play: Callable[[Session], int], say: Callable[..., object]) -> int:
    """Play today's deal, or say how it ended; return the exit code."""
    found = _find(saved_games)
    say(*saved_games.notices)
    if isinstance(found, Session):
        return _play(found, play)
    say(*found)
    return 0


def _play(session: Session, play: Callable[[Session], int]) -> int:
    try:
        return play(session)
    finally:
        if isinstance(session.journal, GameSaver):
            session.journal.release()


def _find(saved_games: LazyArchive) -> Session | list[str]:
    """Return today's session, or lines about how it ended; raise RequestError if the deal can't be opened."""
    day = daily.today()
    try:
        found = open_daily(saved_games, day)
        return found if isinstance(found, Session) else _lines(saved_games, found, day)
    except OpenInAnotherWindow as error:
        raise RequestError(open_in_another_window(error.number)) from None
    except (UnreadableGame, GameNotFound) as error:
        raise RequestError(explain(error)) from None
    except StorageError:
        session = deal_daily(day)
        saved_games.save(session, day.isoformat())  # the game goes on unsaved, and each move tries again
        return session


def _lines(saved_games: LazyArchive, entry: GameEntry, day: date) -> list[str]:
    """Return how today's deal ended, and how to play it again."""
    from cardtable.table.daily_words import result_lines

    lines = result_lines(entry, daily_history(saved_games.archive.entries(), day))
    return [*lines, "To play the same deal again as an ordinary game:", command_to_deal(deal_daily(day))]
