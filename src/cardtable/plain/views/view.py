"""Describe a game in words for plain mode: the table, a hand and the events, with one idea per line."""

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
    """The functions that describe one game in words, and which are given only what a seat may see."""

    game_id: str
    table: Callable[[Seen], tuple[str, ...]]
    """Describes what everyone at the table can see."""
    hand: Callable[[Seen], tuple[str, ...]]
    """Describes what only the viewer can see, which is nothing for a spectator."""
    tell: Callable[[Event, Sequence[str]], tuple[str, ...]]
    """Describes an event, given the player's name for each seat."""


def turn_line(seen: Seen) -> str:
    """Return who the viewer is and whose turn it is, or an empty string if there is only one player."""
    if len(seen.names) == 1:
        return ""
    viewer = "" if seen.viewer is None else f"You are {seen.names[seen.viewer]}."
    if seen.turn is None:
        return viewer
    turn = "It's your turn." if seen.turn == seen.viewer else f"{seen.names[seen.turn]}'s turn."
    return f"{viewer} {turn}".strip()


def describe(game: AnyGame, event: Event, names: Sequence[str]) -> tuple[str, ...]:
    """Return the game's own log line for an event."""
    return (game.describe(event, names).strip(),)


def cards_in_words(cards: Sequence[Card]) -> str:
    """Return the cards as a list such as `Red, Blue`, or `nothing`."""
    return ", ".join(map(str, cards)) or "nothing"


def count_cards(cards: Sequence[Card], kind: str) -> str:
    """Return the number of cards with their kind, such as `1 Single`, `2 Singles` or `0 Singles`."""
    return counted(len(cards), kind, none="0")


def generic_view(game: AnyGame) -> View:
    """Return a view for a game that has none of its own; it goes through the state field by field."""
    return View(game.id, _generic_table, _generic_hand, partial(describe, game))


def _generic_table(seen: Seen) -> tuple[str, ...]:
    shown = {name: value for name, value in seen.state._asdict().items() if name not in ("options", "key", "hands")}
    return tuple(f"{name.replace('_', ' ').capitalize()}: {_words(value)}." for name, value in shown.items())


def _generic_hand(seen: Seen) -> tuple[str, ...]:
    hands = getattr(seen.state, "hands", ())
    return (f"Your hand: {_words(hands[seen.viewer])}.",) if hands and seen.viewer is not None else ()


def _words(value: Any) -> str:
    """Return any value in a state in words, giving only the number of face-down cards."""
    if isinstance(value, tuple):
        shown = [_words(item) for item in value if not (isinstance(item, Card) and is_hidden(item))]
        hidden = len(value) - len(shown)
        return ", ".join([*shown, f"{hidden} face down"] if hidden else shown) or "none"
    return "none" if value is None else str(value)
