"""Tradewinds: four winds blow Singles over a grid, each towards the one opposite.  Rules: rules/tradewinds.md (TW)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any, Literal, NamedTuple

from cardtable.engine.cards import (
    COLOURS,
    COMPLETES,
    EVERY_MASK,
    FALSE,
    PATTERNS,
    SHAPES,
    SINGLES,
    TF_CARDS,
    TRUE,
    Card,
    Complete,
    Single,
    TFCard,
    face_down,
    in_order,
    is_hidden,
)
from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import (
    Event,
    Game,
    Outcome,
    Place,
    Preset,
    Seat,
    Step,
    advancing,
    tell,
    texts_of,
    told_option,
)
from cardtable.engine.zones import deal, less, put, without

SEATS = ("North", "East", "South", "West")  # TW-1: in the order of play
TURNS = 24  # TW-12
HAND_SIZE = TURNS // len(SEATS)
PILE_SIZE = 4
ROWS, COLUMNS = "ABC", "123"  # TW-13: from the north, from the west
PILES = tuple(row + column for row in ROWS for column in COLUMNS)
"""What each pile of the grid is called, in the order of the grid."""
SIDES = len(SEATS) * 3
"""The T/F cards in the game, one to each side of three Completes (TW-3)."""
FEWEST_TRUE, MOST_TRUE = 3, 9  # TW-11

COVERINGS: tuple[tuple[Complete, ...], ...] = tuple(
    tuple(
        Complete("-".join(each.name.lower() for each in three)) for three in zip(PATTERNS, colours, shapes, strict=True)
    )
    for colours in permutations(COLOURS)
    for shapes in permutations(SHAPES)
)  # TW-2
"""The 36 ways in which three Completes bear all nine characteristics."""
DEALT = {covering: less(COMPLETES, covering) for covering in COVERINGS}
"""The 24 Completes that are dealt with each of them."""

VICTORIES = ((1, "a narrow victory"), (6, "a clear victory"), (12, "a strong victory"), (18, "a triumph"))  # TW-14
"""From which score on a victory is called what."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may agree on before it starts."""

    first: Literal["north", "east", "south", "west"] | None = told_option(
        None, "Wind last blew", "The direction that the wind last blew: the player of that name begins.", "TW-4",
        unset="drawn by the deal", words={name.lower(): name for name in SEATS},
    )  # fmt: skip
    true_cards: int | None = told_option(
        None, "True cards", "How many of the twelve T/F cards are True; fewer is harder.", "TW-11",
        low=FEWEST_TRUE, high=MOST_TRUE, unset="drawn by the deal",
    )  # fmt: skip
    open_hands: bool = told_option(False, "Open hands", "Whether everybody sees every hand.", "TW-9")


PRESETS = (
    Preset("By the book", "The usual choice everywhere.", Options()),
    Preset("Fair winds", "Eight True cards: many Singles score (TW-11).", Options(true_cards=8)),
    Preset("Headwinds", "Four True cards: most Singles deduct (TW-11).", Options(true_cards=4)),
)


# State
class Pile(NamedTuple):
    """One pile of the grid, the top card first; a gap where it has run out (TW-6)."""

    face_up: tuple[Single, ...]
    face_down: tuple[Single, ...]
    """Those that have never been turned up; they lie below."""


Grid = tuple[Pile, ...]
"""Nine piles, row by row from the north."""
GAP = Pile((), ())


class State(NamedTuple):
    """All of a game in progress, hidden cards too.  There is no later chance, so no key."""

    options: Options
    turn: Seat | None
    covering: tuple[Complete, ...]
    sides: tuple[tuple[TFCard, ...], ...]
    """For each seat, the T/F cards on its side of the covering Completes (TW-3)."""
    grid: Grid
    hands: tuple[tuple[Complete, ...], ...]
    """In the order of the deck, so that a hand tells nothing of how it was dealt."""
    discards: tuple[Complete, ...]
    """The latest last."""
    scored: tuple[tuple[Single, ...], ...]
    """For each seat, the Singles collected that score, the latest last."""
    deducted: tuple[tuple[Single, ...], ...]


