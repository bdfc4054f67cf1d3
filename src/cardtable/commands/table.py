"""Where a game is played once it is known which: on the screen, or line by line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from cardtable.commands.refused import Refused

if TYPE_CHECKING:
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session


def in_the_lobby(*, plain: bool = False, ascii_only: bool = False) -> int:
    """Choose a game and play; the exit code."""
    if not plain:
        return on_the_screen(ascii_only=ascii_only)
    from cardtable.plain.lines import Lines
    from cardtable.plain.lobby import choose_and_play

    return choose_and_play(Lines.of_process())


def at_the_table(session: Session, *, record: str, plain: bool, ascii_only: bool) -> int:
    """Play this game, which is from a record if that is not empty; the exit code."""
    if not plain:
        return on_the_screen(session, ascii_only=ascii_only)
    from cardtable.plain.game import play
    from cardtable.plain.lines import Lines

    return play(session, Lines.of_process(), record)


def on_the_screen(session: Session | None = None, *, replay: Replay | None = None, ascii_only: bool = False) -> int:
    """The app: from the lobby, at a table, or with a replay; the exit code."""
    from cardtable.tui.terminal import why_no_screen

    if reason := why_no_screen(sys.stdin, sys.stdout, os.environ):
        raise Refused(reason)
    return _the_app()(session, replay=replay, ascii_only=ascii_only)


def _the_app() -> Callable[..., int]:
    """The app's door.  What its import makes stays for good, so nobody need look through it for what can go."""
    gc.disable()
    from cardtable.tui.app import run

    gc.freeze()
    gc.enable()
    return run
