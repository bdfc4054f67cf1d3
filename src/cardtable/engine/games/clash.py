"""Clash: head to head, be the first to get rid of all your cards on common piles.  Rules: rules/clash.md (CL)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product, takewhile
from operator import attrgetter
from typing import Any, Final, NamedTuple, assert_never

from cardtable.engine.cards import (
    CATEGORIES,
    CHARDS,
    COMPLETES,
    FACE_DOWN,
    Card,
    Chard,
    Complete,
    face_down,
    in_order,
    is_hidden,
    matches,
)
from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import Event, Game, Outcome, Preset, Seat, Step, advancing, tell, texts_of, told_option
from cardtable.engine.zones import less, put, without

Held = Complete | Chard
"""What a hand may hold."""
BOX: Final[tuple[Held, ...]] = (*CHARDS, *COMPLETES)  # CL-1
SEAT_NAMES = ("South", "North")
PILE_SIZE = 30  # CL-1
HAND_SIZE = 7  # CL-1
# The four piles of the table: one Chard pile for each category, and the Complete pile.
COMPLETE_PILE: Final = len(CATEGORIES)
FACES: Final[tuple[Held, ...]] = tuple(dict.fromkeys(BOX))
PILE_OF: dict[Held, int] = {
    card: CATEGORIES.index(card.characteristics[0].category) if isinstance(card, Chard) else COMPLETE_PILE
    for card in FACES
}
"""The pile on which a card is laid."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the two may agree on before they start."""

    target: int = told_option(
        10, "Target", "Points that win; in a single round the opener is at a slight disadvantage.", "CL-8",
        low=0, high=100, words={0: "a single round"},
    )  # fmt: skip
    first: int | None = told_option(
        None, "First dealer", "Who deals and opens the first round.", "CL-8", low=1, high=2, unset="drawn by the deal"
    )  # fmt: skip


PRESETS = (
    Preset("By the book", "A match to ten points.", Options()),
    Preset("Single round", "One deal; whoever opens it is at a slight disadvantage (CL-8).", Options(target=0)),
)


# State
Hand = tuple[Held, ...]
Piles = tuple[tuple[Held, ...], ...]


class State(NamedTuple):
    """All of a match in progress, hidden cards too."""

    options: Options
    turn: Seat | None
    dealer: Seat
    """Of this round; the dealer opens it."""
    round: int
    """Counted from 1."""
    scores: tuple[int, ...]
    hands: tuple[Hand, ...]
    """Chards, then Completes, each in the order of the deck."""
    draw_piles: tuple[Hand, ...]
    """For each seat its face-down pile, the top card first, as in every pile."""
    piles: Piles
    """On the table: pattern, colour and shape Chards, then Completes.  Before the opening there is no Complete."""
    played: int
    """How many cards the seat on turn has played this turn."""
    passed: bool
    """Whether no card was played in the turn before this one."""
    shown: tuple[Chard, ...]
    """Of the Chards that the dealer showed before this round (CL-2), those that the dealer must still have."""
    key: Key
    """For the deals to come."""


# Actions
@dataclass(frozen=True, slots=True)
class PlayComplete:
    """Lay a Complete: play 1, 3 or 4a, or the opening."""

    card: Complete

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class PlayChard:
    """Lay a Chard that the top Complete bears: play 2."""

    card: Chard

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class PlayThree:
    """Lay three Chards together, one of each category: play 4b."""

    pattern: Chard
    colour: Chard
    shape: Chard

    def __str__(self) -> str:
        return f"{self.pattern} + {self.colour} + {self.shape}"


@dataclass(frozen=True, slots=True)
class PlayPair:
    """Lay a Chard and a Complete together, the special move: play 5."""

    chard: Chard
    complete: Complete

    def __str__(self) -> str:
        return f"{self.chard} + {self.complete}"


