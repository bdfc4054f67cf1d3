"""Text about the other players' actions since the viewer's last move, one line for each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like.model import (
    Called,
    Dealt,
    Discarded,
    Led,
    PickedUp,
    Played,
    ReturnedToHand,
    Sent,
    WentBust,
)
from cardtable.engine.games.rummy_like.words import tell
from cardtable.engine.phrases import address, join_words
from cardtable.engine.tellings import Telling
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import cut, longest_that_fits

_CHOICES = (Led, Played, Discarded, WentBust, Sent, Called)
"""The events that follow from a player's choices."""
_ACTS = (*_CHOICES, PickedUp, ReturnedToHand)
"""The events that the lines describe."""


def lately(seen: Seen, width: int, rows: int) -> list[str]:
    """Return a line for each other player who has acted, or one line for all of them if there are too few rows."""
    lines = [(seen.player(seat), told) for seat in _others(seen) if (told := _told(seen, seat))]
    if len(lines) <= rows:
        return [_line(name, told, width) for name, told in lines]
    return [_in_one_line(lines, width)][:rows]


def _in_one_line(lines: Sequence[tuple[str, Sequence[Telling]]], width: int) -> str:
    """Return several players' actions in one line, leaving out the least important ones if the line is too long."""
    left = [(name, each) for name, told in lines for each in told]
    while True:
        kept = [(name, [each for who, each in left if who == name]) for name in dict(left)]
        text = "  ".join(_joined(name, map(_in_full, told)) for name, told in kept)
        if len(text) <= width:
            return text
        if len(left) == 1:
            return _line(*kept[0], width)
        left.remove(min(left, key=lambda each: each[1].weight))


def last_passes(seen: Seen, end: Event, width: int) -> str:
    """Return a line with the Chards sent in the last trick before the scoring, as far as the viewer knows them."""
    story = [event for step in seen.log for event in step]
    story = story[: story.index(end)] if end in story else story
    start = max((at for at, event in enumerate(story) if isinstance(event, Led)), default=0)
    sent = [tell(event, seen.players) for event in story[start:] if isinstance(event, Sent)]
    if not sent:
        return ""
    in_full, in_letters = (
        address(f"Last trick: {'; '.join(sentence.removesuffix('.') for sentence in sentences)}.")
        for sentences in ([told.text for told in sent], [told.in_a_line for told in sent])
    )
    return cut(longest_that_fits((in_full, in_letters), width), width)


def _others(seen: Seen) -> list[Seat]:
    """Return the other seats, starting on the viewer's left."""
    count = len(seen.names)
    return [] if seen.viewer is None else [(seen.viewer + step) % count for step in range(1, count)]


def _story(seen: Seen) -> Sequence[Event]:
    """Return the events of this round, starting at the viewer's last move to which other players have responded."""
    story = [event for step in seen.log for event in step]
    for at in range(len(story) - 1, -1, -1):
        if isinstance(story[at], Dealt):
            return story[at:]
        is_own_choice = story[at].seat == seen.viewer and isinstance(story[at], _CHOICES)
        if is_own_choice and any(event.seat != seen.viewer for event in story[at:]):
            return story[at:]
    return story


def _told(seen: Seen, seat: Seat) -> list[Telling]:
    """Return another player's actions in words."""
    names = ["you" if each == seen.reader else name for each, name in enumerate(seen.players)]
    return [tell(event, names) for event in _story(seen) if event.seat == seat and isinstance(event, _ACTS)]


def _in_full(told: Telling) -> str:
    return " ".join(told.briefly)


def _line(name: str, told: Sequence[Telling], width: int) -> str:
    """Return a player's line. If it is too long, replace card names by letters, then omit minor actions."""
    if len(in_full := _joined(name, map(_in_full, told))) <= width:
        return in_full
    left = list(told)
    while len(left) > 1 and len(_joined(name, (each.in_a_line for each in left))) > width:
        left.remove(min(left, key=lambda each: each.weight))
    text = _joined(name, (each.in_a_line for each in left))
    return cut(longest_that_fits((text, text.replace("can't match and ", "")), width), width)


def _joined(name: str, sentences: Iterable[str]) -> str:
    """Return sentences about the same player as one sentence."""
    acts = (sentence.removeprefix(f"{name} ").removesuffix(".") for sentence in sentences)
    return address(f"{name} {join_words(acts)}.")
