"""The rules of Exit Stage Right: set-up, legal actions, their effects, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import cast

from cardtable.engine.cards import COMPLETES, SINGLES, Card, Complete, Single, characteristics_of, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Events, Outcome, Seat, Step
from cardtable.engine.games.exit_stage_right import texts
from cardtable.engine.games.exit_stage_right.model import (
    CENTRE,
    COLUMNS,
    EMPTY_ROW,
    MAX_HAND,
    ROWS,
    Action,
    Began,
    Drew,
    Ended,
    FaceDown,
    FaceUp,
    Options,
    PlayedFaceDown,
    PlayedFaceUp,
    Refill,
    Refilled,
    Shifted,
    Stage,
    State,
)
from cardtable.engine.games.exit_stage_right.shift import (
    ALL_LEFT,
    MATCHING_RIGHT,
    ROW_RIGHT,
    RowShifts,
    shift,
    shift_rows,
    staying_in,
)
from cardtable.engine.seating import clockwise, first_player
from cardtable.engine.zones import deal, exchange_card, put, without

DEFAULT_HAND_SIZE = 7  # ES-2
ALL_ROWS = tuple(range(len(ROWS)))


# Set-up


def resolve_defaults(options: Options, seats: int) -> Options:
    """Return the options, with `hand_size` and `open_hands` filled in."""
    default = min(DEFAULT_HAND_SIZE, MAX_HAND[seats])  # ES-2
    return replace(
        options,
        hand_size=default if options.hand_size is None else options.hand_size,
        open_hands=seats == 1 if options.open_hands is None else options.open_hands,  # ES-10
    )


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    """Return the deal."""
    assert options.hand_size is not None, "resolve_defaults() fills it in"
    singles, key = shuffle(SINGLES, key)
    completes, key = shuffle(COMPLETES, key)
    first, _ = first_player(options.first, seats, key)  # ES-12
    hands, draw_deck = deal(singles, seats, options.hand_size)  # ES-2
    centre, complete_deck = completes[: len(ROWS)], completes[len(ROWS) :]
    state = State(
        options=options,
        turn=first,
        stage=_fill((EMPTY_ROW,) * 3, ALL_ROWS, centre),  # ES-1
        hands=tuple([in_order(hand) for hand in hands]),
        draw_deck=draw_deck,
        complete_deck=complete_deck,
        won=(),
        lost=(),
        face_up=(),
        face_down=((),) * seats,
    )
    return Step(state, (Began(first, centre),))


def box(state: State) -> tuple[Card, ...]:
    """Return every Single and every Complete (ES-1)."""
    return (*SINGLES, *COMPLETES)


# Legal actions

_FACE_UP = {card: FaceUp(card) for card in dict.fromkeys(SINGLES)}
_FACE_DOWN = {card: [FaceDown(card, row) for row in ALL_ROWS] for card in _FACE_UP}


def legal(state: State) -> tuple[Action, ...]:
    """Return the legal actions: first Singles played face up, then Singles played face down, and then refills."""
    if state.turn is None:
        return ()
    refills = legal_refills(state)
    if refills and must_refill(state):
        return refills
    return _legal_singles(characteristics_of(state.hands[state.turn]), nameable_rows(state.stage)) + refills


def must_refill(state: State) -> bool:
    """Return whether the player must refill before playing a Single (ES-13), provided that a refill is possible."""
    return state.options.empty_grid == "refill-first" and all(row == EMPTY_ROW for row in state.stage)


def is_settled(state: State) -> bool:
    """Return whether no action can change the result: no Complete is on the stage or in the Complete deck (ES-8)."""
    return not state.complete_deck and all(row == EMPTY_ROW for row in state.stage)


def wins_without_refill(state: State) -> bool:
    """Return whether the players win by leaving the stage empty: it needn't be refilled, and they are ahead."""
    is_empty = all(row == EMPTY_ROW for row in state.stage)
    return is_empty and len(state.won) > len(state.lost) and not (must_refill(state) and legal_refills(state))


def nameable_rows(stage: Stage) -> tuple[bool, ...]:
    """Return one truth value per row: whether the row has the two Completes that a face-down Single needs (ES-6)."""
    top, middle, bottom = stage
    max_empty = COLUMNS - 2
    return top.count(None) <= max_empty, middle.count(None) <= max_empty, bottom.count(None) <= max_empty


def empty_centre(stage: Stage) -> tuple[bool, ...]:
    """Return one truth value per row: whether the row's centre cell is empty."""
    top, middle, bottom = stage
    return top[CENTRE] is None, middle[CENTRE] is None, bottom[CENTRE] is None


def legal_refills(state: State) -> tuple[Refill, ...]:
    """Return the legal refills, largest first (ES-7)."""
    return refills_of(empty_centre(state.stage), len(state.complete_deck), state.options.refill_count)


@cache
def _legal_singles(held: int, nameable: tuple[bool, ...]) -> tuple[Action, ...]:
    """Return every action that plays a Single from a hand. `held` is the mask of the hand's characteristics."""
    cards = [card for card in _FACE_UP if card.mask & held]
    rows = [row for row in ALL_ROWS if nameable[row]]
    return (*[_FACE_UP[card] for card in cards], *[_FACE_DOWN[card][row] for card in cards for row in rows])