@dataclass(frozen=True, slots=True)
class PlayLast:
    """Lay any Chard as the last card of the turn: play 6."""

    card: Chard

    def __str__(self) -> str:
        return f"{self.card} last"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn; without a card played in it, pass."""

    def __str__(self) -> str:
        return "end"


Action = PlayComplete | PlayChard | PlayThree | PlayPair | PlayLast | EndTurn


# Events
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """`seat` dealt; these Chards started the piles."""

    round: int
    chards: tuple[Chard, ...]

    def tell(self, names: Sequence[str]) -> str:
        pattern, colour, shape = self.chards
        return f"Round {self.round}: {pattern}, {colour} and {shape} lie open. {names[self.seat]} dealt and opens."


@dataclass(frozen=True, slots=True)
class Showed(Event):
    """The dealer showed a hand without a Complete, shuffled it back and drew another."""

    cards: tuple[Chard, ...]

    def tell(self, names: Sequence[str]) -> str:
        hand = " ".join(card.code for card in self.cards)
        return f"{names[self.seat]} shows a hand without a Complete ({hand}), and draws anew."


@dataclass(frozen=True, slots=True)
class Played(Event):
    """Cards were laid on their piles, all at once."""

    cards: tuple[Held, ...]
    last: bool
    """Whether this was play 6."""

    def tell(self, names: Sequence[str]) -> str:
        *others, final = (card.name for card in self.cards)
        cards = f"{', '.join(others)} and {final} together" if others else final
        return f"{names[self.seat]} plays {cards}{' last' if self.last else ''}."


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """No card was played this turn."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} passes."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Cards came from the face-down pile to the hand; in the order of a hand, as they were taken up at once."""

    cards: tuple[Held, ...]
    SECRET = ("cards",)

    def tell(self, names: Sequence[str]) -> str:
        count = _count(len(self.cards))
        if any(map(is_hidden, self.cards)):
            return f"{names[self.seat]} draws {count}."
        return f"{names[self.seat]} draws {count}: {' '.join(card.code for card in self.cards)}."


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The round is over; `scores` are those after it."""

    left: tuple[int, ...]
    """For each seat, the cards left in hand and face-down pile."""
    winner: Seat | None
    scores: tuple[int, ...]

    def tell(self, names: Sequence[str]) -> str:
        standing = ", ".join(f"{name} {score}" for name, score in zip(names, self.scores, strict=False))
        if self.winner is None:
            return f"The round ends with {self.left[0]} cards left each; nobody scores ({standing})."
        points = abs(self.left[0] - self.left[1])
        how = "gets rid of every card" if 0 in self.left else "has fewer cards left"
        return f"{names[self.winner]} {how} and scores {points} ({standing})."


# There are few of these, and each is told often: each is made once.
_played = cache(Played)
_passed = cache(Passed)


# Set-up
_RANK: dict[Card, int] = {card: rank for rank, card in enumerate((*FACES, FACE_DOWN))}


def sort_hand(cards: Hand) -> Hand:
    """Chards by category, then Completes, so that a hand tells nothing of when its cards came."""
    return tuple(sorted(cards, key=_RANK.__getitem__))


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    drawn, key = draw_below(key, seats)
    dealer = drawn if options.first is None else options.first - 1  # CL-8
    return _deal(options, dealer, 1, (0,) * seats, key)


def _deal(options: Options, dealer: Seat, number: int, scores: tuple[int, ...], key: Key) -> Step[State]:
    """The start of a round (CL-1)."""
    while True:
        starters, rest, key = turn_up(key)
        cards, key = shuffle(rest, key)
        if any(isinstance(card, Complete) for card in cards[:PILE_SIZE]):  # CL-2: else dealt anew
            break
    mine, shows, key = draw_to_open(cards[:PILE_SIZE], key)
    by_seat = (mine, cards[PILE_SIZE:]) if dealer == 0 else (cards[PILE_SIZE:], mine)
    state = State(
        options=options,
        turn=dealer,
        dealer=dealer,
        round=number,
        scores=scores,
        hands=tuple([sort_hand(each[:HAND_SIZE]) for each in by_seat]),
        draw_piles=tuple([each[HAND_SIZE:] for each in by_seat]),
        piles=(*[(card,) for card in starters], ()),
        played=0,
        passed=False,
        shown=sure_of(shows),
        key=key,
    )
    return Step(state, (Dealt(dealer, number, starters), *[Showed(dealer, in_order(each)) for each in shows]))


