"""What plain mode says of each game: its table, a hand and what happened, in words, one idea a line.

A game without an entry in VIEWS is said by the names of its state's fields.  A view gets what a seat may see, and says
no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardtable.engine.cards import CHARACTERISTICS, Card, is_hidden
from cardtable.engine.game import Event, Place, Seat
from cardtable.engine.games import exit_stage_right as es
from cardtable.engine.games import tradewinds as tw
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


# Tradewinds


def _tw_table(seen: Seen) -> tuple[str, ...]:
    state: tw.State = seen.state
    return (
        *(_tw_row(state, row) for row in range(len(tw.ROWS))),
        f"{tw.trues(state.sides)} of the {tw.SIDES} T/F cards are True.",
        *(_tw_seat(seen, seat) for seat in range(len(tw.SEATS))),
        f"Score {tw.tally(sum(state.scored, ()), sum(state.deducted, ()))}, turns left {sum(map(len, state.hands))}.",
        *(_tw_holds(seen.names[seat], hand) for seat, hand in enumerate(state.hands) if seat != seen.viewer),
    )


def _tw_row(state: tw.State, row: int) -> str:
    width = len(tw.COLUMNS)
    piles = zip(tw.PILES, state.grid, strict=True)
    told = ", ".join(_tw_pile(name, pile) for name, pile in tuple(piles)[row * width : (row + 1) * width])
    return f"Row {tw.ROWS[row]}: {told}."


def _tw_pile(name: str, pile: tw.Pile) -> str:
    if not pile.face_up:
        return f"{name} gap"
    below = [*map(str, pile.face_up[1:]), *([f"{len(pile.face_down)} face down"] if pile.face_down else [])]
    return f"{name} {pile.face_up[0]}{' on ' + ' and '.join(below) if below else ' alone'}"


def _tw_seat(seen: Seen, seat: Seat) -> str:
    state: tw.State = seen.state
    scores = tw.scoring(state.covering, state.sides[seat])
    named = [each.name for each in CHARACTERISTICS if each.mask & scores]
    told = {0: "nothing", len(CHARACTERISTICS): "everything"}.get(len(named), ", ".join(named))
    collected = tw.tally(state.scored[seat], state.deducted[seat])
    return f"{seen.names[tw.opposite(seat)]} blows to {seen.names[seat]}; scoring there: {told}; collected {collected}."


def _tw_holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {_count(hand, 'Complete') if any(map(is_hidden, hand)) else _cards(hand)}."


def _tw_hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    return (f"Your hand: {_cards(seen.state.hands[seen.viewer])}.",)


def _tw_tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case tw.Began(seat, covering, sides, cards):
            return (
                f"On top, from A1 to C3: {_cards(cards)}.",
                f"What scores is decided by {_cards(covering)}, with {tw.trues(sides)} of {tw.SIDES} True.",
                f"{names[seat]} begins.",
            )
        case tw.Blew(seat, card):
            towards = names[tw.opposite(seat)]
            moves = tuple(f"{_tw_move(move)}." for move in event.moves)
            return (f"{names[seat]} plays {card}, which blows to {towards}.", *(moves or ("Nothing moves.",)))
        case tw.TurnedUp(_, piles, cards) if not any(map(is_hidden, cards)):
            shown = (f"{tw.PILES[pile]} {card}" for pile, card in zip(piles, cards, strict=True))
            return (f"Turned up: {', '.join(shown)}.",)
        case _:
            return _plain_tell(event, names)


def _tw_move(move: tw.Move) -> str:
    fate = {"scored": "leaves the grid and scores", "deducted": "leaves the grid and deducts"}
    return f"{_tw_name(move.source)} {move.card} {fate.get(move.target.zone) or f'goes to {_tw_name(move.target)}'}"


def _tw_name(place: Place) -> str:
    return f"{tw.ROWS[place.row]}{tw.COLUMNS[place.column]}"


VIEWS = {
    tw.GAME.id: View(_tw_table, _tw_hand, _tw_tell),
    es.GAME.id: View(_es_table, _es_hand, _es_tell),
}
