"""Sets, points, and who has won: RM-6 to RM-8."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from cardtable.engine import match
from cardtable.engine.cards import FACE_DOWN, TRICARDS, Card, Chard, TriCard, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import KINDS, OF_A_KIND, Chards, State, TriCards
from cardtable.engine.games.rummy_like.trick import turn_order
from cardtable.engine.zones import insert, subtract

# Counting a hand adds up one number for each card: each kind has three bits of the sum to itself, room for all four.
_ONE_OF = {kind: 1 << 3 * at for at, kind in enumerate(KINDS)} | {FACE_DOWN: 0}
_ALL_OF = {kind: OF_A_KIND * one for kind, one in _ONE_OF.items()}
_ALL_OF_EVERY_KIND = sum(_ALL_OF.values())


def characteristics_of(cards: Iterable[Card]) -> int:
    """Return the mask of every characteristic that any of these cards has."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


def kinds_of(mask: int) -> Chards:
    """Return a Chard of each characteristic in the mask."""
    return tuple(card for card in KINDS if card.mask & mask)


def sets_of(hand: Iterable[Chard]) -> int:
    """Return the mask of the characteristics of which these are all four Chards."""
    return _mask_of_sets(sum([_ONE_OF[card] for card in hand]) & _ALL_OF_EVERY_KIND)


@cache
def _mask_of_sets(counts: int) -> int:
    return characteristics_of(kind for kind in KINDS if counts & _ALL_OF[kind])


class SetChanges(NamedTuple):
    """The sets that a player loses and gains by sending Chards, one Chard of each."""

    broken: Chards
    made: Chards


def set_changes(hand: Chards, picked: Chards, sent: Chards) -> SetChanges:
    """Return what sending some of the hand and of the Chards picked up does to the sets."""
    before, after = sets_of(hand + picked), sets_of(subtract(hand + picked, sent))
    return SetChanges(broken=kinds_of(before & ~after), made=kinds_of(after & ~sets_of(hand)))


def points_of(tricards: TriCards, sets: int) -> int:
    """Return a point for each TriCard and each set that matches it (RM-6)."""
    return sum((card.mask & sets).bit_count() for card in tricards)


def scoring_sets(state: State) -> tuple[int, ...]:
    """Return each seat's sets that match one of its TriCards; a bust player has none (RM-6)."""
    hands = zip(state.chards, state.tricards, strict=True)
    return tuple([sets_of(hand) & characteristics_of(tricards) for hand, tricards in hands])


def points_in_hand(state: State) -> tuple[int, ...]:
    """Return what each seat would gain if the round were scored now (RM-6)."""
    hands = zip(state.tricards, scoring_sets(state), strict=True)
    return tuple([points_of(tricards, sets) for tricards, sets in hands])


_WINNING_HANDS = {card: in_order(kinds_of(card.mask) * OF_A_KIND) for card in TRICARDS}
"""For each TriCard, the twelve Chards that win with it at once (RM-8)."""


class InstantWin(NamedTuple):
    """A player whose three sets are the three characteristics of a TriCard in their hand."""

    seat: Seat
    card: TriCard


def instant_win(state: State) -> InstantWin | None:
    """Return who has won by RM-8, and with what: the leader before all others, then the players to the left."""
    for seat in turn_order(state.leader):
        hand, played = state.chards[seat], state.played[seat]
        whole = insert(hand, played) if played else hand
        for card in state.tricards[seat]:
            if whole == _WINNING_HANDS.get(card):
                return InstantWin(seat, card)
    return None


def match_winner(state: State) -> Seat | None:
    """Return who has the target and more points than anybody else (RM-7); everybody has a target of 0 (RM-13)."""
    return match.leading_seat(state.scores) if max(state.scores) >= state.options.target else None
