"""The undone moves of a game that a player has left. They are saved so that the player can redo them later.

They are saved only in a game with one person. In other games, someone else may have seen the table since the undo.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from cardtable.store.archive import Archive
    from cardtable.table.session import Session

_NAME = "redo "
"""The prefix of the name under which undone moves are saved. The game's number follows it."""


def save_redo(archive: Archive, number: int, session: Session) -> None:
    """Save the moves that can be redone in a game. If there are none, delete any that were saved earlier."""
    name = f"{_NAME}{number}"
    if session.redoable_actions and session.has_one_person:
        archive.save_progress(name, {"after": _checksum(session), "moves": list(map(str, session.redoable_actions))})
    elif archive.progress(name) is not None:
        archive.delete_progress(name)


def restore_redo(archive: Archive, number: int, session: Session) -> None:
    """Allow redo of the saved moves in a game that has just been opened. Ignore moves of any other game or position."""
    match archive.progress(f"{_NAME}{number}"):
        case {"after": after, "moves": list(moves)} if after == _checksum(session) and session.has_one_person:
            session.offer_redo(list(_readable(session, moves)))


def _readable(session: Session, moves: list[Any]) -> Iterator[Any]:
    """Yield the actions, but stop at the first action that this version of the game doesn't know."""
    with suppress(ValueError):
        for move in moves:
            yield session.game.parse(str(move))


def _checksum(session: Session) -> int:
    """Return a checksum of the game and its position. It stays valid if a recovery renumbers games."""
    return crc32(" ".join(map(str, (session.game.id, session.deal_code, *session.actions))).encode())
