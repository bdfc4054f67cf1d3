"""What plain mode says of a game: its table, a hand and what happened, in words, one idea a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.game import AnyGame, Event
from cardtable.engine.phrases import counted
from cardtable.table.session import Seen


@dataclass(frozen=True, slots=True)
class View:
    """How one game is put into words.  It gets what a seat may see, and says no more."""

    game_id: str
    table: Callable[[Seen], tuple[str, ...]]
    """What lies before everybody."""
    hand: Callable[[Seen], tuple[str, ...]]
    """What the viewer holds, and may look at again; empty for somebody who watches."""
    tell: Callable[[Event, Sequence[str]], tuple[str, ...]]
    """What happened, given each seat's name."""


def _plain_table(seen: Seen) -> tuple[str, ...]:
    shown = {name: value for name, value in seen.state._asdict().items() if name not in ("options", "key", "hands")}
    return tuple(f"{name.replace('_', ' ').capitalize()}: {_words(value)}." for name, value in shown.items())


def _plain_hand(seen: Seen) -> tuple[str, ...]:
    hands = getattr(seen.state, "hands", ())
    return (f"Your hand: {_words(hands[seen.viewer])}.",) if hands and seen.viewer is not None else ()


def describe(game: AnyGame, event: Event, names: Sequence[str]) -> tuple[str, ...]:
    """Return the game's own log line for an event."""
    return (game.describe(event, names).strip(),)


def _words(value: Any) -> str:
    """Any value of a state as words; cards that lie face down are counted."""
    if isinstance(value, tuple):
        shown = [_words(item) for item in value if not (isinstance(item, Card) and is_hidden(item))]
        hidden = len(value) - len(shown)
        return ", ".join([*shown, f"{hidden} face down"] if hidden else shown) or "none"
    return "none" if value is None else str(value)


def generic_view(game: AnyGame) -> View:
    """Return a view for a game without one of its own: its state, field by field."""
    return View(game.id, _plain_table, _plain_hand, partial(describe, game))


def cards_in_words(cards: Sequence[Card]) -> str:
    """`Red, Blue`, or `nothing`."""
    return ", ".join(map(str, cards)) or "nothing"


def count_cards(cards: Sequence[Card], kind: str) -> str:
    """`1 Single`, `2 Singles`."""
    return counted(len(cards), kind, none="0")
