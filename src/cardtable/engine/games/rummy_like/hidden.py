"""Hidden cards of Rummy-like: views, sampling and previews."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from cardtable.engine.cards import CHARDS, FACE_DOWN, FULL_MASK, TRICARDS, in_order, is_hidden
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat, events_of, seen_by
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

_HIDDEN: tuple[tuple[Any, ...], ...] = tuple((FACE_DOWN,) * count for count in range(HAND_SIZE + DRAWN + 1))


# View
def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat sees it, including known cards in other hands (RM-15) and in the deck (RM-14)."""
    known, own_bit = (NOTHING_KNOWN, 0) if seat is None else (known_chards(state, seat), 1 << seat)
    shown = _shown_at_the_end(state) if state.phase == "over" else _NOTHING_SHOWN
    hands, tricards, played = list(state.chards), list(state.tricards), list[Any](state.played)
    for owner in (owner for owner in range(SEATS) if owner != seat):
        certain = _with_sets(known[owner], shown.sets[owner]) if shown.sets[owner] else known[owner]
        open_tricards = shown.tricards[owner]
        hands[owner] = certain + _HIDDEN[len(hands[owner]) - len(certain)]
        tricards[owner] = open_tricards + _HIDDEN[len(tricards[owner]) - len(open_tricards)]
        played[owner] = played[owner] and FACE_DOWN
    picked = state.picked
    if state.phase == "send" and seat != state.turn:
        picked = known[MIDDLE] + _HIDDEN[len(picked) - len(known[MIDDLE])]
    return state._replace(
        chards=tuple(hands),
        tricards=tuple(tricards),
        deck=_mask_unmarked(own_bit, state.deck, state.deck_marks),
        drawn=_mask_unmarked(own_bit, state.drawn, state.drawn_marks),
        played=tuple(played),
        picked=picked,
        known=tuple([row if owner == seat else NOTHING_KNOWN for owner, row in enumerate(state.known)]),
        key=Key(0),
    )


class _ShownCards(NamedTuple):
    """The cards shown at the end of the match: each seat's TriCards, and a mask of the seat's sets."""

    tricards: tuple[TriCards, ...]
    sets: tuple[int, ...]


_NOTHING_SHOWN = _ShownCards(((),) * SEATS, (0,) * SEATS)


def _shown_at_the_end(state: State) -> _ShownCards:
    """Return the cards shown when the last round is scored (RM-6) or a player wins instantly (RM-8)."""
    win = instant_win(state)
    if win is None:
        return _ShownCards(state.tricards, scoring_sets(state))
    tricards, sets = _NOTHING_SHOWN
    return _ShownCards(put(tricards, win.seat, (win.card,)), put(sets, win.seat, win.card.mask))


def _with_sets(known: Chards, sets: int) -> Chards:
    """Return the Chards known to be in a hand after these sets have been shown."""
    return in_order(tuple([card for card in known if not card.mask & sets]) + kinds_of(sets) * OF_A_KIND)


def _mask_unmarked(bit: int, cards: TriCards, marks: tuple[int, ...]) -> TriCards:
    """Return the TriCards, hiding each card whose marks don't include this bit (RM-14)."""
    seen: Any = [card if mark & bit else FACE_DOWN for card, mark in zip(cards, marks, strict=True)]
    return tuple(seen)


# Determinize
def deal_unseen(seen: State, seat: Seat | None, key: Key) -> State:
    """Replace a view's hidden cards at random, and repeat this until the cards are consistent with what the seat knows.

    The other players' knowledge isn't sampled. In the result, the other players know nothing about each other's hands.
    """
    while True:
        state, key = _deal_tricards(seen, key)
        state, key = _deal_chards(state, key)
        state = state._replace(key=key)
        if _is_consistent(state, seen, seat):
            return state


def _is_consistent(state: State, seen: State, seat: Seat | None) -> bool:
    """Return whether a sample is consistent with everything the seat has seen."""
    if not holds_enough_matches(state) or (seat is not None and not holds_known_chards(state, seen.known[seat])):
        return False
    if state.phase == "over":
        return not fault_of_end(state) and _shown_at_the_end(state) == _shown_at_the_end(seen)
    return state.phase == "send" or instant_win(state) is None  # RM-8


def _deal_tricards(seen: State, key: Key) -> tuple[State, Key]:
    """Deal the hidden TriCards. TriCards that were once face up go to places marked WAS_FACE_UP (RM-14)."""
    zones = (*seen.tricards, seen.deck, seen.drawn, seen.led_pile, seen.discards, (seen.led,))
    unseen = subtract(TRICARDS, (card for zone in zones for card in zone))
    new, key = shuffle(subtract(unseen, seen.reshuffled), key)
    old, key = shuffle(subtract(unseen, new), key)
    new_cards, old_cards = iter(new), iter(old)

    def fill_marked(cards: TriCards, marks: Sequence[int]) -> TriCards:
        pools = (old_cards if mark & WAS_FACE_UP else new_cards for mark in marks)
        return tuple([next(pool) if is_hidden(card) else card for card, pool in zip(cards, pools, strict=True)])

    dealt = seen._replace(
        tricards=tuple([in_order(fill_hidden(hand, new_cards)) for hand in seen.tricards]),
        deck=fill_marked(seen.deck, seen.deck_marks),
        drawn=fill_marked(seen.drawn, seen.drawn_marks),
    )
    return dealt, key


class _Zone(NamedTuple):
    """A group of Chards, and a mask that its hidden Chards must match."""

    cards: tuple[Any, ...]
    mask: int


def _deal_chards(seen: State, key: Key) -> tuple[State, Key]:
    """Deal the hidden Chards. Played Chards match the TriCard led; players who sat out have no match (RM-3, RM-4)."""
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
    for at in sorted(range(len(zones)), key=lambda at: zones[at].mask == FULL_MASK):  # restricted zones first
        cards, mask = zones[at]
        found = tuple([card for card in rest if card.mask & mask][: cards.count(FACE_DOWN)])
        # Shuffle again, because the cards taken out depend on the order.
        rest, key = shuffle(subtract(rest, found), key)
        dealt[at] = fill_hidden(cards, iter(found))
    played, picked, *hands = (dealt[at] for at in range(len(zones)))
    return seen._replace(chards=tuple(map(in_order, hands)), played=played, picked=in_order(picked)), key


# Preview
def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events that are certain, as the seat to move sees them. They end before any scoring or instant win."""
    seat = seat_to_move(state)
    if isinstance(action, Draw) and len(state.deck) < DRAWN:
        top: Any = state.deck + _HIDDEN[DRAWN - len(state.deck)]
        return (Reshuffled(seat, len(state.led_pile + state.discards)), Drew(seat, top))
    certain = takewhile(lambda event: not isinstance(event, Scored | WonAtOnce), events_of(advance, state, action))
    return tuple([seen_by(event, seat) for event in certain])
