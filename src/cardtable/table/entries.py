"""What the archive says of a game, in words."""

from __future__ import annotations

from datetime import datetime

from cardtable.engine.phrases import counted
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.store.listing import DamagedGame
from cardtable.store.rows import GameEntry
from cardtable.table.when import told


def title(entry: GameEntry | DamagedGame) -> str:
    """Which game it is, and whether it was not dealt but began at a position."""
    game = GAMES.get(entry.kind)
    name = game.title if game is not None else safe_text(entry.kind, fallback="Another game")
    return f"{name}, from a position" if isinstance(entry, GameEntry) and entry.is_from_position else name


def name_at(entry: GameEntry, seat: int) -> str:
    """Who sits there."""
    name = entry.names[seat] if 0 <= seat < len(entry.names) else ""
    return safe_text(name, fallback=f"Player {seat + 1}")


def standing(entry: GameEntry, now: datetime | None = None) -> str:
    """`Ann's turn since 21:40, 12 actions`; of a game that is over, how it ended and when."""
    if entry.outcome is not None:
        return f"{safe_text(entry.outcome.reason, 120)} ({told(entry.touched, now)})"
    moves = counted(entry.length, "move", none="0")
    since = f"played {told(entry.touched, now)}"
    if len(entry.names) > 1 and entry.turn is not None:
        since = f"{name_at(entry, entry.turn)}'s turn since {told(entry.touched, now)}"
    return f"{since}, {moves}"


def line(entry: GameEntry, now: datetime | None = None) -> str:
    """The game and how it stands."""
    return f"{title(entry)}: {standing(entry, now)}"
