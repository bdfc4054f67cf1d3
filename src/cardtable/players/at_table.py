"""Computer players at the table."""

from __future__ import annotations

from cardtable.engine.chance import Key
from cardtable.formats.computers import Computer
from cardtable.players.games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice
from cardtable.table.session import Seen


def choose(seen: Seen, computer: Computer, key: Key) -> Choice:
    """Return the choice of a computer player whose turn it is."""
    return ComputerPlayer(knowledge_of(seen.game), computer.level).choose(seen, key, computer.simulations)
