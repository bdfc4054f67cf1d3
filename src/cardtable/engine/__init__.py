"""The rules engine: pure functions that need only the standard library.  `cardtable.engine.games` has the games."""

from __future__ import annotations

from cardtable.engine.cards import FACE_DOWN, Card, Chard, Complete, Single, TFCard, TriCard, matches
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import (
    BadOptions,
    Event,
    Game,
    IllegalAction,
    Outcome,
    Place,
    Seat,
    Step,
    play,
    reveals,
    seen_by,
    start,
)
from cardtable.engine.walk import Policy, Turn, perft, pick_random, playout, replay, turns

__all__ = [
    "FACE_DOWN",
    "BadOptions",
    "Card",
    "Chard",
    "Complete",
    "DealCode",
    "Event",
    "Game",
    "IllegalAction",
    "Key",
    "Outcome",
    "Place",
    "Policy",
    "Seat",
    "Single",
    "Step",
    "TFCard",
    "TriCard",
    "Turn",
    "matches",
    "perft",
    "pick_random",
    "play",
    "playout",
    "replay",
    "reveals",
    "seen_by",
    "start",
    "turns",
]
