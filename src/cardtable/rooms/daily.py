"""The daily deal: today's game or, after it has been played, its result and another game with the same cards."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from cardtable.rooms.kit.goto import EARLIER, ToDaily, ToTable
from cardtable.rooms.kit.grading import graded_game
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, Read, Response, Result, Say, Stay
from cardtable.rooms.saved_games import about_other_window
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table import daily
from cardtable.table.daily import DailyHistory, daily_history, deal_daily, open_daily
from cardtable.table.daily_words import daily_lines, daily_result_lines, outlook, share_text, streak_sentence
from cardtable.table.grades import GradedResult
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow, Saver
from cardtable.table.pars import Pars
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence
from cardtable.table.when import format_day

EARLIER_DAYS = 7
"""The number of earlier days in the list. A player who types a date can play any earlier deal."""
HOW_TO_TYPE_DAYS = "Type daily, daily yesterday, or daily and a date, as in: daily 2026-11-20."
OPEN_ELSEWHERE = "The daily deal is open in another window."


@dataclass(frozen=True, slots=True)
class PlayedDaily:
    """Today's deal after it has been played."""

    entry: GameEntry
    history: DailyHistory
    graded: GradedResult | None = None
    """The graded result, with a sign for each turn if the game can be read. None if the game isn't graded."""
    pars: Pars = field(default_factory=Pars, compare=False)

    @property
    def lines(self) -> list[str]:
        """Sentences about the result of the deal and about the streak."""
        return daily_result_lines(self.entry, self.history, self.graded)

    @property
    def share(self) -> str:
        """Lines to share with other people."""
        return share_text(self.history, self.graded)

    def deal_again(self) -> Session:
        """Return an ordinary game with the same deal. A saved game of this kind doesn't count as the daily deal."""
        return deal_daily(self.history.today)

    def ask(self) -> Response:
        """Return a response that shows the result and asks what to do next."""
        return Result(
            "\n".join(self.lines),
            (
                Answer("Back", Stay, key="q", words=("back",)),
                Answer("History", lambda: read_history(self.history, self.pars), key="h", stays=True),
                Answer("Share", lambda: Say(self.share), key="c", words=("share",), copies=self.share, stays=True),
                Answer("Play again (doesn't count)", lambda: ToTable(self.deal_again()), key="a", words=("again",)),
                Answer("Earlier days", choose_day, key="e", words=("earlier",)),
            ),
        )


class DailyEnding(NamedTuple):
    """The ending of today's daily deal, without its grade."""

    sentence: str
    """The date and the streaks."""
    share: str
    """Lines to share with other people."""


def daily_ending(saver: Saver, graded: GradedResult | None) -> DailyEnding | None:
    """Return the ending of today's daily deal, or None if the game isn't today's daily deal."""
    day = daily.today()
    if saver.daily != day.isoformat():
        return None
    history = daily_history(saver.entries(), day)
    sentence = f"Daily deal of {format_day(day, day)}. Streak: {streak_sentence(history)} {outlook(history)}"
    return DailyEnding(sentence, share_text(history, graded))


def daily_introduction(day: str) -> str:
    """Return the introduction to a daily deal, with its date and its special rules."""
    of = rules = ""
    with suppress(ValueError):  # whoever edits the database may write any date
        deal = daily.daily_of(date.fromisoformat(day))
        of = f" of {format_day(deal.day, daily.today())}"
        rules = f" Rules: {deal.rules}."
    return f"Daily deal{of}, the same for everyone.{rules} Every Complete counts."


def earlier_caption(session: Session) -> str:
    """Return text such as `deal of 24 November` if the game has an earlier day's deal, otherwise an empty string."""
    now = daily.today()
    day = None if session.deal_code is None else daily.day_with(session.deal_code, now)
    is_daily = day is not None and session.options == daily.daily_of(day).options and session.has_one_player
    return f"deal of {format_day(day, now)}" if is_daily and day is not None else ""


def read_history(history: DailyHistory, pars: Pars) -> Response:
    """Show the player the results of the daily deals in recent weeks."""
    return Read("Daily deal: history", tuple(daily_lines(history, pars)))


def choose_day() -> Ask:
    """Ask the player for a recent day. The deal of that day is then played as an ordinary game."""
    now = daily.today()
    days = [now - timedelta(days=ago) for ago in range(1, EARLIER_DAYS + 1)]
    choices = [
        Answer(format_day(day, now), partial(_deal_of, day), words=("yesterday",) if day == days[0] else ())
        for day in days
    ]
    return Ask("Which day's deal? Earlier deals don't count for your streak.", choices)


def deal_of_day(text: str) -> Response:
    """Play the deal of the typed day, or ask for a day. Raise ValueError with a sentence if the text isn't a day."""
    if text.lower() == EARLIER:
        return choose_day()
    now = daily.today()
    try:
        day = now - timedelta(days=1) if text.lower() == "yesterday" else date.fromisoformat(text)
    except ValueError:
        raise ValueError(HOW_TO_TYPE_DAYS) from None
    if day > now:
        raise ValueError("You can't play the deal of a day that hasn't come yet.")
    return ToDaily() if day == now else _deal_of(day)


def _deal_of(day: date) -> Response:
    return ToTable(deal_daily(day))


def open_today(saved_games: LazyArchive) -> Session | PlayedDaily:
    """Return a new or resumed game with today's deal, or the result if that deal has been played.

    If nothing can be saved, return an unsaved game. Raise GameNotFound, OpenInAnotherWindow or UnreadableGame.
    """
    day = daily.today()
    try:
        found = open_daily(saved_games, day)
        if isinstance(found, Session):
            return found
        history = daily_history(saved_games.archive.entries(), day)
        return PlayedDaily(found, history, graded_game(saved_games, found), Pars.load(saved_games.archive))
    except StorageError:
        session = deal_daily(day)
        saved_games.save(session, day.isoformat())  # this tells the player that nothing is saved, and keeps trying
        return session


def daily_deal(records: Records, day: str = "") -> Response:
    """Play today's deal or the deal of a typed day. Show today's result, or explain why a deal can't be played."""
    try:
        if day:
            return deal_of_day(day)
        found = open_today(records.saved_games)
    except OpenInAnotherWindow as error:
        return about_other_window(error.number, OPEN_ELSEWHERE)
    except (UnreadableGame, GameNotFound) as error:
        return Say(storage_sentence(error))
    except ValueError as refusal:
        return Say(str(refusal))
    return ToTable(found) if isinstance(found, Session) else found.ask()
