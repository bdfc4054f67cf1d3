"""Positions: single states of a game as JSON, including all hidden cards, for lessons, analysis and sharing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import number_word
from cardtable.formats.codec import dump, load
from cardtable.formats.document import header_of, parse_document
from cardtable.formats.strict_json import BadFile, format_json

_WHAT = "position"


def dump_position(game: AnyGame, state: Any) -> str:
    """Return the state as JSON. Raise ValueError for a view or any other state that couldn't be loaded again."""
    text = format_json({**header_of(game, _WHAT), "state": dump(state)}, unfolded=("state",))
    require_savable(game, state)
    return text


def load_position(text: str) -> tuple[AnyGame, Any]:
    """Return the game and state in JSON. Raise BadFile if the text has no valid state of an installed game."""
    game, body = parse_document(text, _WHAT, ("state",))
    state = load_state(game, body["state"], body["version"], _WHAT)
    require_valid_state(game, state)
    return game, state


def load_state(game: AnyGame, data: Any, version: int, what: str) -> Any:
    """Return the state in the JSON data of a position with this version of the format.

    Fields that an older version lacks are derived from the other fields. Raise BadFile if the data doesn't describe a
    state.
    """
    added = [field for field in game.added_fields if version < field.version]
    if not added or not isinstance(data, dict):
        return load(game.state, data, what, "state")
    for field in added:
        if field.name in data:
            raise BadFile(f"This {what} is invalid: state has an unknown field '{field.name}'.")
    state = load(game.state, {**data, **{field.name: field.placeholder for field in added}}, what, "state")
    return state._replace(**{field.name: field.derive(state) for field in added})


def require_savable(game: AnyGame, state: Any) -> None:
    """Raise ValueError if a state couldn't be loaded again, as when its hidden cards are missing."""
    if fault := first_fault(game, state):
        raise ValueError(f"This isn't a full state of {game.title}: {fault}")


def require_valid_state(game: AnyGame, state: Any) -> None:
    """Raise BadFile if a state from a file isn't a valid state of this game."""
    if fault := first_fault(game, state):
        raise BadFile(fault)


def first_fault(game: AnyGame, state: Any) -> str:
    """Return a message about the first problem in a state, or an empty string if the state is valid.

    The game checks only states with exactly the right cards, so its check never has to handle a huge state.
    """
    return next(card_faults(game, state), "") or next(iter(game.validate_state(state)), "")


def cards_in_state(game: AnyGame, state: Any) -> Iterator[Card]:
    """Yield every card in a state, as many times as it occurs. The fields listed in the game's `notes` are left out."""
    for name in state._fields:
        if name not in game.notes:
            yield from cards_in(getattr(state, name))


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card in a value, as many times as it occurs."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from cards_in(getattr(value, each.name))


def card_faults(game: AnyGame, state: Any) -> Iterator[str]:
    """Yield a message for each face that occurs too often or not often enough in the state."""
    box, counts = Counter(game.box(state)), Counter(cards_in_state(game, state))
    for card in counts:
        if counts[card] > box[card]:
            yield _too_many(card, counts[card], box[card])
    for card in box:
        if (missing := box[card] - counts[card]) > 0:
            yield f"{number_word(missing).capitalize()} {card} {'is' if missing == 1 else 'are'} missing."


def _too_many(card: Card, count: int, allowed: int) -> str:
    if not allowed:
        return f"{card} isn't one of this game's cards."
    times = "twice" if count == 2 else f"{number_word(count)} times"
    return f"{card} appears {times}, but the deck has only {number_word(allowed)}."
