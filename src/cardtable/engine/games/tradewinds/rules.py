"""The rules of Tradewinds: set-up, turns, the score and the end."""

from __future__ import annotations

from functools import cache

from cardtable.engine.cards import COMPLETES, FALSE, SINGLES, TF_CARDS, TRUE, Card, Complete, Single, TFCard, in_order
from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import Events, Outcome, Seat, Step
from cardtable.engine.games.tradewinds import texts
from cardtable.engine.games.tradewinds.model import (
    COVERINGS,
    DEALT_COMPLETES,
    HAND_SIZE,
    MAX_TRUE,
    MIN_TRUE,
    PILE_SIZE,
    PILES,
    SEATS,
    TF_COUNT,
    TURNS,
    WINDS,
    Began,
    Blew,
    Blow,
    Ended,
    Options,
    Pile,
    State,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.games.tradewinds.wind import blow, turn_up
from cardtable.engine.seating import first_player
from cardtable.engine.zones import deal, put, without

_BLOWS = {card: Blow(card) for card in COMPLETES}


# Set-up
def setup(options: Options, seats: int, key: Key) -> Step[State]:
    """Return the deal."""
    singles, key = shuffle(SINGLES, key)
    covering_index, key = draw_below(key, len(COVERINGS))
    covering = COVERINGS[covering_index]  # TW-2
    completes, key = shuffle(DEALT_COMPLETES[covering], key)
    first, key = first_player(None if options.first is None else WINDS.index(options.first) + 1, seats, key)  # TW-4
    tf_cards, _ = shuffle(TF_CARDS if options.true_cards is None else _tf_cards(options.true_cards), key)  # TW-11
    hands, _ = deal(completes, seats, HAND_SIZE)
    sides, _ = deal(tf_cards, seats, len(covering))  # TW-3
    piles, _ = deal(singles, len(PILES), PILE_SIZE)
    state = State(
        options=options,
        turn=first,
        covering=covering,
        sides=sides,
        grid=tuple(Pile(face_up=pile[:1], face_down=pile[1:]) for pile in piles),
        hands=tuple(map(in_order, hands)),
        discards=(),
        scored=((),) * seats,
        deducted=((),) * seats,
    )
    return Step(state, (Began(first, covering, sides, tuple(pile[0] for pile in piles)),))


def box(state: State) -> tuple[Card, ...]:
    """Return every card of the game: all the Singles and Completes, and the twelve T/F cards in play."""
    true_cards = min(max(count_true(state.sides), MIN_TRUE), MAX_TRUE)
    return (*SINGLES, *COMPLETES, *_tf_cards(true_cards))


def _tf_cards(true_cards: int) -> tuple[TFCard, ...]:
    """Return the T/F cards in play, including `true_cards` True cards."""
    return (TRUE,) * true_cards + (FALSE,) * (TF_COUNT - true_cards)


# What scores
@cache
def scoring_mask(covering: tuple[Complete, ...], side: tuple[TFCard, ...]) -> int:
    """Return the mask of the characteristics that score for a seat, given the T/F cards on its side (TW-3)."""
    return sum(card.mask for card, tf_card in zip(covering, side, strict=True) if tf_card is TRUE)


# A turn
def legal(state: State) -> tuple[Blow, ...]:
    """Return a Blow for each Complete in the hand."""
    return () if state.turn is None else tuple([_BLOWS[card] for card in state.hands[state.turn]])


def advance(state: State, action: Blow, events: Events) -> State:
    """Return the state after a legal action. If `events` is a list, append the action's events to it."""
    seat, card = state.turn, action.card
    assert seat is not None, "legal() offers nothing once the game is over"
    collector = opposite(seat)
    result = blow(state.grid, seat, card.mask)  # TW-5
    mask = scoring_mask(state.covering, state.sides[collector])
    scored: tuple[Single, ...] = ()
    deducted: tuple[Single, ...] = ()
    for single in result.off:
        if single.mask & mask:  # TW-3
            scored += (single,)
        else:
            deducted += (single,)
    discards = (*state.discards, card)  # TW-7: after the wind and before turning up cards
    turned_up = turn_up(result)  # TW-7
    after = State(
        options=state.options,
        turn=(seat + 1) % SEATS if len(discards) < TURNS else None,  # TW-1, TW-12
        covering=state.covering,
        sides=state.sides,
        grid=tuple(result.grid),
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        discards=discards,
        scored=_collect(state.scored, collector, scored),
        deducted=_collect(state.deducted, collector, deducted),
    )
    if events is not None:
        events.append(Blew(seat, card, tuple(result.flights), scored, deducted))
        if turned_up:
            events.append(TurnedUp(seat, tuple(turned_up), tuple(after.grid[pile].face_up[0] for pile in turned_up)))
        if after.turn is None:
            events.append(Ended(seat, sum(map(len, after.scored)), sum(map(len, after.deducted))))
    return after


def _collect(
    collected: tuple[tuple[Single, ...], ...], seat: Seat, singles: tuple[Single, ...]
) -> tuple[tuple[Single, ...], ...]:
    """Return every seat's collected Singles, with `singles` added for this seat."""
    return put(collected, seat, collected[seat] + singles) if singles else collected


# The end
def standing(state: State) -> tuple[int, ...]:
    """Return each seat's score: the number of its scoring Singles minus the number of its deducting Singles."""
    return tuple(len(scored) - len(deducted) for scored, deducted in zip(state.scored, state.deducted, strict=True))


def outcome(state: State) -> Outcome | None:
    """Return the outcome after the last turn (TW-12), otherwise None."""
    if state.turn is not None:
        return None
    points = standing(state)
    score = sum(points)
    return Outcome(
        points=points,
        winners=tuple(range(SEATS)) if score > 0 else (),  # TW-12: zero is a loss
        together=True,
        margin=score,
        reason=texts.describe_outcome(sum(map(len, state.scored)), sum(map(len, state.deducted))),
        ruling="TW-12",
    )