@cache
def refills_of(empty: tuple[bool, ...], cards: int, count: str) -> tuple[Refill, ...]:
    """Return every refill of empty centre cells that is possible with `cards` cards in the deck, largest first."""
    rows = tuple([row for row in ALL_ROWS if empty[row]])
    largest = min(len(rows), cards)
    if count == "all":  # ES-15: as many as the deck allows, from the top row down
        return (Refill(rows[:largest]),) if largest else ()
    return tuple([Refill(chosen) for size in range(largest, 0, -1) for chosen in combinations(rows, size)])


# Effects of actions


def advance(state: State, action: Action, events: Events) -> State:
    """Return the state after a legal action. If `events` is a list, append the action's events to it."""
    if isinstance(action, Refill):
        return _refill(state, action.rows, events)
    return _play_single(state, action, events)


def _play_single(state: State, action: FaceUp | FaceDown, events: Events) -> State:
    seat, card, options = state.turn, action.card, state.options
    assert seat is not None, "legal() offers nothing once the game is over"
    face_up, face_down = state.face_up, state.face_down
    if isinstance(action, FaceUp):
        directions = MATCHING_RIGHT[card]  # ES-5
        face_up += (card,)
    else:
        directions = ROW_RIGHT[action.row]  # ES-6
        face_down = put(face_down, seat, (*face_down[seat], card))
    shifts = shift_rows(state.stage, directions, directions)
    stage, won, lost = shift(state.stage, shifts)
    draw_deck = state.draw_deck
    if draw_deck and options.draw == "after-each-single":  # ES-3
        hand = exchange_card(state.hands[seat], card, draw_deck[0])
        draw_deck = draw_deck[1:]
    else:
        hand = without(state.hands[seat], card)
    hands = put(state.hands, seat, hand)
    after = State(
        options=options,
        turn=_next_player(hands, seat),
        stage=stage,
        hands=hands,
        draw_deck=draw_deck,
        complete_deck=state.complete_deck,
        won=state.won + won,
        lost=state.lost + lost,
        face_up=face_up,
        face_down=face_down,
    )
    if events is not None:
        events += _single_events(state, action, shifts, after)
    return after


def _single_events(state: State, action: FaceUp | FaceDown, shifts: RowShifts, after: State) -> Iterator[Event]:
    seat, card, open_hands = cast(Seat, state.turn), action.card, state.options.open_hands
    if isinstance(action, FaceUp):
        yield PlayedFaceUp(seat, card)
    else:
        yield PlayedFaceDown(seat, card, action.row, open_hands)
    yield _shifted(seat, state.stage, shifts)
    if after.draw_deck is not state.draw_deck:
        yield Drew(seat, state.draw_deck[0], open_hands)
    if after.turn is None:
        yield Ended(seat, len(after.won), len(after.lost), after.face_down)


def _refill(state: State, rows: tuple[int, ...], events: Events) -> State:
    seat = state.turn
    assert seat is not None, "legal() offers nothing once the game is over"
    cards, complete_deck = state.complete_deck[: len(rows)], state.complete_deck[len(rows) :]
    filled = _fill(state.stage, rows, cards)  # ES-7: the new cards are in place before the others move
    staying = rows if state.options.refill_shift == "all-but-new" else ALL_ROWS  # ES-7
    shifts = shift_rows(filled, ALL_LEFT, staying_in(staying))
    stage, won, lost = shift(filled, shifts)
    if events is not None:
        events += Refilled(seat, rows, cards), _shifted(seat, filled, shifts)
    return State(
        options=state.options,
        turn=_next_player(state.hands, seat),
        stage=stage,
        hands=state.hands,
        draw_deck=state.draw_deck,
        complete_deck=complete_deck,
        won=state.won + won,
        lost=state.lost + lost,
        face_up=state.face_up,
        face_down=state.face_down,
    )


def _fill(stage: Stage, rows: tuple[int, ...], cards: tuple[Complete, ...]) -> Stage:
    filled = list(stage)
    for row, card in zip(rows, cards, strict=True):
        filled[row] = put(filled[row], CENTRE, card)
    top, middle, bottom = filled
    return top, middle, bottom


def _shifted(seat: Seat, stage: Stage, shifts: RowShifts) -> Shifted:
    top, middle, bottom = shifts
    return Shifted(seat, stage, (top.slide, middle.slide, bottom.slide))


def _next_player(hands: Sequence[tuple[Single, ...]], seat: Seat) -> Seat | None:
    """Return the next player clockwise who holds a Single, or None if no player holds one (ES-8)."""
    for following in clockwise(len(hands), seat):
        if hands[following]:
            return following
    return None


# The outcome


def standing(state: State) -> tuple[int, ...]:
    """Return the same score for every seat: the number of Completes won minus the number lost."""
    return (len(state.won) - len(state.lost),) * len(state.hands)


def outcome(state: State) -> Outcome | None:
    """Return the outcome once every hand is empty (ES-8), otherwise None."""
    if state.turn is not None:
        return None
    won, lost, seats = len(state.won), len(state.lost), len(state.hands)
    margin = won - lost
    return Outcome(
        points=standing(state),
        winners=tuple(range(seats)) if margin > 0 else (),  # ES-9: a tie is a loss
        together=True,
        margin=margin,
        reason=texts.describe_outcome(won, lost),
        ruling="ES-9",
    )
