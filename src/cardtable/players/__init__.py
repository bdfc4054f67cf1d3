"""Computer players. Each sees only what its seat may see."""

from __future__ import annotations

from cardtable.formats.computers import LEVELS, Level
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice, Player

__all__ = ["LEVELS", "Choice", "ComputerPlayer", "Level", "Player", "knowledge_of"]
