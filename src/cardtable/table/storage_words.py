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
NOT_SAVED = "You can play on, but this game isn't being saved."
CAN_BE_READ = "You can open your saved games, but nothing can be saved right now."
_MEND = "`cardtable doctor --mend` recovers what it can."

_SENTENCES = {
    StorageFault.DAMAGED: "The saved-games database is damaged.",
    StorageFault.NO_DATABASE: "The saved-games database can't be read: it isn't a database, or you may not read it.",
    StorageFault.NOT_A_FILE: "The saved-games database is not an ordinary file.",
    StorageFault.FOREIGN: "The saved-games file is another program's database.",
    StorageFault.NEWER: "Your saved games come from a newer Cardtable: they have version {detail}, this one reads up to {ours}.",
    StorageFault.DISK_FULL: "The disk is full.",
    StorageFault.DISK_FAILED: "The disk failed while reading or writing your saved games.",
    StorageFault.READ_ONLY: "The saved-games database is read-only.",
    StorageFault.FOLDER_READ_ONLY: "The data folder is read-only.",
    StorageFault.CANNOT_LOCK: "The saved-games database can't be locked: {detail}.",
    StorageFault.CANNOT_SET_ASIDE: "The saved-games database is damaged, and it can't be quarantined: {detail}.",
    StorageFault.CANNOT_MAKE_FOLDER: "Can't create the folder: {detail}.",
    StorageFault.OPEN_ELSEWHERE: "The saved-games database is damaged, and another Cardtable has it open. "
    "Close that one, then try again.",
    StorageFault.BUSY: "Another program is using your saved games. Try again in a moment.",
    StorageFault.MISCOUNTED: "The saved-games database has a different number of moves for this game.",
    StorageFault.UNKNOWN_RULES: "Game {number} needs rules that this version of Cardtable doesn't have.",
    StorageFault.OTHER: "The saved-games database can't be used.",
}


def explain(error: Exception) -> str:
    """Say what is wrong with the saved games or with one of them; any other error says it itself."""
    match error:
        case StorageError(reason=StorageFault.GAME_DAMAGED):
            return _is_damaged(error.number)
        case StorageError(reason=StorageFault.CANNOT_OPEN):
            return f"The saved-games database can't be opened{'' if error.detail is None else f': {error.detail}'}."
        case StorageError(reason=StorageFault.CANNOT_COPY):
            return f"The file can't be copied for reading: {error.detail or 'it is not an ordinary file'}."
        case StorageError(reason=StorageFault.DAMAGED_TOO, detail=StorageError() as why):
            return f"{explain(why)} The saved-games database is also damaged: `cardtable doctor --export FOLDER` saves what it can."
        case StorageError():
            return _SENTENCES[error.reason].format(detail=error.detail, number=error.number, ours=SCHEMA_VERSION)
        case GameNotFound():
            return f"No saved game {error.number}. `cardtable games` lists them."
        case UnreadableGame(cause=None):
            where = "" if error.sound is None else f" after move {error.sound}"
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
    missing = "" if is_complete else " The last moves may be missing."
    return f"{explain(why)} {CAN_BE_READ}{missing}"


def recovery_notice(recovery: Recovery) -> str:
    """Say what became of a damaged database."""
    told = f"The saved-games database was damaged. It was quarantined as {recovery.kept.name}"
    if recovery.saved is None:
        return f"{told}, but its games couldn't be read. `cardtable doctor --mend` tries again."
    return f"{told}: {saved_words(recovery.saved)}."


def saved_words(saved: SalvageResult) -> str:
    """Say how many games were saved, for the end of a sentence."""
    told = [f"{_games(saved.whole)} saved"] if saved.whole else []
    if len(saved.parts) == 1:
        told += [f"game {part.number} in part ({part.sound} of {part.said} moves)" for part in saved.parts]
    elif saved.parts:
        told.append(f"{_games(len(saved.parts))} in part")
    told += [f"{_games(saved.known)} already there"] if saved.known else []
    told += [f"{_games(saved.lost)} lost"] if saved.lost else []
    told += [f"{_games(saved.unwritten)} couldn't be written"] if saved.unwritten else []
    return ", ".join(told) or "no games found"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
