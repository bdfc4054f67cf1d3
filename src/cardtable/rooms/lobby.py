"""The lobby: games to continue, new games, the next lesson, a welcome for newcomers, and the other rooms.

The app shows the lobby before it imports anything else, so the functions here import what they need.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.games.info import INFO, PRACTISED
from cardtable.engine.phrases import counted, join_words, read_number
from cardtable.games import GAMES
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import (
    EARLIER,
    ToClass,
    ToDaily,
    ToLearn,
    ToLesson,
    ToPractice,
    ToRules,
    ToSavedGames,
    ToSavedReplay,
    ToSavedReview,
    ToSettings,
    ToSetUp,
    ToStatistics,
    ToWhichGame,
)
from cardtable.rooms.kit.offers import LobbyOffers, lesson_in_words, open_saved, read_offers
from cardtable.rooms.kit.response import AskText, Goto, Leave, Read, Response
from cardtable.store.powers import is_guest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardtable.rooms.kit.records import Records
    from cardtable.rooms.kit.tables import TableOffer
    from cardtable.store.rows import GameEntry


class Row(NamedTuple):
    """An item that a player can choose in the lobby: a game, a lesson, or another room."""

    id: str
    """A game's id, or the id of the lobby command that the row runs."""
    label: str
    about: str
    place: Goto


COMPANY = (
    Row("alone", "Play alone", "Choose a game for one player, or play against the computer.", ToWhichGame("alone")),
    Row(
        "together",
        "Play together",
        "Choose a game and share this keyboard. Hands stay hidden as you pass it on.",
        ToWhichGame("together"),
    ),
)
"""The two rows for playing alone and playing together."""
GUESTS_COMPANY = (
    COMPANY[0],
    COMPANY[1]._replace(about="Choose a game, and others can join from their own screens. To join one, press j."),
)
"""The same rows for a guest, whose screen nobody shares."""
DOORS = (
    Row("learn", "Learn", "Lessons at a real table, endless exercises, and tests.", ToLearn()),
    Row(
        "practice",
        "Practice",
        f"Play {PRACTISED.title} alone, try your mistakes again, and see your progress.",
        ToPractice(),
    ),
    Row("daily", "Daily deal", "The same cards for everyone today. Play every day to keep your streak.", ToDaily()),
    Row(
        "saved",
        "Games",
        "Continue, replay, review or delete your saved games, or write them to files.",
        ToSavedGames(),
    ),
    Row("statistics", "Statistics", "How many games you've played and won, and by how much.", ToStatistics()),
    Row("settings", "Settings", "Colours, speed, card style, usual names and keys.", ToSettings()),
)
"""The rows that open the other rooms."""
IN_PROGRESS = "in-progress "
"""The prefix of the id of a game in progress. The game's number or the code of its shared table follows it."""
NO_GAMES = "You have no saved games yet. A game is saved once you make a move."
LISTED = ("play", "continue", "alone", "together", "list")
"""The commands that plain mode reads out below the games."""
TO_HEAR_GAMES = "To hear the list again, type list."
TO_HEAR_SAVED = "To hear your saved games, type saved."
MAX_LISTED = 20
"""The maximum number of saved games to list when the player chooses a game to replay or review."""
IN_LIST = "In the app, a key in the list of saved games does it."
ON_SCREEN = "In the app, Enter chooses from the list on the screen."
PARTS = ("exercises", "test")
"""The words that a player can type instead of a lesson's number."""
MAX_SHOWN = 40
"""The maximum width, in columns, of mistyped text that a refusal repeats."""
_FLAG = re.compile(r"(?:^|\s)(--?[a-z][\w-]*)", re.IGNORECASE)
"""A pattern for a command-line flag, such as `--name`."""