# Actions
@dataclass(frozen=True, slots=True)
class Blow:
    """Play a Complete: the Singles that match it blow towards the seat opposite."""

    card: Complete

    def __str__(self) -> str:
        return self.card.name


# Events
OFF = -1
Flight = tuple[int, int, tuple[Single, ...]]
"""From which pile, to which pile or OFF the grid, and what flew, the first to go first."""


class Move(NamedTuple):
    """One Single's way; beyond the grid lie the `scored` and `deducted` piles, each in the row of its seat."""

    card: Single
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The covering Completes with the T/F cards round them, and the first Singles; `seat` is the first player."""

    covering: tuple[Complete, ...]
    sides: tuple[tuple[TFCard, ...], ...]
    cards: tuple[Single, ...]
    """On top of the nine piles."""

    def tell(self, names: Sequence[str]) -> str:
        covering = ", ".join(card.code for card in self.covering)
        return f"{covering} decide what scores, with {trues(self.sides)} of {SIDES} True. {names[self.seat]} begins."


@dataclass(frozen=True, slots=True)
class Blew(Event):
    """A Complete was played, for all to see (TW-10), and this is what its wind did, from the downwind edge on."""

    card: Complete
    flights: tuple[Flight, ...]
    scored: tuple[Single, ...]
    """Of what the seat opposite collected."""
    deducted: tuple[Single, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Single by single, in the order of the wind."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[Move]:
        collector = opposite(self.seat)
        for source, target, cards in self.flights:
            for card in cards:
                pile = "scored" if card in self.scored else "deducted"
                yield Move(card, place(source), Place(pile, collector) if target == OFF else place(target))

    @property
    def net(self) -> int:
        """What the turn adds to the score."""
        return len(self.scored) - len(self.deducted)

    @property
    def course(self) -> str:
        """The flights in short: `A3+` is off the grid and scores, `C2>C3` lands; two letters, two Singles."""
        return " ".join(f"{PILES[source]}{self._fate(target, cards)}" for source, target, cards in self.flights)

    def _fate(self, target: int, cards: tuple[Single, ...]) -> str:
        if target == OFF:
            return "".join("+" if card in self.scored else "-" for card in cards)
        return ">" * len(cards) + PILES[target]

    def tell(self, names: Sequence[str]) -> str:
        told = f"{names[self.seat]} plays {self.card.code}: {self.course or 'nothing moves'}"
        if self.scored or self.deducted:
            told += f", {names[opposite(self.seat)]} collects {tally(self.scored, self.deducted)}"
        return f"{told}."


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The top cards that lay face down were turned up (TW-7)."""

    piles: tuple[int, ...]
    cards: tuple[Single, ...]

    def tell(self, names: Sequence[str]) -> str:
        if any(map(is_hidden, self.cards)):
            return f"Then {', '.join(PILES[pile] for pile in self.piles)} will be turned up."
        shown = (f"{PILES[pile]} {card.code}" for pile, card in zip(self.piles, self.cards, strict=True))
        return f"Turned up: {', '.join(shown)}."


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """`seat` played the last Complete."""

    scored: int
    deducted: int

    def tell(self, names: Sequence[str]) -> str:
        return f"Every hand is empty: {self.scored} Singles score, {self.deducted} deduct."


# Words for places and counts
def opposite(seat: Seat) -> Seat:
    """Where this seat blows to."""
    return (seat + 2) % len(SEATS)


def place(pile: int) -> Place:
    """Where a pile stands."""
    return Place("grid", *divmod(pile, len(COLUMNS)))


def trues(sides: tuple[tuple[TFCard, ...], ...]) -> int:
    """How many of the T/F cards are True; the table shows it (TW-11)."""
    return sum(side.count(TRUE) for side in sides)


def tally(scored: Sequence[Single], deducted: Sequence[Single]) -> str:
    """What was collected: `+2 -1`."""
    return f"+{len(scored)} -{len(deducted)}"


