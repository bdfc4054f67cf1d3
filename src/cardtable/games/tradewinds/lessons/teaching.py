"""The measures, zones and written positions that lessons on Tradewinds use."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from cardtable.engine.cards import TF_CARDS, Card, Complete, Single, TFCard, in_order
from cardtable.engine.games.tradewinds.model import (
    COLUMNS,
    DEALT_COMPLETES,
    HAND_SIZE,
    PILES,
    ROWS,
    SEATS,
    WINDS,
    Blew,
    Grid,
    Pile,
    State,
    TurnedUp,
    place_of,
)
from cardtable.engine.games.tradewinds.rules import scoring_mask, standing
from cardtable.engine.games.tradewinds.texts import name_result
from cardtable.engine.zones import Place
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card

FACE_DOWN_LETTERS = "?abcdefghijklmnopqrstuvwxyz"


def _count_collected(played: PlayedAction, zone: str) -> int:
    return sum(len(getattr(event, zone)) for event in played.events_of(Blew))


def _count_blown(played: PlayedAction) -> int:
    return sum(len(cards) for event in played.events_of(Blew) for _, _, cards in event.flights)


def _score(state: State) -> int:
    return sum(standing(state))


def _count_gone(played: PlayedAction) -> int:
    return _count_collected(played, "scored") + _count_collected(played, "deducted")


def _completes_in(position: WrittenPosition) -> set[Card]:
    """Return the Completes that the author has placed in hands and discards. Ignore invalid words."""
    found = set()
    for word in position.all_words("hands", "discards"):
        with suppress(ValueError):
            found.add(read_card(word, (Complete,)))
    return found


def _redeal(state: State, covering: tuple[Complete, ...]) -> State:
    """Return the state with these covering Completes. The other Completes are dealt in the same order as before."""
    order = (*(card for hand in state.hands for card in hand), *state.covering)
    rest = [card for card in order if card not in covering]
    hands = tuple(in_order(tuple(rest[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])) for seat in range(SEATS))
    return state._replace(covering=covering, hands=hands)


def _with_covering(state: State, position: WrittenPosition) -> State:
    """Return the state with the author's covering Completes and the author's T/F cards."""
    if "covering" in position:
        covering: Any = position.cards("covering", Complete)
        if in_order(covering) not in DEALT_COMPLETES:
            raise ValueError("'covering' must be three Completes with all nine characteristics")
        state = _redeal(state, covering)
    elif (named := _completes_in(position)) & set(state.covering):
        possible = (each for each in DEALT_COMPLETES if not named & set(each))
        state = _redeal(state, next(possible, state.covering))
    tf_cards = CardPool(TF_CARDS, TFCard)
    if (sides := position.piles("sides", tf_cards, SEATS)) is not None:
        state = state._replace(sides=tuple(map(tuple, sides)))
    return state


def _set_up(state: State, position: WrittenPosition) -> State:
    state = _with_covering(state, position)._replace(turn=position.seat("turn", state.turn))
    singles = CardPool((card for pile in state.grid for card in (*pile.face_up, *pile.face_down)), Single)
    rows = position.rows("grid", len(ROWS), len(COLUMNS))
    collected = position.piles("collected", singles, SEATS) or [[] for _ in range(SEATS)]
    grid = None if rows is None else _grid([word for row in rows for word in row], singles)
    if grid is None:
        piles = [_take_remaining(pile, singles) for pile in state.grid]
        grid = tuple(pile if pile.face_up else Pile(pile.face_down[:1], pile.face_down[1:]) for pile in piles)
    singles.fill()
    rest = position.seat("rest", None)
    for at, card in enumerate(singles.remaining):
        collected[at % SEATS if rest is None else rest].append(card)
    hands, discards = _hands(state, position)
    masks = [scoring_mask(state.covering, side) for side in state.sides]
    return state._replace(
        grid=grid,
        hands=hands,
        discards=discards,
        scored=tuple(tuple(card for card in collected[seat] if card.mask & masks[seat]) for seat in range(SEATS)),
        deducted=tuple(tuple(card for card in collected[seat] if not card.mask & masks[seat]) for seat in range(SEATS)),
    )


def _take_remaining(pile: Pile, pool: CardPool) -> Pile:
    """Return a pile as it was dealt, but without the cards that the author has placed elsewhere."""
    parts: list[tuple[Any, ...]] = []
    for cards in pile:
        part: tuple[Card, ...] = ()
        for card in cards:
            if card in pool.remaining:
                pool.take((card,))
                part += (card,)
        parts.append(part)
    return Pile(*parts)


def _grid(texts: list[str], pool: CardPool) -> Grid:
    """Read nine piles, each from the top card down.

    Capital letters stand for face-up cards, and small letters stand for face-down cards. `?` stands for any face-down
    card, and a dot stands for a gap.
    """
    found: list[tuple[list[Any], list[Any]]] = []
    for text in (each.strip(".") for each in texts):
        up = text.rstrip(FACE_DOWN_LETTERS)
        down: list[Any] = [None if each == "?" else read_card(each, (Single,)) for each in text[len(up) :]]
        found.append(([read_card(each, (Single,)) for each in up], down))
    pool.take([card for pile in found for cards in pile for card in cards if card is not None])
    piles = []
    for faces, backs in found:
        filled: list[Any] = [card if card is not None else next(iter(pool.draw(1)), None) for card in backs]
        if None in filled:
            raise ValueError("no Singles are left for '?'")
        piles.append(Pile(tuple(faces), tuple(filled)))
    return tuple(piles)


def _hands(state: State, position: WrittenPosition) -> tuple[tuple[tuple[Any, ...], ...], tuple[Any, ...]]:
    """Return the hands and the discards. The sizes of the hands differ by at most one."""
    pool = CardPool(DEALT_COMPLETES[in_order(state.covering)], Complete)
    if (named := position.piles("hands", pool, SEATS)) is None:
        discards = position.pile("discards", pool) or []
        hands = [[card for card in hand if card in pool.remaining] for hand in state.hands]
        pool.take([card for hand in hands for card in hand])
        pool.fill()
        return tuple(in_order(tuple(hand)) for hand in hands), (*discards, *pool.remaining)
    discards = position.pile("discards", pool) or []
    turn = state.turn or 0
    left = position.number("left", SEATS * max(len(named[turn]), 1))
    pool.fill()
    for seat, hand in enumerate(named):
        size = (left - (seat - turn) % SEATS + 3) // SEATS
        hand.extend(pool.draw(max(size - len(hand), 0)))
    return tuple(in_order(tuple(hand)) for hand in named), (*discards, *pool.remaining)


def _find_place(state: State, text: str) -> Place | None:
    return place_of(PILES.index(text.upper())) if text.upper() in PILES else None


def _name_place(state: State, place: Place, names: Sequence[str]) -> str:
    """Return the name and place of a T/F card or of a top Single on the grid, or "" for any other place."""
    zone, row, column = place
    if zone == "side":
        return f"{(names or WINDS)[row]}'s {state.sides[row][column]} on {state.covering[column].code}"
    pile = row * len(COLUMNS) + column
    return f"{state.grid[pile].face_up[0]} on {PILES[pile]}" if zone == "grid" and state.grid[pile].face_up else ""


def _format_field(name: str, value: Any) -> Any:
    """Return piles in the format of a position, with face-up cards in capitals and face-down cards in small letters."""
    if name != "grid":
        return value
    return tuple(
        "".join((*(card.code for card in pile.face_up), *(card.code.lower() for card in pile.face_down))) or "."
        for pile in value
    )


TEACHING = Teaching(
    measures={
        "net": Metric("Singles that score minus Singles that deduct", lambda p: sum(e.net for e in p.events_of(Blew))),
        "blown": Metric("Singles blown", _count_blown),
        "scored": Metric("Singles that score", lambda played: _count_collected(played, "scored")),
        "deducted": Metric("Singles that deduct", lambda played: _count_collected(played, "deducted")),
        "gone": Metric("Singles that left the grid", _count_gone),
        "turned_up": Metric("Singles turned up", lambda p: sum(len(e.cards) for e in p.events_of(TurnedUp))),
        "score": Metric("the score afterwards", lambda played: _score(played.after)),
        "victory": Metric("the name of that score", lambda played: name_result(_score(played.after))),
    },
    zones={
        "covering": PointingZone("covering", 1),
        "side": PointingZone("sides", 2),
        "sides": PointingZone("sides", 2),
        "grid": PointingZone("grid", 2, columns=len(COLUMNS)),
        "hand": PointingZone("hands", 2, owned="Complete"),
        "hands": PointingZone("hands", 2, owned="Complete"),
        "discards": PointingZone("discards"),
        "scored": PointingZone("scored", 1, owned="tally of scored Singles"),
        "deducted": PointingZone("deducted", 1, owned="tally of deducted Singles"),
    },
    words={name.lower(): at for names in (WINDS, PILES) for at, name in enumerate(names)},
    find_place=_find_place,
    name_place=_name_place,
    format_field=_format_field,
    set_up=_set_up,
)
