"""Start plain mode by choosing a game and the players."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from cardtable.engine.game import AnyGame, format_range
from cardtable.games import GAMES
from cardtable.plain.choices import read_number
from cardtable.plain.game import play
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.listing import list_games
from cardtable.store.paths import may_exist
from cardtable.store.rows import GameEntry
from cardtable.table.command_lines import open_in_another_window
from cardtable.table.dealing import DealRequest, new_session
from cardtable.table.entries import line
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.storage_words import damage_sentence, explain


def choose_and_play(lines: Lines) -> int:
    """Ask for a game, deal or resume it, and play it; return the exit code."""
    archive = LazyArchive()
    try:
        in_progress = _in_progress(archive, lines)
        try:
            chosen = _choose(lines, tuple(GAMES.values()), in_progress)
            if chosen is None:
                return _play_daily(archive, lines)
            session = archive.resume(chosen.id) if isinstance(chosen, GameEntry) else _set_up(lines, chosen)
        except EndOfInput:
            return 0
        except OpenInAnotherWindow as error:
            raise RequestError(open_in_another_window(error.number)) from None
        except (StorageError, GameNotFound, UnreadableGame) as error:
            raise RequestError(explain(error)) from None
        if session.journal is None:
            archive.save(session)
        lines.say(*archive.notices)
        return play(session, lines)
    finally:
        archive.close()


def _play_daily(archive: LazyArchive, lines: Lines) -> int:
    """Play today's deal, or say how it ended; return the exit code."""
    from cardtable.table.daily_game import play_daily

    return play_daily(archive, lambda session: play(session, lines), lines.say)


def _in_progress(archive: LazyArchive, lines: Lines) -> list[GameEntry]:
    """Return the games that can be continued, or an empty list if there is no readable archive."""
    if not may_exist(archive.path):
        return []
    try:
        listing = list_games(archive.archive)
    except StorageError as error:
        lines.say(explain(error))
        return []
    while archive.notices:
        lines.say(archive.notices.pop(0))
    if listing.damaged:
        lines.say(damage_sentence(listing.damaged))
    return [entry for entry in listing.entries if entry.outcome is None]


def _choose(lines: Lines, games: Sequence[AnyGame], in_progress: Sequence[GameEntry]) -> AnyGame | GameEntry | None:
    """Return a new game, a game in progress, or None for the daily deal."""
    lines.say("Cardtable.", *(f"{number} {game.title}: {game.summary}" for number, game in enumerate(games, 1)))
    if in_progress:
        lines.say(
            "In progress:",
            *(f"{number} {line(entry)}" for number, entry in enumerate(in_progress, len(games) + 1)),
        )
    lines.say("Or type daily for the daily deal, which is the same for everyone today.")
    while True:
        text = _ask(lines, "Which game? Type its number or name:").lower()
        if text == "daily":
            return None
        number = read_number(text)
        if number is not None and 0 < number <= len(games) + len(in_progress):
            return games[number - 1] if number <= len(games) else in_progress[number - len(games) - 1]
        if close := get_close_matches(text, [game.title.lower() for game in games], n=1):
            return next(game for game in games if game.title.lower() == close[0])
        lines.say(f"Type a number from 1 to {len(games) + len(in_progress)}, the name of a game, daily or quit.")


def _set_up(lines: Lines, game: AnyGame) -> Session:
    lines.say(f"{game.title}. To choose options, quit and run: cardtable play {game.id} --help")
    while True:
        seats = _seats(lines, game)
        names = [
            _ask(lines, f"Type the name of player {seat}, or press Enter:") for seat in range(1, seats + 1) if seats > 1
        ]
        try:
            return new_session(game, DealRequest(players=str(seats), names=names, options={}))
        except RequestError as refusal:
            lines.say(str(refusal))


def _seats(lines: Lines, game: AnyGame) -> int:
    fewest = game.seats[0]
    while len(game.seats) > 1:
        text = _ask(lines, f"How many players ({format_range(game.seats)})? Press Enter for {fewest}:") or str(fewest)
        if (number := read_number(text)) in game.seats and number is not None:
            return number
        lines.say(f"Type a number from {fewest} to {game.seats[-1]}.")
    return fewest


def _ask(lines: Lines, prompt: str) -> str:
    text = lines.ask(prompt)
    if text.lower() == "quit":
        raise EndOfInput
    return text
