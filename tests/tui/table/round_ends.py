"""Helpers for tests of what players see when a round ends: games that are about to end one."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.table.session import Session
from cardtable.tui.screens.hand_over import PublicMoment
from tests.games import clash_positions as clash
from tests.games import rummy_like_positions as rummy
from tests.table.sittings import move_to
from tests.tui.screens import NAMES, lift_curtain, press, table_of

SIZES = ((160, 50), (120, 40), (80, 24), (60, 20), (40, 12))
CALL = rummy.state(
    ("H H H H P P P F F R R R", "F F B B B B G G G C C P", "G R C C S S S S T T T T"),
    ("HGS HRS FRC", "PBC PBS HBT", "FRT FGT PGC"),
    number=3, scores=(1, 0, 4),
)  # fmt: skip
"""A call that scores for all three players."""
PASSED = clash.state(hands=("R R G G B H C", "R G B H H C C"), draw=(12, 11), passed=True, scores=(2, 0))
"""A position in which passing ends the round."""


def before_a_round_ends(game_id: str) -> Session:
    """Return a game whose next action ends a round."""
    game = SHIPPED[game_id]
    state: Any = {"rummy-like": CALL, "clash": PASSED}[game_id]
    session = Session(game, state.options, NAMES[: game.seat_count(state)], DealCode(0))
    move_to(session, state)
    return session


async def end_the_round(pilot: Pilot[int], action: str) -> PublicMoment:
    """Play an action that ends the round, and return the screen that shows the result."""
    await lift_curtain(pilot)
    table = table_of(pilot)
    table.act(table.session.game.parse(action))
    await press(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, PublicMoment)
    return screen
