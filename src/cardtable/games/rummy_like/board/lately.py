"""Text about the other players' actions since the viewer's last move, one line for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cardtable.engine.cards import is_hidden
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
from cardtable.engine.games.rummy_like.words import with_articles
from cardtable.engine.phrases import address, counted, join_words
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import cut

_CHOICES = (Led, Played, Discarded, WentBust, Sent, Called)
"""The events that follow from a player's choices."""


class _Deed(NamedTuple):
    """An action of another player, with its importance to the viewer."""

    weight: int
    text: str
    short: str = ""
    """The text with letters in place of card names. The text is empty if there are no card names to replace."""


def lately(seen: Seen, width: int, rows: int) -> list[str]:
    """Return a line for each other player who has acted, or one line for all of them if there are too few rows."""
    lines = [(seen.player(seat), deeds) for seat in _others(seen) if (deeds := _deeds(seen, seat))]
    if len(lines) <= rows:
        return [_line(name, deeds, width) for name, deeds in lines]
    return [_in_one_line(lines, width)][:rows]


def _in_one_line(lines: Sequence[tuple[str, Sequence[_Deed]]], width: int) -> str:
    """Return several players' actions in one line, leaving out the least important ones if the line is too long."""
    left = [(name, deed) for name, deeds in lines for deed in deeds]
    while True:
        kept = [(name, [deed for who, deed in left if who == name]) for name in dict(left)]
        text = "  ".join(_joined(name, deeds) for name, deeds in kept)
        if len(text) <= width:
            return text
        if len(left) == 1:
            return _line(*kept[0], width)
        left.remove(min(left, key=lambda each: each[1].weight))


def last_passes(seen: Seen, end: Event, width: int) -> str:
    """Return a line with the Chards sent in the last trick before a scoring, as far as the viewer knows them."""
    story = [event for step in seen.log for event in step]
    story = story[: story.index(end)] if end in story else story
    start = max((at for at, event in enumerate(story) if isinstance(event, Led)), default=0)
    public = replace(seen, viewer=None)  # several players may be reading this
    sent = [(seen.player(event.seat), _deed(public, event)) for event in story[start:] if isinstance(event, Sent)]
    if not sent:
        return ""
    in_full, in_letters = (
        address(f"Last trick: {'; '.join(f'{name} {text}' for name, text in passes)}.")
        for passes in (
            [(name, deed.text) for name, deed in sent],
            [(name, deed.short or deed.text) for name, deed in sent],
        )
    )
    return in_full if len(in_full) <= width else cut(in_letters, width)


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


def _deeds(seen: Seen, seat: Seat) -> list[_Deed]:
    return [deed for event in _story(seen) if event.seat == seat and (deed := _deed(seen, event)).text]


def _deed(seen: Seen, event: Event) -> _Deed:
    match event:
        case Led(_, card):
            return _Deed(2, f"leads {card.name}", f"leads {card.code}")
        case Played():
            return _Deed(0, "plays a Chard")
        case Discarded(_, card):
            return _Deed(4, f"can't match and discards {card.name}", f"can't match and discards {card.code}")
        case WentBust():
            return _Deed(4, "goes bust")
        case PickedUp(_, cards):
            return _Deed(1, f"picks up {counted(len(cards), 'Chard')}")
        case ReturnedToHand():
            return _Deed(1, "takes back the only Chard")
        case Sent(_, cards, to):
            whom = "you" if to == seen.reader else seen.player(to)
            if any(map(is_hidden, cards)):
                return _Deed(3, f"sends {whom} {counted(len(cards), 'Chard')}", f"sends {whom} {len(cards)}")
            codes = " ".join(card.code for card in cards)
            return _Deed(3, f"sends {whom} {with_articles(cards)}", f"sends {whom} {codes}")
        case Called():
            return _Deed(4, 'says "Score"')
        case _:
            return _Deed(0, "")


def _line(name: str, deeds: Sequence[_Deed], width: int) -> str:
    """Return a player's line. If it is too long, replace card names by letters, then omit minor actions."""
    if len(in_full := _joined(name, deeds)) <= width:
        return in_full
    left = [deed._replace(text=deed.short or deed.text) for deed in deeds]
    while len(left) > 1 and len(_joined(name, left)) > width:
        left.remove(min(left, key=lambda deed: deed.weight))
    text = _joined(name, left)
    return cut(text if len(text) <= width else text.replace("can't match and ", ""), width)


def _joined(name: str, deeds: Sequence[_Deed]) -> str:
    return address(f"{name} {join_words(deed.text for deed in deeds)}.")
