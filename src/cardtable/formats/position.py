"""A position: one state of a game as JSON, hidden cards and all; for lessons, analysis and sharing, not for saving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.game import AnyGame
from cardtable.formats.codec import dump
from cardtable.formats.document import head_of, open_document
from cardtable.formats.older_positions import load_state
from cardtable.formats.strict_json import BadFile, write_json

_WHAT = "position"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def dump_position(game: AnyGame, state: Any) -> str:
    """The state as JSON; ValueError for a view, which does not hold everything."""
    return write_json({**head_of(game, _WHAT), "state": dump(state)}, unfolded=("state",))


def load_position(text: str) -> tuple[AnyGame, Any]:
    """The game and the state that the text holds; BadFile with a sentence where it is no state of that game."""
    game, body = open_document(text, _WHAT, ("state",))
    state = load_state(game, body["state"], body["version"], _WHAT)
    check_state(game, state)
    return game, state


def check_state(game: AnyGame, state: Any) -> None:
    """See that a state from outside is one of this game; BadFile with a sentence where it is none."""
    if fault := first_fault(game, state):
        raise BadFile(fault)


def first_fault(game: AnyGame, state: Any) -> str:
    """A sentence about what is wrong with a state; empty where nothing is.

    The game's own check is asked only about the cards that are in its box, so it never sees a state without end.
    """
    return next(faults_of_box(game, state), "") or next(iter(game.validate_state(state)), "")


def cards_of(game: AnyGame, state: Any) -> Iterator[Card]:
    """Every card in a state, as often as it lies there; notes are left out."""
    for name in state._fields:
        if name not in game.notes:
            yield from cards_in(getattr(state, name))


def cards_in(value: object) -> Iterator[Card]:
    """Every card in a part of a state, as often as it lies there."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from cards_in(getattr(value, each.name))


def faults_of_box(game: AnyGame, state: Any) -> Iterator[str]:
    """A sentence for each face of which the state holds too many or too few."""
    box, lying = Counter(game.box(state)), Counter(cards_of(game, state))
    for card in lying:
        if lying[card] > box[card]:
            yield _too_many(card, lying[card], box[card])
    for card in box:
        if (missing := box[card] - lying[card]) > 0:
            yield f"{_count(missing).capitalize()} {card} {'is' if missing == 1 else 'are'} missing."


def _too_many(card: Card, lying: int, held: int) -> str:
    if not held:
        return f"{card} is not among the cards of this game."
    if held == 1:
        return f"{card} lies {'twice' if lying == 2 else _count(lying) + ' times'}."
    return f"{_count(lying).capitalize()} {card} lie there, and the box holds {_count(held)}."


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else "more than ten"
