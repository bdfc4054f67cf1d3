"""What each seat may see, what it may suppose of the rest, and what it can be certain of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from cardtable.engine.cards import CHARDS, FACE_DOWN, FULL_MASK, TRICARDS, in_order, is_hidden
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat, seen_by
from cardtable.engine.games.rummy_like.memory import NOTHING_KNOWN, holds_known_chards, known_chards
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    HAND_SIZE,
    MIDDLE,
    OF_A_KIND,
    SEATS,
    WAS_FACE_UP,
    Action,
    Chards,
    Draw,
    Drew,
    Reshuffled,
    Scored,
    State,
    TriCards,
    WonAtOnce,
)
from cardtable.engine.games.rummy_like.rules import advance
from cardtable.engine.games.rummy_like.scoring import instant_win, kinds_of, scoring_sets
from cardtable.engine.games.rummy_like.trick import chain, seat_to_move
from cardtable.engine.games.rummy_like.validation import fault_of_end, holds_enough_matches
from cardtable.engine.zones import fill_hidden, put, subtract

_BACKS: tuple[tuple[Any, ...], ...] = tuple((FACE_DOWN,) * count for count in range(HAND_SIZE + DRAWN + 1))
"""So many hidden cards."""


# View
def view(state: State, seat: Seat | None) -> State:
    """Return what a seat may see: its own cards, and what it is sure of in other hands (RM-15) and the deck (RM-14)."""
    sure, own_bit = (NOTHING_KNOWN, 0) if seat is None else (known_chards(state, seat), 1 << seat)
    shown = _shown_at_the_end(state) if state.phase == "over" else _NOTHING_SHOWN
    hands, tricards, played = list(state.chards), list(state.tricards), list[Any](state.played)
    for owner in (owner for owner in range(SEATS) if owner != seat):
        known = _with_sets(sure[owner], shown.sets[owner]) if shown.sets[owner] else sure[owner]
        open_tricards = shown.tricards[owner]
        hands[owner] = known + _BACKS[len(hands[owner]) - len(known)]
        tricards[owner] = open_tricards + _BACKS[len(tricards[owner]) - len(open_tricards)]
        played[owner] = played[owner] and FACE_DOWN
    picked = state.picked
    if state.phase == "send" and seat != state.turn:
        picked = sure[MIDDLE] + _BACKS[len(picked) - len(sure[MIDDLE])]
    return state._replace(
        chards=tuple(hands),
        tricards=tuple(tricards),
        deck=_known_to(own_bit, state.deck, state.deck_marks),
        drawn=_known_to(own_bit, state.drawn, state.drawn_marks),
        played=tuple(played),
        picked=picked,
        known=tuple([row if owner == seat else NOTHING_KNOWN for owner, row in enumerate(state.known)]),
        key=Key(0),
    )


class _Shown(NamedTuple):
    """What was shown when the match was won: for each seat its TriCards, and the mask of its sets."""

    tricards: tuple[TriCards, ...]
    sets: tuple[int, ...]


_NOTHING_SHOWN = _Shown(((),) * SEATS, (0,) * SEATS)


def _shown_at_the_end(state: State) -> _Shown:
    """Return what a scoring shows (RM-6), or a win at once (RM-8)."""
    win = instant_win(state)
    if win is None:
        return _Shown(state.tricards, scoring_sets(state))
    tricards, sets = _NOTHING_SHOWN
    return _Shown(put(tricards, win.seat, (win.card,)), put(sets, win.seat, win.card.mask))


def _with_sets(sure: Chards, sets: int) -> Chards:
    """Return what is known of a hand of which these sets were shown."""
    return in_order(tuple([card for card in sure if not card.mask & sets]) + kinds_of(sets) * OF_A_KIND)


def _known_to(bit: int, cards: TriCards, marks: tuple[int, ...]) -> TriCards:
    """Return the cards with those hidden that the seat with this bit doesn't know (RM-14)."""
    seen: Any = [card if mark & bit else FACE_DOWN for card, mark in zip(cards, marks, strict=True)]
    return tuple(seen)


