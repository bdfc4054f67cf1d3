"""The changes in a player's hand since the player last heard it in plain mode."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardtable.engine.game import Seat
from cardtable.engine.phrases import join_words
from cardtable.table.seen import Seen

_CARDS = re.compile(r"(Your (?:hand|Chards|Completes|TriCards)): (.+)\.")
"""A line that lists cards in the viewer's hand."""


class _Heard(NamedTuple):
    lines: tuple[str, ...]
    round: int | None
    moves: int
    """The number of log entries when the player last heard the hand."""


class HandNews:
    """A record of the lines that each player has heard about their hand, so that later only changes are read out."""

    def __init__(self, *, tells_draws: bool = False) -> None:
        """Create an empty record. `tells_draws` says that events already name every drawn card."""
        self._heard, self._tells_draws = dict[Seat, _Heard](), tells_draws

    def note(self, seen: Seen, lines: tuple[str, ...]) -> None:
        """Remember that the viewer has heard these lines about the hand."""
        if seen.viewer is not None:
            self._heard[seen.viewer] = _Heard(lines, seen.game.round_number(seen.state), len(seen.log))

    def tell(self, seen: Seen, line: str) -> Iterator[str]:
        """If the line is about the viewer's hand, yield only what is new. Yield any other line unchanged.

        After a new deal or an undo, the whole hand is read out.
        """
        heard = None if seen.viewer is None else self._heard.get(seen.viewer)
        now = _CARDS.fullmatch(line)
        before = _line_about(now[1], heard.lines) if now and heard else None
        if not now or not heard or not before or heard.round != seen.game.round_number(seen.state):
            yield line
        elif len(seen.log) < heard.moves:
            yield f"{now[1]} again: {now[2]}."
        elif not self._tells_draws:
            yield from _changes(now[1], _counter(before[2]), _counter(now[2]), is_counted=now[2][0].isdigit())


def _line_about(title: str, lines: Iterable[str]) -> re.Match[str] | None:
    return next((found for found in map(_CARDS.fullmatch, lines) if found and found[1] == title), None)


def _counter(cards: str) -> Counter[str]:
    """Return the number of each card in a list such as `Red, Red, Blue` or `3 Hollow, 1 Red`."""
    found = Counter[str]()
    for card in [] if cards == "nothing" else cards.split(", "):
        number, _, kind = card.partition(" ")
        found[kind if number.isdecimal() else card] += int(number) if number.isdecimal() else 1
    return found


def _changes(title: str, before: Counter[str], now: Counter[str], *, is_counted: bool) -> Iterator[str]:
    """Yield lines about new cards and, if hands are read out as numbers of cards, about lost and remaining cards."""
    came, gone = now - before, before - now
    if came and is_counted:
        yield f"You got {_list(came)}; now you have {_totals(now, came)}."
    elif came:
        yield f"New in {title.replace('Your', 'your')}: {', '.join(came.elements())}."
    if gone and is_counted:
        yield f"You gave away {_list(gone)}; you have {_totals(now, gone)} left."


def _list(cards: Counter[str]) -> str:
    return join_words(card if count == 1 else f"{count} {card}" for card, count in cards.items())


def _totals(now: Counter[str], kinds: Iterable[str]) -> str:
    return join_words(f"{now[kind] or 'no'} {kind}" for kind in kinds)
