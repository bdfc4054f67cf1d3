"""Sets, points and the winner (RM-6 to RM-8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from cardtable.engine.cards import FACE_DOWN, TRICARDS, Chard, TriCard, characteristics_of, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import KINDS, OF_A_KIND, Chards, State, TriCards
from cardtable.engine.games.rummy_like.trick import turn_order
from cardtable.engine.seating import leading_seat
from cardtable.engine.zones import insert, subtract

# A hand is counted by adding up one number per card, in which each kind has three bits: enough to count to four.
_ONE_OF = {kind: 1 << 3 * at for at, kind in enumerate(KINDS)} | {FACE_DOWN: 0}
_ALL_OF = {kind: OF_A_KIND * one for kind, one in _ONE_OF.items()}
_ALL_OF_EVERY_KIND = sum(_ALL_OF.values())


def kinds_of(mask: int) -> Chards:
    """Return one Chard of each kind in the mask."""
    return tuple(card for card in KINDS if card.mask & mask)


def sets_of(hand: Iterable[Chard]) -> int:
    """Return the mask of the characteristics whose four Chards are all in the hand."""
    return _mask_of_sets(sum([_ONE_OF[card] for card in hand]) & _ALL_OF_EVERY_KIND)


@cache
def _mask_of_sets(counts: int) -> int:
    return characteristics_of(kind for kind in KINDS if counts & _ALL_OF[kind])


class SetChanges(NamedTuple):
    """The sets that a player breaks and keeps when sending Chards. One Chard represents each set."""

    broken: Chards
    kept: Chards


def set_changes(hand: Chards, sent: Chards) -> SetChanges:
    """Return the changes to a player's sets, given the hand after picking up Chards, and the Chards to be sent on."""
    before, after = sets_of(hand), sets_of(subtract(hand, sent))
    return SetChanges(broken=kinds_of(before & ~after), kept=kinds_of(after))


def points_of(tricards: TriCards, sets: int) -> int:
    """Return the number of points: one for each match between a set and a TriCard (RM-6)."""
    return sum((card.mask & sets).bit_count() for card in tricards)


def scoring_sets(state: State) -> tuple[int, ...]:
    """Return, for each seat, the mask of the sets that match one of its TriCards, or 0 for a bust player (RM-6)."""
    hands = zip(state.chards, state.tricards, strict=True)
    return tuple([sets_of(hand) & characteristics_of(tricards) for hand, tricards in hands])


def points_in_hand(state: State) -> tuple[int, ...]:
    """Return the points that each seat would get if the round were scored now (RM-6)."""
    hands = zip(state.tricards, scoring_sets(state), strict=True)
    return tuple([points_of(tricards, sets) for tricards, sets in hands])


_WINNING_HANDS = {card: in_order(kinds_of(card.mask) * OF_A_KIND) for card in TRICARDS}
"""The twelve Chards that win instantly with each TriCard (RM-8)."""


class InstantWin(NamedTuple):
    """An instant win by a player who has sets of all three characteristics of one of their own TriCards."""

    seat: Seat
    card: TriCard


def instant_win(state: State) -> InstantWin | None:
    """Return the first instant win, going clockwise from the leader, or None if there is none (RM-8)."""
    for seat in turn_order(state.leader):
        hand, played = state.chards[seat], state.played[seat]
        whole = insert(hand, played) if played else hand
        for card in state.tricards[seat]:
            if whole == _WINNING_HANDS.get(card):
                return InstantWin(seat, card)
    return None


def match_winner(state: State) -> Seat | None:
    """Return the seat that alone has the most points, if it has reached the target, otherwise None (RM-7, RM-13)."""
    return leading_seat(state.scores) if max(state.scores) >= state.options.target else None
