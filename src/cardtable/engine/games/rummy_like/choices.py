"""The legal actions."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from cardtable.engine.cards import TRICARDS, characteristics_of
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    SEATS,
    Action,
    Call,
    Chards,
    Discard,
    Draw,
    GoBust,
    Lead,
    Play,
    Send,
    State,
)
from cardtable.engine.games.rummy_like.scoring import kinds_of, sets_of
from cardtable.engine.games.rummy_like.trick import count_to_send

_DRAW, _CALL, _GO_BUST = Draw(), Call(), GoBust()
_LEADS = {card: Lead(card) for card in TRICARDS}
_DISCARDS = {card: Discard(card) for card in TRICARDS}


class _SendChoice(NamedTuple):
    """A choice of Chards to send, with masks for checking it quickly against a hand."""

    action: Send
    kinds: int
    """The mask of the kinds to send."""
    pair: int
    """The mask of the kind that is sent twice, or 0 if the kinds differ."""


def _send_choices(count: int) -> tuple[_SendChoice, ...]:
    """Return every choice of one or two Chards."""
    choices = combinations_with_replacement(KINDS, count)
    return tuple(
        _SendChoice(Send(cards), characteristics_of(cards), cards[0].mask if len(set(cards)) < count else 0)
        for cards in choices
    )


_SEND_CHOICES = {count: _send_choices(count) for count in range(1, SEATS)}


def legal(state: State) -> tuple[Action, ...]:
    """Return the legal actions; playing either of two equal Chards is one action."""
    seat = state.turn
    if seat is None:
        return ()
    hand, led = state.chards[seat], state.led
    match state.phase:
        case "send":
            return _legal_sends(hand + state.picked, count_to_send(state))
        case "play" if led is not None:
            plays = _plays(characteristics_of(hand) & led.mask)  # RM-3
            return plays or tuple([_DISCARDS[card] for card in state.tricards[seat]]) or (_GO_BUST,)  # RM-4
        case "lead":
            return tuple([_LEADS[card] for card in state.drawn])  # RM-2
        case _:
            return (_DRAW, _CALL) if sets_of(hand) else (_DRAW,)  # RM-6


@cache
def _plays(kinds: int) -> tuple[Play, ...]:
    """Return a Play for each of these kinds."""
    return tuple(Play(card) for card in kinds_of(kinds))


def _legal_sends(cards: Chards, count: int) -> tuple[Send, ...]:
    """Return every way to choose this many of the Chards (RM-5)."""
    held = twice = 0
    for card in cards:
        twice |= held & card.mask
        held |= card.mask
    return tuple(
        [action for action, kinds, pair in _SEND_CHOICES[count] if kinds & held == kinds and pair & twice == pair]
    )
