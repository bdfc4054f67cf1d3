"""Where a game is played once it is known which: on the screen, or line by line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session
    from cardtable.tui.app import CardTable


def in_the_lobby(*, plain: bool = False, ascii_only: bool = False) -> int:
    """Choose a game and play; the exit code."""
    if not plain:
        return on_the_screen(ascii_only=ascii_only)
    from cardtable.plain.lines import Lines
    from cardtable.plain.lobby import choose_and_play

    return choose_and_play(Lines.of_process())


def at_the_table(session: Session, *, plain: bool, ascii_only: bool) -> int:
    """Play this game, and keep it; the exit code."""
    if not plain:
        return on_the_screen(session, ascii_only=ascii_only)
    from cardtable.plain.game import save_and_play
    from cardtable.plain.lines import Lines

    return save_and_play(session, Lines.of_process())


def on_the_screen(
    session: Session | None = None,
    *,
    ascii_only: bool,
    shelf: LazyArchive | None = None,
    begin: Callable[[CardTable], None] | None = None,
) -> int:
    """Run the app from the lobby, at the table of a session, or with what `begin` does first; the exit code."""
    from cardtable.tui.terminal import why_no_screen

    if reason := why_no_screen(sys.stdin, sys.stdout, os.environ):
        raise RequestError(reason)
    return _the_app()(session, lazy_archive=shelf, begin=begin, ascii_only=ascii_only)


def _the_app() -> Callable[..., int]:
    """The app's door.  What its import makes stays for good, so nobody need look through it for what can go."""
    gc.disable()
    from cardtable.tui.app import run

    gc.freeze()
    gc.enable()
    return run
