"""Rummy-like: collect sets of Chards that your TriCards bear, pass on the rest.  Rules: rules/rummy_like.md (RM)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, takewhile
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple, assert_never

from cardtable.engine.cards import (
    CHARDS,
    EVERY_MASK,
    FACE_DOWN,
    TRICARDS,
    Card,
    Chard,
    TriCard,
    in_order,
    is_hidden,
    matches,
    quoted,
)
from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import (
    Event,
    Game,
    Outcome,
    Preset,
    Seat,
    Step,
    advancing,
    counted,
    seen_by,
    tell,
    texts_of,
    told_option,
)
from cardtable.engine.zones import deal, insert, less, put, without

SEATS = 3
HAND_SIZE = 12  # RM-1: Chards, always
TRICARDS_EACH = 3  # RM-1
DRAWN = 3  # RM-2
OF_A_KIND = 4  # RM-6
KINDS: Final[tuple[Chard, ...]] = tuple(dict.fromkeys(CHARDS))
"""The nine faces of a Chard."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may agree on before it starts."""

    target: int = told_option(
        10, "Target", "Points that win; with 0 the first round that has a single best player.", "RM-7",
        low=0, high=100, words={0: "a single round"},
    )  # fmt: skip
    first: int | None = told_option(
        None, "First leader", "Who leads first.", "RM-9", low=1, high=SEATS, unset="drawn by the deal"
    )  # fmt: skip


PRESETS = (
    Preset("By the book", "A match to ten points.", Options()),
    Preset("Single round", "One deal, and another one only where the best are equal (RM-13).", Options(target=0)),
)


# State
Chards = tuple[Chard, ...]
TriCards = tuple[TriCard, ...]
MIDDLE: Final = SEATS
"""Beside the hands, the place in `known` for the Chards that were picked up."""
LAIN_OPEN: Final = 1 << SEATS
"""The mark of a TriCard that everybody has seen before it was shuffled under the deck."""
Known = tuple[tuple[Chards, ...], ...]


class State(NamedTuple):
    """All of a match in progress, hidden cards too."""

    options: Options
    turn: Seat | None
    leader: Seat
    """Of this trick."""
    round: int
    """Counted from 1."""
    scores: tuple[int, ...]
    chards: tuple[Chards, ...]
    """For each seat its hand, in the order of the deck, so that it tells nothing of when its cards came."""
    tricards: tuple[TriCards, ...]
    """For each seat its hand, likewise."""
    deck: TriCards
    """The top card first."""
    deck_marks: tuple[int, ...]
    """For each card of the deck, a bit for each seat that knows it (RM-14), and LAIN_OPEN."""
    drawn: TriCards
    """What the leader took and has not led from yet, in the order drawn."""
    drawn_marks: tuple[int, ...]
    led: TriCard | None
    played: tuple[Chard | None, ...]
    """The Chard that each seat has face down on the table."""
    picked: Chards
    """What the seat on turn picked up or was sent, and has to pass on from; in the order of the deck."""
    sat_out: tuple[bool, ...]
    """Whether each seat could not match the TriCard led in this trick (RM-4)."""
    bust: tuple[bool, ...]
    led_pile: TriCards
    """The TriCards led in earlier tricks, the latest last."""
    discards: TriCards
    """The TriCards discarded, the latest last."""
    reshuffled: TriCards
    """The TriCards that were shuffled under the deck in this round; a note on cards that may have moved on (RM-12)."""
    known: Known
    """For each seat, what it is sure to lie in each hand and in the MIDDLE (RM-15); a note on those cards.

    A Chard that has been played still counts as in the hand: it may come back.  `_sure_in_hands` leaves it out.
    """
    at_once: Seat | None
    """Who won the match by RM-8."""
    key: Key
    """For the shuffles to come."""


# Actions
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top three TriCards, to lead one of them."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Call:
    """Say "Score" instead of leading."""

    def __str__(self) -> str:
        return "score"


@dataclass(frozen=True, slots=True)
class Lead:
    """Lead one of the three TriCards drawn; the others go under the deck."""

    card: TriCard

    def __str__(self) -> str:
        return f"lead {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a Chard that matches the TriCard led, face down."""

    card: Chard

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a TriCard, for want of a Chard that matches."""

    card: TriCard

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class GoBust:
    """Have neither a Chard that matches nor a TriCard to discard."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Send:
    """Send these Chards to the next player of the chain, and keep the rest."""

    cards: Chards
    """In the order of the deck."""

    def __str__(self) -> str:
        return "send " + " ".join(card.name for card in self.cards)


Action = Draw | Call | Lead | Play | Discard | GoBust | Send


# Events
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt; `seat` leads first."""

    round: int

    def tell(self, names: Sequence[str]) -> str:
        return f"Round {self.round}: everybody has three TriCards and twelve Chards. {names[self.seat]} leads."


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """So many TriCards that lay open were shuffled under the deck."""

    count: int

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} shuffles {self.count} TriCards that lay open under the deck."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The leader took the top TriCards."""

    cards: TriCards
    SECRET = ("cards",)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes {counted(len(self.cards), 'TriCard')}{_which(self.cards)}."


@dataclass(frozen=True, slots=True)
class Led(Event):
    """One of the TriCards drawn was led, and the others put under the deck in the order drawn."""

    card: TriCard
    under: TriCards
    SECRET = ("under",)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} leads {self.card} and puts two under the deck{_which(self.under)}."


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A Chard that matches was laid face down."""

    card: Chard
    SECRET = ("card",)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {'a Chard' if is_hidden(self.card) else self.card} face down."


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A TriCard was discarded for want of a Chard that matches."""

    card: TriCard

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} cannot match and discards {self.card}."


