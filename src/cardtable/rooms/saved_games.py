"""The saved games, which a player can open, replay, review, delete and save to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cardtable.formats.text import safe_text
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToGame, ToReplay, ToReview, ToSavedReplay, ToSavedReview, ToTable, ToWatch
from cardtable.rooms.kit.offers import open_saved, read_offers
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, AskText, Leave, Response, Say, Stay
from cardtable.rooms.lobby import NO_GAMES
from cardtable.store.errors import GameNotFound, SharedGame, StorageError, TakenOver, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table.entries import line
from cardtable.table.lazy_archive import OpenInAnotherWindow
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

MAX_PATH = 300
TAKEN_OVER = "Another window has taken this game over."
AT_ANOTHER_SCREEN = "You're at this table in another window now."
OPEN_ELSEWHERE = "This game is open in another window."
GONE = "That game isn't there any more. Another window has deleted it, or left it before a move was played."
REPAIR = "Damaged. Quit, then run `cardtable doctor --repair`."


def resume(records: Records, number: int, *, take_over: bool = False) -> Response:
    """Continue a saved game. If it is open in another window, ask what to do."""
    try:
        return ToTable(records.saved_games.resume(number, take_over=take_over))
    except OpenInAnotherWindow:
        return about_other_window(number, OPEN_ELSEWHERE)
    except GameNotFound:
        return Say(GONE)
    except SharedGame:
        from cardtable.rooms.kit.shared import sit_down  # only now, because it takes time to load

        return sit_down(records, records.saved_games.archive.entry(number))
    except (StorageError, UnreadableGame) as error:
        return Say(storage_sentence(error))


def about_lost_game(records: Records, number: int | None) -> Response:
    """Say that another window has taken over the game that was played here, and ask what to do."""
    if number is None:
        return Say(TAKEN_OVER)
    try:
        is_shared = records.tables.archive.entry(number).is_shared
    except (GameNotFound, StorageError):
        return Say(GONE)
    return Say(AT_ANOTHER_SCREEN) if is_shared else about_other_window(number, TAKEN_OVER)


def about_other_window(number: int, what: str) -> Ask:
    """Ask what to do about a game that is open in another window. `what` is the sentence that tells the player so."""
    return Ask(
        what,
        (
            Answer("Back", Stay, key="n", words=("no",)),
            Answer("Watch what everyone can see", lambda: ToWatch(number), key="w", words=("watch",)),
            Answer(
                "Take over from the other window",
                lambda: ToGame(number, take_over=True),
                key="t",
                words=("take over", "take"),
            ),
        ),
    )


def load(records: Records, number: int, then: Callable[[Session], Response]) -> Response:
    """Load a saved game and call `then` with it. If it can't be read, return a response that explains why."""
    try:
        return then(records.saved_games.load(number))
    except (GameNotFound, StorageError, UnreadableGame) as error:
        return Say(storage_sentence(error))


def look_back(records: Records, place: ToSavedReplay | ToSavedReview) -> Response:
    """Load the saved game and return the place of its replay or review, or explain why the game can't be read."""
    from cardtable.table.replay import Replay

    if isinstance(place, ToSavedReview):
        return load(records, place.number, lambda session: ToReview(session, place.number))
    return load(records, place.number, lambda session: ToReplay(Replay(session), place.number))


def save_to_file(
    name: str, text: Callable[[], str], then: Callable[[str], Response | None], what: str = "game"
) -> AskText:
    """Ask for the name of a new file, suggesting `name`. Write the text to the file and call `then` with the name."""
    from cardtable.store.paths import save_as

    def write(name: str) -> Response | None:
        try:
            save_as(name, text(), what)
        except (StorageError, GameNotFound, UnreadableGame) as error:
            raise ValueError(storage_sentence(error)) from None
        return then(name)

    return AskText("Name of the new file:", write, name)


def about_file(name: str, contents: str = "Anyone with this file can reconstruct every hidden card.") -> str:
    """Return sentences that say where a file was saved and what it contains."""
    where = safe_text(str(Path(name).expanduser().absolute()), MAX_PATH)
    return f"Saved to {where}. {contents}"


