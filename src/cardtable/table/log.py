"""The log of a game, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardtable.engine.game import Event, Seat, is_masked
from cardtable.engine.phrases import join_words
from cardtable.table.seen import Seen

Steps = Sequence[tuple[int, Sequence[Event]]]
"""The number and the events of each move."""


class LogLine(NamedTuple):
    """A line of the log."""

    move: int
    """The number of the move, or 0 for the set-up. If a line has several moves, the number of the last one."""
    text: str

    def __str__(self) -> str:
        return f"{self.move:>4} {self.text}"


def log_lines(seen: Seen) -> list[LogLine]:
    """Return a line for each move that the viewer saw. Similar moves that a player makes in a row share one line."""

    def kind(step: tuple[int, Sequence[Event]]) -> tuple[bool, str]:
        return seen.game.is_gathered(step[1][0]), seen.about_stand_in(step[0])

    lines: list[LogLine] = []
    steps = [(at, step) for at, step in enumerate(seen.log) if step]
    for (gathers, whose), group in groupby(steps, kind):
        found = list(group)
        told = _gathered(seen, found) if gathers else [LogLine(at, seen.describe_step(step)) for at, step in found]
        lines += [LogLine(at, f"{whose}: {text}" if whose else text) for at, text in told]
    return lines


def _gathered(seen: Seen, steps: Steps) -> list[LogLine]:
    """Return a line about each player's moves and their effects. The player who moved last comes last."""
    by_seat: dict[Seat, list[tuple[int, Sequence[Event]]]] = {}
    for step in steps:
        by_seat.setdefault(step[1][0].seat, []).append(step)
    return sorted(_gathered_line(seen, found) for found in by_seat.values())


def _gathered_line(seen: Seen, steps: Steps) -> LogLine:
    first = _joined([seen.describe(events[0]) for _, events in steps])
    others = (seen.describe(event) for _, events in steps for event in events[1:] if not is_masked(event))
    return LogLine(steps[-1][0], " ".join([first, *others]))


def _joined(texts: Sequence[str]) -> str:
    """Join sentences that differ only at the end, as in `Ann places a house on A1, B2 and C3.`"""
    words = [text.removesuffix(".").split() for text in texts]
    same = sum(1 for _ in _common(words))
    if len(texts) == 1 or not same:
        return " ".join(texts)
    return f"{' '.join(words[0][:same])} {join_words([' '.join(each[same:]) for each in words])}."


def _common(sentences: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the words at the start that all the sentences share."""
    for words in zip(*sentences, strict=False):
        if len(set(words)) > 1:
            return
        yield words[0]
