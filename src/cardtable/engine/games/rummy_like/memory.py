"""What players are sure of in other hands (RM-15): the Chards they saw go there, until those may have left unseen."""

from __future__ import annotations

from typing import Any

from cardtable.engine.cards import TriCard, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import MIDDLE, SEATS, Chards, Known, State
from cardtable.engine.zones import put, subtract

NOTHING_KNOWN: tuple[Chards, ...] = ((),) * (SEATS + 1)


def known_chards(state: State, seat: Seat) -> tuple[Chards, ...]:
    """Return what a seat is sure of in each hand, without the Chard just played from it, and in the MIDDLE."""
    row, led, played = state.known[seat], state.led, state.played
    if led is None:
        return row
    hands = [_after_a_play(sure, led) if card else sure for sure, card in zip(row, played, strict=False)]
    return (*hands, row[MIDDLE])


def known_after_picking_up(state: State, chain: tuple[Seat, ...]) -> Known:
    """Return what everybody is sure of once the first of the chain has picked up the Chards played.

    The others of the chain know that their own Chard is among them.
    """
    known = [known_chards(state, seat) for seat in range(SEATS)]
    for seat in chain[1:]:
        own: Any = (state.played[seat],)
        known[seat] = put(known[seat], MIDDLE, own)
    return tuple(known)


def known_after_sending(known: Known, sender: Seat, to: Seat, cards: Chards, place: int) -> Known:
    """Return what everybody is sure of after `sender` sent these Chards to `to`, where they lie in `place`.

    The place is the hand of `to`, or the MIDDLE if `to` passes Chards on next.
    """
    rows = []
    for seat, row in enumerate(known):
        if seat == sender:
            rows.append(put(row, place, in_order(row[place] + cards)))
        elif row[sender] or row[MIDDLE]:
            held = in_order(row[sender] + row[MIDDLE])
            left = subtract(held, cards) if seat == to else _after_sending_unseen(held, len(cards))
            rows.append(put(put(row, sender, left), MIDDLE, ()))
        else:
            rows.append(row)
    return tuple(rows)


def _after_a_play(sure: Chards, led: TriCard) -> Chards:
    """Return the sure Chards of a hand that has played one that matches: one less of each kind that does."""
    return tuple([card for at, card in enumerate(sure) if not card.mask & led.mask or (at and sure[at - 1] is card)])


def _after_sending_unseen(sure: Chards, count: int) -> Chards:
    """Return the sure Chards of a hand that has sent so many on unseen: so many less of each kind."""
    return tuple([card for at, card in enumerate(sure) if at >= count and sure[at - count] is card])


def holds_known_chards(state: State, row: tuple[Chards, ...]) -> bool:
    """Whether each hand, with the Chard just played from it, and the MIDDLE hold what a seat is sure of there."""
    played: Any = [() if card is None else (card,) for card in state.played]
    holdings = (*(hand + card for hand, card in zip(state.chards, played, strict=True)), state.picked)
    return not any(subtract(sure, held) for sure, held in zip(row, holdings, strict=True) if sure)
