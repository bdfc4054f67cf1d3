"""The lobby of plain mode, with games to play, lessons, rules, statistics and settings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from cardtable.engine.phrases import join_words
from cardtable.formats.deal_line import COMMA
from cardtable.games import GAMES
from cardtable.plain.ending import Advice
from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator
from cardtable.plain.room import PlainRoom, find_command
from cardtable.rooms.kit.goto import ToClass, ToSavedReview, ToStatistics
from cardtable.rooms.kit.offers import lesson_in_words
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import AskText, Goto, Response, Stay
from cardtable.rooms.lobby import LISTED, LobbyRoom, spoken_lines
from cardtable.table.command_lines import deal_text
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.storage_words import damage_sentence

FOR_NEWCOMERS = (
    "New here? To learn {} step by step, type lessons 1.",
    "To choose a game for one player, type alone; for several people, type together.",
)
IN_PROGRESS = "Games in progress, and what to type to continue them:"
OPEN_TABLES = "Tables with free seats, and what to type to sit down:"
PROMPT = "Which game? Type its number or name, or help:"
BACK = "You are back in the lobby."
MAX_AT_START = 3
"""The maximum number of games in progress to read out before the player asks for the list."""


def choose_and_play(lines: Lines, own_records: Records | None = None) -> int:
    """Let the player choose games and other activities until the player quits. Return the exit code.

    By default, the records are those of the player at this computer.
    """
    with closing(own_records or Records(LazyArchive())) as records:
        room = LobbyRoom(records)
        if records.desk is not None:
            lines.background = records.desk.news
            PlainNavigator(lines, records).open(ToClass())
        PlainLobby(PlainNavigator(lines, records, _LobbyAdvice(room)), room).run()
    return 0


class _LobbyAdvice(Advice):
    """Advice on what to type in the lobby to continue a game or play its deal again."""

    def __init__(self, room: LobbyRoom) -> None:
        self._room = room

    def to_resume(self, number: int, begins: str) -> Sequence[str]:
        """Return the words that continue a game, or the shell command if the lobby can't read the saved games."""
        self._room.refresh()
        if all(entry.id != number for entry in self._room.offers.in_progress):
            return super().to_resume(number, begins)
        return (f"{begins}, type resume {number}.",)

    def to_deal(self, session: Session, begins: str) -> Sequence[str]:
        """Return the words that play a game's deal again, or the shell command if no words can describe the deal."""
        seats_of_people = [seat for seat in range(len(session.names)) if session.computer_at(seat) is None]
        line = deal_text(session, COMMA)
        if len(session.people) == len(seats_of_people) and COMMA in line:
            return (f"{begins}, type play {line}.",)
        return super().to_deal(session, f"{begins}, quit and type")

    def to_daily(self, begins: str) -> Sequence[str]:
        """Return the word that plays today's deal."""
        return (f"{begins}, type daily.",)


class PlainLobby(PlainRoom):
    """The lobby of plain mode."""

    room: LobbyRoom

    def __init__(self, places: PlainNavigator, room: LobbyRoom) -> None:
        super().__init__(places)
        self.room = room

    def prompt(self) -> str:
        return PROMPT

    def show_room(self) -> None:
        """Read out the available games and the latest games in progress."""
        self._refresh()
        offers = self.room.offers
        latest = offers.in_progress[:MAX_AT_START]
        games = (f"{number} {row.label}: {row.about}" for number, row in enumerate(self.room.games, 1))
        self.say("Cardtable.", "To start a new game, type its number or name:", *games)
        if latest:
            self.say(IN_PROGRESS, *spoken_lines(self.room.records, latest, "resume ", offers.tables))
        if older := len(offers.in_progress) - len(latest):
            self.say(f"{older} more: type saved.")
        if free := offers.open_tables:
            entries = [table.entry for table in free[:MAX_AT_START]]
            self.say(OPEN_TABLES, *spoken_lines(self.room.records, entries, "join ", free))
        if offers.here:
            self.say(f"{len(offers.here)} here now: to hear who, type here.")
        if lesson := offers.lesson:
            title, number = GAMES.title(lesson.game_id), lesson.number.lstrip("0")
            self.say(f"Next is {lesson_in_words(lesson)} To take it, type lessons {title} {number}.")
        elif offers.is_newcomer:
            learn, play = FOR_NEWCOMERS
            self.say(learn.format(self.room.games[0].label), play)
        words = [each.words[0] for each in self.room.offered if each.id not in LISTED]
        self.say(f"You can also type {join_words(words, 'or')}.")

    def _refresh(self) -> None:
        """Update what the lobby offers, and report any problem with the saved games."""
        self.room.refresh()
        offers = self.room.offers
        notices = self.places.records.take_notices()
        self.say(*filter(None, [offers.fault]), *notices)
        if offers.damaged:
            self.say(damage_sentence(offers.damaged))

    def obey(self, text: str) -> Response | None:
        self.room.refresh()
        return super().obey(text)

    def other(self, text: str) -> Response:
        return self.room.new_game(text) if text else Stay()

    def answer(self, response: Response | None) -> bool:
        if not isinstance(response, Goto):
            return super().answer(response)
        self.places.open(response)
        if not isinstance(response, ToStatistics | ToSavedReview):  # these are only read out
            self.say(BACK)
        return True

    def _ask_text(self, ask: AskText) -> Response | None:
        """Ask a question. The player can type a command of the lobby instead of an answer."""
        *lines, question = ask.question.splitlines()
        self.say(*lines)
        while text := self.lines.ask(question):
            if text.lower() in ("back", "quit"):
                break
            if find_command(self.room, text) is not None:
                return self.obey(text)
            try:
                return ask.take(text)
            except ValueError as refusal:
                self.say(str(refusal))
        self.say(BACK)
        return Stay()
