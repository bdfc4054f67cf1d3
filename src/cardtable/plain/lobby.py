"""The lobby of plain mode: games to play, and lessons, rules, statistics and settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.phrases import counted, join_words, read_number
from cardtable.formats.deal_line import COMMA
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.plain.ending import Advice
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.navigator import PlainNavigator, play
from cardtable.plain.new_game import BackToLobby, ask, set_up
from cardtable.rooms.goto import (
    ToDaily,
    ToLearn,
    ToPractice,
    ToReplay,
    ToReview,
    ToRules,
    ToSettings,
    ToStatistics,
)
from cardtable.rooms.lobby import LobbyOffers, lesson_in_words, read_offers
from cardtable.rooms.records import Records
from cardtable.rooms.set_up import SetUpMemory
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.store.settings import load_settings
from cardtable.table.command_lines import deal_text, open_in_another_window
from cardtable.table.dealing import session_from_deal_line
from cardtable.table.entries import spoken_line
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow
from cardtable.table.request_error import RequestError, similar_name
from cardtable.table.session import Session
from cardtable.table.storage_words import damage_sentence, storage_sentence

if TYPE_CHECKING:
    from cardtable.table.lobby_words import SavedScores

TO_HEAR_GAMES = "To hear the list again, type list."
TO_HEAR_SAVED = "To hear your saved games, type saved."
FOR_NEWCOMERS = "New here? To learn {} step by step, type lessons 1."
IN_PROGRESS = "Games in progress, and what to type to continue them:"
FINISHED = "Finished games, and what to type to replay them:"
PROMPT = "Which game? Type its number or name, or help:"

_BETWEEN_PARTS = re.compile("[,·]")
"""A separator in a deal line, which no name of a game has."""
_FLAG = re.compile(r"(?:^|\s)(--?[a-z][\w-]*)", re.IGNORECASE)
"""A flag as on the command line, such as `--name`."""
MOST_AT_START = 3
"""The maximum number of games in progress to read out before the player has asked for them."""
MOST_LISTED = 20
"""The maximum number of saved games to read out when the player lists them, or chooses one to replay or review."""


def choose_and_play(lines: Lines) -> int:
    """Let the player choose games to play and other things to do until they quit; return the exit code."""
    archive = LazyArchive()
    try:
        Lobby(lines, archive).run()
    except EndOfInput:
        pass
    finally:
        archive.close()
    return 0


class _LobbyAdvice(Advice):
    """What to type in the lobby to continue a game or to play its deal again."""

    def __init__(self, read_offers: Callable[[], LobbyOffers]) -> None:
        self._read_offers = read_offers

    def to_resume(self, number: int, begins: str) -> Sequence[str]:
        """Return the words that continue a game, or the command if the lobby can't read the saved games."""
        if all(entry.id != number for entry in self._read_offers().in_progress):
            return super().to_resume(number, begins)
        return (f"{begins}, type resume {number}.",)

    def to_deal(self, session: Session, begins: str) -> Sequence[str]:
        """Return the words that deal a game again, or the command if no deal line can express it."""
        seats_of_people = [seat for seat in range(len(session.names)) if session.computer_at(seat) is None]
        line = deal_text(session, COMMA)
        if len(session.people) == len(seats_of_people) and COMMA in line:
            return (f"{begins}, type play {line}.",)
        return super().to_deal(session, f"{begins}, quit and type")


class _OtherCommand(Exception):
    """A command of the lobby that was typed instead of an answer."""


