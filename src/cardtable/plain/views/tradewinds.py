"""Tradewinds in words."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import CHARACTERISTICS, Card, is_hidden
from cardtable.engine.game import Event, Place, Seat
from cardtable.engine.games import tradewinds as rules
from cardtable.plain.views.view import View, cards_in_words, counted, describe
from cardtable.table.session import Seen


def _table(seen: Seen) -> tuple[str, ...]:
    state: rules.State = seen.state
    score = rules.tally(sum(state.scored, ()), sum(state.deducted, ()))
    return (
        *(_row(state, row) for row in range(len(rules.ROWS))),
        f"{rules.trues(state.sides)} of the {rules.SIDES} T/F cards are True.",
        *(_seat(seen, seat) for seat in range(len(rules.SEATS))),
        f"Score {score}, turns left {sum(map(len, state.hands))}.",
        *(_holds(seen.names[seat], hand) for seat, hand in enumerate(state.hands) if seat != seen.viewer),
    )


def _row(state: rules.State, row: int) -> str:
    width = len(rules.COLUMNS)
    piles = zip(rules.PILES, state.grid, strict=True)
    told = ", ".join(_pile(name, pile) for name, pile in tuple(piles)[row * width : (row + 1) * width])
    return f"Row {rules.ROWS[row]}: {told}."


def _pile(name: str, pile: rules.Pile) -> str:
    if not pile.face_up:
        return f"{name} gap"
    below = [*map(str, pile.face_up[1:]), *([f"{len(pile.face_down)} face down"] if pile.face_down else [])]
    return f"{name} {pile.face_up[0]}{' on ' + ' and '.join(below) if below else ' alone'}"


def _seat(seen: Seen, seat: Seat) -> str:
    state: rules.State = seen.state
    scores = rules.scoring(state.covering, state.sides[seat])
    named = [each.name for each in CHARACTERISTICS if each.mask & scores]
    told = {0: "nothing", len(CHARACTERISTICS): "everything"}.get(len(named), ", ".join(named))
    collected = rules.tally(state.scored[seat], state.deducted[seat])
    return (
        f"{seen.names[rules.opposite(seat)]} blows to {seen.names[seat]}; scoring there: {told}; collected {collected}."
    )


def _holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {counted(hand, 'Complete') if any(map(is_hidden, hand)) else cards_in_words(hand)}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    return (f"Your hand: {cards_in_words(seen.state.hands[seen.viewer])}.",)


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case rules.Began(seat, covering, sides, cards):
            return (
                f"On top, from A1 to C3: {cards_in_words(cards)}.",
                f"{cards_in_words(covering)} decide what scores.",
                f"{rules.trues(sides)} of the {rules.SIDES} T/F cards are True.",
                f"{names[seat]} begins.",
            )
        case rules.Blew(seat, card):
            towards = names[rules.opposite(seat)]
            moves = tuple(f"{_move(move)}." for move in event.moves)
            return (f"{names[seat]} plays {card}, which blows to {towards}.", *(moves or ("Nothing moves.",)))
        case rules.TurnedUp(_, piles, cards) if not any(map(is_hidden, cards)):
            shown = (f"{rules.PILES[pile]} {card}" for pile, card in zip(piles, cards, strict=True))
            return (f"Turned up: {', '.join(shown)}.",)
        case _:
            return describe(rules.GAME, event, names)


def _move(move: rules.Move) -> str:
    fate = {"scored": "leaves the grid and scores", "deducted": "leaves the grid and deducts"}
    return f"{_name(move.source)} {move.card} {fate.get(move.target.zone) or f'goes to {_name(move.target)}'}"


def _name(place: Place) -> str:
    return f"{rules.ROWS[place.row]}{rules.COLUMNS[place.column]}"


VIEW = View(rules.GAME.id, _table, _hand, _tell)