# Determinize
def deal_unseen(seen: State, seat: Seat | None, key: Key) -> State:
    """Deal the hidden cards until everything agrees with what the seat knows.

    What the other players are sure of isn't dealt: in the sample they have forgotten it.
    """
    while True:
        state, key = _deal_tricards(seen, key)
        state, key = _deal_chards(state, key)
        state = state._replace(key=key)
        if _agrees_with_view(state, seen, seat):
            return state


def _agrees_with_view(state: State, seen: State, seat: Seat | None) -> bool:
    """Whether a sample could have led to what the seat has seen happen."""
    if not holds_enough_matches(state) or (seat is not None and not holds_known_chards(state, seen.known[seat])):
        return False
    if state.phase == "over":
        return not fault_of_end(state) and _shown_at_the_end(state) == _shown_at_the_end(seen)
    return state.phase == "send" or instant_win(state) is None  # RM-8


def _deal_tricards(seen: State, key: Key) -> tuple[State, Key]:
    """Deal the hidden TriCards; those that have lain open are where the deck is marked so (RM-14)."""
    zones = (*seen.tricards, seen.deck, seen.drawn, seen.led_pile, seen.discards, (seen.led,))
    unseen = subtract(TRICARDS, (card for zone in zones for card in zone))
    never_open, key = shuffle(subtract(unseen, seen.reshuffled), key)
    lain_open, key = shuffle(subtract(unseen, never_open), key)
    fresh, used = iter(never_open), iter(lain_open)

    def fill_marked(cards: TriCards, marks: Sequence[int]) -> TriCards:
        pools = (used if mark & WAS_FACE_UP else fresh for mark in marks)
        return tuple([next(pool) if is_hidden(card) else card for card, pool in zip(cards, pools, strict=True)])

    dealt = seen._replace(
        tricards=tuple([in_order(fill_hidden(hand, fresh)) for hand in seen.tricards]),
        deck=fill_marked(seen.deck, seen.deck_marks),
        drawn=fill_marked(seen.drawn, seen.drawn_marks),
    )
    return dealt, key


class _Zone(NamedTuple):
    """Chards some of which may be hidden, and the mask that those have to match."""

    cards: tuple[Any, ...]
    mask: int


def _deal_chards(seen: State, key: Key) -> tuple[State, Key]:
    """Deal the hidden Chards: those played match the TriCard led, and nobody who sat out holds a match (RM-3, RM-4)."""
    led, seats = seen.led.mask if seen.led else 0, chain(seen)
    is_first = bool(seats) and seen.turn == seats[0]
    zones = [
        _Zone(seen.played, led),
        _Zone(seen.picked, led if is_first else FULL_MASK),
        *(
            _Zone(hand, FULL_MASK & ~led if sits_out else FULL_MASK)
            for hand, sits_out in zip(seen.chards, seen.sat_out, strict=True)
        ),
    ]
    rest, key = shuffle(subtract(CHARDS, (card for zone in zones for card in zone.cards)), key)
    dealt = dict[int, tuple[Any, ...]]()
    for at in sorted(range(len(zones)), key=lambda at: zones[at].mask == FULL_MASK):  # the bound zones first
        cards, mask = zones[at]
        found = tuple([card for card in rest if card.mask & mask][: cards.count(FACE_DOWN)])
        # Shuffle again: which cards were taken out tells of the order of the others.
        rest, key = shuffle(subtract(rest, found), key)
        dealt[at] = fill_hidden(cards, iter(found))
    played, picked, *hands = (dealt[at] for at in range(len(zones)))
    return seen._replace(chards=tuple(map(in_order, hands)), played=played, picked=in_order(picked)), key


# Preview
def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Return everything up to a shuffle, a scoring or the end of the match, as the seat to move will see it."""
    seat = seat_to_move(state)
    if isinstance(action, Draw) and len(state.deck) < DRAWN:
        top: Any = state.deck + _BACKS[DRAWN - len(state.deck)]
        return (Reshuffled(seat, len(state.led_pile + state.discards)), Drew(seat, top))
    events: list[Event] = []
    advance(state, action, events)
    certain = takewhile(lambda event: not isinstance(event, Scored | WonAtOnce), events)
    return tuple([seen_by(event, seat) for event in certain])