class LobbyRoom(Room):
    """The first room. In the app, a cursor is on one of its items."""

    def __init__(self, records: Records, cursor: str | None = None) -> None:
        """Enter the lobby. Without a cursor, the player types every choice."""
        self.records = records
        self.offers = LobbyOffers()
        self.cursor = cursor
        """The id of the item under the cursor, or None in plain mode, which has no cursor."""

    def refresh(self) -> None:
        """Read the offers again, because the saved games may have changed."""
        from cardtable.rooms.kit.tables import note_place  # only now, because it takes time to load

        self.offers = read_offers(self.records)
        note_place(self.records)

    def has_news(self) -> bool:
        """Return whether a table has changed or somebody has come or gone. Only guests wait for a first table."""
        if self.records.person is None and not (self.offers.tables or self.offers.here):
            return False
        from cardtable.rooms.kit.tables import others_here, read_tables
        from cardtable.store.errors import StorageError

        with suppress(StorageError):
            return (read_tables(self.records), others_here(self.records)) != (self.offers.tables, self.offers.here)
        return False

    # Rows

    @property
    def welcome(self) -> tuple[Row, ...]:
        """The rows for a newcomer: the first or next lesson, and the choice to play alone or together."""
        if not self.offers.is_newcomer:
            return ()
        label, about = "A three-minute lesson", "Learn how to play on a real table, step by step."
        if (lesson := self.offers.lesson) is not None:
            label = f"Lesson {int(lesson.number)}: {lesson.title}"
            about = f"{GAMES.title(lesson.game_id)}. {lesson.about}"
        return (Row("lesson", label, about, ToLesson(self.next_to_learn)), *self.company)

    @property
    def company(self) -> tuple[Row, ...]:
        """The rows for playing alone and playing together."""
        return GUESTS_COMPANY if is_guest() else COMPANY

    @property
    def games(self) -> list[Row]:
        """The rows of all games that can be played."""
        return [Row(info.id, info.title, info.summary, ToSetUp(info.id)) for info in GAMES.infos()]

    @property
    def doors(self) -> list[Row]:
        """The rows of the other rooms. The Learn room's row names the next lesson, unless `welcome` already does."""
        if self.offers.lesson is None or self.offers.is_newcomer:
            return list(DOORS)
        next_lesson = f"Next is {lesson_in_words(self.offers.lesson)}"
        return [door._replace(about=next_lesson) if door.id == "learn" else door for door in DOORS]

    def choose(self, row_id: str) -> Response | None:
        """Choose a row. A room that the row opens may open at the game under the cursor."""
        if row_id.startswith(IN_PROGRESS):
            return open_saved(self.records, row_id.removeprefix(IN_PROGRESS))
        places = {row.id: row.place for row in (*self.welcome, *self.company, *self.games)}
        return places[row_id] if row_id in places else self.do(row_id)

    # New games

    def find_game(self, text: str) -> str:
        """Return the id of the game with this number, name or similar name. Raise ValueError if there is none."""
        from cardtable.formats.text import safe_text
        from cardtable.table.request_error import similar_name

        ids, number = list(GAMES), read_number(text)
        if number is not None and 0 < number <= len(ids):
            return ids[number - 1]
        titles = {name: info.id for info in GAMES.infos() for name in (info.title, info.id)}
        if not _FLAG.search(text) and (found := titles.get(similar_name(text, titles))):
            return found
        _refuse_flags(text)
        unknown = f"'{safe_text(text, MAX_SHOWN)}' is neither a game nor a command. " if number is None else ""
        raise ValueError(f"{unknown}Type a number from 1 to {len(ids)}, the name of a game, or help. {TO_HEAR_GAMES}")

    def _choose_game(self, text: str, question: str, then: Callable[[str], Response]) -> Response:
        """Call `then` with the id of the game that was typed. If none was typed, ask for a game first."""
        if text:
            return then(self.find_game(text))
        games = "\n".join(f"{number} {info.title}" for number, info in enumerate(GAMES.infos(), 1))
        ask = f"{question} Type its number or name, or press Enter to go back:"
        return AskText(f"{games}\n{ask}", lambda typed: then(self.find_game(typed)))

    def new_game(self, text: str) -> Response:
        """Set up the game with this number or name, or play a deal line. Raise ValueError for other text."""
        from cardtable.formats.deal_line import has_separator  # only now, because it takes time to load

        return self.open_game(text) if has_separator(text) else ToSetUp(self.find_game(text))

    @Command("start a new game", words=("play",), takes="GAME", no_key=ON_SCREEN,
             typing="its number or name alone does the same, and so does the deal line of a result")  # fmt: skip
    def play(self, text: str) -> Response:
        return self.new_game(text) if text else self._choose_game("", "Which game?", ToSetUp)

    @Command("choose a game for one player, or play against the computer", words=("alone",), no_key=ON_SCREEN)
    def alone(self) -> Response:
        return ToWhichGame("alone")

    @Command("choose a game for several people", words=("together",), no_key=ON_SCREEN)  # fmt: skip
    def together(self) -> Response:
        return ToWhichGame("together")

    # Saved games

    def _why_no_saved(self) -> str:
        is_listed = self.cursor is not None or self.offers.entries or self.offers.damaged
        return "" if is_listed else NO_GAMES

    def _why_no_replay(self) -> str:
        return "" if self.offers.entries else "You have no saved games to replay."

    def _why_no_review(self) -> str:
        return "" if self.offers.entries else "You have no saved games to review."

    @Command(
        "list your saved games, in progress and finished", keys=("g",), words=("saved", "games"), why_not=_why_no_saved
    )
    def saved(self) -> Response:
        return ToSavedGames()

    def _why_not_resume(self) -> str:
        if self.offers.in_progress:
            return ""
        return "You have no game in progress. To start one, type its number or name."

    @Command("continue a game in progress, by default the one you played last", id="continue", keys=("c",),
             label="Continue", words=("resume", "continue"), takes="NUMBER", why_not=_why_not_resume)  # fmt: skip
    def resume(self, text: str) -> Response:
        games = self.offers.in_progress
        found = [entry for entry in games if entry.is_called(text)] if text else games
        if not found:
            raise ValueError(f"No game in progress has that number. {TO_HEAR_SAVED}")
        return open_saved(self.records, found[0].reference)

    @Command("replay a saved game; without a number, choose one from a list", words=("replay",), takes="NUMBER",
             no_key=IN_LIST, why_not=_why_no_replay)  # fmt: skip
    def replay(self, text: str) -> Response:
        return self._choose_saved(text, "replay", ToSavedReplay)

    @Command("hear what you could have played better in a game", words=("review",), takes="NUMBER", no_key=IN_LIST,
             why_not=_why_no_review)  # fmt: skip
    def review(self, text: str) -> Response:
        from cardtable.practice.decisions import why_no_review_of

        return self._choose_saved(text, "review", ToSavedReview, lambda entry: not why_no_review_of(entry))

    def _choose_saved(
        self,
        text: str,
        verb: str,
        then: Callable[[int], Response],
        can_choose: Callable[[GameEntry], bool] = lambda entry: True,
    ) -> Response:
        """Call `then` with the saved game whose number was typed. If none was typed, ask for one."""
        entries = sorted(self.offers.entries, key=lambda entry: entry.outcome is not None)
        if any(map(str.isdigit, text)):
            if (chosen := _with_number(entries, text)) is None:
                raise ValueError(f"No saved game has that number. {TO_HEAR_SAVED}")
            return then(chosen.id)
        if not (found := list(filter(can_choose, entries))):  # `replay the game` has no number
            raise ValueError(f"You have no saved games to {verb}.")

        def take(typed: str) -> Response:
            if (chosen := _with_number(found, typed)) is None:
                raise ValueError(f"No saved game that you can {verb} has that number.")
            return then(chosen.id)

        listed = "\n".join((*spoken_lines(self.records, found[:MAX_LISTED]), *older_lines(len(found) - MAX_LISTED)))
        return AskText(f"{listed}\nWhich game to {verb}? Type its number, or press Enter to go back:", take)

    @Command("to the page of your class", id="class", keys=("k",), label="Class", need=9, words=("class",),
             exists=lambda room: room.records.desk is not None)  # fmt: skip
    def to_class(self) -> Response:
        return ToClass()

    @Command("sit down at a shared table, where each of you plays in a terminal of your own", keys=("j",),
             label=lambda room: "Join a table" if is_guest() else "", need=5,
             words=("tables", "join"), takes="TABLE", typing="with the code of a table, go to that table")  # fmt: skip
    def tables(self, code: str) -> Response:
        from cardtable.rooms.kit.shared import ask_for_table, open_by_code  # only now, because it takes time to load

        return open_by_code(self.records, code) if code else ask_for_table(self.records)

    @Command("see who is here now, and what they're doing", id="here", keys=("w",), label="Who is here", need=9,
             words=("here", "who"), exists=lambda room: bool(room.offers.here))  # fmt: skip
    def who_is_here(self) -> Response:
        return Read("Here now", tuple(f"{here.name}: {here.doing}" for here in self.offers.here))

    # The other rooms

    @Command("play the daily deal, which is the same for everyone today", keys=("d",), words=("daily",), takes="DAY",
             typing="with yesterday or a date, play the deal of that day, which doesn't count")  # fmt: skip
    def daily(self, day: str) -> Response:
        return ToDaily(day)

    @Command("play the deal of an earlier day, which doesn't count for your streak", keys=("e",), words=("earlier",))
    def earlier(self) -> Response:
        return ToDaily(EARLIER)

    @Command("learn a game with lessons, exercises and tests", keys=("l",), words=("lessons", "lesson", "learn"),
             takes="GAME NUMBER", typing="with a number, take that lesson")  # fmt: skip
    def learn(self, text: str) -> Response:
        if self.cursor is not None or not text:
            return ToLearn(self.cursor if self.cursor is not None and self.cursor in GAMES else "")
        name, _, part = text.rpartition(" ")
        if not (name and (read_number(part) is not None or part in PARTS)):
            name, part = text, ""
        return self._choose_game(name.strip(), "Lessons of which game?", partial(_lessons, part=part))

    @Command("practise alone: play, solve exercises, and see your progress", keys=("p",),
             words=("practice", "practise"), takes="SECTION")  # fmt: skip
    def practice(self, section: str) -> Response:
        if section := section.removeprefix("my "):
            from cardtable.rooms.practice import SECTIONS  # only now, because it takes time to load

            if section.lower() not in SECTIONS:
                raise ValueError(f"Type practice on its own, or with {join_words(SECTIONS, 'or')}.")
        return ToPractice(section.lower())

    @property
    def game_at_cursor(self) -> str:
        """The id of the game that the item under the cursor is about. It is empty if the item isn't about a game."""
        cursor = self.cursor or ""
        if cursor.startswith(IN_PROGRESS):
            entries = (*self.offers.in_progress, *(table.entry for table in self.offers.open_tables))
            return next((each.kind for each in entries if f"{IN_PROGRESS}{each.reference}" == cursor), "")
        if cursor in ("lesson", "alone", "together"):
            return self.next_to_learn if cursor == "lesson" else next(iter(INFO))
        return cursor if cursor in GAMES else ""

    @property
    def next_to_learn(self) -> str:
        """The id of the next lesson's game, or of the first game if there is no next lesson."""
        return self.offers.lesson.game_id if self.offers.lesson is not None else next(iter(INFO))

    def _why_no_rules(self) -> str:
        return "" if self.cursor is None or self.game_at_cursor else "Select a game first, to read its rules."

    @Command("read the rules of a game, or one ruling, as in: rules ES-4", label="Rules", words=("rules",),
             takes="GAME", why_not=_why_no_rules)  # fmt: skip
    def rules(self, text: str) -> Response:
        if self.cursor is not None:
            return ToRules(self.game_at_cursor)
        if re.fullmatch(r"[a-z]{2}-\d+", text, re.IGNORECASE):
            return ToRules(next(iter(GAMES)), text.upper())
        return self._choose_game(text, "Rules of which game?", ToRules)

    @Command("see how your games went", keys=("s",), words=("statistics",), takes="GAME",
             typing="name a game, or daily, to hear everything about it")  # fmt: skip
    def statistics(self, text: str) -> Response:
        return ToStatistics(self.find_game(text) if text and text.lower() != "daily" else text.lower())

    @Command("change the settings", keys=("o",), words=("settings",))
    def settings(self) -> Response:
        return ToSettings()

    @Command("open the game in a position file, a record file or a deal line", keys=("f",),
             words=("open", "position"), takes="FILE", needs="files")  # fmt: skip
    def open_game(self, text: str) -> Response:
        from cardtable.rooms.set_up import ask_for_game, open_game

        return open_game(text) if text else ask_for_game()

    @Command("hear again which games you can play, with their numbers", id="list", words=("list",), no_key=ON_SCREEN)
    def list_games(self) -> None:
        """Show the room again."""

    @Command("leave Cardtable", keys=("q",), label="Quit", words=("quit", "q"))
    def leave(self) -> Response:
        return Leave()