@dataclass(frozen=True, slots=True)
class WentBust(Event):
    """Somebody could neither match nor discard."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} can neither match nor discard: bust, with 0 points, until the next round."


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """The Chards played were mixed, and `seat`, the first who had played one, took them all."""

    cards: Chards
    SECRET = ("cards",)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} picks up {counted(len(self.cards), 'Chard')}{_which(self.cards)}."


@dataclass(frozen=True, slots=True)
class TookBack(Event):
    """Only `seat` had played a Chard, and took it back."""

    card: Chard
    SECRET = ("card",)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} alone played a Chard, and takes it back."


@dataclass(frozen=True, slots=True)
class Sent(Event):
    """Chards went to the next player of the chain."""

    cards: Chards
    to: Seat
    SECRET = ("cards",)

    @property
    def eyes(self) -> tuple[Seat, ...] | None:
        return (self.seat, self.to)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} sends {counted(len(self.cards), 'Chard')} to {names[self.to]}{_which(self.cards)}."


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The leader said "Score"."""

    def tell(self, names: Sequence[str]) -> str:
        return f'{names[self.seat]} says "Score".'


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A round was scored; `seat` called, or led or would have led."""

    why: Literal["called", "bust", "deck"]
    tricards: tuple[TriCards, ...]
    """Of each seat that is not bust."""
    sets: tuple[Chards, ...]
    """For each seat, one Chard of each four-of-a-kind that scores."""
    gains: tuple[int, ...]
    scores: tuple[int, ...]
    """After it."""

    def tell(self, names: Sequence[str]) -> str:
        why = {"called": "", "bust": "Only one is not bust. ", "deck": "The deck has run out again. "}[self.why]
        return f"{why}Scores: {'; '.join(self._told(seat, name) for seat, name in enumerate(names[:SEATS]))}."

    def _told(self, seat: Seat, name: str) -> str:
        sets = " ".join(card.code for card in self.sets[seat])
        cards = " ".join(card.code for card in self.tricards[seat])
        how = f" (all {sets} with {cards})" if sets else ""
        return f"{name} +{self.gains[seat]}{how} = {self.scores[seat]}"


@dataclass(frozen=True, slots=True)
class WonAtOnce(Event):
    """Three four-of-a-kinds were just what a TriCard bears."""

    card: TriCard

    def tell(self, names: Sequence[str]) -> str:
        kinds = ", ".join(each.name for each in self.card.characteristics)
        return f"{names[self.seat]} shows {self.card.code} and every {kinds}: the match is won at once."


def _which(cards: tuple[Card, ...]) -> str:
    return "" if any(map(is_hidden, cards)) else f": {' '.join(card.code for card in cards)}"


# There are few of these, and each is told often: each is made once.
_played = cache(Played)
_discarded = cache(Discarded)


# Set-up
_NOBODY = (False,) * SEATS
_NO_CHARDS: tuple[Chard | None, ...] = (None,) * SEATS
_SURE_OF_NOTHING: tuple[Chards, ...] = ((),) * (SEATS + 1)


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    drawn, key = draw_below(key, seats)
    first = drawn if options.first is None else options.first - 1  # RM-9
    return _deal(options, first, 1, (0,) * seats, key)


def _deal(options: Options, leader: Seat, number: int, scores: tuple[int, ...], key: Key) -> Step[State]:
    """The start of a round (RM-1)."""
    chards, key = shuffle(CHARDS, key)
    tricards, key = shuffle(TRICARDS, key)
    hands, _ = deal(chards, SEATS, HAND_SIZE)
    tri_hands, deck = deal(tricards, SEATS, TRICARDS_EACH)
    state = State(
        options=options,
        turn=leader,
        leader=leader,
        round=number,
        scores=scores,
        chards=tuple(map(in_order, hands)),
        tricards=tuple(map(in_order, tri_hands)),
        deck=deck,
        deck_marks=(0,) * len(deck),
        drawn=(),
        drawn_marks=(),
        led=None,
        played=_NO_CHARDS,
        picked=(),
        sat_out=_NOBODY,
        bust=_NOBODY,
        led_pile=(),
        discards=(),
        reshuffled=(),
        known=(_SURE_OF_NOTHING,) * SEATS,
        at_once=None,
        key=key,
    )
    return _unless_won(state, (Dealt(leader, number),))


def box(state: State) -> tuple[Card, ...]:
    return (*CHARDS, *TRICARDS)


def check_state(state: State) -> tuple[str, ...]:
    by_seat = (state.scores, state.chards, state.tricards, state.played, state.sat_out, state.bust, state.known)
    if any(len(each) != SEATS for each in by_seat) or any(len(row) != SEATS + 1 for row in state.known):
        return ("Rummy-like is for 3 players, each with a hand, a score and what they know.",)
    seats = range(SEATS)
    if state.leader not in seats or (state.turn is not None and state.turn not in seats):
        return ("Rummy-like is for 3 players.",)
    if (len(state.deck), len(state.drawn)) != (len(state.deck_marks), len(state.drawn_marks)):
        return ("Each TriCard of the deck, and each one drawn, has its mark (RM-14).",)
    if any(card is None for card in (*state.deck, *state.drawn)):
        return ("There are no gaps in the deck.",)
    found = [*_flaws_of_hands(state), *_flaws_of_trick(state), *_flaws_of_memory(state)]
    if state.round < 1 or min(state.scores) < 0:
        found.append("Rounds are counted from 1 and scores from 0.")
    if any(is_bust and score for is_bust, score in zip(state.bust, state.scores, strict=True)):
        found.append("A bust player has no points (RM-4).")
    if state.turn is None:
        found += _flaws_of_end(state)
    elif state.at_once is not None or (not state.picked and _winner_at_once(state) is not None):
        found.append("The match is over once somebody has won it at once (RM-8).")
    return tuple(found)


def _flaws_of_end(state: State) -> list[str]:
    """Whether the match has been won as the state says: by the sets in hand (RM-8), or by the last scoring (RM-7)."""
    if _winner_at_once(state) != state.at_once:
        return ["A player wins at once with the three sets of one of their TriCards, and only then (RM-8)."]
    if state.at_once is not None:
        return []
    if match_winner(state) is None:
        return ["The match is not over while nobody has won it (RM-7)."]
    if any(gain > score for gain, score in zip(_points_in_hand(state), state.scores, strict=True)):
        return ["The scores include the points of the last scoring (RM-6)."]
    if not (sum(state.bust) >= SEATS - 1 or _is_out_of_tricards(state) or sets_of(state.chards[state.leader])):
        return ["Only a player with all four Chards of a kind calls (RM-6)."]
    return []


def _flaws_of_hands(state: State) -> list[str]:
    found = []
    for seat in range(SEATS):
        hand, cards = state.chards[seat], state.tricards[seat]
        if hand != in_order(hand) or cards != in_order(cards):
            found.append("A hand lies in the order of the deck.")
        wanted = HAND_SIZE
        if state.picked:
            wanted -= _missing(state, seat)
        elif state.played[seat] is not None:
            wanted -= 1
        if len(hand) != wanted:
            found.append("Everybody has twelve Chards but for those played and picked up (RM-1).")
        if len(cards) > TRICARDS_EACH or (state.bust[seat] and cards):
            found.append("A hand has at most three TriCards, and a bust one none (RM-4).")
    return found


def _missing(state: State, seat: Seat) -> int:
    """How many of their twelve Chards a seat is short of while Chards are passed."""
    waiting = chain(state)
    return int(state.turn in waiting and seat in waiting[waiting.index(state.turn) :])


def _flaws_of_trick(state: State) -> list[str]:
    found, led, seat = [], state.led, state.turn
    if sum(state.bust) >= SEATS - 1 and seat is not None:
        found.append("The round is scored once only one player is not bust (RM-10).")
    if state.drawn and (led or state.picked or len(state.drawn) != DRAWN or seat != state.leader):
        found.append("The leader draws three TriCards and leads one of them (RM-2).")
    if led is None:
        if any(state.played) or any(state.sat_out) or state.picked:
            found.append("Nobody plays before a TriCard is led (RM-3).")
        if seat is not None and (seat != state.leader or state.bust[seat]):
            found.append("A leader who is not bust is on turn (RM-4).")
        if seat is not None and not state.drawn and _is_out_of_tricards(state):
            found.append("The round is scored once the deck runs short again (RM-12).")
        return found
    if state.bust[state.leader] and not state.sat_out[state.leader]:
        found.append("A bust player does not lead (RM-4).")
    if any(card is not None and not matches(card, led) for card in state.played):
        found.append("A Chard that is played matches the TriCard led (RM-3).")
    if any(out and _can_match(hand, led) for out, hand in zip(state.sat_out, state.chards, strict=True)):
        found.append("Who sits a trick out could not match the TriCard led (RM-4).")
    return found + (_flaws_of_passing(state, led) if state.picked else _flaws_of_playing(state))


def _flaws_of_passing(state: State, led: TriCard) -> list[str]:
    seat, waiting = state.turn, chain(state)
    if seat not in waiting[:-1] or any(state.played) or len(state.picked) != len(waiting) - waiting.index(seat):
        return ["The Chards played are passed along the chain, one fewer each time (RM-5)."]
    found = [] if state.picked == in_order(state.picked) else ["Chards are picked up in the order of the deck."]
    if seat == waiting[0] and not all(matches(card, led) for card in state.picked):
        found.append("A Chard that is played matches the TriCard led (RM-3).")
    elif not _holds_what_was_picked_up(state):
        found.append("Those who have passed Chards on hold, or have sent, as many that match as were played (RM-5).")
    return found


def _flaws_of_playing(state: State) -> list[str]:
    """From the leader to the seat on turn all have played or sat out, and nobody after them has."""
    order, played, idle = _FROM[state.leader], [card is not None for card in state.played], state.sat_out
    at = SEATS if state.turn is None else order.index(state.turn)
    are_done = all(played[seat] != (idle[seat] or state.bust[seat]) for seat in order[:at])
    are_waiting = at < SEATS and not any(played[seat] or idle[seat] for seat in order[at:])
    if are_done and are_waiting and not state.bust[order[at]]:
        return []
    return ["Each player in turn plays one Chard, or sits the trick out (RM-3)."]


def _flaws_of_memory(state: State) -> list[str]:
    """What somebody is sure of is so, and nobody notes what they see anyway."""
    for seat, row in enumerate(state.known):
        if any(sure != in_order(sure) for sure in row) or not _is_as_known(state, row):
            return ["What a player is sure of lies where they know it to lie (RM-15)."]
        if row[seat] or (row[MIDDLE] and seat == state.turn):
            return ["What a player is sure of lies elsewhere than before them (RM-15)."]
    cards = zip((*state.deck, *state.drawn), (*state.deck_marks, *state.drawn_marks), strict=True)
    if any(not 0 <= mark < 2 * LAIN_OPEN for mark in (*state.deck_marks, *state.drawn_marks)):
        return ["A mark has a bit for each player and one for a TriCard that has lain open (RM-14)."]
    if not all(mark >> state.leader & 1 for mark in state.drawn_marks):
        return ["The leader knows the three TriCards drawn (RM-14)."]
    if state.reshuffled != in_order(tuple(set(state.reshuffled))):
        return ["The TriCards that were shuffled under the deck are noted once each, in the order of the deck (RM-14)."]
    if any(bool(mark & LAIN_OPEN) != (card in state.reshuffled) for card, mark in cards):
        return ["The mark of a TriCard that has lain open is on those that were shuffled under the deck (RM-14)."]
    if any(card in state.reshuffled for hand in state.tricards for card in hand):
        return ["A TriCard that was shuffled under the deck is in no hand (RM-2)."]
    return []


def _is_as_known(state: State, row: tuple[Chards, ...]) -> bool:
    """Whether each hand, with the Chard just played from it, and what was picked up hold what is known of them."""
    played: Any = [() if card is None else (card,) for card in state.played]
    holdings = (*(hand + card for hand, card in zip(state.chards, played, strict=True)), state.picked)
    return not any(less(sure, held) for sure, held in zip(row, holdings, strict=True) if sure)


# Sets and points
_COUNTER = {card: 1 << 3 * at for at, card in enumerate(KINDS)} | {FACE_DOWN: 0}
"""Added up over a hand these count each face in three bits, which hold the four that there are."""
_FOURS = sum(OF_A_KIND * each for each in _COUNTER.values())


def sets_of(hand: Chards) -> int:
    """The characteristics of which the hand holds all four Chards."""
    return _mask_of(sum([_COUNTER[card] for card in hand]) & _FOURS)


@cache
def _mask_of(fours: int) -> int:
    return sum(card.mask for card in KINDS if fours & OF_A_KIND * _COUNTER[card])


def points_of(tricards: TriCards, sets: int) -> int:
    """A point for each TriCard and each set that it bears (RM-6)."""
    return sum((card.mask & sets).bit_count() for card in tricards)


def _sets_that_score(state: State) -> list[int]:
    """The sets of each seat that one of their TriCards bears; a bust one has none (RM-6)."""
    return [sets_of(hand) & borne(cards) for hand, cards in zip(state.chards, state.tricards, strict=True)]


def _points_in_hand(state: State) -> tuple[int, ...]:
    """What a scoring now would bring each seat (RM-6)."""
    return tuple([points_of(cards, each) for cards, each in zip(state.tricards, _sets_that_score(state), strict=True)])


def kinds_of(mask: int) -> Chards:
    """A Chard of each characteristic in the mask."""
    return tuple(card for card in KINDS if card.mask & mask)


def _winning(tricards: TriCards, hand: Chards) -> TriCard | None:
    """The TriCard whose three characteristics are exactly the sets in this hand (RM-8)."""
    sets = sets_of(hand)
    if sets.bit_count() != DRAWN:
        return None
    return next((card for card in tricards if card.mask == sets), None)


def _winner_at_once(state: State) -> Seat | None:
    """The leader before all others, then to the left (RM-8)."""
    for seat in _FROM[state.leader]:
        card = state.played[seat]
        if _winning(state.tricards[seat], state.chards[seat] + ((card,) if card else ())):
            return seat
    return None


def match_winner(state: State) -> Seat | None:
    """Who has the target and more points than anybody else (RM-7); with a target of 0 just the latter (RM-13)."""
    best = max(state.scores)
    return state.scores.index(best) if best >= state.options.target and state.scores.count(best) == 1 else None


# Legal actions
_DRAW, _CALL, _BUST = Draw(), Call(), GoBust()
_LEAD = {card: Lead(card) for card in TRICARDS}
_DISCARD = {card: Discard(card) for card in TRICARDS}
_PLAY = {card: Play(card) for card in KINDS}
_FROM = tuple(tuple((seat + step) % SEATS for step in range(SEATS)) for seat in range(SEATS))
"""All seats from this one on, to the left."""


def legal(state: State) -> tuple[Action, ...]:
    seat = state.turn
    if seat is None:
        return ()
    hand, led, picked = state.chards[seat], state.led, state.picked
    if picked:
        held = doubled = 0
        for card in hand + picked:
            doubled |= held & card.mask
            held |= card.mask
        return _sends(held, doubled, to_send(state))
    if led is not None:
        return _plays(borne(hand) & led.mask) or tuple([_DISCARD[card] for card in state.tricards[seat]]) or (_BUST,)
    if state.drawn:
        return tuple([_LEAD[card] for card in state.drawn])
    return (_DRAW, _CALL) if sets_of(hand) else (_DRAW,)  # RM-6


def borne(cards: Sequence[Card]) -> int:
    """The characteristics that these cards bear between them."""
    held = 0
    for card in cards:
        held |= card.mask
    return held


def _can_match(hand: Chards, led: TriCard) -> bool:
    return bool(borne(hand) & led.mask)


@cache
def _plays(held: int) -> tuple[Action, ...]:
    """A play for each of these characteristics (RM-3); two copies of a Chard make one."""
    return tuple(_PLAY[card] for card in KINDS if card.mask & held)


@cache
def _sends(held: int, doubled: int, count: int) -> tuple[Action, ...]:
    """Every choice of so many Chards, where some are held and some of those twice or more (RM-5)."""
    cards = [card for card in KINDS if card.mask & held]
    chosen = combinations_with_replacement(cards, count)
    return tuple(_send(some) for some in chosen if len(set(some)) == count or some[0].mask & doubled)


_send = cache(Send)


def chain(state: State) -> tuple[Seat, ...]:
    """Those who play in this trick, in order from the leader (RM-5)."""
    sat_out, bust = state.sat_out, state.bust
    return tuple([seat for seat in _FROM[state.leader] if not (sat_out[seat] or bust[seat])])


def to_send(state: State) -> int:
    """How many Chards the seat on turn, which has picked some up, sends on: all but one of as many (RM-5)."""
    return len(state.picked) - 1


# Apply
def apply(state: State, action: Action) -> Step[State]:
    match action:
        case Play(card):
            return _play(state, card)
        case Send(cards):
            return _pass_on(state, cards)
        case Draw():
            return _draw(state)
        case Lead(card):
            return _lead(state, card)
        case Discard(card):
            return _discard(state, card)
        case GoBust():
            return _go_bust(state)
        case Call():
            seat = _actor(state)
            return _score(state, "called", seat, (Called(seat),))
        case _:
            assert_never(action)


def _actor(state: State) -> Seat:
    assert state.turn is not None, "legal() offers nothing once the match is over"
    return state.turn


def _draw(state: State) -> Step[State]:
    """The leader takes three TriCards and knows them from now on (RM-2)."""
    seat, deck, marks, key = _actor(state), state.deck, state.deck_marks, state.key
    led_pile, discards, reshuffled = state.led_pile, state.discards, state.reshuffled
    events: tuple[Event, ...] = ()
    if len(deck) < DRAWN:
        reshuffled = led_pile + discards
        events = (Reshuffled(seat, len(reshuffled)),)
        under, key = shuffle(reshuffled, key)
        deck, marks = deck + under, marks + (LAIN_OPEN,) * len(under)
        led_pile = discards = ()
    drawn, mine = deck[:DRAWN], 1 << seat
    after = state._replace(
        deck=deck[DRAWN:],
        deck_marks=marks[DRAWN:],
        drawn=drawn,
        drawn_marks=tuple([mark | mine for mark in marks[:DRAWN]]),
        led_pile=led_pile,
        discards=discards,
        reshuffled=in_order(reshuffled),
        key=key,
    )
    return Step(after, (*events, Drew(seat, drawn)))


def _lead(state: State, card: TriCard) -> Step[State]:
    """One of the three is led, and the others go under the deck, each with its mark (RM-14)."""
    seat, at, drawn, marks = _actor(state), state.drawn.index(card), state.drawn, state.drawn_marks
    under = drawn[:at] + drawn[at + 1 :]
    after = state._replace(
        deck=state.deck + under,
        deck_marks=state.deck_marks + marks[:at] + marks[at + 1 :],
        drawn=(),
        drawn_marks=(),
        led=card,
    )
    return Step(after, (Led(seat, card, under),))


def _play(state: State, card: Chard) -> Step[State]:
    seat, led = _actor(state), state.led
    assert led is not None, "a Chard answers a TriCard"
    return _go_on(
        state,
        (_played(seat, card),),
        chards=put(state.chards, seat, without(state.chards[seat], card)),
        played=put(state.played, seat, card),
    )


def _discard(state: State, card: TriCard) -> Step[State]:
    seat = _actor(state)
    return _go_on(
        state,
        (_discarded(seat, card),),
        tricards=put(state.tricards, seat, without(state.tricards[seat], card)),
        discards=(*state.discards, card),
        sat_out=put(state.sat_out, seat, True),
    )


def _go_bust(state: State) -> Step[State]:
    """Out of this round, and all points lost (RM-4)."""
    seat = _actor(state)
    scores, sat_out, bust = put(state.scores, seat, 0), put(state.sat_out, seat, True), put(state.bust, seat, True)
    events = (WentBust(seat),)
    if sum(bust) < SEATS - 1:
        return _go_on(state, events, scores=scores, sat_out=sat_out, bust=bust)
    hands = zip(state.chards, state.played, strict=True)
    given_back = tuple([insert(hand, card) if card else hand for hand, card in hands])
    whole = _cleared(state, scores=scores, bust=bust, chards=given_back)
    return _score(whole, "bust", whole.leader, events)  # RM-10


def _cleared(state: State, **changes: Any) -> State:
    """The table after a trick, with what else has changed."""
    assert state.led is not None, "a trick has a TriCard led"
    led_pile = (*state.led_pile, state.led)
    return state._replace(**{"led": None, "led_pile": led_pile, "played": _NO_CHARDS, "sat_out": _NOBODY} | changes)


def _next_to_play(state: State, seat: Seat) -> Seat | None:
    """The next player on the left who is in this round; None once it would be the leader again (RM-3)."""
    for following in _FROM[seat][1:]:
        if following == state.leader:
            return None
        if not state.bust[following]:
            return following
    return None


def _go_on(state: State, events: tuple[Event, ...], **changes: Any) -> Step[State]:
    """After a change, ask the next player for a Chard, or pass the Chards played."""
    following = _next_to_play(state, _actor(state))
    after = state._replace(turn=following, **changes)
    if following is not None:
        return Step(after, events)
    waiting, played = chain(after), after.played
    if not waiting:  # RM-5
        return _end_trick(after, events)
    first = waiting[0]
    picked: Any = in_order(tuple([card for card in played if card is not None]))
    if len(waiting) == 1:  # RM-5
        hands = put(after.chards, first, insert(after.chards[first], picked[0]))
        return _end_trick(after, (*events, TookBack(first, picked[0])), chards=hands)
    known = [_sure_in_hands(after, seat) for seat in range(SEATS)]
    for seat in waiting[1:]:
        own: Any = (played[seat],)
        known[seat] = put(known[seat], MIDDLE, own)
    after = after._replace(turn=first, played=_NO_CHARDS, picked=picked, known=tuple(known))
    return Step(after, (*events, PickedUp(first, picked)))


def _pass_on(state: State, cards: Chards) -> Step[State]:
    """Send Chards to the next player of the chain, who passes on all but one of as many (RM-5)."""
    seat, waiting = _actor(state), chain(state)
    to = waiting[waiting.index(seat) + 1]
    ends = to == waiting[-1]
    kept = in_order(less(state.chards[seat] + state.picked, cards))
    hands = put(state.chards, seat, kept)
    if ends:
        hands = put(hands, to, in_order(hands[to] + cards))
    events = (Sent(seat, cards, to),)
    known = _after_sending(state.known, seat, to, cards, to if ends else MIDDLE)
    if ends:
        return _end_trick(state, events, chards=hands, known=known, picked=())
    return Step(state._replace(turn=to, chards=hands, known=known, picked=cards), events)


def _end_trick(state: State, events: tuple[Event, ...], **changes: Any) -> Step[State]:
    """The next player who is not bust leads, unless somebody has won or the round is over (RM-8, RM-12)."""
    leader = next(seat for seat in (*_FROM[state.leader][1:], state.leader) if not state.bust[seat])
    done = _cleared(state, turn=leader, **changes)
    if _winner_at_once(done) is not None:
        return _unless_won(done, events)
    if _is_out_of_tricards(done):  # RM-12
        return _score(done, "deck", leader, events)
    return Step(done._replace(leader=leader), events)


def _is_out_of_tricards(state: State) -> bool:
    """Whether fewer than three TriCards are left to draw from for the second time in the round (RM-12)."""
    return bool(state.reshuffled) and len(state.deck) < DRAWN


def _unless_won(state: State, events: tuple[Event, ...]) -> Step[State]:
    """The state, or the end of the match where somebody has won at once (RM-8)."""
    winner = _winner_at_once(state)
    if winner is None:
        return Step(state, events)
    card = _winning(state.tricards[winner], state.chards[winner])
    assert card is not None, "they have won by it"
    return Step(state._replace(turn=None, at_once=winner), (*events, WonAtOnce(winner, card)))


def _score(state: State, why: Any, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    """Score the round (RM-6), and deal the next one unless the match is won (RM-7); the next to the left leads it."""
    gains = _points_in_hand(state)
    scores = tuple([score + gain for score, gain in zip(state.scores, gains, strict=True)])
    shown = tuple(map(kinds_of, _sets_that_score(state)))
    events = (*events, Scored(seat, why, state.tricards, shown, gains, scores))
    after = state._replace(scores=scores, turn=None)
    if match_winner(after) is not None:
        return Step(after, events)
    dealt = _deal(state.options, _FROM[seat][1], state.round + 1, scores, state.key)  # RM-9
    return Step(dealt.state, events + dealt.events)


# Memory
def _sure_in_hands(state: State, seat: Seat) -> tuple[Chards, ...]:
    """What a seat is sure of in each hand, and in the MIDDLE, without the Chard that each may have just played."""
    row, led, played = state.known[seat], state.led, state.played
    if led is None:
        return row
    hands = [_less_one_that_matches(sure, led) if card else sure for sure, card in zip(row, played, strict=False)]
    return (*hands, row[MIDDLE])


def _less_one_that_matches(sure: Chards, led: TriCard) -> Chards:
    """What is still sure to be in a hand that has parted with a Chard which matches (RM-15)."""
    return tuple([card for at, card in enumerate(sure) if not card.mask & led.mask or (at and sure[at - 1] is card)])


def _less_any(sure: Chards, count: int) -> Chards:
    """What is still sure to be in a hand that has parted with so many Chards unseen."""
    return tuple([card for at, card in enumerate(sure) if at >= count and sure[at - count] is card])


def _after_sending(known: Known, seat: Seat, to: Seat, cards: Chards, where: int) -> Known:
    """What everybody is sure of after these Chards went from one player to another, or to be passed on by them."""
    rows = []
    for owner, row in enumerate(known):
        now = list(row)
        if owner == seat:
            now[where] = in_order(now[where] + cards)
        else:
            held = in_order(now[seat] + now[MIDDLE])
            now[seat] = less(held, cards) if owner == to else _less_any(held, len(cards))
            now[MIDDLE] = ()
        rows.append(tuple(now))
    return tuple(rows)


# Outcome
def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    scores, target = state.scores, state.options.target
    winner = match_winner(state) if state.at_once is None else state.at_once
    assert winner is not None, "the match is over because somebody has won it"
    others = max(score for seat, score in enumerate(scores) if seat != winner)
    if state.at_once is not None:
        reason, ruling = "Three sets of four are all that one TriCard bears, which wins at once.", "RM-8"
    elif target:
        reason, ruling = f"A match to {target}: {scores[winner]} points, and {others} for the next best.", "RM-7"
    else:
        reason, ruling = f"A single round: {scores[winner]} points, and {others} for the next best.", "RM-13"
    return Outcome(
        points=scores,
        winners=(winner,),
        together=False,
        margin=max(0, scores[winner] - others),
        reason=reason,
        ruling=ruling,
    )


# View
_BACKS: tuple[tuple[Any, ...], ...] = tuple((FACE_DOWN,) * count for count in range(HAND_SIZE + DRAWN + 1))


def view(state: State, seat: Seat | None) -> State:
    sure, mine = (_SURE_OF_NOTHING, 0) if seat is None else (_sure_in_hands(state, seat), 1 << seat)
    own, sets = _shown_at_the_end(state) if state.turn is None else _NOTHING_SHOWN
    hands, tricards = list(state.chards), list(state.tricards)
    for owner in (owner for owner in range(SEATS) if owner != seat):
        known = _with_sets(sure[owner], sets[owner]) if sets[owner] else sure[owner]  # RM-15
        hands[owner] = known + _BACKS[len(hands[owner]) - len(known)]
        tricards[owner] = own[owner] + _BACKS[len(tricards[owner]) - len(own[owner])]
    picked, played = state.picked, state.played
    if picked and seat != state.turn:
        picked = sure[MIDDLE] + _BACKS[len(picked) - len(sure[MIDDLE])]
    backs: Any = [card if owner == seat else card and FACE_DOWN for owner, card in enumerate(played)]
    return state._replace(
        chards=tuple(hands),
        tricards=tuple(tricards),
        deck=_marked(state.deck, state.deck_marks, mine),
        drawn=_marked(state.drawn, state.drawn_marks, mine),
        played=tuple(backs),
        picked=picked,
        known=tuple([row if owner == seat else _SURE_OF_NOTHING for owner, row in enumerate(state.known)]),
        key=Key(0),
    )


_NOTHING_SHOWN: tuple[Sequence[TriCards], Sequence[int]] = ((),) * SEATS, (0,) * SEATS


def _shown_at_the_end(state: State) -> tuple[Sequence[TriCards], Sequence[int]]:
    """The TriCards of each seat, and the sets, that were shown when the match was won (RM-6, RM-8)."""
    winner = state.at_once
    if winner is None:
        return state.tricards, _sets_that_score(state)
    card = _winning(state.tricards[winner], state.chards[winner])
    assert card is not None, "they have won by it"
    own, sets = _NOTHING_SHOWN
    return put(tuple(own), winner, (card,)), put(tuple(sets), winner, card.mask)


def _with_sets(sure: Chards, sets: int) -> Chards:
    """What is known of a hand that these sets were shown of."""
    return in_order(tuple([card for card in sure if not card.mask & sets]) + kinds_of(sets) * OF_A_KIND)


def _marked(cards: TriCards, marks: tuple[int, ...], mine: int) -> TriCards:
    """The TriCards that somebody with this bit knows, and the backs of the others (RM-14)."""
    seen: Any = [card if mark & mine else FACE_DOWN for card, mark in zip(cards, marks, strict=True)]
    return tuple(seen)


def deal_unseen(seen: State, seat: Seat | None, key: Key) -> State:
    """What the other players are sure of about each other is not dealt: they have forgotten it."""
    while True:
        tricards, key = _redeal_tricards(seen, key)
        chards, key = _redeal_chards(seen, key)
        again = seen._replace(**tricards, **chards, key=key)
        if not _holds_what_was_picked_up(again) or (seat is not None and not _is_as_known(again, seen.known[seat])):
            continue
        if again.turn is None:
            if not _flaws_of_end(again) and _shown_at_the_end(again) == _shown_at_the_end(seen):
                return again
        elif again.picked or _winner_at_once(again) is None:  # RM-8
            return again


def _holds_what_was_picked_up(state: State) -> bool:
    """While Chards are passed on: whether those who had them hold as many that match as were picked up (RM-3, RM-5)."""
    waiting = chain(state)
    if not state.picked or state.led is None or state.turn is None:
        return True
    handled = waiting[: waiting.index(state.turn)]
    cards = (*state.picked, *(card for seat in handled for card in state.chards[seat]))
    return sum(matches(card, state.led) for card in cards) >= len(waiting)


def _redeal_tricards(state: State, key: Key) -> tuple[dict[str, Any], Key]:
    """TriCards that have lain open are in the deck, where they are marked; those in hands have not (RM-14)."""
    zones = (*state.tricards, state.deck, state.drawn, state.led_pile, state.discards, (state.led,))
    unseen = less(TRICARDS, (card for zone in zones for card in zone))
    fresh, key = shuffle(less(unseen, state.reshuffled), key)
    again, key = shuffle(less(unseen, fresh), key)
    new, old = iter(fresh), iter(again)

    def dealt(cards: TriCards, marks: Sequence[int]) -> TriCards:
        pools = (old if mark & LAIN_OPEN else new for mark in marks)
        return tuple([next(pool) if is_hidden(card) else card for card, pool in zip(cards, pools, strict=True)])

    return {
        "tricards": tuple([in_order(dealt(hand, (0,) * len(hand))) for hand in state.tricards]),
        "deck": dealt(state.deck, state.deck_marks),
        "drawn": dealt(state.drawn, state.drawn_marks),
    }, key


def _redeal_chards(state: State, key: Key) -> tuple[dict[str, Any], Key]:
    """What was played matches the TriCard led, and who sat out holds nothing that does (RM-3, RM-4)."""
    mask, waiting = state.led.mask if state.led else 0, chain(state)
    first_picked = waiting and state.turn == waiting[0]
    bound: list[tuple[Any, int]] = [
        (state.played, mask),
        (state.picked, mask if first_picked else EVERY_MASK),
        *(
            (hand, EVERY_MASK & ~mask if out else EVERY_MASK)
            for hand, out in zip(state.chards, state.sat_out, strict=True)
        ),
    ]
    dealt = dict[int, Any]()
    rest, key = shuffle(less(CHARDS, (card for zone, _ in bound for card in zone)), key)
    for at in sorted(range(len(bound)), key=lambda at: bound[at][1] == EVERY_MASK):
        zone, wanted = bound[at]
        found = tuple([card for card in rest if card.mask & wanted][: zone.count(FACE_DOWN)])
        rest, key = shuffle(less(rest, found), key)  # which of them were taken tells of the order of the others
        pool = iter(found)
        dealt[at] = tuple([next(pool) if card is FACE_DOWN else card for card in zone])
    played, picked, *hands = (dealt[at] for at in range(len(bound)))
    return {"chards": tuple(map(in_order, hands)), "played": played, "picked": in_order(picked)}, key


# Words
def explain(state: State, action: Action) -> str:
    if state.turn is None:
        return f"The match is over ({'RM-7' if state.at_once is None else 'RM-8'})."
    return _why_not(state, action) or _why(state, action)


def _why_not(state: State, action: Action) -> str:
    seat = _actor(state)
    hand, tricards, led = state.chards[seat], state.tricards[seat], state.led
    if state.picked:
        return _why_not_send(state, action)
    if led is not None:
        return _why_not_play(hand, tricards, led, action)
    if state.drawn:
        if not isinstance(action, Lead):
            return "One of the three TriCards drawn is led now (RM-2)."
        return "" if action.card in state.drawn else f"{action.card} is not among the three drawn (RM-2)."
    match action:
        case Draw():
            return ""
        case Call():
            return "" if sets_of(hand) else "Only who holds all four Chards of a kind may call (RM-6)."
        case _:
            return "The leader first takes three TriCards (RM-2)."


def _why_not_send(state: State, action: Action) -> str:
    count = to_send(state)
    if not isinstance(action, Send):
        return "Chards are passed on now (RM-5)."
    if missing := less(action.cards, state.chards[_actor(state)] + state.picked):
        return f"There is no {missing[0]} in this hand."
    if len(action.cards) != count:
        return (
            f"{counted(count, 'Chard')} {'has' if count == 1 else 'have'} to be sent, not {len(action.cards)} (RM-5)."
        )
    return "" if action.cards == in_order(action.cards) else "Chards are named in the order of the deck (RM-5)."


def _why_not_play(hand: Chards, tricards: TriCards, led: TriCard, action: Action) -> str:
    match action:
        case Play(card):
            if card not in hand:
                return f"There is no {card} in this hand."
            return "" if matches(card, led) else f"{card} does not match {led} (RM-3)."
        case Discard() | GoBust():
            if playable := kinds_of(borne(hand) & led.mask):
                return f"{playable[0]} matches {led}, so a Chard has to be played (RM-4)."
            if isinstance(action, GoBust):
                return "There is a TriCard left to discard (RM-4)." if tricards else ""
            return "" if action.card in tricards else f"There is no {action.card} in this hand."
        case _:
            return f"{led} is led: a Chard that matches it comes next (RM-3)."


def _why(state: State, action: Action) -> str:
    seat = _actor(state)
    hand, tricards = state.chards[seat], state.tricards[seat]
    match action:
        case Draw():
            if len(state.deck) < DRAWN:
                return "The open TriCards are shuffled under the deck; three are drawn (RM-2)."
            return "Three TriCards are drawn, one is led, two go under the deck (RM-2)."
        case Call():
            points = counted(points_of(tricards, sets_of(hand)), "point")
            return f"With a set of four the round can be scored: {points} here (RM-6)."
        case Lead(card):
            mine = kinds_of(borne(hand) & card.mask)
            if not mine:
                return "Nothing in hand matches it, so a TriCard has to go, too (RM-4)."
            return f"{_all(mine, 'or')} can follow; two go under the deck (RM-2)."
        case Play(card):
            loss = ", and leaves a set of four" if card.mask & sets_of(hand) else ""
            return f"{card} matches {state.led}{loss} (RM-3)."
        case Discard(card):
            worth = points_of((card,), sets_of(hand))
            loss = f"; this one is worth {worth} now" if worth else ""
            return f"Nothing matches, so a TriCard has to go{loss} (RM-4)."
        case GoBust():
            return "No match and no TriCard: all points lost, and out of this round (RM-4)."
        case Send(cards):
            return (
                f"{counted(len(cards), 'Chard')} go{'es' * (len(cards) == 1)} on; {consequence(state, cards)} (RM-5)."
            )
        case _:
            assert_never(action)


def consequence(state: State, cards: Chards) -> str:
    """What sending these Chards does to the sets of the seat on turn."""
    seat = _actor(state)
    held = state.chards[seat] + state.picked
    before, after, bare = sets_of(held), sets_of(less(held, cards)), sets_of(state.chards[seat])
    if broken := kinds_of(before & ~after):
        return f"this breaks the set of {_all(broken, 'and')}"
    if made := kinds_of(after & ~bare):
        return f"this keeps all four {_all(made, 'and')}"
    return "this breaks no set"


def _all(cards: Chards, last: str) -> str:
    """`Red`, `Red and Blue`, `Red, Blue and Circle`."""
    names = [card.name for card in cards]
    return f" {last} ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Everything up to a shuffle, a scoring or the end of the match, as the seat on turn will see it."""
    seat = _actor(state)
    if isinstance(action, Draw) and len(state.deck) < DRAWN:
        top: Any = state.deck + _BACKS[DRAWN - len(state.deck)]
        return (Reshuffled(seat, len(state.led_pile + state.discards)), Drew(seat, top))
    sure = takewhile(lambda event: not isinstance(event, Scored | WonAtOnce), apply(state, action).events)
    return tuple([seen_by(event, seat) for event in sure])