def turn_up(key: Key) -> tuple[tuple[Chard, ...], Hand, Key]:
    """Cards are turned up until there is a Chard of each category: the first of each, and all the others (CL-1)."""
    deck, others, first = list(BOX), list[Held](), dict[int, Chard]()
    while len(first) < COMPLETE_PILE:
        pick, key = draw_below(key, len(deck))
        card = deck.pop(pick)
        if isinstance(card, Complete) or PILE_OF[card] in first:
            others.append(card)
        else:
            first[PILE_OF[card]] = card
    return tuple([first[pile] for pile in range(COMPLETE_PILE)]), (*deck, *others), key


def draw_to_open(pile: Hand, key: Key) -> tuple[Hand, list[Any], Key]:
    """The dealer's cards, with a Complete among those of the first hand; and the hands that were shown for want of one.

    Those are shuffled back (CL-2).
    """
    shows = []
    while not any(isinstance(card, Complete) for card in pile[:HAND_SIZE]):
        shows.append(pile[:HAND_SIZE])
        pile, key = shuffle(pile, key)
    return pile, shows, key


def sure_of(shows: Sequence[tuple[Chard, ...]]) -> tuple[Chard, ...]:
    """What somebody has who has shown these hands one after the other: of each face the most that one of them held."""
    sure: tuple[Chard, ...] = ()
    for hand in shows:
        sure += less(hand, sure)
    return in_order(sure)


def box(state: State) -> tuple[Card, ...]:
    return BOX


def check_state(state: State) -> tuple[str, ...]:
    if (len(state.hands), len(state.draw_piles), len(state.scores)) != (2, 2, 2) or len(state.piles) != 4:
        return ("Clash has two hands, two face-down piles, two scores and four piles on the table.",)
    if state.dealer not in (0, 1) or state.turn not in (0, 1, None):
        return ("Clash is for two players.",)
    return (*_flaws_of_cards(state), *_flaws_of_match(state))


def _flaws_of_cards(state: State) -> list[str]:
    found, left = [], cards_left(state)
    for pile, cards in enumerate(state.piles):
        if any(PILE_OF[card] != pile for card in cards):
            found.append("Each card on the table lies on the pile of its kind and category (CL-1).")
        if pile != COMPLETE_PILE and not cards:
            found.append("On each category pile shows a Chard (CL-1).")
    for seat, hand in enumerate(state.hands):
        if hand != sort_hand(hand):
            found.append("A hand lies in order: Chards, then Completes.")
        waits = state.turn != seat
        if len(hand) > HAND_SIZE or (waits and len(hand) < min(HAND_SIZE, left[seat])):
            found.append("A hand has seven cards, or all that are left, and no more (CL-5).")
    if less(state.shown, state.hands[state.dealer] + state.draw_piles[state.dealer]):
        found.append("The dealer no longer has all the cards noted as shown (CL-2).")
    if state.shown != in_order(state.shown):
        found.append("The cards noted as shown are in the order of the deck.")
    if any(left[seat] > _most_left(state, seat) for seat in range(2)):
        found.append(f"Each player began with {PILE_SIZE} cards, and the dealer has opened with one of them (CL-2).")
    return found


