"""Terse positions and moves for tests of any game: `singles("R R H C")`, `after(game, state, "red down top")`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import pytest

from cardtable.engine import (
    Card,
    Chard,
    Complete,
    DealCode,
    Event,
    Game,
    IllegalAction,
    Key,
    Seat,
    Single,
    Step,
    TriCard,
    play,
    start,
)
from cardtable.engine.walk import turns
from cardtable.lessons.games import teaching_of
from cardtable.lessons.written_position import WrittenPosition
from cardtable.table.command_lines import seat_names

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  one letter each, as in the engine
C = TypeVar("C", bound=Card)


def read(kind: type[C], text: str) -> tuple[C, ...]:
    """The cards of one kind, as codes or words: `read(TFCard, "+ - -")`."""
    return tuple(kind.parse(word) for word in text.split())


def singles(text: str) -> tuple[Single, ...]:
    return read(Single, text)


def completes(text: str) -> tuple[Complete, ...]:
    return read(Complete, text)


def chards(text: str) -> tuple[Chard, ...]:
    return read(Chard, text)


def tricards(text: str) -> tuple[TriCard, ...]:
    return read(TriCard, text)


def codes(cards: Iterable[Card | None]) -> str:
    """The other way round, with a dot for an empty cell."""
    return " ".join("." if card is None else card.code for card in cards)


def cards_in(value: object, notes: tuple[str, ...] = ()) -> Iterator[Card]:
    """Every card that lies anywhere in a state, once a copy; options hold none, and notes are left out."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for name, part in zip(getattr(value, "_fields", value), value, strict=True):
            if name not in notes:
                yield from cards_in(part)


def sound(game: Game[S, A, O], state: S) -> S:
    """The state, once it is shown to be one of this game, with every card of the box in it."""
    assert game.validate_state(state) == ()
    assert Counter(cards_in(state, game.notes)) == Counter(game.box(state))
    return state


def laid(game: Game[S, A, O], dealt: S, **zones: Any) -> S:
    """The position that these zones describe, as the author of a lesson writes them; seats count from 1."""
    seats = game.seat_count(dealt)
    laying = WrittenPosition(zones, seat_names(game, seats))
    state: S = laying.others(teaching_of(game.id).lay(dealt, laying))
    return sound(game, state)


def dealt(game: Game[S, A, O], seats: int, options: O, code: int = 0) -> S:
    """A game as the deal code of this number deals it."""
    return sound(game, start(game, options, seats, DealCode(code).key()).state)


def happened(game: Game[S, A, O], state: S, action: A | str) -> tuple[Event, ...]:
    """The events of a legal action."""
    return play(game, state, game.parse(action) if isinstance(action, str) else action).events


def after(game: Game[S, A, O], state: S, *actions: A | str) -> S:
    """Where the actions lead, each of which may be written as a player types it."""
    for action in actions:
        state = play(game, state, game.parse(action) if isinstance(action, str) else action).state
    return state


def refusal(game: Game[S, A, O], state: S, action: A | str) -> str:
    """Why the action is not open; fails where it is."""
    chosen = game.parse(action) if isinstance(action, str) else action
    with pytest.raises(IllegalAction) as refused:
        play(game, state, chosen)
    assert str(refused.value) == game.explain(state, chosen)
    return str(refused.value)


def choices(game: Game[S, A, O], state: S) -> list[str]:
    """The legal actions as a player types them."""
    return [str(action) for action in game.legal(state)]


def moments(game: Game[S, A, O], state: S, key: int) -> Iterator[tuple[Seat, S, A, Step[S]]]:
    """Random play to the end: who was asked, the state before, what they did, and what came of it."""
    for before, action, step in turns(game, state, Key(key)):
        seat = game.turn(before)
        assert seat is not None, "there are choices, so somebody is asked"
        yield seat, before, action, step


def played_out(game: Game[S, A, O], state: S, key: int) -> S:
    """How random play from here ends."""
    for _, _, _, step in moments(game, state, key):
        state = step.state
    return sound(game, state)
