"""The story of a finished game of Exit Stage Right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import Ended, Shifted
from cardtable.engine.phrases import number_word

FAR = 3
"""The smallest lead or deficit worth mentioning, in Completes."""
MANY = 2
"""The smallest number of Completes won or lost in one move that is worth mentioning."""


def tell_story(steps: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[str]:
    """Yield sentences about a game, the most important first, given the events of each move."""
    changes = [_change(step) for step in steps]
    (last,) = (event for event in steps[-1] if isinstance(event, Ended))
    start = last.won - last.lost - sum(won - lost for won, lost in changes)  # other than 0 in a game from a position
    margins = [start + gained for gained in accumulate(won - lost for won, lost in changes)]
    end, before = margins[-1], margins[-2]
    if (end > 0) != (before > 0):
        yield f"The very last move {'won' if end > 0 else 'lost'} the game."
    turn = margins.index(min(margins) if end > 0 else max(margins))
    if margins[turn] * (1 if end > 0 else -1) <= -FAR:
        later = changes[turn + 1 :]
        won, lost = (sum(part) for part in zip(*later, strict=True))
        told = f"{won} were won" if end > 0 else f"{lost} were lost"
        left = f"of the {won + lost} Completes that left the stage after that, {told}"
        yield f"After move {turn}, the margin was {margins[turn]:+d}; {left}."
    mine, verbs = (0, ("won", "lost")) if end > 0 else (1, ("lost", "won"))
    at = max(range(len(changes)), key=lambda at: (changes[at][mine], -changes[at][1 - mine]))
    number, other = changes[at][mine], changes[at][1 - mine]
    if number >= MANY:
        also = f" and {verbs[1]} {number_word(other)}" if other >= number else ""
        yield f"{names[steps[at][0].seat]} {verbs[0]} {number_word(number)} Completes{also} at once in move {at}."


def _change(step: Sequence[Event]) -> tuple[int, int]:
    zones = [move.target.zone for event in step if isinstance(event, Shifted) for move in event.moves]
    return zones.count("won"), zones.count("lost")