def _flaws_of_match(state: State) -> list[str]:
    found, (first, target) = [], (state.options.first, state.options.target)
    if state.round < 1 or min(state.scores) < 0 or not 0 <= state.played <= PILE_SIZE:
        found.append("Rounds are counted from 1, scores and the cards of a turn from 0.")
    if not target and state.round > 1:
        found.append("Without a target there is only one round (CL-8).")
    if first is not None and state.dealer != (first + state.round) % 2:
        found.append("With these options the other player deals this round (CL-8).")
    if state.turn is None:
        return [*found, *_flaws_of_the_end(state)]
    if sum(state.scores) > PILE_SIZE * (state.round - 1):
        found.append(f"One player scores at most {PILE_SIZE} points in each round before this one (CL-6).")
    if max(state.scores) >= max(target, 1):
        found.append("The match is over once somebody has the points to win it (CL-8).")
    hand, left = state.hands[state.turn], cards_left(state)
    if 0 in left:
        found.append("The round is over once somebody has no card left (CL-6).")
    if not hand or len(hand) != _size_of_hand(left[state.turn], state.played):
        found.append(
            "A turn begins with seven cards in hand, or all that are left, and cards are played from those (CL-5)."
        )
    if not state.piles[COMPLETE_PILE]:
        started = state.turn == state.dealer and not state.played and not state.passed
        if not (started and left == (PILE_SIZE, PILE_SIZE) and any(isinstance(card, Complete) for card in hand)):
            found.append("Before the opening the dealer is on turn with a Complete, and nothing is played (CL-2).")
    elif state.played and left[state.turn] + state.played > _most_left(state, state.turn):
        found.append("More cards were played this turn than are on the table (CL-2).")
    return found


def _most_left(state: State, seat: Seat) -> int:
    """Return how many cards a player has left before playing any except the opening."""
    return PILE_SIZE - (seat == state.dealer and bool(state.piles[COMPLETE_PILE]))


def _size_of_hand(left: int, played: int) -> int:
    """Return the size of the hand during a turn, from the cards left in hand and pile and those played (CL-5)."""
    since_drawing = played % HAND_SIZE
    return min(HAND_SIZE, left + since_drawing) - since_drawing


def _flaws_of_the_end(state: State) -> Iterator[str]:
    """Check that the last round has ended, and that it ended the match."""
    target, left = state.options.target, cards_left(state)
    if not state.piles[COMPLETE_PILE] or (min(left) > 0 and not (state.passed and not state.played)):
        yield "A round ends when a player has no cards left, or after two passes (CL-7)."
    before = _scores_before(state.scores, left)
    if target and max(state.scores) < target:
        yield f"The match is not over before somebody has {target} points (CL-8)."
    elif min(before) < 0 or sum(before) > PILE_SIZE * (state.round - 1) or max(before) >= max(target, 1):
        yield "The final scores follow from the cards left in the last round (CL-8)."


def _scores_before(scores: tuple[int, ...], left: tuple[int, int]) -> tuple[int, int]:
    """Return the scores before a round that ended with this many cards left (CL-6)."""
    gains = [max(left) - each for each in left]
    return scores[0] - gains[0], scores[1] - gains[1]


def cards_left(state: State) -> tuple[int, int]:
    """For each seat, how many cards are left in hand and face-down pile."""
    (one, other), (pile, other_pile) = state.hands, state.draw_piles
    return len(one) + len(pile), len(other) + len(other_pile)


# Legal actions
_COMPLETE = {card: PlayComplete(card) for card in COMPLETES}
_END = EndTurn()


@cache
def _chards(held: int) -> tuple[PlayChard, ...]:
    return tuple(PlayChard(card) for card in dict.fromkeys(CHARDS) if card.mask & held)


@cache
def _last(held: int) -> tuple[Action, ...]:
    """Any of the Chards held, as the last card of the turn (CL-4); or the turn ends without one (CL-5)."""
    return (*(PlayLast(card) for card in dict.fromkeys(CHARDS) if card.mask & held), _END)


@cache
def _threes(held: int) -> tuple[PlayThree, ...]:
    """Every three of the Chards held, one of each category; one may be as the one that shows (CL-10)."""
    each = [[card for card in dict.fromkeys(CHARDS) if card.mask & held and PILE_OF[card] == pile] for pile in range(3)]
    return tuple(PlayThree(*three) for three in product(*each))


_CHARD_OF = {card.mask: card for card in CHARDS}
_PAIRS = {(third, card): PlayPair(_CHARD_OF[third], card) for third in _CHARD_OF for card in COMPLETES}