def _lessons(game_id: str, part: str) -> Response:
    """Open a game's lessons, or one part: a lesson's number, `exercises` or `test`."""
    from cardtable.lessons.library import taught_games

    if game_id not in taught_games():
        raise ValueError(f"{GAMES[game_id].title} has no lessons.")
    return ToLearn(game_id, part)


def _refuse_flags(text: str) -> None:
    """Raise ValueError if the text contains a flag of the command line."""
    if flag := _FLAG.search(text):
        from cardtable.formats.text import safe_text

        raise ValueError(
            f"Flags such as {safe_text(flag[1])} only work on the command line. Here, type just the number or name of "
            "a game. For a new game, you are then asked for the rules, the players and their names."
        )


def _with_number(entries: Sequence[GameEntry], text: str) -> GameEntry | None:
    return next((entry for entry in entries if entry.id == read_number(text)), None)


def spoken_lines(
    records: Records, entries: Sequence[GameEntry], verb: str = "", tables: Sequence[TableOffer] = ()
) -> list[str]:
    """Return a line for each game. Each line has the verb, then the game's number or the code of its shared table."""
    from cardtable.table.entries import spoken_line, title

    about = {table.entry.reference: f"{title(table.entry)}: {table.about}" for table in tables}
    scores = (records.scores.of(entry) if entry.outcome is None else "" for entry in entries)
    return [
        f"{verb}{entry.reference} {about.get(entry.reference) or spoken_line(entry, score)}"
        for entry, score in zip(entries, scores, strict=True)
    ]


def older_lines(count: int) -> list[str]:
    """Return a line about the games that the list leaves out. The result is empty if it leaves out no games."""
    return [f"There {'is' if count == 1 else 'are'} also {counted(count, 'older game')}."] if count > 0 else []