# Set-up
def setup(options: Options, seats: int, key: Key) -> Step[State]:
    singles, key = shuffle(SINGLES, key)
    drawn, key = draw_below(key, len(COVERINGS))
    covering = COVERINGS[drawn]  # TW-2
    completes, key = shuffle(DEALT[covering], key)
    wind, key = draw_below(key, seats)
    true = options.true_cards
    tf_cards, _ = shuffle(TF_CARDS if true is None else (TRUE,) * true + (FALSE,) * (SIDES - true), key)  # TW-11
    first = wind if options.first is None else SEATS.index(options.first.capitalize())  # TW-4
    hands, _ = deal(completes, seats, HAND_SIZE)
    sides, _ = deal(tf_cards, seats, len(covering))  # TW-3
    piles, _ = deal(singles, len(PILES), PILE_SIZE)
    state = State(
        options=options,
        turn=first,
        covering=covering,
        sides=sides,
        grid=tuple(Pile(pile[:1], pile[1:]) for pile in piles),
        hands=tuple(map(in_order, hands)),
        discards=(),
        scored=((),) * seats,
        deducted=((),) * seats,
    )
    return Step(state, (Began(first, covering, sides, tuple(pile[0] for pile in piles)),))


def box(state: State) -> tuple[Card, ...]:
    true = min(max(trues(state.sides), FEWEST_TRUE), MOST_TRUE)
    return (*SINGLES, *COMPLETES, *(TRUE,) * true, *(FALSE,) * (SIDES - true))


def check_state(state: State) -> tuple[str, ...]:
    per_seat = (state.sides, state.hands, state.scored, state.deducted)
    if any(len(zone) != len(SEATS) for zone in per_seat):
        return ("There are four players: North, East, South and West (TW-1).",)
    found = list[str]()
    if len(state.covering) != 3 or sum(card.mask for card in state.covering) != EVERY_MASK:
        found.append("The covering Completes are three that bear all nine characteristics (TW-2).")
    elif any(len(side) != len(state.covering) for side in state.sides):
        found.append("There is one T/F card on each side of each covering Complete (TW-3).")
    else:
        found += _flaws_of_what_was_collected(state)
    if not FEWEST_TRUE <= trues(state.sides) <= MOST_TRUE or state.options.true_cards not in (None, trues(state.sides)):
        found.append("That is not a number of True cards that the options allow (TW-11).")
    if len(state.grid) != len(PILES):
        found.append("The grid has nine piles (TW-13).")
    if any(pile.face_down and not pile.face_up for pile in state.grid):
        found.append("The top card of every pile lies face up between turns (TW-7).")
    if any(len(pile.face_down) >= PILE_SIZE for pile in state.grid):
        found.append("No pile has more than three Singles face down (TW-7).")
    return (*found, *_flaws_of_hands(state))


def _flaws_of_what_was_collected(state: State) -> Iterator[str]:
    for seat, name in enumerate(SEATS):
        scores = scoring(state.covering, state.sides[seat])
        scored, deducted = state.scored[seat], state.deducted[seat]
        if not all(card.mask & scores for card in scored) or any(card.mask & scores for card in deducted):
            yield f"A Single that {name} collected lies on the wrong pile (TW-3)."


