"""The Chards that each player knows to be in other hands, because the player sent or received them (RM-15)."""

from __future__ import annotations

from typing import Any

from cardtable.engine.cards import TriCard, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import MIDDLE, SEATS, Chards, Known, State
from cardtable.engine.zones import put, subtract

NOTHING_KNOWN: tuple[Chards, ...] = ((),) * (SEATS + 1)


def known_chards(state: State, seat: Seat) -> tuple[Chards, ...]:
    """Return the Chards that a seat knows to be in each hand and the MIDDLE, allowing for face-down plays."""
    row, led, played = state.known[seat], state.led, state.played
    if led is None:
        return row
    hands = [_after_play(known, led) if card else known for known, card in zip(row, played, strict=False)]
    return (*hands, row[MIDDLE])


def known_after_picking_up(state: State, chain: tuple[Seat, ...]) -> Known:
    """Return every player's knowledge after the first player in the chain has picked up the Chards played.

    Every other player in the chain knows one of these Chards: the Chard that they played.
    """
    known = [known_chards(state, seat) for seat in range(SEATS)]
    for seat in chain[1:]:
        own: Any = (state.played[seat],)
        known[seat] = put(known[seat], MIDDLE, own)
    return tuple(known)


def known_after_sending(known: Known, sender: Seat, to: Seat, cards: Chards, place: int) -> Known:
    """Return every player's knowledge after `sender` has sent these Chards to `to`.

    `place` is the current place of the Chards: the hand of `to`, or the MIDDLE if `to` sends next.
    """
    rows = []
    for seat, row in enumerate(known):
        if seat == sender:
            rows.append(put(row, place, in_order(row[place] + cards)))
        elif row[sender] or row[MIDDLE]:
            held = in_order(row[sender] + row[MIDDLE])
            left = subtract(held, cards) if seat == to else _after_hidden_send(held, len(cards))
            rows.append(put(put(row, sender, left), MIDDLE, ()))
        else:
            rows.append(row)
    return tuple(rows)


def _after_play(known: Chards, led: TriCard) -> Chards:
    """Return the known Chards minus one Chard of each matching kind, because any of these may have been played."""
    return tuple([card for at, card in enumerate(known) if not card.mask & led.mask or (at and known[at - 1] is card)])


def _after_hidden_send(known: Chards, count: int) -> Chards:
    """Return the known Chards minus `count` Chards of each kind, because any of these may have been sent."""
    return tuple([card for at, card in enumerate(known) if at >= count and known[at - count] is card])


def holds_known_chards(state: State, row: tuple[Chards, ...]) -> bool:
    """Return whether each hand (with any Chard just played) and the MIDDLE contain the Chards known to be there."""
    played: Any = [() if card is None else (card,) for card in state.played]
    zones = (*(hand + card for hand, card in zip(state.chards, played, strict=True)), state.picked)
    return not any(subtract(known, zone) for known, zone in zip(row, zones, strict=True) if known)
