"""What plain mode says of each game: its table, a hand and what happened, in words, one idea a line.

A game without an entry in VIEWS is said by the names of its state's fields.  A view gets what a seat may see, and says
no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games import exit_stage_right as es
from cardtable.table.session import AnyGame, Seen


@dataclass(frozen=True, slots=True)
class View:
    """How one game is put into words."""

    table: Callable[[Seen], tuple[str, ...]]
    """What lies before everybody."""
    hand: Callable[[Seen], tuple[str, ...]]
    """What the viewer holds, and may look at again; empty for somebody who watches."""
    tell: Callable[[Event, Sequence[str]], tuple[str, ...]]
    """What happened, given each seat's name."""


def view_of(game: AnyGame) -> View:
    """How this game is put into words."""
    return VIEWS.get(game.id, PLAIN)


# Any game


def _plain_table(seen: Seen) -> tuple[str, ...]:
    shown = {name: value for name, value in seen.state._asdict().items() if name not in ("options", "key", "hands")}
    return tuple(f"{name.replace('_', ' ').capitalize()}: {_words(value)}." for name, value in shown.items())


def _plain_hand(seen: Seen) -> tuple[str, ...]:
    hands = getattr(seen.state, "hands", ())
    return (f"Your hand: {_words(hands[seen.viewer])}.",) if hands and seen.viewer is not None else ()


def _plain_tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    return (event.tell(names).strip(),)


def _words(value: Any) -> str:
    """Any value of a state as words; cards that lie face down are counted."""
    if isinstance(value, tuple):
        shown = [_words(item) for item in value if not (isinstance(item, Card) and is_hidden(item))]
        hidden = len(value) - len(shown)
        return ", ".join([*shown, f"{hidden} face down"] if hidden else shown) or "none"
    return "none" if value is None else str(value)


PLAIN = View(_plain_table, _plain_hand, _plain_tell)


# Exit Stage Right


def _es_table(seen: Seen) -> tuple[str, ...]:
    state: es.State = seen.state
    rows = (f"{name.capitalize()} row: {_es_row(row)}." for name, row in zip(es.ROWS, state.stage, strict=True))
    decks = f"In the decks: {_count(state.complete_deck, 'Complete')}, {_count(state.draw_deck, 'Single')}."
    others = (_es_holds(seen.names[seat], hand) for seat, hand in enumerate(state.hands) if seat != seen.viewer)
    return (*rows, f"Won {len(state.won)}, lost {len(state.lost)}.", decks, *others)


def _es_row(row: es.Row) -> str:
    return ", ".join(f"{column} {card}" for column, card in enumerate(row, 1) if card is not None) or "empty"


def _es_holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {_count(hand, 'Single') if any(map(is_hidden, hand)) else _cards(hand)}."


def _es_hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    played = seen.state.face_down[seen.viewer]
    hand = f"Your hand: {_cards(seen.state.hands[seen.viewer])}."
    return (hand, f"You played face down: {_cards(played)}.") if played else (hand,)


def _es_tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case es.Began(seat, cards):
            return (f"In the centre, from the top: {_cards(cards)}.", f"{names[seat]} begins.")
        case es.Refilled(seat, rows, cards):
            placed = (f"{es.ROWS[row]} {card}" for row, card in zip(rows, cards, strict=True))
            return (f"{names[seat]} refills the centre: {', '.join(placed)}.",)
        case es.Shifted():
            return _es_shift(event)
        case _:
            return _plain_tell(event, names)


def _es_shift(shifted: es.Shifted) -> tuple[str, ...]:
    right = [move for move in shifted.moves if _goes_right(move)]
    left = [move for move in shifted.moves if not _goes_right(move)]
    told = [f"{way}: {', '.join(map(_es_move, moves))}." for way, moves in (("Right", right), ("Left", left)) if moves]
    return tuple(told) or ("Nothing moves.",)


def _goes_right(move: es.Move) -> bool:
    return move.target.zone == "won" or (move.target.zone == "stage" and move.target.column > move.source.column)


def _es_move(move: es.Move) -> str:
    return f"{move.card} {f'to {move.target.column + 1}' if move.target.zone == 'stage' else f'is {move.target.zone}'}"


def _cards(cards: Sequence[Card]) -> str:
    return ", ".join(map(str, cards)) or "nothing"


def _count(cards: Sequence[Card], kind: str) -> str:
    return f"{len(cards)} {kind}{'' if len(cards) == 1 else 's'}"


VIEWS = {es.GAME.id: View(_es_table, _es_hand, _es_tell)}