@cache
def _fitting(top: int, showing: int) -> frozenset[Complete]:
    """The Completes that may be laid alone, where the piles show these characteristics (CL-3)."""
    return frozenset(card for card in COMPLETES if _plays_of(card, top, showing))


def _plays_of(card: Complete, top: int, showing: int) -> tuple[str, ...]:
    """Which of the plays allow a Complete alone (CL-3)."""
    plays = {
        "1": (card.mask & top).bit_count() == 2,
        "3": card.mask == showing,
        "4": top == showing,
    }
    return tuple(play for play, allows in plays.items() if allows)


@cache
def _third(card: Complete, showing: int) -> int:
    """What a Complete bears besides exactly two of the characteristics that show (CL-3, play 5); else 0."""
    return card.mask & ~showing if (card.mask & showing).bit_count() == 2 else 0


def _showing(piles: Piles) -> int:
    """The characteristics of the three Chards that show."""
    pattern, colour, shape, _ = piles
    return pattern[0].mask | colour[0].mask | shape[0].mask


def partner(state: State, card: Complete) -> Chard | None:
    """The Chard that has to be laid with this Complete by play 5; None where that play is shut to it."""
    return _CHARD_OF.get(_third(card, _showing(state.piles)))


def is_matched(state: State) -> bool:
    """Whether the four piles show the same three characteristics, so that play 4 is open."""
    completes = state.piles[COMPLETE_PILE]
    return bool(completes) and completes[0].mask == _showing(state.piles)


def _top(state: State) -> Complete:
    """The Complete that lies on top."""
    top = state.piles[COMPLETE_PILE][0]
    assert isinstance(top, Complete), "check_state() sees to it"
    return top


def legal(state: State) -> tuple[Action, ...]:
    if state.turn is None:
        return ()
    hand, completes = state.hands[state.turn], state.piles[COMPLETE_PILE]
    if not completes:  # CL-2
        return tuple([_COMPLETE[card] for card in hand if isinstance(card, Complete)])
    top, showing, held = completes[0].mask, _showing(state.piles), 0
    fitting = _fitting(top, showing)
    alone, pairs = [], []
    for card in hand:
        if isinstance(card, Chard):
            held |= card.mask
        else:  # the Chards came first
            if card in fitting:
                alone.append(_COMPLETE[card])  # CL-10: once, whichever plays allow it
            third = _third(card, showing)
            if third & held:
                pairs.append(_PAIRS[third, card])
    threes = _threes(held) if top == showing else ()
    return (*alone, *_chards(held & top & ~showing), *pairs, *threes, *_last(held))


# Apply
def apply(state: State, action: Action) -> Step[State]:
    match action:
        case PlayLast(card):
            return _lay(state, (card,), last=True)
        case PlayComplete(card) | PlayChard(card):
            return _lay(state, (card,))
        case PlayPair(chard, complete):
            return _lay(state, (chard, complete))
        case PlayThree(pattern, colour, shape):
            return _lay(state, (pattern, colour, shape))
        case EndTurn():
            return _end_turn(state)
        case _:
            assert_never(action)


def _lay(state: State, cards: Hand, *, last: bool = False) -> Step[State]:
    options, seat, dealer, number, scores, hands, draw_piles, piles, played, passed, shown, key = state
    assert seat is not None, "legal() offers nothing once the game is over"
    ends = last or not piles[COMPLETE_PILE]  # CL-2, CL-4
    hand, draw_pile = hands[seat], draw_piles[seat]
    for card in cards:
        hand, pile = without(hand, card), PILE_OF[card]
        piles = put(piles, pile, (card, *piles[pile]))
    if shown and seat == dealer:
        shown = less(shown, cards)
    events: tuple[Event, ...] = (_played(seat, cards, last),)
    played += len(cards)
    over = not hand and not draw_pile  # CL-6
    if not over and (ends or not hand):  # CL-5
        hand, draw_pile, events = _drawn(seat, hand, draw_pile, events)
        draw_piles = put(draw_piles, seat, draw_pile)
    hands = put(hands, seat, hand)
    if ends and not over:
        seat, played, passed = 1 - seat, 0, False
    after = State(options, seat, dealer, number, scores, hands, draw_piles, piles, played, passed, shown, key)
    return _end_round(after, events) if over else Step(after, events)


