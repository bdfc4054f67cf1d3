"""The rules of Rummy-like: the deal, tricks, scoring and the end of the match."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, assert_never

from cardtable.engine.cards import CHARDS, TRICARDS, Card, Chard, TriCard, characteristics_of, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Events, Outcome, Seat, Step
from cardtable.engine.games.rummy_like import texts
from cardtable.engine.games.rummy_like.memory import NOTHING_KNOWN, known_after_picking_up, known_after_sending
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    HAND_SIZE,
    KINDS,
    MIDDLE,
    SEATS,
    TRICARDS_EACH,
    WAS_FACE_UP,
    Action,
    Call,
    Called,
    Chards,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drew,
    GoBust,
    Lead,
    Led,
    Options,
    PickedUp,
    Play,
    Played,
    Reshuffled,
    ReturnedToHand,
    Scored,
    ScoringCause,
    Send,
    Sent,
    State,
    WentBust,
    WonAtOnce,
)
from cardtable.engine.games.rummy_like.scoring import (
    instant_win,
    kinds_of,
    match_winner,
    points_in_hand,
    scoring_sets,
    sets_of,
)
from cardtable.engine.games.rummy_like.trick import (
    chain,
    count_to_send,
    is_out_of_tricards,
    next_leader,
    next_to_play,
    seat_to_move,
)
from cardtable.engine.seating import add_points, clockwise, first_player
from cardtable.engine.zones import deal, insert, put, without

_NOBODY = (False,) * SEATS
_NOTHING_PLAYED: tuple[Chard | None, ...] = (None,) * SEATS
_DRAW, _CALL, _GO_BUST = Draw(), Call(), GoBust()
_LEADS = {card: Lead(card) for card in TRICARDS}
_DISCARDS = {card: Discard(card) for card in TRICARDS}


# The deal
def setup(options: Options, seats: int, key: Key) -> Step[State]:
    """Return the deal of the first round."""
    first, key = first_player(options.first, seats, key)  # RM-9
    events: list[Event] = []
    state = _deal_round(options, first, 1, (0,) * seats, key, events)
    return Step(state, tuple(events))


def _deal_round(
    options: Options, leader: Seat, number: int, scores: tuple[int, ...], key: Key, events: Events
) -> State:
    """Return the start of a round, in which each player has twelve Chards and three TriCards (RM-1)."""
    chards, key = shuffle(CHARDS, key)
    tricards, key = shuffle(TRICARDS, key)
    hands, _ = deal(chards, SEATS, HAND_SIZE)
    tricard_hands, deck = deal(tricards, SEATS, TRICARDS_EACH)
    if events is not None:
        events.append(Dealt(leader, number))
    dealt = State(
        options=options,
        turn=leader,
        phase="draw",
        leader=leader,
        round=number,
        scores=scores,
        chards=tuple(map(in_order, hands)),
        tricards=tuple(map(in_order, tricard_hands)),
        deck=deck,
        deck_marks=(0,) * len(deck),
        drawn=(),
        drawn_marks=(),
        led=None,
        played=_NOTHING_PLAYED,
        picked=(),
        sat_out=_NOBODY,
        bust=_NOBODY,
        led_pile=(),
        discards=(),
        reshuffled=(),
        known=(NOTHING_KNOWN,) * SEATS,
        at_once=None,
        key=key,
    )
    return end_if_won_at_once(dealt, events)  # RM-8


def box(state: State) -> tuple[Card, ...]:
    """Return every card of the game: all the Chards and TriCards (RM-1)."""
    return (*CHARDS, *TRICARDS)


# The legal actions
class _SendChoice(NamedTuple):
    """A choice of Chards to send, with masks for quick comparison with a hand."""

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
    """Return the legal actions. Playing either of two equal Chards counts as a single action."""
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


# A trick
def advance(state: State, action: Action, events: Events) -> State:
    """Return the state after a legal action. If `events` is a list, append the action's events to it."""
    match action:
        case Play(card):
            return _play(state, card, events)
        case Send(cards):
            return _send(state, cards, events)
        case Draw():
            return _draw(state, events)
        case Lead(tricard):
            return _lead(state, tricard, events)
        case Discard(tricard):
            return _discard(state, tricard, events)
        case GoBust():
            return _go_bust(state, events)
        case Call():
            return _call(state, events)
        case _:
            assert_never(action)


