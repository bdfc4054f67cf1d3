"""The actions for each card in the hand, and the effect of a play on the piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.cards import Chard, Complete, characteristics_of
from cardtable.engine.games.clash.model import (
    PILE_OF,
    HandCard,
    PlayChard,
    PlayComplete,
    PlayLast,
    PlayPair,
    PlayThree,
    State,
    cards_of,
)
from cardtable.engine.games.clash.rules import three_plays
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ListedAction

Tops = tuple[HandCard | None, ...]
"""The top card of each pile, or None for an empty pile."""


def actions_of(card: HandCard, seen: Seen, *, has_all: bool = False) -> Iterator[ListedAction]:
    """Yield the ways to play a card: by itself, then (if it is a Chard) as the last play, then with other cards.

    The first two ways are listed even if they are illegal. Plays with other cards are listed if they are legal or, with
    `has_all`, if they could ever be legal.
    """
    if isinstance(card, Complete):
        yield ListedAction(PlayComplete(card), "play it")
    else:
        yield ListedAction(PlayChard(card), "play it")
        yield ListedAction(PlayLast(card), "play it last")
    for action in _together(seen) if has_all else seen.legal:
        if isinstance(action, PlayPair | PlayThree) and card in cards_of(action):
            others = [_name(other) for other in cards_of(action) if other is not card]
            yield ListedAction(action, f"with {', '.join(others)}")


def _together(seen: Seen) -> Iterator[PlayPair | PlayThree]:
    """Yield all plays of several cards from the viewer's hand that could ever be legal."""
    hand = dict.fromkeys(seen.state.hands[seen.viewer or 0])
    chards = [card for card in hand if isinstance(card, Chard)]
    yield from (PlayPair(chard, card) for card in hand if isinstance(card, Complete) for chard in chards)
    yield from three_plays(characteristics_of(chards))


def _name(card: HandCard) -> str:
    """Return a Chard's name, or the initials of a Complete. A Complete's name is too long for a list with effects."""
    return card.code if isinstance(card, Complete) else card.name


def tops_of(state: State) -> Tops:
    """Return the top card of each pile."""
    return tuple(pile[0] if pile else None for pile in state.piles)


def tops_with(tops: Tops, played: Sequence[HandCard]) -> Tops:
    """Return the top cards of the piles after these cards are played."""
    new_tops = {PILE_OF[card]: card for card in played}
    return tuple(new_tops.get(pile, top) for pile, top in enumerate(tops))