def parse(text: str) -> Action:
    words = text.lower().replace(",", " ").replace("+", " ").split()
    match [word for word in words if word != "and"]:
        case ["draw" | "d"]:
            return _DRAW
        case ["score" | "call"]:
            return _CALL
        case ["bust"]:
            return _BUST
        case ["lead", *rest] if rest:
            return _LEAD[TriCard.read(" ".join(rest))]
        case ["discard", *rest] if rest:
            return _DISCARD[TriCard.read(" ".join(rest))]
        case ["send", *rest] if rest:
            if len(rest) >= DRAWN:
                raise ValueError(f"Never are more than two Chards sent, not {quoted(' '.join(rest))}.")
            return _send(in_order(tuple([Chard.read(word) for word in rest])))
        case [word] if word in _TRICARD_WORDS:
            return _LEAD[TriCard.read(word)]
        case [word] if word not in ("lead", "discard", "send"):
            return _PLAY[Chard.read(word)]
        case _:
            raise ValueError("Type 'draw', 'score', a Chard (Red, or R), 'lead HRC', 'discard HRC' or 'send R C'.")


_TRICARD_WORDS = frozenset(text.lower() for card in TRICARDS for text in (card.code, card.text))


GAME = Game(
    id="rummy-like",
    title="Rummy-like",
    summary="Collect sets of four Chards that your TriCards bear, and pass on the rest.",
    page="rummy_like.md",
    prefix="RM",
    rules_version=1,
    together=False,
    seats=range(SEATS, SEATS + 1),
    options=Options,
    option_texts=texts_of(Options),
    presets=PRESETS,
    state=State,
    actions=(Draw, Call, Lead, Play, Discard, GoBust, Send),
    notes=("reshuffled", "known"),
    setup=setup,
    box=box,
    seat_count=lambda state: len(state.chards),
    round_number=attrgetter("round"),
    standing=attrgetter("scores"),
    check_state=check_state,
    legal=legal,
    advance=advancing(apply),
    describe=tell,
    outcome=outcome,
    view=view,
    explain=explain,
    preview=preview,
    parse=parse,
    deal_unseen=deal_unseen,
)
