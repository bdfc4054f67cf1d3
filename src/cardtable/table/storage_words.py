"""What players read about saved games that can't be read or written, and about recovering them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.errors import GameNotFound, StorageError, StorageFault, UnreadableGame
from cardtable.store.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from cardtable.store.listing import DamagedGame
    from cardtable.store.salvage import Recovery, SalvageResult

MOST_NAMED = 5
"""The number of damaged games that one sentence names."""
NOT_KEPT = "The game goes on, but is not kept."
CAN_BE_READ = "Saved games can be read, but nothing can be saved for now."
_MEND = "`cardtable doctor --mend` recovers what it can."

_SENTENCES = {
    StorageFault.DAMAGED: "The archive is damaged.",
    StorageFault.NO_DATABASE: "The archive cannot be read: it is no database, or not for us to read.",
    StorageFault.NOT_A_FILE: "What stands in the place of the archive is not an ordinary file.",
    StorageFault.FOREIGN: "The file in the place of the archive is a database of another program.",
    StorageFault.NEWER: "The archive was made by a newer cardtable: version {detail}, this one reads {ours}.",
    StorageFault.DISK_FULL: "The disk is full.",
    StorageFault.DISK_FAILED: "The disk has failed to read or write the archive.",
    StorageFault.READ_ONLY: "The archive is read-only.",
    StorageFault.FOLDER_READ_ONLY: "The data folder is read-only.",
    StorageFault.CANNOT_LOCK: "The archive cannot be locked: {detail}.",
    StorageFault.CANNOT_SET_ASIDE: "The archive is damaged and cannot be set aside: {detail}.",
    StorageFault.CANNOT_MAKE_FOLDER: "The folder cannot be made: {detail}.",
    StorageFault.OPEN_ELSEWHERE: "The archive is damaged, and another cardtable is open on it: "
    "end that one, then this can be mended.",
    StorageFault.BUSY: "Another program holds the archive and does not let go of it.",
    StorageFault.MISCOUNTED: "The archive has lost count of this game.",
    StorageFault.UNKNOWN_RULES: "Game {number} needs rules that this version of Cardtable doesn't have.",
    StorageFault.OTHER: "The archive cannot be used.",
}


def explain(error: Exception) -> str:
    """Say what is wrong with the saved games or with one of them; any other error says it itself."""
    match error:
        case StorageError(reason=StorageFault.GAME_DAMAGED):
            return _is_damaged(error.number)
        case StorageError(reason=StorageFault.CANNOT_OPEN):
            return f"The archive cannot be opened{' there' if error.detail is None else f': {error.detail}'}."
        case StorageError(reason=StorageFault.CANNOT_COPY):
            return f"The file cannot be copied to be read: {error.detail or 'it is not an ordinary file'}."
        case StorageError(reason=StorageFault.DAMAGED_TOO, detail=StorageError() as why):
            return f"{explain(why)} The archive is damaged, too: cardtable doctor --export saves what is sound."
        case StorageError():
            return _SENTENCES[error.reason].format(detail=error.detail, number=error.number, ours=SCHEMA_VERSION)
        case GameNotFound():
            return f"There is no game {error.number}; cardtable games lists those that there are."
        case UnreadableGame(cause=None):
            where = "" if error.sound is None else f" after action {error.sound}"
            return _is_damaged(error.number, where)
        case UnreadableGame():
            return str(BadFile(f"Game {error.number} can't be opened. {error.cause}"))  # which shortens it
        case _:
            return str(error)


def _is_damaged(number: object, where: str = "") -> str:
    return f"Game {safe_text(str(number))} is damaged{where}. {_MEND}"


def damage_sentence(damaged: Sequence[DamagedGame]) -> str:
    """Name the damaged games, or the first few of many, and say what to do; empty if there are none."""
    if len(damaged) <= 1:
        return "".join(_is_damaged(game.id) for game in damaged)
    *most, last = (str(game.id) for game in damaged[:MOST_NAMED])
    if len(damaged) > MOST_NAMED:
        last = f"{len(damaged) - MOST_NAMED + 1:,} more"
    return f"Games {', '.join(most)} and {last} are damaged. {_MEND}"


def read_only_notice(why: StorageError, is_complete: bool) -> str:
    """Say that saved games can only be read, and why."""
    missing = "" if is_complete else " The moves that were played last may be missing."
    return f"{explain(why)} {CAN_BE_READ}{missing}"


def recovery_notice(recovery: Recovery) -> str:
    """Say what became of a damaged database."""
    told = f"The archive was damaged. It was set aside as {recovery.kept.name}"
    if recovery.saved is None:
        return f"{told}, but its games could not be read; cardtable doctor --mend tries again."
    return f"{told}: {saved_words(recovery.saved)}."


def saved_words(saved: SalvageResult) -> str:
    """Say how many games were saved, for the end of a sentence."""
    told = [f"{_games(saved.whole)} saved whole"] if saved.whole else []
    if len(saved.parts) == 1:
        told += [f"game {part.number} in part ({part.sound} of {part.said} actions)" for part in saved.parts]
    elif saved.parts:
        told.append(f"{_games(len(saved.parts))} in part")
    told += [f"{_games(saved.known)} there already"] if saved.known else []
    told += [f"{_games(saved.lost)} lost"] if saved.lost else []
    told += [f"{_games(saved.unwritten)} sound but not to be written"] if saved.unwritten else []
    return ", ".join(told) or "no game was found in it"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
