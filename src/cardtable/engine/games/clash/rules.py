"""The rules of Clash: set-up, plays, turns, rounds and the match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import assert_never

from cardtable.engine.cards import COMPLETES, Card, Chard, Complete, in_order
from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import Event, Events, Outcome, Seat, Step
from cardtable.engine.games.clash import texts
from cardtable.engine.games.clash.model import (
    BOX,
    CHARD_FACES,
    COMPLETE_PILE,
    HAND_SIZE,
    PILE_OF,
    PILE_SIZE,
    Action,
    Dealt,
    Drew,
    DrewNothing,
    EndedTurn,
    EndTurn,
    Hand,
    HandCard,
    Options,
    Passed,
    Piles,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    RoundEnded,
    Showed,
    State,
    cards_left,
    cards_of,
    sort_hand,
)
from cardtable.engine.seating import add_points, first_player, leading_seat, winning_margin
from cardtable.engine.zones import put, subtract, without

# Set-up


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    """Return the deal of the first round."""
    dealer, key = first_player(options.first, seats, key)  # CL-8
    events = list[Event]()
    return Step(_deal(options, dealer, 1, (0,) * seats, key, events), tuple(events))


def _deal(options: Options, dealer: Seat, number: int, scores: tuple[int, ...], key: Key, events: Events) -> State:
    while True:
        starters, rest, key = turn_up(key)
        cards, key = shuffle(rest, key)
        if has_complete(cards[:PILE_SIZE]):  # CL-2: otherwise deal again
            break
    dealers_pile, hands_shown, key = draw_to_open(cards[:PILE_SIZE], key)
    piles = (dealers_pile, cards[PILE_SIZE:]) if dealer == 0 else (cards[PILE_SIZE:], dealers_pile)
    if events is not None:
        events += (Dealt(dealer, number, starters), *[Showed(dealer, in_order(hand)) for hand in hands_shown])
    return State(
        options=options,
        turn=dealer,
        dealer=dealer,
        round=number,
        scores=scores,
        hands=tuple([sort_hand(pile[:HAND_SIZE]) for pile in piles]),
        draw_piles=tuple([pile[HAND_SIZE:] for pile in piles]),
        piles=(*[(card,) for card in starters], ()),
        played=0,
        passed=False,
        shown=certain_cards(hands_shown),
        key=key,
    )


def turn_up(key: Key) -> tuple[tuple[Chard, ...], Hand, Key]:
    """Turn up cards until each category has a Chard (CL-1).

    Return the first Chard of each category, all other cards, and the next key.
    """
    deck, others, first = list(BOX), list[HandCard](), dict[int, Chard]()
    while len(first) < COMPLETE_PILE:
        pick, key = draw_below(key, len(deck))
        card = deck.pop(pick)
        if isinstance(card, Complete) or PILE_OF[card] in first:
            others.append(card)
        else:
            first[PILE_OF[card]] = card
    return tuple([first[pile] for pile in range(COMPLETE_PILE)]), (*deck, *others), key


def draw_to_open(pile: Hand, key: Key) -> tuple[Hand, list[tuple[Chard, ...]], Key]:
    """Shuffle the dealer's pile until the top seven cards include a Complete (CL-2).

    Return the pile, the hands that the dealer showed because they had no Complete, and the next key.
    """
    hands_shown = list[tuple[Chard, ...]]()
    while not has_complete(pile[:HAND_SIZE]):
        hands_shown.append(tuple([card for card in pile[:HAND_SIZE] if isinstance(card, Chard)]))
        pile, key = shuffle(pile, key)
    return pile, hands_shown, key


def has_complete(cards: Hand) -> bool:
    """Return whether the cards include a Complete."""
    return any(isinstance(card, Complete) for card in cards)


def certain_cards(hands_shown: Sequence[tuple[Chard, ...]]) -> tuple[Chard, ...]:
    """Return the Chards that the dealer must have (CL-2): for each Chard, the largest number in any one hand shown."""
    certain: tuple[Chard, ...] = ()
    for hand in hands_shown:
        certain += subtract(hand, certain)
    return in_order(certain)


def box(state: State) -> tuple[Card, ...]:
    """Return every card of the game (CL-1)."""
    return BOX


# Plays

_PLAY_COMPLETE = {card: PlayComplete(card) for card in COMPLETES}
_PLAY_PAIR = {(chard.mask, card): PlayPair(chard, card) for chard in CHARD_FACES for card in COMPLETES}
_END_TURN = EndTurn()


def top_complete(state: State) -> Complete:
    """Return the top Complete. This must not be called before the opening, when the pile is empty."""
    top = state.piles[COMPLETE_PILE][0]
    assert isinstance(top, Complete), "check_state rejects anything else"
    return top


def showing_mask(piles: Piles) -> int:
    """Return the mask of the top Chards on the three category piles."""
    pattern, colour, shape, _ = piles
    return pattern[0].mask | colour[0].mask | shape[0].mask


def is_matched(state: State) -> bool:
    """Return whether the four piles show the same three characteristics, which allows a free play."""
    completes = state.piles[COMPLETE_PILE]
    return bool(completes) and completes[0].mask == showing_mask(state.piles)


def plays_of_complete(card: Complete, top: int, showing: int) -> tuple[int, ...]:
    """Return the numbers of the plays that allow a player to play this Complete by itself (CL-3).

    `top` is the mask of the top Complete, and `showing` is the mask of the three top Chards.
    """
    plays = {
        1: (card.mask & top).bit_count() == 2,
        3: card.mask == showing,
        4: top == showing,
    }
    return tuple([number for number, is_legal in plays.items() if is_legal])


@cache
def _fitting_completes(top: int, showing: int) -> frozenset[Complete]:
    """Return the Completes that may be played by themselves (CL-3)."""
    return frozenset(card for card in COMPLETES if plays_of_complete(card, top, showing))


@cache
def third_mask(card: Complete, showing: int) -> int:
    """Return a Complete's third characteristic as a mask if exactly two top Chards match the Complete, otherwise 0."""
    return card.mask & ~showing if (card.mask & showing).bit_count() == 2 else 0