class SavedGamesRoom(Room):
    """The list of saved games. Players choose with a cursor in the app and type game numbers in plain mode."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.cursor = ""
        """The reference of the game under the cursor. It is empty if there is no cursor."""
        self.refresh()

    def refresh(self) -> None:
        """Read the list again."""
        self.offers = read_offers(self.records)

    @property
    def greeting(self) -> str:
        """A sentence that says why the list is empty. If the list isn't empty, this is an empty string."""
        return "" if self._has_games() else self.offers.fault or NO_GAMES

    def groups(self) -> dict[str, Sequence[GameEntry]]:
        """Return the readable games under two headings: first the games in progress, then the finished games."""
        entries, in_progress = self.offers.entries, self.offers.in_progress
        others = [entry for entry in entries if entry.is_shared and entry not in in_progress]
        finished = [entry for entry in entries if entry.outcome is not None]
        return {"In progress": [*in_progress, *others], "Finished": finished}

    @property
    def entry(self) -> GameEntry | None:
        """The game under the cursor. None if there is no cursor or the game can't be read."""
        return self._with_reference(self.cursor)

    def _with_reference(self, text: str) -> GameEntry | None:
        entries = (entry for group in self.groups().values() for entry in group)
        return next((entry for entry in entries if entry.is_called(text)), None)

    def _chosen(self, text: str, verb: str) -> GameEntry:
        """Return the game whose reference was typed or, if none was, the game under the cursor.

        Raise ValueError if there is no such game.
        """
        reference = text or self.cursor
        if any(str(game.id) == reference for game in self.offers.damaged):
            raise ValueError(REPAIR)
        if (found := self._with_reference(reference)) is None:
            raise ValueError("No saved game has that number." if text else f"Type {verb} and the number of a game.")
        if verb != "open" and found not in self.offers.entries:
            raise ValueError(f"This game is in progress at a shared table, so you can't {verb} it.")
        return found

    def _has_games(self) -> bool:
        return any(self.groups().values()) or bool(self.offers.damaged)

    @Command("continue a game in progress, or replay a finished one", words=("open", "resume"), takes="NUMBER",
             no_key="Enter in the list does it.", exists=_has_games)  # fmt: skip
    def open(self, text: str) -> Response:
        entry = self._chosen(text, "open")
        return open_saved(self.records, entry.reference) if entry.outcome is None else ToSavedReplay(entry.id)

    @Command("replay a game, finished or not", label="Replay", words=("replay",), takes="NUMBER",
             exists=_has_games)  # fmt: skip
    def replay(self, text: str) -> Response:
        return ToSavedReplay(self._chosen(text, "replay").id)

    def _why_no_review(self) -> str:
        from cardtable.practice.decisions import why_no_review_of  # only now, because it takes time to load

        return "" if self.entry is None else why_no_review_of(self.entry)

    @Command("review a finished game: mistakes, and what was better", keys=("g",), label="Review", words=("review",),
             takes="NUMBER", why_not=_why_no_review, exists=_has_games)  # fmt: skip
    def review(self, text: str) -> Response:
        return ToSavedReview(self._chosen(text, "review").id)

    @Command("save the record of a game to a new file", id="save-record", keys=("s",), label="Save to file",
             words=("save",), takes="NUMBER FILE", exists=_has_games, needs="files")  # fmt: skip
    def save(self, text: str) -> Response | None:
        from cardtable.formats.record import dump_record

        typed, _, name = text.partition(" ")
        entry = self._chosen(typed, "save")
        archive, usual = self.records.saved_games.archive, f"{entry.kind}-{entry.id}.json"
        ask = save_to_file(usual, lambda: dump_record(archive.record(entry.id)), lambda name: Say(about_file(name)))
        return ask.take(name.strip()) if name.strip() else ask

    @Command("delete a game for good", keys=("d",), also=("t",), label="Delete", words=("delete",), takes="NUMBER",
             exists=_has_games)  # fmt: skip
    def delete(self, text: str) -> Response:
        entry = self._chosen(text, "delete")
        return Ask(
            f"Delete this game? {line(entry)}",
            (
                Answer("No, keep it", Stay, key="n", words=("no",)),
                Answer("Yes, delete it for good", lambda: self._delete(entry), key="y", words=("yes",)),
            ),
        )

    def _delete(self, entry: GameEntry) -> Response:
        if self.records.saved_games.is_open_in_another_window(entry):
            return Say(OPEN_ELSEWHERE)
        try:
            self.records.saved_games.archive.delete(entry.id, entry.holder)
        except TakenOver:
            return Say(OPEN_ELSEWHERE)
        except StorageError as error:
            return Say(storage_sentence(error))
        self.refresh()
        return Say(f"Game {entry.id} is deleted.")

    @Command("hear the list again", words=("list",), no_key="The screen shows the list.")
    def list(self) -> None:
        self.refresh()

    @Command("go back to the lobby", keys=("q",), also=("escape",), label="Lobby", words=("quit", "q", "back", ""),
             typing="Enter does the same")  # fmt: skip
    def leave(self) -> Response:
        return Leave()
