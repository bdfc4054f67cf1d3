"""The statistics: a list of the games that the player has finished at least once, and a page about each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardtable.games import GAMES
from cardtable.rooms.daily import read_history
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToDaily
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Help, Leave, Read, Response
from cardtable.store.errors import StorageError
from cardtable.table.daily import daily_history, today
from cardtable.table.daily_words import daily_summary
from cardtable.table.pars import Pars
from cardtable.table.statistics_words import NOTHING_FINISHED, game_lines, games_played, overview
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry

DAILY = "daily"
"""The id of the row for the daily deal."""
CHOOSE = "Choose one for details. Only finished games count."
TO_HEAR_ONE = "To hear all about one game, type statistics and its number or name."
READ_AT_ONCE = "Plain mode reads the statistics out in the lobby, where all its words work."
"""The reason why this room's commands have no words in plain mode."""


class StatisticsRow(NamedTuple):
    """A row of the list, with its title and brief figures. Its id is a game's id or `DAILY`."""

    id: str
    title: str
    figures: str


class StatisticsRoom(Room):
    """The list of the games that the player has finished."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._entries: Sequence[GameEntry] = ()
        self._pars = Pars()
        self._history = daily_history((), today())
        self.rows: list[StatisticsRow] = []
        self.greeting = NOTHING_FINISHED
        """The sentence above the list. It says what to do, or why the list is empty."""
        self.refresh()

    def refresh(self) -> None:
        """Count the games again, because another game may have been finished."""
        self.greeting = NOTHING_FINISHED
        try:
            archive = self._records.saved_games.archive
            self._entries, self._pars = archive.entries(), Pars.load(archive)
        except StorageError as error:
            self._entries, self.greeting = (), storage_sentence(error)
        self._history = daily_history(self._entries, today())
        daily = [StatisticsRow(DAILY, "Daily deal", daily_summary(self._history))] if self._history.days else []
        played = [StatisticsRow(each.game.id, each.title, each.summary) for each in games_played(self._entries)]
        self.rows = [*daily, *played]
        if self.rows:
            self.greeting = CHOOSE

    def read(self, row: str, sign: str) -> Response:
        """Read the page of a row. `sign` is the character that draws charts, or empty for no charts."""
        if row == DAILY:
            return read_history(self._history, self._pars)
        game = GAMES[row]
        lines = game_lines(self._entries, game, self._pars, sign=sign)
        heading = [f"{game.title}:"] if not sign and len(lines) > 1 else []  # the app has the title above the page
        return Read(f"{game.title}: statistics", (*heading, *lines))

    def overview(self) -> tuple[str, ...]:
        """Return lines with brief figures for all games, in the form that plain mode reads out."""
        if not self.rows:
            return (self.greeting,)
        return (*overview(self._entries, self._history), TO_HEAR_ONE)

    @Command("list what you can do here", keys=("?",), label="Help", no_words=READ_AT_ONCE)
    def help(self) -> Response:
        return Help()

    @Command("play the daily deal", keys=("d",), label="Daily deal", no_words=READ_AT_ONCE)
    def daily(self) -> Response:
        return ToDaily()

    @Command("go back", keys=("q",), also=("escape",), label="Back", no_words=READ_AT_ONCE)
    def leave(self) -> Response:
        return Leave()
