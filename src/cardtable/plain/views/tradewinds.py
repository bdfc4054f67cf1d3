"""Tradewinds in words, for plain mode."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import CHARACTERISTICS, TRUE, Card, is_hidden
from cardtable.engine.game import Event, Place, Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import (
    COLUMNS,
    PILES,
    ROWS,
    SEATS,
    TF_COUNT,
    Began,
    Blew,
    Move,
    Pile,
    State,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import format_tally
from cardtable.engine.phrases import counted, join_words
from cardtable.plain.views.view import View, cards_in_words, count_cards, describe
from cardtable.table.session import Seen


def _table(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    score = format_tally(sum(state.scored, ()), sum(state.deducted, ()))
    return (
        *(_row(state, row) for row in range(len(ROWS))),
        f"Covering Completes: {', '.join(_covering(seen, at) for at in range(len(state.covering)))}.",
        f"{count_true(state.sides)} of the {TF_COUNT} T/F cards are True.",
        *(_seat(seen, seat) for seat in range(SEATS)),
        f"Score {score}, {counted(sum(map(len, state.hands)), 'turn')} left.",
        *(_holds(seen.names[seat], hand) for seat, hand in enumerate(state.hands) if seat != seen.viewer),
    )


def _row(state: State, row: int) -> str:
    width = len(COLUMNS)
    piles = tuple(zip(PILES, state.grid, strict=True))[row * width : (row + 1) * width]
    return f"Row {ROWS[row]}: {', '.join(_pile(name, pile) for name, pile in piles)}."


def _pile(name: str, pile: Pile) -> str:
    if not pile.face_up:
        return f"{name} gap"
    below = [*map(str, pile.face_up[1:]), *([f"{len(pile.face_down)} face down"] if pile.face_down else [])]
    return f"{name} {pile.face_up[0]}{' on ' + ' and '.join(below) if below else ' alone'}"


def _covering(seen: Seen, at: int) -> str:
    """Return a covering Complete, with the names of the players on whose side it is True."""
    state: State = seen.state
    true = [name for name, side in zip(seen.names, state.sides, strict=True) if side[at] == TRUE]
    return f"{state.covering[at]} (True for {join_words(true) if true else 'nobody'})"


def _seat(seen: Seen, seat: Seat) -> str:
    """Return who blows towards a player, which Singles score for that player, and what the player has collected."""
    state: State = seen.state
    mask = scoring_mask(state.covering, state.sides[seat])
    names = [each.name for each in CHARACTERISTICS if each.mask & mask]
    scores = {0: "nothing scores", len(CHARACTERISTICS): "everything scores"}.get(len(names))
    scores = scores or f"{join_words(names)} score"
    collected = format_tally(state.scored[seat], state.deducted[seat])
    name = seen.names[seat]
    return f"{seen.names[opposite(seat)]} blows towards {name}; {scores} for {name}; {name} has collected {collected}."


def _holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {count_cards(hand, 'Complete') if any(map(is_hidden, hand)) else cards_in_words(hand)}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    return (f"Your hand: {cards_in_words(seen.state.hands[seen.viewer])}.",)


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case Began(seat, covering, sides, cards):
            return (
                f"On top, from A1 to C3: {cards_in_words(cards)}.",
                f"The covering Completes are {cards_in_words(covering)}.",
                f"{count_true(sides)} of the {TF_COUNT} T/F cards are True.",
                f"{names[seat]} begins.",
            )
        case Blew(seat, card):
            towards = names[opposite(seat)]
            moves = tuple(f"{_move(move)}." for move in event.moves)
            return (f"{names[seat]} plays {card}, which blows towards {towards}.", *(moves or ("Nothing moves.",)))
        case TurnedUp(_, piles, cards) if not any(map(is_hidden, cards)):
            shown = (f"{PILES[pile]} {card}" for pile, card in zip(piles, cards, strict=True))
            return (f"Turned up: {', '.join(shown)}.",)
        case _:
            return describe(GAME, event, names)


def _move(move: Move) -> str:
    fate = {"scored": "leaves the grid and scores", "deducted": "leaves the grid and deducts"}
    return f"The {move.card} on {_name(move.source)} {fate.get(move.target.zone) or f'goes to {_name(move.target)}'}"


def _name(place: Place) -> str:
    return f"{ROWS[place.row]}{COLUMNS[place.column]}"


VIEW = View(GAME.id, _table, _hand, _tell)
