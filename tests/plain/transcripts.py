"""Transcripts of plain mode: all its output for some lines of input."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import StringIO

from cardtable.plain.ending import saver_of
from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator
from cardtable.plain.table import play as play_at
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Goto
from cardtable.table.session import Session


def keyboard(*lines: str) -> StringIO:
    """Return a stream from which these lines are read."""
    return StringIO("".join(f"{line}\n" for line in lines))


def transcript(run: Callable[[Lines], int | None], *typed: str) -> str:
    """Return all the output of a part of plain mode for these lines of input, after asserting that it succeeds."""
    out = StringIO()
    assert not run(Lines(keyboard(*typed), out, {}))
    return out.getvalue()


def opened(place: Goto, *typed: str) -> str:
    """Return all the output of a place for these lines of input."""
    records = Records()
    try:
        return transcript(lambda lines: PlainNavigator(lines, records).open(place), *typed)
    finally:
        records.close()


def play(session: Session, lines: Lines) -> int:
    """Play a game, which need not be saved, and what the player chooses after it; return the exit code."""
    saver = saver_of(session)
    records = Records(None if saver is None else saver.saved_games)
    places = PlainNavigator(lines, records)
    try:
        then = play_at(places, session)
        return 0 if then is None else places.open(then)
    finally:
        if saver is None:
            records.close()


def output_of(session: Session, *typed: str) -> str:
    """Return all the output of a game for these lines of input."""
    return transcript(partial(play, session), *typed)


def last_turn(output: str) -> list[str]:
    """Return the lines read out between the last two prompts of a game for several players."""
    return output.split("Your move, ")[-2].splitlines()[1:]
