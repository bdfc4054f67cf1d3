"""The rules of Next of Kin: set-up, turns and the end."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import COMPLETES, Card, Complete, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Events, Outcome, Step
from cardtable.engine.seating import first_player
from cardtable.engine.zones import deal, insert, put, without
from next_of_kin import words
from next_of_kin.model import KIN, Action, Began, Draw, Drew, Ended, Options, Play, Played, State


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    """Return the deal: the hands, the first card of the pile and the stock (NK-1)."""
    cards, key = shuffle(COMPLETES, key)
    first, _ = first_player(None, seats, key)  # NK-2
    hands, (top, *stock) = deal(cards, seats, options.hand_size)
    state = State(options=options, turn=first, hands=tuple(map(in_order, hands)), pile=(top,), stock=tuple(stock))
    return Step(state, (Began(first, top),))


def box(state: State) -> tuple[Card, ...]:
    """Return the 27 Completes (NK-1)."""
    return COMPLETES


def is_kin(card: Complete, other: Complete) -> bool:
    """Return whether two cards share enough characteristics (NK-3)."""
    return (card.mask & other.mask).bit_count() >= KIN


def count_kin(card: Complete, cards: Sequence[Complete]) -> int:
    """Return how many of these cards, apart from the card itself, may be played on a card."""
    return sum(each is not card and is_kin(each, card) for each in cards)


def legal(state: State) -> tuple[Action, ...]:
    """Return a Play for each card that fits, and Draw (NK-3, NK-4)."""
    if state.turn is None:
        return ()
    top = state.pile[-1]
    return (*(Play(card) for card in state.hands[state.turn] if is_kin(card, top)), Draw())


def advance(state: State, action: Action, events: Events) -> State:
    """Return the state after a legal action, and append the events to the list if there is one."""
    seat = state.turn
    assert seat is not None, "legal() offers nothing once the game is over"
    hand = state.hands[seat]
    event: Event
    if isinstance(action, Play):
        event, hand = Played(seat, action.card), without(hand, action.card)
        after = state._replace(pile=(*state.pile, action.card))
    else:
        card, *stock = state.stock
        event, hand = Drew(seat, card), insert(hand, card)
        after = state._replace(stock=tuple(stock))
    is_over = not hand or not after.stock  # NK-5, NK-6
    following = (seat + 1) % len(state.hands)  # NK-2
    after = after._replace(turn=None if is_over else following, hands=put(state.hands, seat, hand))
    if events is not None:
        events.append(event)
        if is_over:
            events.append(Ended(seat, tuple(map(len, after.hands))))
    return after


def standing(state: State) -> tuple[int, ...]:
    """Return each seat's points: minus one for each card in hand (NK-7)."""
    return tuple(-len(hand) for hand in state.hands)


def outcome(state: State) -> Outcome | None:
    """Return the outcome once the game is over (NK-5, NK-6), otherwise None."""
    if state.turn is not None:
        return None
    points = standing(state)
    best = max(points)
    winners = tuple(seat for seat, score in enumerate(points) if score == best)
    others = [score for score in points if score != best]
    return Outcome(
        points=points,
        winners=winners,
        together=False,
        margin=best - max(others) if len(winners) == 1 else 0,  # NK-7
        reason=words.HAND_IS_EMPTY if best == 0 else words.STOCK_IS_EMPTY,
        ruling="NK-5" if best == 0 else "NK-6",
    )