def _draw(state: State, events: Events) -> State:
    """Draw three TriCards and record that the leader now knows them (RM-2, RM-14)."""
    seat = seat_to_move(state)
    if len(state.deck) < DRAWN:
        state = _shuffle_under_the_deck(state, events)
    drawn, marks, own_bit = state.deck[:DRAWN], state.deck_marks[:DRAWN], 1 << seat
    if events is not None:
        events.append(Drew(seat, drawn))
    return state._replace(
        phase="lead",
        deck=state.deck[DRAWN:],
        deck_marks=state.deck_marks[DRAWN:],
        drawn=drawn,
        drawn_marks=tuple([mark | own_bit for mark in marks]),
    )


def _shuffle_under_the_deck(state: State, events: Events) -> State:
    """Shuffle the TriCards that were led or discarded, and put them under the deck (RM-2)."""
    face_up = state.led_pile + state.discards
    if events is not None:
        events.append(Reshuffled(seat_to_move(state), len(face_up)))
    under, key = shuffle(face_up, state.key)
    return state._replace(
        deck=state.deck + under,
        deck_marks=state.deck_marks + (WAS_FACE_UP,) * len(under),
        led_pile=(),
        discards=(),
        reshuffled=in_order(face_up),
        key=key,
    )


def _lead(state: State, card: TriCard, events: Events) -> State:
    """Lead one of the three TriCards, and put the others under the deck with their marks (RM-2, RM-14)."""
    at, drawn, marks = state.drawn.index(card), state.drawn, state.drawn_marks
    under = drawn[:at] + drawn[at + 1 :]
    if events is not None:
        events.append(Led(seat_to_move(state), card, under))
    return state._replace(
        phase="play",
        deck=state.deck + under,
        deck_marks=state.deck_marks + marks[:at] + marks[at + 1 :],
        drawn=(),
        drawn_marks=(),
        led=card,
    )


def _play(state: State, card: Chard, events: Events) -> State:
    seat = seat_to_move(state)
    if events is not None:
        events.append(Played(seat, card))
    hands = put(state.chards, seat, without(state.chards[seat], card))
    return _continue_trick(state, events, chards=hands, played=put(state.played, seat, card))


def _discard(state: State, card: TriCard, events: Events) -> State:
    """Discard a TriCard and sit out the trick (RM-4)."""
    seat = seat_to_move(state)
    if events is not None:
        events.append(Discarded(seat, card))
    return _continue_trick(
        state,
        events,
        tricards=put(state.tricards, seat, without(state.tricards[seat], card)),
        discards=(*state.discards, card),
        sat_out=put(state.sat_out, seat, True),
    )


def _go_bust(state: State, events: Events) -> State:
    """Lose all points and leave the round (RM-4)."""
    seat = seat_to_move(state)
    if events is not None:
        events.append(WentBust(seat))
    scores, bust = put(state.scores, seat, 0), put(state.bust, seat, True)
    if sum(bust) < SEATS - 1:
        return _continue_trick(state, events, scores=scores, sat_out=put(state.sat_out, seat, True), bust=bust)
    played = zip(state.chards, state.played, strict=True)
    hands = tuple([insert(hand, card) if card else hand for hand, card in played])
    return _score(_clear_table(state, scores=scores, bust=bust, chards=hands), "bust", state.leader, events)  # RM-10


def _continue_trick(state: State, events: Events, **changes: Any) -> State:
    """Make the changes, then go to the next player. After the last player, start passing on the Chards played."""
    following = next_to_play(state, seat_to_move(state))
    after = state._replace(turn=following, **changes)
    return after if following is not None else _pick_up(after, events)