def _flaws_of_hands(state: State) -> Iterator[str]:
    sizes = tuple(map(len, state.hands))
    left = sum(sizes)
    if any(hand != in_order(hand) for hand in state.hands):
        yield "A hand lies in the order of the deck."
    if state.turn is None:
        if left:
            yield "The game is not over while somebody holds a Complete (TW-12)."
        return
    if state.turn not in range(len(SEATS)) or not left:
        yield "The player on turn holds a Complete (TW-12)."
    elif left > TURNS or sizes != tuple((left - (seat - state.turn) % 4 + 3) // 4 for seat in range(len(SEATS))):
        yield "Turns go round, so hands differ by one Complete at most, and the player on turn has the most (TW-1)."
    elif state.options.first not in (None, SEATS[(state.turn + left) % len(SEATS)].lower()):
        yield "By these options somebody else began (TW-4)."


# The wind (TW-5)
_FROM_DOWNWIND: tuple[tuple[tuple[int, int], ...], ...] = (
    tuple((3 * row + lane, lane) for row in (2, 1, 0) for lane in range(3)),  # North blows south
    tuple((3 * lane + column, lane) for column in (0, 1, 2) for lane in range(3)),  # East blows west
    tuple((3 * row + lane, lane) for row in (0, 1, 2) for lane in range(3)),  # South blows north
    tuple((3 * lane + column, lane) for column in (2, 1, 0) for lane in range(3)),  # West blows east
)
"""For each seat that blows, every pile from the downwind edge on, with the line along the wind in which it stands."""


def blow(grid: Grid, seat: Seat, mask: int) -> tuple[list[Pile], list[Flight], tuple[Single, ...]]:
    """The grid after the seat has blown what bears one of these characteristics, the flights, and what left it."""
    after = list(grid)
    flights: list[Flight] = []
    off: tuple[Single, ...] = ()
    landing = [OFF, OFF, OFF]  # for each line, the next pile downwind that still has a card: a gap is flown over (TW-6)
    for pile, lane in _FROM_DOWNWIND[seat]:
        face_up, face_down = after[pile]
        if not face_up:
            continue
        if face_up[0].mask & mask:
            flying = 1
            while flying < len(face_up) and face_up[flying].mask & mask:  # one found face up goes too, a back does not
                flying += 1
            cards, face_up = face_up[:flying], face_up[flying:]
            after[pile] = Pile(face_up, face_down)
            target = landing[lane]
            flights.append((pile, target, cards))
            if target == OFF:
                off += cards
            else:  # it was handled before, so what lands there moves no more
                below, hidden = after[target]
                after[target] = Pile(cards[::-1] + below, hidden)
        if face_up or face_down:
            landing[lane] = pile
    return after, flights, off


def turn_up(grid: list[Pile], flights: Sequence[Flight]) -> tuple[tuple[int, ...], tuple[Single, ...]]:
    """Turn up every top card that lies face down; gives the piles where one did, and the cards (TW-7)."""
    piles: tuple[int, ...] = ()
    cards: tuple[Single, ...] = ()
    for pile, _, _ in flights:
        face_up, face_down = grid[pile]
        if face_down and not face_up:
            face_up = face_down[:1]
            grid[pile] = Pile(face_up, face_down[1:])
            piles += (pile,)
            cards += face_up
    return piles, cards


@cache
def scoring(covering: tuple[Complete, ...], side: tuple[TFCard, ...]) -> int:
    """The characteristics that score in a direction: those of each Complete whose card on that side is True (TW-3)."""
    return sum(card.mask for card, verdict in zip(covering, side, strict=True) if verdict is TRUE)


# Legal actions
_BLOW = {card: Blow(card) for card in COMPLETES}


def legal(state: State) -> tuple[Blow, ...]:
    return () if state.turn is None else tuple([_BLOW[card] for card in state.hands[state.turn]])


# Apply
def apply(state: State, action: Blow) -> Step[State]:
    options, seat, covering, sides, grid, hands, discards, scored, deducted = state
    assert seat is not None, "legal() offers nothing once the game is over"
    card = action.card
    after, flights, off = blow(grid, seat, card.mask)
    scores: tuple[Single, ...] = ()
    deducts: tuple[Single, ...] = ()
    if off:
        collector = (seat + 2) % 4  # TW-5
        mask = scoring(covering, sides[collector])
        for each in off:
            if each.mask & mask:
                scores += (each,)
            else:
                deducts += (each,)
        if scores:
            scored = put(scored, collector, scored[collector] + scores)
        if deducts:
            deducted = put(deducted, collector, deducted[collector] + deducts)
    events: tuple[Event, ...] = (Blew(seat, card, tuple(flights), scores, deducts),)
    discards = (*discards, card)  # TW-7: after the wind, before the turning up
    bare, cards = turn_up(after, flights)
    if bare:
        events = (*events, TurnedUp(seat, bare, cards))
    hands = put(hands, seat, without(hands[seat], card))
    following: Seat | None = (seat + 1) % 4  # TW-1
    if len(discards) == TURNS:  # TW-12
        following = None
        events = (*events, Ended(seat, sum(map(len, scored)), sum(map(len, deducted))))
    return Step(State(options, following, covering, sides, tuple(after), hands, discards, scored, deducted), events)


# Outcome
def standing(state: State) -> tuple[int, ...]:
    return tuple(len(scored) - len(deducted) for scored, deducted in zip(state.scored, state.deducted, strict=True))


def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    points = tuple(len(scored) - len(deducted) for scored, deducted in zip(state.scored, state.deducted, strict=True))
    score, plus = sum(points), sum(map(len, state.scored))
    return Outcome(
        points=points,
        winners=tuple(range(len(SEATS))) if score > 0 else (),  # TW-12: with zero the table has lost
        together=True,
        margin=score,
        reason=f"{plus} Singles score and {plus - score} deduct: {verdict(score)}.",
        ruling="TW-12",
    )


def verdict(score: int) -> str:
    """In plain words, how well the table has done (TW-14)."""
    return next((name for least, name in reversed(VICTORIES) if score >= least), "the table has lost")


# View
def view(state: State, seat: Seat | None) -> State:
    options, on_turn, covering, sides, grid, hands, discards, scored, deducted = state
    # TW-15: what has once been seen stays open.
    grid = tuple([Pile(up, face_down(down)) if down else Pile(up, down) for up, down in grid])
    if not options.open_hands:  # TW-9
        hands = tuple([hand if owner == seat else face_down(hand) for owner, hand in enumerate(hands)])
    return State(options, on_turn, covering, sides, grid, hands, discards, scored, deducted)


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    def unseen(box: tuple[Any, ...], *zones: tuple[Any, ...]) -> tuple[Any, ...]:
        return in_order(less(box, (card for zone in zones for card in zone)))

    piles = [pile.face_up for pile in state.grid]
    singles, key = shuffle(unseen(SINGLES, *piles, *state.scored, *state.deducted), key)
    completes, _ = shuffle(unseen(COMPLETES, state.covering, state.discards, *state.hands), key)
    below, held = iter(singles), iter(completes)

    def dealt(hand: tuple[Complete, ...]) -> tuple[Complete, ...]:
        return in_order(tuple(next(held) if is_hidden(card) else card for card in hand))

    return state._replace(
        grid=tuple(Pile(pile.face_up, tuple(next(below) for _ in pile.face_down)) for pile in state.grid),
        hands=tuple(map(dealt, state.hands)),
    )


# Words
def explain(state: State, action: Blow) -> str:
    if state.turn is None:
        return "The game is over: every hand is empty (TW-12)."
    card = action.card
    if card in state.hands[state.turn]:
        blew = next(event for event in apply(state, action).events if isinstance(event, Blew))
        return f"{card} blows {SEATS[opposite(state.turn)].lower()}: {_effect(blew)} (TW-5)."
    if card in state.covering:
        return f"{card} is one of the three that decide what scores; nobody plays it (TW-2)."
    if card in state.discards:
        return f"{card} has been played and discarded (TW-7)."
    return f"There is no {card} in this hand."


def _effect(blew: Blew) -> str:
    landing = sum(len(cards) for _, target, cards in blew.flights if target != OFF)
    told = (
        [f"{SEATS[opposite(blew.seat)]} collects {tally(blew.scored, blew.deducted)}"]
        if blew.scored or blew.deducted
        else []
    )
    if landing:
        told.append(f"{landing} land{'s' if landing == 1 else ''}")
    return ", ".join(told) or "nothing moves"


def preview(state: State, action: Blow) -> tuple[Event, ...]:
    """All of the wind is sure: it moves only what lies face up.  What is then turned up is seen from its back."""
    return apply(state, action).events


def parse(text: str) -> Blow:
    words = text.replace(",", " ").replace("-", " ").split()
    if words and words[0].lower() in ("blow", "play"):
        del words[0]
    if not words:
        raise ValueError("Type a Complete, as in Hollow-Red-Circle or HRC.")
    return _BLOW[Complete.read(" ".join(words))]


GAME = Game(
    id="tradewinds",
    title="Tradewinds",
    summary="Together, blow Singles off the grid to those for whom they score.",
    page="tradewinds.md",
    prefix="TW",
    rules_version=1,
    together=True,
    seats=range(len(SEATS), len(SEATS) + 1),
    seat_names=SEATS,
    options=Options,
    option_texts=texts_of(Options),
    presets=PRESETS,
    state=State,
    actions=(Blow,),
    setup=setup,
    box=box,
    standing=standing,
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
