"""Computer players, which see what a person in their seat would see."""

from __future__ import annotations

from cardtable.players.games import knowledge_of
from cardtable.players.levels import LEVELS, ComputerPlayer, Level
from cardtable.players.player import Choice, Player

__all__ = ["LEVELS", "Choice", "ComputerPlayer", "Level", "Player", "knowledge_of"]
