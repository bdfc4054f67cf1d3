"""Sentences for players about saved games that can't be read or written, and about recovery."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.errors import GameNotFound, SharedGame, StorageError, StorageFault, UnreadableGame
from cardtable.store.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from cardtable.store.listing import DamagedGame
    from cardtable.store.salvage import Recovery, SalvageResult

MAX_NAMED = 5
"""The maximum number of damaged games to list in one sentence."""
NOT_SAVED = "You can play on, but this game isn't being saved."
CAN_BE_READ = "You can open your saved games, but nothing can be saved right now."
_RECOVER_HINT = "`cardtable doctor --repair` recovers what it can."

_SENTENCES = {
    StorageFault.DAMAGED: "The saved-games database is damaged.",
    StorageFault.NO_DATABASE: "The saved-games file can't be read: it isn't a database, or access is denied.",
    StorageFault.NOT_A_FILE: "The saved-games database is not an ordinary file.",
    StorageFault.FOREIGN: "The saved-games file is another program's database.",
    StorageFault.NEWER: "Your saved games come from a newer Cardtable: they have version {detail}, "
    "and this one reads only up to {ours}.",
    StorageFault.DISK_FULL: "The disk is full.",
    StorageFault.DISK_FAILED: "The disk failed while reading or writing your saved games.",
    StorageFault.READ_ONLY: "The saved-games database is read-only.",
    StorageFault.FOLDER_READ_ONLY: "The data folder is read-only.",
    StorageFault.CANNOT_LOCK: "The saved-games database can't be locked: {detail}.",
    StorageFault.CANNOT_QUARANTINE: "The saved-games database is damaged, and it can't be quarantined: {detail}.",
    StorageFault.CANNOT_CREATE_FOLDER: "Can't create the folder: {detail}.",
    StorageFault.IN_USE: "The saved-games database is damaged, and another Cardtable has it open. "
    "Close that one, then try again.",
    StorageFault.BUSY: "Another program is using your saved games. Try again in a moment.",
    StorageFault.LENGTH_MISMATCH: "The saved-games database has a different number of moves for this game.",
    StorageFault.UNKNOWN_RULES: "Game {number} needs rules that this version of Cardtable doesn't have.",
    StorageFault.OTHER: "The saved-games database can't be used.",
}


def storage_sentence(error: Exception) -> str:
    """Return a sentence about an error with saved games. For any other error, return the error's own message."""
    match error:
        case StorageError(reason=StorageFault.GAME_DAMAGED):
            return _is_damaged(error.number)
        case StorageError(reason=StorageFault.CANNOT_OPEN):
            return f"The saved-games database can't be opened{'' if error.detail is None else f': {error.detail}'}."
        case StorageError(reason=StorageFault.CANNOT_COPY):
            return f"The file can't be copied for reading: {error.detail or 'it is not an ordinary file'}."
        case StorageError(reason=StorageFault.DAMAGED_TOO, detail=StorageError() as why):
            also = "The saved-games database is also damaged: `cardtable doctor --export FOLDER` saves what it can."
            return f"{storage_sentence(why)} {also}"
        case StorageError():
            return _SENTENCES[error.reason].format(detail=error.detail, number=error.number, ours=SCHEMA_VERSION)
        case GameNotFound():
            return f"There's no saved game {error.number}. `cardtable games` lists your saved games."
        case SharedGame():
            return (
                f"Game {error.number} is in progress at a shared table, where each player sees only their own hand. "
                f"To play on, type: cardtable join {error.code}"
            )
        case UnreadableGame(cause=None):
            where = "" if error.sound_length is None else f" after move {error.sound_length}"
            return _is_damaged(error.number, where)
        case UnreadableGame():
            return str(BadFile(f"Game {error.number} can't be opened. {error.cause}"))  # BadFile shortens the message
        case _:
            return str(error)


def _is_damaged(number: object, where: str = "") -> str:
    return f"Game {safe_text(str(number))} is damaged{where}. {_RECOVER_HINT}"


def damage_sentence(damaged: Sequence[DamagedGame]) -> str:
    """Return a message that names the first few damaged games and says what to do. Without damage, return ""."""
    if len(damaged) <= 1:
        return "".join(_is_damaged(game.id) for game in damaged)
    *most, last = (str(game.id) for game in damaged[:MAX_NAMED])
    if len(damaged) > MAX_NAMED:
        last = f"{len(damaged) - MAX_NAMED + 1:,} more"
    return f"Games {', '.join(most)} and {last} are damaged. {_RECOVER_HINT}"


def read_only_notice(cause: StorageError, is_complete: bool) -> str:
    """Return a notice that explains why saved games can be read but not written."""
    missing = "" if is_complete else " The last moves may be missing."
    return f"{storage_sentence(cause)} {CAN_BE_READ}{missing}"


def recovery_notice(recovery: Recovery) -> str:
    """Return a notice about the recovery of a damaged database."""
    text = f"The saved-games database was damaged. It was quarantined as {recovery.quarantined.name}"
    if recovery.result is None:
        return f"{text}, but its games couldn't be read. Run `cardtable doctor --repair` to try again."
    return f"{text}: {saved_words(recovery.result)}."


def saved_words(saved: SalvageResult) -> str:
    """Return the number of games that were recovered or exported, in words that end a sentence."""
    parts = [f"{_games(saved.whole)} saved"] if saved.whole else []
    if len(saved.partial) == 1:
        parts += [
            f"game {part.number} partly saved ({part.sound_length} of {part.length} moves)" for part in saved.partial
        ]
    elif saved.partial:
        parts.append(f"{_games(len(saved.partial))} partly saved")
    parts += [f"{_games(saved.already_there)} already there"] if saved.already_there else []
    parts += [f"{_games(saved.lost)} lost"] if saved.lost else []
    parts += [f"{_games(saved.unwritten)} couldn't be written"] if saved.unwritten else []
    parts += [f"{_games(saved.withheld)} still at a shared table, and so not written"] if saved.withheld else []
    return ", ".join(parts) or "no games found"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
