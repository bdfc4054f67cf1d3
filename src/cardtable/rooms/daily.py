"""The daily deal: today's game or, once it has been played, its result and another game with the same cards."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.rooms.command import Answer, Read, Response, Result, Say, Stay
from cardtable.rooms.goto import ToTable
from cardtable.rooms.records import Records
from cardtable.rooms.saved_games import about_other_window
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table import daily
from cardtable.table.daily import DailyHistory, daily_history, deal_daily, open_daily
from cardtable.table.daily_words import daily_lines, daily_result_lines, share_line
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

OPEN_ELSEWHERE = "The daily deal is open in another window."


@dataclass(frozen=True, slots=True)
class PlayedDaily:
    """Today's deal after it has been played."""

    entry: GameEntry
    history: DailyHistory

    @property
    def lines(self) -> list[str]:
        """Sentences about how the deal ended, and about the streak."""
        return daily_result_lines(self.entry, self.history)

    def deal_again(self) -> Session:
        """Return the same deal as an ordinary game, which doesn't count as the daily deal once it is saved."""
        return deal_daily(self.history.today)

    def ask(self) -> Response:
        """Return a response that tells the result and asks what to do next."""
        return Result(
            "\n".join(self.lines),
            (
                Answer("Back", Stay, key="q", words=("back",)),
                Answer("History", lambda: read_history(self.history), key="h", stays=True),
                Answer("Copy", Stay, key="c", copies=share_line(self.history)),
                Answer("Play again (doesn't count)", lambda: ToTable(self.deal_again()), key="a", words=("again",)),
            ),
        )


def read_history(history: DailyHistory) -> Response:
    """Let the player read how the daily deals of the last weeks went."""
    return Read("Daily deal: history", tuple(daily_lines(history)))


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


def daily_deal(records: Records) -> Response:
    """Play today's deal, or tell how it ended, or say why it can't be opened."""
    try:
        found = open_today(records.saved_games)
    except OpenInAnotherWindow as error:
        return about_other_window(error.number, OPEN_ELSEWHERE)
    except (UnreadableGame, GameNotFound) as error:
        return Say(storage_sentence(error))
    return ToTable(found) if isinstance(found, Session) else found.ask()
