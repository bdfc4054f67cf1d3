"""The searches, on positions small enough to be solved exactly."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.players import knowledge_of
from cardtable.players.levels import estimates
from cardtable.players.search import Searcher, grow, halve
from tests.games import clash_positions
from tests.players.endgames import KNOWLEDGE, endgames, exact_values

ENDGAMES = 500 if os.environ.get("CARDTABLE_PROFILE") == "deep" else 12