class Lobby:
    """The lobby of plain mode."""

    def __init__(self, lines: Lines, archive: LazyArchive) -> None:
        self._lines, self._archive = lines, archive
        self._navigator = PlainNavigator(lines, Records(archive), _LobbyAdvice(self._read_offers))
        self.say = lines.say
        self._games = tuple(GAMES.values())
        self._set_ups = SetUpMemory(archive)
        self._advice = _LobbyAdvice(self._read_offers)

    def run(self) -> None:
        """Obey what is typed until the player quits or the input ends, which raises EndOfInput."""
        self.list_games()
        while True:
            try:
                if self._carry_out(self._lines.ask(PROMPT)):
                    self.say("You are back in the lobby.")
            except BackToLobby:
                self.say("You are back in the lobby.")
            except OpenInAnotherWindow as error:
                self.say(open_in_another_window(error.number))
            except GameNotFound as error:  # another window has deleted it
                self.say(storage_sentence(error))
            except (StorageError, UnreadableGame) as error:
                self.say(storage_sentence(error))
            except (RequestError, ValueError) as refusal:
                self.say(str(refusal))

    def _carry_out(self, text: str) -> bool:
        """Carry out what was typed, or the command that is typed instead of an answer to a question about it."""
        try:
            return self._obey(text)
        except _OtherCommand as other:
            return self._carry_out(str(other))

    def _obey(self, text: str) -> bool:
        """Carry out what was typed; return whether the player leaves the lobby for it and comes back."""
        word, _, rest = text.lower().partition(" ")
        number, count = read_number(text), len(self._games)
        if (command := COMMANDS.get(SHORT.get(word, word))) is not None:
            return command.obey(self, rest.strip())
        if number is not None and 0 < number <= count:
            self._play(self._games[number - 1])
        elif _BETWEEN_PARTS.search(text):
            self._play_deal(text)
        elif game := self._find_game(text):
            self._play(game)
        else:
            _refuse_flags(text)
            raise ValueError(f"Type a number from 1 to {count}, the name of a game, or help. {TO_HEAR_GAMES}")
        return True

    # Games

    def list_games(self, rest: str = "") -> bool:
        """Read out the games that can be played, and the latest ones in progress."""
        offers = self._read_offers()
        latest = offers.in_progress[:MOST_AT_START]
        self.say("Cardtable.", "To start a new game, type its number or name:", *self._numbered_games())
        if latest:
            self.say(IN_PROGRESS, *self._saved_lines(latest, "resume "))
        if older := len(offers.in_progress) - len(latest):
            self.say(f"{older} more: type saved.")
        if lesson := offers.lesson:
            title, number = SHIPPED[lesson.game_id].title, lesson.number.lstrip("0")
            self.say(f"Next is {lesson_in_words(lesson)} To take it, type lessons {title} {number}.")
        elif offers.is_newcomer:
            self.say(FOR_NEWCOMERS.format(self._games[0].title))
        idle = UNLISTED if offers.entries else UNLISTED | NEEDS_SAVED_GAME
        self.say(f"You can also type {join_words([name for name in COMMANDS if name not in idle], 'or')}.")
        return False

    def list_saved(self, rest: str) -> bool:
        """Read out the games in progress and the finished ones, each with the words that open it."""
        entries = self._entries()
        if not entries:
            self.say("You have no saved games yet. Every game is saved while you play it.")
        for title, verb, is_over in ((IN_PROGRESS, "resume", False), (FINISHED, "replay", True)):
            found = [entry for entry in entries if (entry.outcome is not None) is is_over]
            if found:
                self.say(title, *self._saved_lines(found[:MOST_LISTED], f"{verb} "))
                self._say_older(len(found) - MOST_LISTED)
        return False

    def _say_older(self, count: int) -> None:
        if count > 0:
            self.say(f"There {'is' if count == 1 else 'are'} also {counted(count, 'older game')}.")

    def _saved_lines(self, entries: Sequence[GameEntry], verb: str = "") -> Iterator[str]:
        """Yield a line for each saved game with its number, the same as in `cardtable resume`, after the verb."""
        for entry in entries:
            score = self._scores.of(entry) if entry.outcome is None else ""
            yield f"{verb}{entry.id} {spoken_line(entry, score)}"

    @cached_property
    def _scores(self) -> SavedScores:
        from cardtable.table.lobby_words import SavedScores

        return SavedScores(self._archive)

    def _numbered_games(self) -> Iterator[str]:
        yield from (f"{number} {game.title}: {game.summary}" for number, game in enumerate(self._games, 1))

    def _entries(self) -> Sequence[GameEntry]:
        """Return the saved games that can be read, latest first."""
        return self._read_offers().entries

    def _read_offers(self) -> LobbyOffers:
        """Return what the lobby offers, and say what is wrong with the saved games."""
        offers = read_offers(self._archive)
        if offers.fault:
            self.say(offers.fault)
        self._say_notices()
        if offers.damaged:
            self.say(damage_sentence(offers.damaged))
        return offers

    def _say_notices(self) -> None:
        while self._archive.notices:
            self.say(self._archive.notices.pop(0))

    def _find_game(self, text: str) -> AnyGame | None:
        """Return the game with this name or a similar one, or None."""
        if _FLAG.search(text):
            return None
        titles = {name: game for game in self._games for name in (game.title, game.id)}
        return titles.get(similar_name(text, titles))

    def _ask(self, question: str) -> str:
        """Return the answer to a question; raise _OtherCommand if a command of the lobby is typed instead."""
        text = ask(self._lines, question)
        word = text.lower().partition(" ")[0]
        if SHORT.get(word, word) in COMMANDS:
            raise _OtherCommand(text)
        return text

    def _ask_game(self, text: str, question: str = "Which game?") -> AnyGame:
        """Return the game that was typed after a command, or ask for one."""
        if not text:
            self.say(*(f"{number} {game.title}" for number, game in enumerate(self._games, 1)))
        while True:
            text = text or self._ask(f"{question} Type its number or name, or press Enter to go back:")
            if not text:
                raise BackToLobby
            number = read_number(text)
            if number is not None and 0 < number <= len(self._games):
                return self._games[number - 1]
            if game := self._find_game(text):
                return game
            _refuse_flags(text)
            self.say(f"Type a number from 1 to {len(self._games)}, or the name of a game.")
            text = ""

    def _play(self, chosen: AnyGame | GameEntry) -> None:
        """Play a new game or continue a saved one."""
        if isinstance(chosen, GameEntry):
            session = self._archive.resume(chosen.id)
        else:
            session = set_up(self._lines, self._set_ups.start(chosen, load_settings().names))
            self._archive.save(session)
        self._say_notices()
        play(session, self._lines, self._advice)

    def _play_deal(self, line: str) -> None:
        """Play the game in a deal line."""
        from cardtable.players.at_table import seat_computers

        session = session_from_deal_line(line, seat_computers)
        self._archive.save(session)
        self._say_notices()
        play(session, self._lines, self._advice)

    # What can be typed instead of a game

    def help(self, rest: str) -> bool:
        """List the commands."""
        self._lines.read_out(
            *(f"{name} {command.takes}".strip() + f": {command.help}" for name, command in COMMANDS.items())
        )
        return False

    def new_game(self, rest: str) -> bool:
        """Start a new game, which may be a deal that was played before."""
        if _BETWEEN_PARTS.search(rest):
            self._play_deal(rest)
        else:
            self._play(self._ask_game(rest))
        return True

    def resume(self, rest: str) -> bool:
        """Continue the game with this number, or the one played most recently."""
        entries = self._read_offers().in_progress
        if not entries:
            raise ValueError("You have no game in progress. To start one, type its number or name.")
        found = _with_number(entries, rest) if rest else entries[0]
        if found is None:
            raise ValueError(f"No game in progress has that number. {TO_HEAR_SAVED}")
        self._play(found)
        return True

    def replay(self, rest: str) -> bool:
        """Replay a saved game."""
        self._navigator.open(ToReplay(self._choose_saved(rest, "replay")))
        return True

    def review(self, rest: str) -> bool:
        """Review a finished game."""
        from cardtable.practice.decisions import why_no_review_of

        self._navigator.open(ToReview(self._choose_saved(rest, "review", lambda entry: not why_no_review_of(entry))))
        return True

    def _choose_saved(self, rest: str, verb: str, can_choose: Callable[[GameEntry], bool] = lambda entry: True) -> int:
        """Return the saved game with the number that was typed, or ask for one; finished games come last."""
        entries = sorted(self._entries(), key=lambda entry: entry.outcome is not None)
        if not any(map(str.isdigit, rest)):  # as in `replay the game`
            if not (found := list(filter(can_choose, entries))):
                raise ValueError(f"You have no saved games to {verb}.")
            self.say(*self._saved_lines(found[:MOST_LISTED]))
            self._say_older(len(found) - MOST_LISTED)
            while rest := self._ask(f"Which game to {verb}? Type its number, or press Enter to go back:"):
                if (chosen := _with_number(found, rest)) is not None:
                    return chosen.id
                self.say(f"No saved game that you can {verb} has that number.")
            raise BackToLobby
        chosen = _with_number(entries, rest)
        if chosen is None:
            raise ValueError(f"No saved game has that number. {TO_HEAR_SAVED}")
        return chosen.id

    def daily(self, rest: str) -> bool:
        """Play today's deal, or say how it ended."""
        self._navigator.open(ToDaily())
        return True

    def practice(self, rest: str) -> bool:
        """Practise alone: play, solve exercises, and hear the progress."""
        from cardtable.rooms.practice import SECTIONS

        if rest and rest.lower() not in SECTIONS:
            raise ValueError(f"Type practice on its own, or with {join_words(SECTIONS, 'or')}.")
        self._navigator.open(ToPractice(rest.lower()))
        return True

    def lessons(self, rest: str) -> bool:
        """Take the lessons, exercises and tests of a game."""
        name, _, part = rest.rpartition(" ")
        if not (name and (read_number(part) is not None or part in ("exercises", "test"))):
            name, part = rest, ""
        game_id = self._ask_game(name.strip()).id if rest else ""
        if game_id and game_id not in SHIPPED:
            raise ValueError(f"{GAMES[game_id].title} has no lessons.")
        self._navigator.open(ToLearn(game_id, part))
        return True

    def rules(self, rest: str) -> bool:
        """Read the rules of a game, or the ruling with this number."""
        from cardtable.table.pages import NUMBER, ruling

        if NUMBER.fullmatch(rest.upper()):
            self.say(f"{rest.upper()}: {ruling(rest)}")
            return False
        self._navigator.open(ToRules(self._ask_game(rest, "Rules of which game?").id))
        return True

    def statistics(self, rest: str) -> bool:
        """Read the statistics of all games, or of one."""
        self._entries()  # they may be damaged, which is said first
        self._navigator.open(ToStatistics(self._ask_game(rest).id if rest else ""))
        return False

    def settings(self, rest: str) -> bool:
        """Read and change the settings."""
        self._navigator.open(ToSettings())
        return True

    def quit(self, rest: str) -> bool:
        """Leave the lobby."""
        raise EndOfInput


