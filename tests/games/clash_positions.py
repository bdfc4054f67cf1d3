"""Positions of Clash, written as one would lay them out."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine import Chard, Complete, Event, Key, Seat
from cardtable.engine.cards import in_order
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    BOX,
    HAND_SIZE,
    PILE_OF,
    PILE_SIZE,
    Action,
    Hand,
    Options,
    State,
    sort_hand,
)
from cardtable.engine.zones import less
from tests import builders
from tests.builders import sound


def cards(text: str) -> Hand:
    """Chards and Completes by their codes: `cards("R H FRC")`."""
    return tuple(Complete.read(word) if len(word) == 3 else Chard.read(word) for word in text.split())


def state(
    showing: str = "H R C",
    top: str = "FGS",
    hands: Sequence[str] = ("R G B H C", "R G B H C"),
    *,
    draw: Sequence[str | int] = ("", ""),
    turn: Seat | None = 0,
    dealer: Seat = 0,
    played: int | None = None,
    passed: bool = False,
    shown: str = "",
    scores: tuple[int, int] = (0, 0),
    options: Options | None = None,
    key: int = 1,
) -> State:
    """A position with every card of the box somewhere.

    Face-down piles are written from the top; a number at the end stands for as many more, of any that are left over.
    So is a hand that waits filled up where its pile is not empty.  What is named nowhere lies under the cards that
    show.  A turn has begun already where the hand on turn is short of what it could be.  It is the first round in which
    the scores can be these.
    """
    held = [cards(hand) for hand in hands]
    starters, completes = cards(showing), cards(top)
    piles = [(card,) for card in starters] + [completes]
    words = [str(pile).split() for pile in draw]
    more = [int(pile.pop()) if pile and pile[-1].isdigit() else 0 for pile in words]
    named = [cards(" ".join(pile)) for pile in words]
    used = [*starters, *completes, *held[0], *held[1], *named[0], *named[1]]
    assert not less(used, BOX), "the box does not hold so many"
    rest = less(BOX, used)
    for seat, count in enumerate(more):
        named[seat], rest = named[seat] + rest[:count], rest[count:]
    if turn is not None and named[1 - turn]:
        wanted = HAND_SIZE - len(held[1 - turn])
        held[1 - turn], rest = held[1 - turn] + rest[:wanted], rest[wanted:]
    for card in rest:
        piles[PILE_OF[card]] += (card,)
    short = HAND_SIZE - len(held[turn]) if turn is not None and named[turn] else 0
    made = State(
        options=options or Options(),
        turn=turn,
        dealer=dealer,
        round=1 - sum(scores) // -PILE_SIZE,
        scores=scores,
        hands=tuple(map(sort_hand, held)),
        draw_piles=tuple(named),
        piles=tuple(piles),
        played=short if played is None else played,
        passed=passed,
        shown=in_order(builders.chards(shown)),
        key=Key(key),
    )
    return sound(GAME, made)


def start(options: Options | None = None, *, code: int = 0) -> State:
    """A match as it is dealt."""
    return builders.dealt(GAME, 2, options or Options(), code)


def opened(options: Options | None = None, *, code: int = 0) -> State:
    """A match after its opening."""
    dealt = start(options, code=code)
    return builders.after(GAME, dealt, GAME.legal(dealt)[0])


def choices(state: State) -> list[str]:
    return builders.choices(GAME, state)


def after(state: State, *actions: Action | str) -> State:
    return builders.after(GAME, state, *actions)


def happened(state: State, action: Action | str) -> tuple[Event, ...]:
    return builders.happened(GAME, state, action)


def refusal(state: State, action: Action | str) -> str:
    return builders.refusal(GAME, state, action)


def showing(state: State) -> str:
    """The cards that show, the Complete last."""
    return builders.codes(pile[0] if pile else None for pile in state.piles)


def hand(state: State, seat: Seat) -> str:
    return builders.codes(state.hands[seat])
