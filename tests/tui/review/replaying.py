"""Helpers for tests of the replay: games to replay, the app with a replay, and where it is."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from cardtable.games import GAMES
from cardtable.rooms.kit.goto import ToReplay
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.screens.replay import ReplayScreen
from tests.tui.screens import Play, run, screen_text

CLASH = GAMES["clash"]
WINDS = GAMES["tradewinds"]


def watch(play: Play, session: Session, **more: Any) -> CardTable:
    """Run the app with a replay of this session."""
    return run(play, begin=lambda app: app.open(ToReplay(Replay(session))), **more)


def screen_of(pilot: Pilot[int]) -> ReplayScreen:
    """Return the replay, which other screens may cover."""
    (found,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, ReplayScreen)]
    return found


def move_number(pilot: Pilot[int]) -> int:
    """Return the number of moves before the position that the replay shows."""
    return screen_of(pilot).room.replay.at


def progress_line(pilot: Pilot[int]) -> str:
    """Return the line with the position and the progress bar."""
    return screen_text(pilot).splitlines()[-2]