@cache
def _chard_plays(mask: int) -> tuple[PlayChard, ...]:
    return tuple(PlayChard(card) for card in CHARD_FACES if card.mask & mask)


@cache
def three_plays(held: int) -> tuple[PlayThree, ...]:
    """Return a free play for every set of three Chards in hand, including Chards equal to the top Chards (CL-10)."""
    by_pile = [[card for card in CHARD_FACES if card.mask & held and PILE_OF[card] == pile] for pile in range(3)]
    return tuple(PlayThree(*three) for three in product(*by_pile))


@cache
def _closing_actions(held: int) -> tuple[Action, ...]:
    """Return the actions that end a turn: playing any Chard in hand as the last card (CL-4), and EndTurn (CL-5)."""
    return (*[PlayLast(card) for card in CHARD_FACES if card.mask & held], _END_TURN)


def legal(state: State) -> tuple[Action, ...]:
    """Return the legal actions, without duplicates. An action that several plays allow is listed only once (CL-10)."""
    if state.turn is None:
        return ()
    hand, completes = state.hands[state.turn], state.piles[COMPLETE_PILE]
    if not completes:  # CL-2: the dealer opens with any Complete
        return tuple([_PLAY_COMPLETE[card] for card in hand if isinstance(card, Complete)])
    top, showing, held = completes[0].mask, showing_mask(state.piles), 0
    fitting = _fitting_completes(top, showing)
    alone: list[Action] = []
    pairs: list[Action] = []
    for card in hand:
        if isinstance(card, Chard):
            held |= card.mask
        else:  # hands are sorted, so `held` is complete by now
            if card in fitting:
                alone.append(_PLAY_COMPLETE[card])
            third = third_mask(card, showing)
            if third & held:
                pairs.append(_PLAY_PAIR[third, card])
    threes = three_plays(held) if top == showing else ()  # CL-3: a free play
    chards = _chard_plays(held & top & ~showing)  # CL-3: matching Chards
    return (*alone, *chards, *pairs, *threes, *_closing_actions(held))


def plays_of(state: State, action: Action) -> tuple[int, ...]:
    """Return the numbers of the plays that allow a legal action. The opening and EndTurn have no numbers."""
    if not state.piles[COMPLETE_PILE]:
        return ()
    match action:
        case PlayComplete(card):
            return plays_of_complete(card, top_complete(state).mask, showing_mask(state.piles))
        case PlayChard():
            return (2,)
        case PlayThree():
            return (4,)
        case PlayPair():
            return (5,)
        case PlayLast():
            return (6,)
        case EndTurn():
            return ()
        case _:
            assert_never(action)


# Turns


