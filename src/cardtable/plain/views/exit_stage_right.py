"""Exit Stage Right in words, for plain mode."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import ROWS, Began, Move, Refilled, Row, Shifted, State
from cardtable.plain.views.view import View, cards_in_words, count_cards, describe
from cardtable.table.session import Seen


def _table(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    rows = (f"{name.capitalize()} row: {_row(row)}." for name, row in zip(ROWS, state.stage, strict=True))
    decks = f"In the decks: {count_cards(state.complete_deck, 'Complete')}, {count_cards(state.draw_deck, 'Single')}."
    others = (_holds(seen.names[seat], hand) for seat, hand in enumerate(state.hands) if seat != seen.viewer)
    return (*rows, f"Won {len(state.won)}, lost {len(state.lost)}.", decks, *others)


def _row(row: Row) -> str:
    return ", ".join(f"{column} {card}" for column, card in enumerate(row, 1) if card is not None) or "empty"


def _holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {count_cards(hand, 'Single') if any(map(is_hidden, hand)) else cards_in_words(hand)}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    played = seen.state.face_down[seen.viewer]
    hand = f"Your hand: {cards_in_words(seen.state.hands[seen.viewer])}."
    return (hand, f"You played face down: {cards_in_words(played)}.") if played else (hand,)


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case Began(seat, cards):
            return (f"In the centre, from the top: {cards_in_words(cards)}.", f"{names[seat]} begins.")
        case Refilled(seat, rows, cards):
            placed = (f"{ROWS[row]} {card}" for row, card in zip(rows, cards, strict=True))
            return (f"{names[seat]} refills the centre: {', '.join(placed)}.",)
        case Shifted():
            return _shift(event)
        case _:
            return describe(GAME, event, names)


def _shift(shifted: Shifted) -> tuple[str, ...]:
    right = [move for move in shifted.moves if move.goes_right]
    left = [move for move in shifted.moves if not move.goes_right]
    lines = [f"{way}: {', '.join(map(_move, moves))}." for way, moves in (("Right", right), ("Left", left)) if moves]
    return tuple(lines) or ("Nothing moves.",)


def _move(move: Move) -> str:
    return f"{move.card} {f'to {move.target.column + 1}' if move.target.zone == 'stage' else f'is {move.target.zone}'}"


VIEW = View(GAME.id, _table, _hand, _tell)
