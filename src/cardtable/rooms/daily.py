"""The daily deal: today's game or, once it has been played, its result and another game with the same cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table import daily
from cardtable.table.command_lines import command_to_deal, open_in_another_window
from cardtable.table.daily import DailyHistory, daily_history, deal_daily, open_daily
from cardtable.table.daily_words import daily_result_lines
from cardtable.table.lazy_archive import GameSaver, LazyArchive, OpenInAnotherWindow
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

AGAIN = "again"
TO_PLAY_AGAIN = f"To play the same deal again as an ordinary game, type {AGAIN}, or press Enter to go back:"


@dataclass(frozen=True, slots=True)
class PlayedDaily:
    """Today's deal after it has been played."""

    entry: GameEntry
    history: DailyHistory

    @property
    def lines(self) -> list[str]:
        """How the deal ended, and the streak."""
        return daily_result_lines(self.entry, self.history)

    def deal_again(self) -> Session:
        """Return the same deal as an ordinary game, which doesn't count as the daily deal once it is saved."""
        return deal_daily(self.history.today)


def open_today(saved_games: LazyArchive) -> Session | PlayedDaily:
    """Return the game with today's deal, new or resumed, or its result if it has been played.

    If nothing can be saved, the game goes on unsaved. Raise GameNotFound, OpenInAnotherWindow or UnreadableGame.
    """
    day = daily.today()
    try:
        found = open_daily(saved_games, day)
        if isinstance(found, Session):
            return found
        return PlayedDaily(found, daily_history(saved_games.archive.entries(), day))
    except StorageError:
        session = deal_daily(day)
        saved_games.save(session, day.isoformat())  # it tells the player that nothing is saved, and keeps trying
        return session


def play_daily(
    saved_games: LazyArchive,
    play: Callable[[Session], int],
    say: Callable[..., object],
    ask: Callable[[str], str] | None = None,
) -> int:
    """Play today's deal, or say how it ended and how to play it again; return the exit code.

    With `ask`, the player is asked whether to play it again at once. Raise RequestError if the deal can't be opened.
    """
    try:
        found = open_today(saved_games)
    except OpenInAnotherWindow as error:
        raise RequestError(open_in_another_window(error.number)) from None
    except (UnreadableGame, GameNotFound) as error:
        raise RequestError(storage_sentence(error)) from None
    say(*saved_games.notices)
    if isinstance(found, PlayedDaily):
        say(*found.lines)
        if ask is None:
            say("To play the same deal again as an ordinary game:", command_to_deal(found.deal_again()))
            return 0
        if ask(TO_PLAY_AGAIN).lower() != AGAIN:
            return 0
        found = found.deal_again()
        saved_games.save(found)
    try:
        return play(found)
    finally:
        if isinstance(found.journal, GameSaver):
            found.journal.release()