def _end_turn(state: State) -> Step[State]:
    options, seat, dealer, number, scores, hands, draw_piles, piles, played, passed, shown, key = state
    assert seat is not None, "legal() offers nothing once the game is over"
    events: tuple[Event, ...] = ()
    if not played:
        events = (_passed(seat),)
        if passed:  # CL-7
            return _end_round(state, events)
    else:
        hand, draw_pile, events = _drawn(seat, hands[seat], draw_piles[seat], events)
        hands, draw_piles = put(hands, seat, hand), put(draw_piles, seat, draw_pile)
    other, passed = 1 - seat, not played
    after = State(options, other, dealer, number, scores, hands, draw_piles, piles, 0, passed, shown, key)
    return Step(after, events)


def _drawn(seat: Seat, hand: Hand, draw_pile: Hand, events: tuple[Event, ...]) -> tuple[Hand, Hand, tuple[Event, ...]]:
    """Hand and pile after drawing back to seven, as far as the pile reaches (CL-5); and the story."""
    wanted = HAND_SIZE - len(hand)
    drawn = draw_pile[:wanted]
    if not drawn:
        return hand, draw_pile, events
    return sort_hand(hand + drawn), draw_pile[wanted:], (*events, Drew(seat, sort_hand(drawn)))


def _end_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Score the round (CL-6, CL-7), and deal the next one unless that was the last (CL-8)."""
    seat, left, target = state.turn, cards_left(state), state.options.target
    assert seat is not None, "the seat on turn ended the round"
    winner = None if left[0] == left[1] else left.index(min(left))
    scores = state.scores
    if winner is not None:
        scores = put(scores, winner, scores[winner] + max(left) - min(left))
    events = (*events, RoundEnded(seat, left, winner, scores))
    if target == 0 or max(scores) >= target:
        return Step(state._replace(turn=None, scores=scores), events)
    deal = _deal(state.options, 1 - state.dealer, state.round + 1, scores, state.key)
    return Step(deal.state, events + deal.events)


# Outcome
def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    best, least = max(state.scores), min(state.scores)
    reason, ruling = _how_it_ended(state)
    return Outcome(
        points=state.scores,
        winners=(state.scores.index(best),) if best > least else (),
        together=False,
        margin=best - least,
        reason=reason,
        ruling=ruling,
    )


def _how_it_ended(state: State) -> tuple[str, str]:
    """In a sentence, and the ruling."""
    one, other = cards_left(state)
    if state.options.target:
        return f"A match to {state.options.target}: {max(state.scores)} points to {min(state.scores)}.", "CL-8"
    if one == other:
        return f"Neither player went on, with {_count(one)} left each.", "CL-7"
    if one and other:
        return f"Neither player went on, with {_count(min(one, other))} left against {max(one, other)}.", "CL-7"
    return f"Every card is played, with {_count(max(one, other))} left on the other side.", "CL-6"


# View
def view(state: State, seat: Seat | None) -> State:
    options, on_turn, dealer, number, scores, hands, draw_piles, piles, played, passed, shown, _ = state
    hands = tuple([hand if owner == seat else face_down(hand) for owner, hand in enumerate(hands)])  # CL-11
    draw_piles = tuple([face_down(pile) for pile in draw_piles])
    return State(
        options, on_turn, dealer, number, scores, hands, draw_piles, piles, played, passed, shown, Key(0)
    )  # fmt: skip


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    dealer, zones = state.dealer, (*state.hands, *state.draw_piles)
    seen = [card for zone in (*state.hands, *state.piles) for card in zone if not is_hidden(card)]
    sure: Hand = less(state.shown, state.hands[dealer])  # CL-2: they lie somewhere among the dealer's
    unseen = less(BOX, (*seen, *sure))
    free = sum(map(is_hidden, state.hands[dealer] + state.draw_piles[dealer])) - len(sure)
    while True:
        cards, key = shuffle(unseen, key)
        own, key = shuffle((*sure, *cards[:free]), key)
        pools = [iter(own if owner == dealer else cards[free:]) for owner in range(2)]
        dealt = [
            tuple([next(pools[at % 2]) if is_hidden(card) else card for card in zone]) for at, zone in enumerate(zones)
        ]
        again = state._replace(hands=tuple(map(sort_hand, dealt[:2])), draw_piles=tuple(dealt[2:]), key=key)
        if state.piles[COMPLETE_PILE] or legal(again):  # CL-2: a dealer who is to open can
            return again


# Words
def explain(state: State, action: Action) -> str:
    if state.turn is None:
        return "The game is over (CL-8)."
    return _why_not(state, action) or _why(state, action)


def _why_not(state: State, action: Action) -> str:
    assert state.turn is not None, "nothing is asked once the game is over"
    if strange := _strange(state.hands[state.turn], action):
        return strange
    if not state.piles[COMPLETE_PILE]:
        return "" if isinstance(action, PlayComplete) else "The dealer opens with a Complete, and only that (CL-2)."
    top, showing = _top(state), _showing(state.piles)
    match action:
        case PlayComplete(card):
            return "" if _plays_of(card, top.mask, showing) else _why_no_complete(card, top)
        case PlayChard(card):
            if not matches(card, top):
                return f"The top card does not bear {card}, so alone it goes last (CL-3, CL-4)."
            shows = f"{card} shows already, so alone it goes last (CL-3, CL-4)."
            return shows if card.mask & showing else ""
        case PlayThree():
            return "" if top.mask == showing else "Three Chards together need four piles that match (CL-3)."
        case PlayPair(chard, complete):
            return _why_no_pair(chard, complete, showing)
        case PlayLast() | EndTurn():
            return ""
        case _:
            assert_never(action)


def _strange(hand: Hand, action: Action) -> str:
    """Why these cards could not be played by anybody with such a hand."""
    cards = cards_of(action)
    kinds: dict[type, tuple[type, ...]] = {PlayComplete: (Complete,), PlayPair: (Chard, Complete)}
    expected = kinds.get(type(action), (Chard,) * len(cards))
    for card, kind in zip(cards, expected, strict=True):
        if not isinstance(card, kind):
            return f"{card} is no {kind.__name__} (CL-3)."
    if isinstance(action, PlayThree) and [PILE_OF[card] for card in cards] != [0, 1, 2]:
        return "Three Chards together are a pattern, a colour and a shape (CL-3)."
    missing = less(cards, hand)
    return f"There is no {missing[0]} in this hand." if missing else ""


def cards_of(action: Action) -> Hand:
    """The cards that an action lays."""
    match action:
        case PlayComplete(card) | PlayChard(card) | PlayLast(card):
            return (card,)
        case PlayThree(pattern, colour, shape):
            return pattern, colour, shape
        case PlayPair(chard, complete):
            return chard, complete
        case EndTurn():
            return ()
        case _:
            assert_never(action)


def _why_no_complete(card: Complete, top: Complete) -> str:
    shared = card.mask & top.mask
    return f"It shares {'only ' * bool(shared)}{_marks(shared)} with the top card, and does not show (CL-3)."


def _why_no_pair(chard: Chard, complete: Complete, showing: int) -> str:
    third = _third(complete, showing)
    if not third:
        shows = "all" if complete.mask == showing else _marks(complete.mask & showing)
        return f"It bears {shows} of what shows; a pair needs exactly two (CL-3)."
    return "" if chard.mask == third else f"The Chard beside {complete} has to be {_marks(third)} (CL-3)."


def _marks(mask: int) -> str:
    """The characteristics of a mask in words."""
    return " and ".join(card.name for card in dict.fromkeys(CHARDS) if card.mask & mask) or "nothing"


def _why(state: State, action: Action) -> str:
    if not state.piles[COMPLETE_PILE]:
        return "The dealer opens with a Complete and draws one card, no more (CL-2)."
    top, showing = _top(state), _showing(state.piles)
    match action:
        case PlayComplete(card):
            return f"{_why_complete(card, top, showing)} (CL-3)."
        case PlayChard(card):
            return f"Play 2: the top card bears {card}; the turn goes on (CL-3)."
        case PlayThree():
            return "Play 4: all four piles match, so any three Chards go down together (CL-3)."
        case PlayPair(chard, complete):
            shows = _marks(complete.mask & showing)
            return f"Play 5: {shows} show, {chard} is the third; then all match (CL-3)."
        case PlayLast(card):
            return f"Play 6: any Chard may come last; {card} ends the turn (CL-4)."
        case EndTurn():
            return _why_end(state)
        case _:
            assert_never(action)


def _why_complete(card: Complete, top: Complete, showing: int) -> str:
    plays = _plays_of(card, top.mask, showing)
    if plays == ("1",):
        return f"Play 1: it shares {_marks(card.mask & top.mask)} with the top card"
    reasons = {"1": "it shares two with the top", "3": "it is what shows", "4": "all four piles match"}
    told = ", and ".join(reasons[play] for play in plays)
    return f"Play{'s' if plays[1:] else ''} {' and '.join(plays)}: {told}"


def _why_end(state: State) -> str:
    assert state.turn is not None, "nothing is asked once the game is over"
    if state.played:
        draws = min(HAND_SIZE - len(state.hands[state.turn]), len(state.draw_piles[state.turn]))
        return f"The turn ends after {_count(state.played)}, with {_count(draws)} to draw (CL-5)."
    if state.passed:
        one, other = cards_left(state)
        scores = "nobody scores" if one == other else "fewer cards score the difference"
        return f"A second pass ends the round: {scores} (CL-7)."
    return f"Pass: {'nothing can be played' if legal(state) == (_END,) else 'nobody has to play'} (CL-5)."


def _count(cards: int) -> str:
    return f"{cards or 'no'} card{'' if cards == 1 else 's'}"


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """What is laid and scored is sure, and how many cards are drawn; the next deal is not."""
    return tuple(takewhile(lambda event: not isinstance(event, Dealt), apply(state, action).events))


def parse(text: str) -> Action:
    words = text.lower().replace("+", " + ").replace(",", " + ").split()
    if words in (["end"], ["pass"], ["end", "turn"]):
        return _END
    if "last" in words and "+" not in words:
        return PlayLast(Chard.read(" ".join(word for word in words if word != "last")))
    parts = " ".join("+" if word in ("and", "with") else word for word in words).split("+")
    cards = sorted((_read(part.strip()) for part in parts), key=PILE_OF.__getitem__)
    match cards:
        case [Complete() as card]:
            return _COMPLETE[card]
        case [Chard() as card]:
            return PlayChard(card)
        case [Chard() as chard, Complete() as complete]:
            return PlayPair(chard, complete)
        case [Chard() as pattern, Chard() as colour, Chard() as shape]:
            return PlayThree(pattern, colour, shape)
        case _:
            raise ValueError("Together go a Chard and a Complete, or three Chards: 'Red + HRC', 'H + R + C'.")


def _read(text: str) -> Held:
    """The card that somebody typed."""
    if not text:
        raise ValueError("Type a card (Red, or HRC), cards with + between them, a Chard with 'last', or 'end'.")
    for kind in (Chard, Complete):
        try:
            return kind.read(text)
        except ValueError:
            pass
    raise ValueError(f"There is no Chard or Complete called {text!r}.")


GAME = Game(
    id="clash",
    title="Clash",
    summary="Head to head, be the first to get rid of every card on the common piles.",
    page="clash.md",
    prefix="CL",
    rules_version=1,
    together=False,
    seats=range(2, 3),
    seat_names=SEAT_NAMES,
    options=Options,
    option_texts=texts_of(Options),
    presets=PRESETS,
    state=State,
    actions=(PlayComplete, PlayChard, PlayThree, PlayPair, PlayLast, EndTurn),
    notes=("shown",),
    setup=setup,
    box=box,
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