def _pick_up(state: State, events: Events) -> State:
    """Let the first player in the chain pick up the Chards played (RM-5)."""
    seats = chain(state)
    if not seats:
        return _end_trick(state, events)
    first = seats[0]
    picked: Any = in_order(tuple([card for card in state.played if card is not None]))  # RM-16: mixed
    if len(seats) == 1:
        if events is not None:
            events.append(ReturnedToHand(first, picked[0]))
        return _end_trick(state, events, chards=put(state.chards, first, insert(state.chards[first], picked[0])))
    if events is not None:
        events.append(PickedUp(first, picked))
    known = known_after_picking_up(state, seats)  # RM-15
    return state._replace(turn=first, phase="send", played=_NOTHING_PLAYED, picked=picked, known=known)


def _send(state: State, cards: Chards, events: Events) -> State:
    """Send Chards to the next player in the chain, who sends one fewer. The chain's last player sends none (RM-5)."""
    seat, seats = seat_to_move(state), chain(state)
    to = seats[seats.index(seat) + 1]
    if events is not None:
        events.append(Sent(seat, cards, to))
    kept = in_order(state.chards[seat] + state.picked)
    for card in cards:
        kept = without(kept, card)
    hands = put(state.chards, seat, kept)
    if to != seats[-1]:
        known = known_after_sending(state.known, seat, to, cards, MIDDLE)  # RM-15
        return state._replace(turn=to, chards=hands, known=known, picked=cards)
    hands = put(hands, to, in_order(hands[to] + cards))
    known = known_after_sending(state.known, seat, to, cards, to)
    return _end_trick(state, events, chards=hands, known=known, picked=())


def _end_trick(state: State, events: Events, **changes: Any) -> State:
    """Make the changes, then go to the next leader, unless the match or the round is over (RM-8, RM-12)."""
    leader = next_leader(state)
    after = end_if_won_at_once(_clear_table(state, turn=leader, **changes), events)
    if after.phase == "over":
        return after
    if is_out_of_tricards(after):
        return _score(after, "deck", leader, events)
    return after._replace(leader=leader)


def _clear_table(state: State, **changes: Any) -> State:
    """Apply the changes and clear the trick from the table."""
    assert state.led is not None, "every trick starts with a lead"
    led_pile = (*state.led_pile, state.led)
    return state._replace(phase="draw", led=None, led_pile=led_pile, played=_NOTHING_PLAYED, sat_out=_NOBODY, **changes)


# Scoring, and the end of the match
def _call(state: State, events: Events) -> State:
    """Call "Score" and score the round (RM-6)."""
    seat = seat_to_move(state)
    if events is not None:
        events.append(Called(seat))
    return _score(state, "called", seat, events)


def _score(state: State, cause: ScoringCause, seat: Seat, events: Events) -> State:
    """Score the round (RM-6). Unless the match is won (RM-7), deal the next round, led by the next player (RM-9)."""
    gains = points_in_hand(state)
    scores = add_points(state.scores, gains)
    if events is not None:
        events.append(Scored(seat, cause, state.tricards, tuple(map(kinds_of, scoring_sets(state))), gains, scores))
    after = state._replace(turn=None, phase="over", scores=scores)
    if match_winner(after) is not None:
        return after
    return _deal_round(state.options, clockwise(SEATS, seat)[0], state.round + 1, scores, state.key, events)


def end_if_won_at_once(state: State, events: Events) -> State:
    """End the match if a player has won instantly (RM-8). Otherwise, return the state unchanged."""
    win = instant_win(state)
    if win is None:
        return state
    if events is not None:
        events.append(WonAtOnce(win.seat, win.card))
    return state._replace(turn=None, phase="over", at_once=win.seat)


def outcome(state: State) -> Outcome | None:
    """Return the outcome once the match is over, otherwise None."""
    if state.phase != "over":
        return None
    scores, target = state.scores, state.options.target
    winner = match_winner(state) if state.at_once is None else state.at_once
    assert winner is not None, "a match ends only when a player wins it"
    others = max(score for seat, score in enumerate(scores) if seat != winner)
    if state.at_once is not None:
        reason, ruling = texts.WON_AT_ONCE, "RM-8"
    else:
        reason, ruling = texts.describe_outcome(target, scores), "RM-7" if target else "RM-13"
    return Outcome(
        points=scores,
        winners=(winner,),
        together=False,
        margin=max(0, scores[winner] - others),
        reason=reason,
        ruling=ruling,
    )
