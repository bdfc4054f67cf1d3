"""What lessons know of Tradewinds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from cardtable.engine.cards import TF_CARDS, Card, Complete, Single, TFCard, in_order
from cardtable.engine.game import Place
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
from cardtable.engine.games.tradewinds.words import name_result
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card

SMALL = frozenset("?abcdefghijklmnopqrstuvwxyz")


def _collected(played: PlayedAction, zone: str) -> int:
    return sum(len(getattr(event, zone)) for event in played.told(Blew))


def _blown(played: PlayedAction) -> int:
    return sum(len(cards) for event in played.told(Blew) for _, _, cards in event.flights)


def _score(state: State) -> int:
    return sum(standing(state))


def _gone(played: PlayedAction) -> int:
    return _collected(played, "scored") + _collected(played, "deducted")


def _named(laying: WrittenPosition) -> set[Card]:
    """The Completes in hands and discards, as far as they can be read."""
    found = set()
    for word in laying.all_words("hands", "discards"):
        with suppress(ValueError):
            found.add(read_card(word, (Complete,)))
    return found


def _dealt_anew(state: State, covering: tuple[Complete, ...]) -> State:
    """The state with other covering Completes, and the rest dealt in the same order."""
    order = (*(card for hand in state.hands for card in hand), *state.covering)
    rest = [card for card in order if card not in covering]
    hands = tuple(in_order(tuple(rest[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])) for seat in range(SEATS))
    return state._replace(covering=covering, hands=hands)


def _covered(state: State, laying: WrittenPosition) -> State:
    """The covering Completes and the T/F cards round them."""
    if "covering" in laying:
        words = laying.words("covering", laying.get("covering"))
        covering: Any = tuple(read_card(word, (Complete,)) for word in words)
        if covering not in DEALT_COMPLETES:
            raise ValueError("'covering' is three Completes that match all nine characteristics, by their patterns")
        state = _dealt_anew(state, covering)
    elif (named := _named(laying)) & set(state.covering):
        free = (each for each in DEALT_COMPLETES if not named & set(each))
        state = _dealt_anew(state, next(free, state.covering))
    tf_cards = CardPool(TF_CARDS, TFCard)
    if (sides := laying.piles("sides", tf_cards, SEATS)) is not None:
        state = state._replace(sides=tuple(map(tuple, sides)))
    return state


def _lay(state: State, laying: WrittenPosition) -> State:
    state = _covered(state, laying)._replace(turn=laying.seat("turn", state.turn))
    singles = CardPool((card for pile in state.grid for card in (*pile.face_up, *pile.face_down)), Single)
    rows = laying.rows("grid", len(ROWS), len(COLUMNS))
    gains = laying.piles("collected", singles, SEATS) or [[] for _ in range(SEATS)]
    grid = None if rows is None else _grid([word for row in rows for word in row], singles)
    if grid is None:
        kept = [_less_taken(pile, singles) for pile in state.grid]
        grid = tuple(pile if pile.face_up else Pile(pile.face_down[:1], pile.face_down[1:]) for pile in kept)
    singles.fill()
    rest = laying.seat("rest", None)
    for at, card in enumerate(singles.free):
        gains[at % SEATS if rest is None else rest].append(card)
    hands, discards = _hands(state, laying)
    masks = [scoring_mask(state.covering, side) for side in state.sides]
    return state._replace(
        grid=grid,
        hands=hands,
        discards=discards,
        scored=tuple(tuple(card for card in gains[seat] if card.mask & masks[seat]) for seat in range(SEATS)),
        deducted=tuple(tuple(card for card in gains[seat] if not card.mask & masks[seat]) for seat in range(SEATS)),
    )


def _less_taken(pile: Pile, pool: CardPool) -> Pile:
    """What is free of a pile as it was dealt."""
    kept: list[tuple[Any, ...]] = []
    for cards in pile:
        free: tuple[Card, ...] = ()
        for card in cards:
            if card in pool.free:
                pool.take((card,))
                free += (card,)
        kept.append(free)
    return Pile(*kept)


def _grid(texts: list[str], pool: CardPool) -> Grid:
    """Nine piles from their tops: capitals face up, small letters face down, ? for any, a dot for a gap."""
    found: list[tuple[list[Any], list[Any]]] = []
    for text in (each.strip(".") for each in texts):
        up = text.rstrip("".join(SMALL))
        down: list[Any] = [None if each == "?" else read_card(each, (Single,)) for each in text[len(up) :]]
        found.append(([read_card(each, (Single,)) for each in up], down))
    pool.take([card for pile in found for cards in pile for card in cards if card is not None])
    piles = []
    for faces, backs in found:
        filled: list[Any] = [card if card is not None else next(iter(pool.next(1)), None) for card in backs]
        if None in filled:
            raise ValueError("the box holds no more Singles for '?'")
        piles.append(Pile(tuple(faces), tuple(filled)))
    return tuple(piles)


def _hands(state: State, laying: WrittenPosition) -> tuple[tuple[tuple[Any, ...], ...], tuple[Any, ...]]:
    """The hands, which differ by one Complete at most, and the Completes that have been discarded."""
    pool = CardPool(DEALT_COMPLETES[state.covering], Complete)
    if (named := laying.piles("hands", pool, SEATS)) is None:
        discards = laying.pile("discards", pool) or []
        held = [[card for card in hand if card in pool.free] for hand in state.hands]
        pool.take([card for hand in held for card in hand])
        pool.fill()
        return tuple(in_order(tuple(hand)) for hand in held), (*discards, *pool.free)
    discards = laying.pile("discards", pool) or []
    turn = state.turn or 0
    left = laying.number("left", SEATS * max(len(named[turn]), 1))
    pool.fill()
    for seat, hand in enumerate(named):
        size = (left - (seat - turn) % SEATS + 3) // SEATS
        hand.extend(pool.next(max(size - len(hand), 0)))
    return tuple(in_order(tuple(hand)) for hand in named), (*discards, *pool.free)


def _spot(state: State, text: str) -> Place | None:
    return place_of(PILES.index(text.upper())) if text.upper() in PILES else None


def _shown(name: str, value: Any) -> Any:
    """Piles as they are laid: capitals lie face up, small letters face down."""
    if name != "grid":
        return value
    return tuple(
        "".join((*(card.code for card in pile.face_up), *(card.code.lower() for card in pile.face_down))) or "."
        for pile in value
    )


TRADEWINDS = Teaching(
    measures={
        "net": Metric("Singles that score less Singles that deduct", lambda p: sum(e.net for e in p.told(Blew))),
        "blown": Metric("Singles blown", _blown),
        "scored": Metric("Singles that score", lambda played: _collected(played, "scored")),
        "deducted": Metric("Singles that deduct", lambda played: _collected(played, "deducted")),
        "gone": Metric("Singles gone from the grid", _gone),
        "turned_up": Metric("Singles turned up", lambda p: sum(len(e.cards) for e in p.told(TurnedUp))),
        "score": Metric("the score afterwards", lambda played: _score(played.after)),
        "victory": Metric("what that score is called", lambda played: name_result(_score(played.after))),
    },
    zones={
        "covering": PointingZone("covering", 1),
        "side": PointingZone("sides", 2),
        "sides": PointingZone("sides", 2),
        "grid": PointingZone("grid", 2, columns=len(COLUMNS)),
        "hand": PointingZone("hands", 2),
        "hands": PointingZone("hands", 2),
        "discards": PointingZone("discards"),
        "scored": PointingZone("scored", 1),
        "deducted": PointingZone("deducted", 1),
    },
    words={name.lower(): at for names in (WINDS, PILES) for at, name in enumerate(names)},
    spot=_spot,
    shown=_shown,
    lay=_lay,
)