def advance(state: State, action: Action, events: Events) -> State:
    """Return the state after a legal action. If `events` is a list, append the action's events to it."""
    if isinstance(action, EndTurn):
        return _end_turn(state, events)
    return _play(state, cards_of(action), isinstance(action, PlayLast), events)


def _play(state: State, cards: Hand, last: bool, events: Events) -> State:
    seat = state.turn
    assert seat is not None, "legal() offers nothing once the game is over"
    hand, draw_piles, piles, shown = state.hands[seat], state.draw_piles, state.piles, state.shown
    for card in cards:
        hand, pile = without(hand, card), PILE_OF[card]
        piles = put(piles, pile, (card, *piles[pile]))
    if shown and seat == state.dealer:
        shown = subtract(shown, cards)
    if events is not None:
        events.append(Played(seat, cards, last))
    is_round_over = not hand and not draw_piles[seat]  # CL-6
    ends_turn = last or not state.piles[COMPLETE_PILE]  # CL-4; CL-2: the opening is a whole turn
    if not is_round_over and (ends_turn or not hand):  # CL-5
        hand, draw_pile = _draw(seat, hand, draw_piles[seat], events, goes_on=not ends_turn)
        draw_piles = put(draw_piles, seat, draw_pile)
    changes_turn = ends_turn and not is_round_over
    after = State(
        options=state.options,
        turn=1 - seat if changes_turn else seat,
        dealer=state.dealer,
        round=state.round,
        scores=state.scores,
        hands=put(state.hands, seat, hand),
        draw_piles=draw_piles,
        piles=piles,
        played=0 if changes_turn else state.played + len(cards),
        passed=state.passed and not changes_turn,
        shown=shown,
        key=state.key,
    )
    return _end_round(after, events) if is_round_over else after


def _end_turn(state: State, events: Events) -> State:
    seat = state.turn
    assert seat is not None, "legal() offers nothing once the game is over"
    if state.played:
        hand, draw_pile = _draw(seat, state.hands[seat], state.draw_piles[seat], events)
        hands, draw_piles = put(state.hands, seat, hand), put(state.draw_piles, seat, draw_pile)
        return state._replace(turn=1 - seat, hands=hands, draw_piles=draw_piles, played=0, passed=False)
    if events is not None:
        events.append(Passed(seat))
    if state.passed:  # CL-7
        return _end_round(state, events)
    return state._replace(turn=1 - seat, passed=True)


def _draw(seat: Seat, hand: Hand, draw_pile: Hand, events: Events, *, goes_on: bool = False) -> tuple[Hand, Hand]:
    """Draw until the hand has seven cards or the pile is empty (CL-5). Return the new hand and pile."""
    wanted = HAND_SIZE - len(hand)
    drawn = draw_pile[:wanted]
    if events is not None:
        nothing = DrewNothing(seat) if wanted else EndedTurn(seat)
        events.append(Drew(seat, sort_hand(drawn), goes_on) if drawn else nothing)
    return sort_hand(hand + drawn), draw_pile[wanted:]


# Rounds and the match


def gains(left: tuple[int, int]) -> tuple[int, int]:
    """Return each seat's points for a round, given the number of cards that each seat has left (CL-6, CL-7)."""
    most = max(left)
    return most - left[0], most - left[1]


def _end_round(state: State, events: Events) -> State:
    """Score the round and, unless the match is over, deal the next round (CL-8)."""
    assert state.turn is not None, "the round ended in a player's turn"
    left, options = cards_left(state), state.options
    scores = add_points(state.scores, gains(left))
    if events is not None:
        south, north = map(len, state.hands)
        events.append(RoundEnded(state.turn, left, (south, north), leading_seat(gains(left)), scores))
    if options.is_single_round or max(scores) >= options.target:
        return state._replace(turn=None, scores=scores)
    return _deal(options, 1 - state.dealer, state.round + 1, scores, state.key, events)


def outcome(state: State) -> Outcome | None:
    """Return the outcome once the match is over, otherwise None."""
    if state.turn is not None:
        return None
    winner = leading_seat(state.scores)
    left, is_match = cards_left(state), not state.options.is_single_round
    return Outcome(
        points=state.scores,
        winners=() if winner is None else (winner,),
        together=False,
        margin=winning_margin(state.scores),
        reason=texts.describe_outcome(state.scores),
        ruling="CL-8" if is_match else "CL-6" if 0 in left else "CL-7",
    )
