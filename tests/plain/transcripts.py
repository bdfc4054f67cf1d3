"""Transcripts of plain mode: all its output for some lines of input."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import StringIO

from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator, play
from cardtable.rooms.command import Goto
from cardtable.rooms.records import Records
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


def output_of(session: Session, *typed: str) -> str:
    """Return all the output of a game for these lines of input."""
    return transcript(partial(play, session), *typed)


def last_turn(output: str) -> list[str]:
    """Return the lines read out between the last two prompts of a game for several players."""
    return output.split("Your move, ")[-2].splitlines()[1:]
