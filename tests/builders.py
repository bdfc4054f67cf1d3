"""Short notations for tests: `singles("R R H C")`, `after(game, state, "red down top")`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import pytest

from cardtable.engine.cards import Card, Chard, Complete, Single, TriCard
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, Event, Game, IllegalAction, Outcome, Seat, Step, play, start
from cardtable.engine.walk import turns
from cardtable.games import GAMES
from cardtable.lessons import library
from cardtable.lessons.teaching import teaching_of
from cardtable.lessons.written_position import WrittenPosition
from cardtable.table import pages
from cardtable.table.command_lines import seat_names

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  one letter each, as in the engine
C = TypeVar("C", bound=Card)


def forget_packages() -> None:
    """Make the games, the rules pages and the lessons of other packages be looked for again."""
    GAMES.refresh()
    for found in (pages._pages, pages.read_page, pages.ruling, library.lessons_of, library._teaching_steps):
        found.cache_clear()


def parse_cards(kind: type[C], text: str) -> tuple[C, ...]:
    """Return cards of one kind, from codes or names: `parse_cards(TFCard, "+ - -")`."""
    return tuple(kind.parse(word) for word in text.split())


def singles(text: str) -> tuple[Single, ...]:
    return parse_cards(Single, text)


def completes(text: str) -> tuple[Complete, ...]:
    return parse_cards(Complete, text)


def chards(text: str) -> tuple[Chard, ...]:
    return parse_cards(Chard, text)


def tricards(text: str) -> tuple[TriCard, ...]:
    return parse_cards(TriCard, text)


def codes(cards: Iterable[Card | None]) -> str:
    """Return the codes of cards, with a dot for an empty cell."""
    return " ".join("." if card is None else card.code for card in cards)


def cards_in(value: object, notes: tuple[str, ...] = ()) -> Iterator[Card]:
    """Yield every card in a state, except in the fields called `notes`."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for name, part in zip(getattr(value, "_fields", value), value, strict=True):
            if name not in notes:
                yield from cards_in(part)


def validated(game: Game[S, A, O], state: S) -> S:
    """Return the state after asserting that it is valid and has every card of the box."""
    assert game.validate_state(state) == ()
    assert Counter(cards_in(state, game.notes)) == Counter(game.box(state))
    return state


def from_zones(game: Game[S, A, O], deal: S, **zones: Any) -> S:
    """Return the state with these zones, written as in a lesson: seats start at 1, and tuples may replace lists."""
    lists = {name: list(zone) if isinstance(zone, tuple) else zone for name, zone in zones.items()}
    position = WrittenPosition(lists, seat_names(game, game.seat_count(deal)))
    state: S = position.with_other_fields(teaching_of(game.id).set_up(deal, position))
    return validated(game, state)


def start_state(game: Game[S, A, O], seats: int, options: O, code: int = 0) -> S:
    """Return the start of a game with the deal code of this number."""
    return validated(game, start(game, options, seats, DealCode(code).key()).state)


def events_of(game: Game[S, A, O], state: S, action: A | str) -> tuple[Event, ...]:
    """Return the events of a legal action."""
    return play(game, state, game.parse(action) if isinstance(action, str) else action).events


def after(game: Game[S, A, O], state: S, *actions: A | str) -> S:
    """Return the state after actions, which may be given as typed text."""
    for action in actions:
        state = play(game, state, game.parse(action) if isinstance(action, str) else action).state
    return state


def refusal(game: Game[S, A, O], state: S, action: A | str) -> str:
    """Return why an action is illegal, after asserting that it is refused."""
    chosen = game.parse(action) if isinstance(action, str) else action
    with pytest.raises(IllegalAction) as refused:
        play(game, state, chosen)
    assert str(refused.value) == explain(game, state, chosen)
    return str(refused.value)


def choices(game: Game[S, A, O], state: S) -> list[str]:
    """Return the legal actions in notation."""
    return [str(action) for action in game.legal(state)]


def outcome(game: Game[S, A, O], state: S) -> Outcome:
    """Return the outcome of a finished game."""
    ended = game.outcome(state)
    assert ended is not None
    return ended


def play_randomly(game: Game[S, A, O], state: S, key: int) -> Iterator[tuple[Seat, S, A, Step[S]]]:
    """Play at random to the end, and yield the seat, the state before, the action and the step of each turn."""
    for before, action, step in turns(game, state, Key(key)):
        seat = game.turn(before)
        assert seat is not None, "a state with legal actions has a seat to move"
        yield seat, before, action, step


def play_to_the_end(game: Game[S, A, O], state: S, key: int) -> S:
    """Return the final state of random play."""
    for _, _, _, step in play_randomly(game, state, key):
        state = step.state
    return validated(game, state)


def explain(game: AnyGame, state: Any, action: Any) -> str:
    """Return the explanation of an action, with the names of players without a name."""
    return str(game.explain(state, action, game.default_names(game.seat_count(state))))
