"""Functions that start the app or plain mode, either in the lobby or with a game."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from cardtable.table.request_error import NoScreen

if TYPE_CHECKING:
    from cardtable.rooms.kit.response import Goto
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session


def open_lobby(*, plain: bool = False, ascii_only: bool = False) -> int:
    """Open the lobby, where the player chooses a game to play, and return the exit code."""
    if not plain:
        return run_app(ascii_only=ascii_only)
    from cardtable.plain.lines import Lines
    from cardtable.plain.lobby import choose_and_play

    return choose_and_play(Lines.of_process())


def play_and_save(session: Session, *, plain: bool, ascii_only: bool) -> int:
    """Let the player play this game, saving every move, and return the exit code."""
    from cardtable.rooms.kit.goto import ToTable  # the lobby mustn't wait for this import

    return go(ToTable(session), plain=plain, ascii_only=ascii_only)


def go(*places: Goto, plain: bool, ascii_only: bool, saved_games: LazyArchive | None = None) -> int:
    """Open the app with these places, the last one on top. Plain mode opens only the last. Return the exit code."""
    if not plain:
        return run_app(*places, ascii_only=ascii_only, saved_games=saved_games)
    from cardtable.plain.lines import Lines
    from cardtable.plain.navigator import PlainNavigator
    from cardtable.rooms.kit.records import Records

    with closing(Records(saved_games)) as records:
        return PlainNavigator(Lines.of_process(), records).open(places[-1])


def run_app(*places: Goto, ascii_only: bool, saved_games: LazyArchive | None = None) -> int:
    """Run the app and return its exit code. These places are stacked on the lobby, the last one on top."""
    if reason := why_no_app():
        raise NoScreen(reason)
    return _import_app()(*places, saved_games=saved_games, ascii_only=ascii_only)


def why_no_app() -> str | None:
    """Return the reason why the app can't run in this terminal, or None if it can."""
    from cardtable.tui.terminal.checks import why_no_screen

    return why_no_screen(sys.stdin, sys.stdout, os.environ)


def _import_app() -> Callable[..., int]:
    """Import the app and return its `run`. Freeze the imported objects, so that the garbage collector skips them."""
    gc.disable()
    from cardtable.tui.app import run

    gc.freeze()
    gc.enable()
    return run