def _refuse_flags(text: str) -> None:
    """Raise ValueError if the text contains a flag of the command line."""
    if flag := _FLAG.search(text):
        raise ValueError(
            f"Flags such as {safe_text(flag[1])} only work on the command line. Here, type just the number or name of "
            "a game. For a new game, you are then asked for the rules, the players and their names."
        )


def _with_number(entries: Sequence[GameEntry], text: str) -> GameEntry | None:
    """Return the saved game with the number that was typed, or None."""
    return next((entry for entry in entries if entry.id == read_number(text)), None)


@dataclass(frozen=True, slots=True)
class LobbyCommand:
    """A command that can be typed in the lobby."""

    obey: Callable[[Lobby, str], bool]
    """Run the command with the rest of the line; return whether the player leaves the lobby for it."""
    takes: str
    help: str


COMMANDS = {
    "play": LobbyCommand(
        Lobby.new_game,
        "GAME",
        "start a new game. You can also type just its number or name, or the deal line of a result.",
    ),
    "saved": LobbyCommand(Lobby.list_saved, "", "hear your saved games, in progress and finished, with their numbers."),
    "resume": LobbyCommand(Lobby.resume, "NUMBER", "continue a game in progress, by default the one you played last."),
    "replay": LobbyCommand(Lobby.replay, "NUMBER", "replay a saved game; without a number, choose one from a list."),
    "review": LobbyCommand(Lobby.review, "NUMBER", "hear what you could have played better in a game."),
    "daily": LobbyCommand(Lobby.daily, "", "play the daily deal, which is the same for everyone today."),
    "lessons": LobbyCommand(
        Lobby.lessons, "GAME NUMBER", "learn a game with lessons, exercises and tests; with a number, take that lesson."
    ),
    "practice": LobbyCommand(Lobby.practice, "", "practise alone, solve exercises, and hear your progress."),
    "rules": LobbyCommand(Lobby.rules, "GAME", "read the rules of a game, or one ruling, as in: rules ES-4."),
    "statistics": LobbyCommand(Lobby.statistics, "GAME", "hear how your games went; name a game to hear everything."),
    "settings": LobbyCommand(Lobby.settings, "", "hear and change the settings."),
    "list": LobbyCommand(Lobby.list_games, "", "hear again which games you can play, with their numbers."),
    "help": LobbyCommand(Lobby.help, "", "list these commands."),
    "quit": LobbyCommand(Lobby.quit, "", "leave Cardtable."),
}
UNLISTED = {"play", "resume", "list"}
"""The commands that the list of games doesn't name, because it shows how to start and continue games."""
NEEDS_SAVED_GAME = {"saved", "replay", "review"}
"""The commands that do nothing as long as there are no saved games."""
SHORT = {"?": "help", "q": "quit", "games": "list", "learn": "lessons", "lesson": "lessons"}
"""Other words for commands."""
