"""Exit Stage Right: together, send Completes off the stage on the right.  Rules: rules/exit_stage_right.md (ES)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple, assert_never, cast

from cardtable.engine.cards import (
    COMPLETES,
    FACE_DOWN,
    SINGLES,
    Card,
    Complete,
    Single,
    face_down,
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
    Place,
    Preset,
    Seat,
    Step,
    advancing,
    counted,
    tell,
    texts_of,
    told_option,
)
from cardtable.engine.zones import deal, exchange, less, put, without

# ES-1: three rows of five columns; the T/F cards mark the columns, the third is the centre.
ROWS = ("top", "middle", "bottom")
COLUMNS = 5
CENTRE = 2
LARGEST_HAND = {1: 9, 2: 9, 3: 9, 4: 9, 5: 7, 6: 6}  # ES-2
SMALLEST_HAND = 5  # ES-2


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may agree on before it starts."""

    hand_size: int | None = told_option(
        None, "Hand size", "Singles dealt to each player; fewer is harder.", "ES-2",
        low=SMALLEST_HAND, high=9, unset="7, or 6 with six players", counts="cards",
    )  # fmt: skip
    draw: Literal["after-each-single", "none"] = told_option(
        "after-each-single", "Drawing", "Whether a player draws a Single after playing one.", "ES-3",
        words={"after-each-single": "after each Single", "none": "none: only the cards dealt"},
    )  # fmt: skip
    refill_count: Literal["up-to", "all"] = told_option(
        "up-to", "Refilling", "How many of the empty centre cells a refill fills.", "ES-15",
        words={"up-to": "as many as the player likes", "all": "every empty centre cell"},
    )  # fmt: skip
    refill_shift: Literal["all-but-new", "off-centre"] = told_option(
        "all-but-new", "After a refill", "Which cards go left after a refill.", "ES-7",
        words={"all-but-new": "all but the new cards", "off-centre": "all outside the centre column"},
    )  # fmt: skip
    empty_grid: Literal["allowed", "refill-first"] = told_option(
        "allowed", "Empty stage", "Whether Singles may be played on an empty stage.", "ES-13",
        words={"allowed": "Singles may be played on it", "refill-first": "it must be refilled first"},
    )  # fmt: skip
    open_hands: bool | None = told_option(
        None, "Open hands", "Whether everybody sees every hand.", "ES-10", unset="yes alone, no in company"
    )  # fmt: skip
    first: int | None = told_option(
        None, "First player", "Who begins.", "ES-12", low=1, high=6, unset="drawn by the deal"
    )  # fmt: skip


PRESETS = (
    Preset("By the book", "The usual choice everywhere.", Options()),
    Preset("Challenge", "A refill fills every empty centre cell (ES-15).", Options(refill_count="all")),
)


# State
Row = tuple[Complete | None, ...]
Stage = tuple[Row, Row, Row]
EMPTY_ROW: Row = (None,) * COLUMNS


class State(NamedTuple):
    """All of a game in progress, hidden cards too.  There is no later chance, so no key."""

    options: Options
    turn: Seat | None
    stage: Stage
    hands: tuple[tuple[Single, ...], ...]
    """In the order of the deck, so that a hand tells nothing of when its cards came."""
    draw_deck: tuple[Single, ...]
    """The top card first, as in every pile."""
    complete_deck: tuple[Complete, ...]
    won: tuple[Complete, ...]
    lost: tuple[Complete, ...]
    face_up: tuple[Single, ...]
    """The Singles played face up, the latest last."""
    face_down: tuple[tuple[Single, ...], ...]
    """The Singles that each seat played face down, which it may look at again (ES-11)."""


# Actions
@dataclass(frozen=True, slots=True)
class FaceUp:
    """Play a Single face up: what matches goes right, the rest left."""

    card: Single

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Play a Single face down: one row goes right, the rest left."""

    card: Single
    row: int

    def __str__(self) -> str:
        return f"{self.card.name} down {ROWS[self.row]}"


@dataclass(frozen=True, slots=True)
class Refill:
    """Fill these rows' centre cells from the Complete deck, from the top row down."""

    rows: tuple[int, ...]

    def __str__(self) -> str:
        return "refill " + " ".join(ROWS[row] for row in self.rows)


Action = FaceUp | FaceDown | Refill


# Events
class Move(NamedTuple):
    """One Complete's way in a shift; the piles `won` and `lost` lie beyond the ends of a row."""

    card: Complete
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The Completes that started in the centre, from the top row down; `seat` is the first player."""

    cards: tuple[Complete, ...]

    def tell(self, names: Sequence[str]) -> str:
        return f"{', '.join(card.code for card in self.cards)} start in the centre. {names[self.seat]} begins."


@dataclass(frozen=True, slots=True)
class PlayedFaceUp(Event):
    """A Single was laid face up, for all to see."""

    card: Single

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {self.card}."


@dataclass(frozen=True, slots=True)
class PlayedFaceDown(Event):
    """A Single was laid face down, and a row named; `open` where everybody sees every hand."""

    card: Single
    row: int
    open: bool | None
    SECRET = ("card",)

    @property
    def eyes(self) -> tuple[Seat, ...] | None:
        return None if self.open else (self.seat,)

    def tell(self, names: Sequence[str]) -> str:
        card = "a Single" if is_hidden(self.card) else str(self.card)
        return f"{names[self.seat]} plays {card} face down and names the {ROWS[self.row]} row."


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """New Completes in the centre cells of these rows, in this order."""

    rows: tuple[int, ...]
    cards: tuple[Complete, ...]

    def tell(self, names: Sequence[str]) -> str:
        placed = (f"{card.code} {ROWS[row]}" for card, row in zip(self.cards, self.rows, strict=True))
        return f"{names[self.seat]} refills: {', '.join(placed)}."


@dataclass(frozen=True, slots=True, init=False)
class Shifted(Event):
    """One shift of the whole stage: where the cards stood, and how each row slid."""

    stage: Stage
    slides: Slides

    def __init__(self, seat: Seat, stage: Stage, slides: Slides) -> None:
        """By hand, because each action makes one: straight into the slots it takes two thirds of the time."""
        _set_seat(self, seat)
        _set_stage(self, stage)
        _set_slides(self, slides)

    @property
    def moves(self) -> tuple[Move, ...]:
        """What went right, from the top row down, then what went left."""
        right = [move for row in range(len(ROWS)) for move in self._moves(row, self.slides[row].right)]
        left = [move for row in range(len(ROWS)) for move in self._moves(row, self.slides[row].left)]
        return (*right, *left)

    def _moves(self, row: int, ways: tuple[tuple[int, int], ...]) -> Iterator[Move]:
        for source, target in ways:
            card = self.stage[row][source]
            assert card is not None, "a slide moves the cards of its own row"
            off = {COLUMNS: Place("won"), -1: Place("lost")}
            yield Move(card, Place("stage", row, source), off.get(target) or Place("stage", row, target))

    @property
    def net(self) -> int:
        """Cards gone right less cards gone left."""
        return sum(len(slide.right) - len(slide.left) for slide in self.slides)

    def tell(self, names: Sequence[str]) -> str:
        told = [f"{move.card.code} {_target(move)}" for move in self.moves]
        return ", ".join(told) + "." if told else "Nothing moves."


_set_seat = vars(Event)["seat"].__set__
_set_stage, _set_slides = (vars(Shifted)[name].__set__ for name in ("stage", "slides"))


def _target(move: Move) -> str:
    if move.target.zone == "stage":
        return f"{'>' if move.target.column > move.source.column else '<'}{move.target.column + 1}"
    return f"{'>' if move.target.zone == 'won' else '<'}{move.target.zone}"


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A Single came from the draw deck; `open` where everybody sees every hand."""

    card: Single
    open: bool | None
    SECRET = ("card",)

    @property
    def eyes(self) -> tuple[Seat, ...] | None:
        return None if self.open else (self.seat,)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {'a Single' if is_hidden(self.card) else self.card}."


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """`seat` played the last Single, and what each seat had played face down was turned up (ES-11)."""

    won: int
    lost: int
    turned_up: tuple[tuple[Single, ...], ...]

    def tell(self, names: Sequence[str]) -> str:
        heaps = zip(names, self.turned_up, strict=False)
        told = [
            f"{name}: {', '.join(map(str, heap))}" for name, heap in heaps if heap and not any(map(is_hidden, heap))
        ]
        turned_up = f" Face down lay, of {'; '.join(told)}." if told else ""
        return f"Every hand is empty: {self.won} won, {self.lost} lost.{turned_up}"


# There are few of these, and each is told often: each is made once.
_played_face_up = cache(PlayedFaceUp)
_played_face_down = cache(PlayedFaceDown)
_drew = cache(Drew)


# Set-up
def resolve_defaults(options: Options, seats: int) -> Options:
    hand_size = options.hand_size if options.hand_size is not None else min(7, LARGEST_HAND[seats])  # ES-2
    open_hands = options.open_hands if options.open_hands is not None else seats == 1  # ES-10
    return replace(options, hand_size=hand_size, open_hands=open_hands)


def check_options(options: Options, seats: int) -> tuple[str, ...]:
    faults, largest = list[str](), LARGEST_HAND[seats]
    if (options.hand_size or 0) > largest:
        faults.append(f"With {seats} players a hand has {SMALLEST_HAND} to {largest} Singles (ES-2).")
    if seats < (options.first or 1) <= max(LARGEST_HAND):
        faults.append(f"Player {options.first} cannot be the first player at a table of {seats} (ES-12).")
    return tuple(faults)


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    singles, key = shuffle(SINGLES, key)
    completes, key = shuffle(COMPLETES, key)
    drawn, _ = draw_below(key, seats)
    first = drawn if options.first is None else options.first - 1  # ES-12
    assert options.hand_size is not None, "resolve_defaults() fills it in"
    hands, draw_deck = deal(singles, seats, options.hand_size)
    centre, complete_deck = completes[: len(ROWS)], completes[len(ROWS) :]
    state = State(
        options=options,
        turn=first,
        stage=_fill((EMPTY_ROW,) * 3, (0, 1, 2), centre),  # ES-1
        hands=tuple(in_order(hand) for hand in hands),
        draw_deck=draw_deck,
        complete_deck=complete_deck,
        won=(),
        lost=(),
        face_up=(),
        face_down=((),) * seats,
    )
    return Step(state, (Began(first, centre),))


def box(state: State) -> tuple[Card, ...]:
    return (*SINGLES, *COMPLETES)


def check_state(state: State) -> tuple[str, ...]:
    seats = len(state.hands)
    found = list[str]()
    if len(state.face_down) != seats:
        found.append("There is not one heap of face-down Singles for each hand.")
    if [len(row) for row in state.stage] != [COLUMNS] * len(ROWS):
        found.append("The stage has three rows of five cells (ES-1).")
    sizes, full = set(map(len, state.hands)), state.options.hand_size or 0
    if max(sizes) > full:
        found.append(f"No hand holds more than {full} Singles (ES-2).")
    elif state.draw_deck and state.options.draw == "after-each-single" and sizes != {full}:
        found.append("While the draw deck lasts every hand is full (ES-3).")
    if any(hand != in_order(hand) for hand in state.hands):
        found.append("A hand lies in the order of the deck.")
    if state.turn is None and any(state.hands):
        found.append("The game is not over while somebody holds a Single (ES-8).")
    if state.turn is not None and not (0 <= state.turn < seats and state.hands[state.turn]):
        found.append("The player on turn holds a Single (ES-8).")
    if not _may_begin(state):
        found.append("With these options another player begins (ES-12).")
    return tuple(found)


def _may_begin(state: State) -> bool:
    """Return whether a player has moved already, or the first move is this player's by the options."""
    played = any((state.face_up, *state.face_down)) or len(state.complete_deck) < len(COMPLETES) - len(ROWS)
    return played or state.options.first in (None, (state.turn or 0) + 1)


# The shift (ES-4)
EMPTY: Final = 0
RIGHT: Final = 1
LEFT: Final = 2
STAYS: Final = 3


@dataclass(frozen=True, slots=True)
class Slide:
    """How one row slides: (column, column) for each card, in the order in which they go; 5 and -1 lie off the row."""

    ways: tuple[int, ...]
    """What each cell holds, as `slide` was told; it decides all the rest."""
    right: tuple[tuple[int, int], ...]
    left: tuple[tuple[int, int], ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]
    sheds: bool
    """Whether any card leaves the row."""
    arrange: Callable[[Row], Row] = field(compare=False)
    """The row after it, picked from the row before it."""

    def __reduce__(self) -> tuple[Callable[[tuple[int, ...]], Slide], tuple[tuple[int, ...]]]:
        return slide, (self.ways,)


def slide(ways: tuple[int, ...]) -> Slide:
    """The slide of a row whose cells hold EMPTY, or a card that goes RIGHT, goes LEFT or STAYS."""
    cells = [column if way != EMPTY else None for column, way in enumerate(ways)]
    right = [_pass(cells, column, +1) for column in reversed(range(COLUMNS)) if ways[column] == RIGHT]
    left = [_pass(cells, column, -1) for column in range(COLUMNS) if ways[column] == LEFT]
    won = tuple(source for source, target in right if target == COLUMNS)
    lost = tuple(source for source, target in left if target == -1)
    return Slide(
        ways=ways,
        right=tuple(right),
        left=tuple(left),
        won=won,
        lost=lost,
        sheds=bool(won or lost),
        arrange=_arrange(tuple(cells), empty=ways.index(EMPTY) if EMPTY in ways else None),
    )


def _arrange(sources: tuple[int | None, ...], empty: int | None) -> Callable[[Row], Row]:
    """Picks a row from the cells of another; what comes from nowhere, from a cell that was empty or from beyond."""
    if empty is not None:
        return itemgetter(*(empty if source is None else source for source in sources))
    pick = itemgetter(*(COLUMNS if source is None else source for source in sources))
    return lambda row: pick((*row, None))


def _pass(cells: list[int | None], source: int, step: int) -> tuple[int, int]:
    """Move one card to the next empty cell on its side, or off the row; cards in the way are passed over."""
    card, column = cells.index(source), cells.index(source) + step
    while 0 <= column < COLUMNS and cells[column] is not None:
        column += step
    cells[card] = None
    if 0 <= column < COLUMNS:
        cells[column] = source
    return source, column


class _Slides(dict[tuple[int, ...], Slide]):
    """There are only 4 ** 5 rows that slide differently; each is worked out when it is first asked for."""

    def __missing__(self, ways: tuple[int, ...]) -> Slide:
        return self.setdefault(ways, slide(ways))


_SLIDES = _Slides()
Ways = dict[Complete | None, int]
"""For what a cell may hold: EMPTY, RIGHT, LEFT or STAYS."""


def _all(way: int) -> Ways:
    """Every Complete, known or not, goes the same way."""
    return {None: EMPTY, **dict.fromkeys((*COMPLETES, cast(Complete, FACE_DOWN)), way)}


_ALL_RIGHT, _ALL_LEFT, _ALL_STAY = _all(RIGHT), _all(LEFT), _all(STAYS)
RowWays = tuple[Ways, Ways, Ways]
"""The same, row by row."""

_FACE_UP_WAYS: dict[Single, RowWays] = {  # ES-5: what bears the characteristic goes right, all others left
    single: (_ALL_LEFT | {card: RIGHT for card in COMPLETES if matches(card, single)},) * 3
    for single in dict.fromkeys(SINGLES)
}
_FACE_DOWN_WAYS: tuple[RowWays, RowWays, RowWays] = (  # ES-6: the row that was named goes right, the others left
    (_ALL_RIGHT, _ALL_LEFT, _ALL_LEFT),
    (_ALL_LEFT, _ALL_RIGHT, _ALL_LEFT),
    (_ALL_LEFT, _ALL_LEFT, _ALL_RIGHT),
)
_REFILL_WAYS: RowWays = (_ALL_LEFT, _ALL_LEFT, _ALL_LEFT)


@cache
def _refill_centre(rows: tuple[int, ...], shift: str) -> RowWays:
    """In the centre the new cards stay or, as an option, whatever stands there; the others go left (ES-7)."""
    top, middle, bottom = (_ALL_STAY if shift == "off-centre" or row in rows else _ALL_LEFT for row in range(len(ROWS)))
    return top, middle, bottom


Slides = tuple[Slide, Slide, Slide]


def _slides(stage: Stage, ways: RowWays, centre: RowWays) -> Slides:
    """How the three rows slide, each by its ways, and by those of `centre` in the centre."""
    a, b, c = stage
    top, middle, bottom = ways
    top_centre, middle_centre, bottom_centre = centre
    return (
        _SLIDES[top[a[0]], top[a[1]], top_centre[a[2]], top[a[3]], top[a[4]]],
        _SLIDES[middle[b[0]], middle[b[1]], middle_centre[b[2]], middle[b[3]], middle[b[4]]],
        _SLIDES[bottom[c[0]], bottom[c[1]], bottom_centre[c[2]], bottom[c[3]], bottom[c[4]]],
    )


def _shift(stage: Stage, slides: Slides) -> tuple[Stage, tuple[Complete, ...], tuple[Complete, ...]]:
    """The stage after the slides, and the cards that they carried off it on the right and on the left."""
    (a, b, c), (top, middle, bottom) = stage, slides
    won: tuple[Any, ...] = ()
    lost: tuple[Any, ...] = ()
    if top.sheds or middle.sheds or bottom.sheds:
        for cells, each in zip(stage, slides, strict=True):
            for column in each.won:
                won += (cells[column],)
            for column in each.lost:
                lost += (cells[column],)
    return (top.arrange(a), middle.arrange(b), bottom.arrange(c)), won, lost


# Legal actions
_FACE_UP = {card: FaceUp(card) for card in dict.fromkeys(SINGLES)}
_FACE_DOWN = {card: tuple(FaceDown(card, row) for row in range(len(ROWS))) for card in dict.fromkeys(SINGLES)}
_REFILL = {rows: Refill(rows) for size in (1, 2, 3) for rows in combinations(range(len(ROWS)), size)}


def legal(state: State) -> tuple[Action, ...]:
    options, seat, stage, hands, _, complete_deck, _, _, _, _ = state
    if seat is None:
        return ()
    refills = _refills(_empty_centre(stage), len(complete_deck), options.refill_count)
    if refills and options.empty_grid == "refill-first" and _is_bare(stage):  # ES-13
        return refills
    return _singles(_held(hands[seat]), _nameable(stage)) + refills


def _held(hand: tuple[Single, ...]) -> int:
    """The characteristics that a hand bears."""
    held = 0
    for card in hand:
        held |= card.mask
    return held


def _nameable(stage: Stage) -> tuple[bool, bool, bool]:
    """For each row, whether a face-down Single may name it: it holds at least two Completes (ES-6)."""
    top, middle, bottom = stage
    most = COLUMNS - 2
    return top.count(None) <= most, middle.count(None) <= most, bottom.count(None) <= most


@cache
def _singles(held: int, nameable: tuple[bool, bool, bool]) -> tuple[Action, ...]:
    """Every play of a Single that bears one of these characteristics, over these rows; two copies make one."""
    cards = [card for card in _FACE_UP if card.mask & held]
    rows = [row for row in range(len(ROWS)) if nameable[row]]
    return (*(_FACE_UP[card] for card in cards), *(_FACE_DOWN[card][row] for card in cards for row in rows))


def _empty_centre(stage: Stage) -> tuple[bool, bool, bool]:
    """For each row, whether its centre cell is empty."""
    top, middle, bottom = stage
    return top[CENTRE] is None, middle[CENTRE] is None, bottom[CENTRE] is None


@cache
def _refills(empty: tuple[bool, bool, bool], cards: int, count: str) -> tuple[Action, ...]:
    """Every refill of these centre cells from a deck with so many cards (ES-7)."""
    rows = tuple(row for row in range(len(ROWS)) if empty[row])
    most = min(len(rows), cards)
    if count == "all":  # ES-15: as far as the deck reaches, which is from the top row down
        return (_REFILL[rows[:most]],) if most else ()
    return tuple(_REFILL[some] for size in range(most, 0, -1) for some in combinations(rows, size))


def _is_bare(stage: Stage) -> bool:
    return all(cells == EMPTY_ROW for cells in stage)


# Apply
_new = tuple.__new__
"""What `State(...)` comes to in the end: called directly it takes half the time."""


def apply(state: State, action: Action) -> Step[State]:
    if isinstance(action, FaceUp):
        ways = _FACE_UP_WAYS[action.card]
        return _after_single(state, action.card, None, _slides(state.stage, ways, ways))
    if isinstance(action, FaceDown):
        ways = _FACE_DOWN_WAYS[action.row]
        return _after_single(state, action.card, action.row, _slides(state.stage, ways, ways))
    return _after_refill(state, action.rows)


def _after_single(state: State, card: Single, row: int | None, slides: tuple[Slide, Slide, Slide]) -> Step[State]:
    options, seat, stage, hands, draw_deck, complete_deck, won, lost, face_up, face_downs = state
    assert seat is not None, "legal() offers nothing once the game is over"
    open_hands = options.open_hands
    played: Event
    if row is None:
        played = _played_face_up(seat, card)
        face_up += (card,)
    else:
        played = _played_face_down(seat, card, row, open_hands)
        face_downs = put(face_downs, seat, face_downs[seat] + (card,))
    events: tuple[Event, ...]
    if draw_deck and options.draw == "after-each-single":  # ES-3
        drawn, draw_deck = draw_deck[0], draw_deck[1:]
        hand = exchange(hands[seat], card, drawn)
        events = played, Shifted(seat, stage, slides), _drew(seat, drawn, open_hands)
    else:
        hand = without(hands[seat], card)
        events = played, Shifted(seat, stage, slides)
    hands = put(hands, seat, hand)
    stage, off_right, off_left = _shift(stage, slides)
    won, lost = won + off_right, lost + off_left
    following = _next_seat(hands, seat)
    if following is None:
        events += (Ended(seat, len(won), len(lost), face_downs),)
    fields = options, following, stage, hands, draw_deck, complete_deck, won, lost, face_up, face_downs
    return _new(Step, (_new(State, fields), events))


def _after_refill(state: State, rows: tuple[int, ...]) -> Step[State]:
    options, seat, stage, hands, draw_deck, complete_deck, won, lost, face_up, face_downs = state
    assert seat is not None, "legal() offers nothing once the game is over"
    cards, complete_deck = complete_deck[: len(rows)], complete_deck[len(rows) :]
    stage = _fill(stage, rows, cards)  # ES-7: the new cards are in place before the others move
    slides = _slides(stage, _REFILL_WAYS, _refill_centre(rows, options.refill_shift))
    events = (Refilled(seat, rows, cards), Shifted(seat, stage, slides))
    stage, off_right, off_left = _shift(stage, slides)
    won, lost = won + off_right, lost + off_left
    following = _next_seat(hands, seat)
    fields = options, following, stage, hands, draw_deck, complete_deck, won, lost, face_up, face_downs
    return _new(Step, (_new(State, fields), events))


def _fill(stage: Stage, rows: tuple[int, ...], cards: tuple[Complete, ...]) -> Stage:
    """The cards put in the centre cells of the rows."""
    filled = list(stage)
    for row, card in zip(rows, cards, strict=True):
        a, b, _, d, e = filled[row]
        filled[row] = a, b, card, d, e
    top, middle, bottom = filled
    return top, middle, bottom


_CLOCKWISE: dict[int, tuple[tuple[Seat, ...], ...]] = {
    seats: tuple((*range(seat + 1, seats), *range(seat + 1)) for seat in range(seats)) for seats in LARGEST_HAND
}
"""For each number of seats and each seat: all of them, from the next one round to the seat itself."""


def _next_seat(hands: Sequence[tuple[Single, ...]], seat: Seat) -> Seat | None:
    """The next player clockwise who holds a card (ES-8)."""
    for following in _CLOCKWISE[len(hands)][seat]:
        if hands[following]:
            return following
    return None


# Outcome
def standing(state: State) -> tuple[int, ...]:
    return (len(state.won) - len(state.lost),) * len(state.hands)


def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    won, lost, seats = len(state.won), len(state.lost), range(len(state.hands))
    margin = won - lost
    how = f"a win by {margin}" if margin > 0 else f"a loss by {-margin}" if margin else "a tie, which is lost"  # ES-9
    return Outcome(
        points=(margin,) * len(seats),
        winners=tuple(seats) if margin > 0 else (),
        together=True,
        margin=margin,
        reason=f"The table won {won} and lost {lost}: {how}.",
        ruling="ES-9",
    )


# View
def view(state: State, seat: Seat | None) -> State:
    options, on_turn, stage, hands, draw_deck, complete_deck, won, lost, face_up, face_downs = state
    if not options.open_hands:  # ES-10; who sees every hand sees what leaves it face down, too: ES-16
        hands = tuple([hand if owner == seat else face_down(hand) for owner, hand in enumerate(hands)])
        if on_turn is not None:  # ES-11
            face_downs = tuple([heap if owner == seat else face_down(heap) for owner, heap in enumerate(face_downs)])
    draw_deck, complete_deck = face_down(draw_deck), face_down(complete_deck)
    return State(options, on_turn, stage, hands, draw_deck, complete_deck, won, lost, face_up, face_downs)


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    def unseen(box: tuple[Any, ...], *zones: tuple[Any, ...]) -> tuple[Any, ...]:
        return in_order(less(box, (card for zone in zones for card in zone)))

    singles, key = shuffle(unseen(SINGLES, *state.hands, state.draw_deck, state.face_up, *state.face_down), key)
    completes, _ = shuffle(unseen(COMPLETES, *state.stage, state.won, state.lost), key)
    pool = iter(singles)

    def dealt(zone: tuple[Single, ...]) -> tuple[Single, ...]:
        return tuple(next(pool) if is_hidden(card) else card for card in zone)

    return state._replace(
        hands=tuple(in_order(dealt(hand)) for hand in state.hands),
        draw_deck=dealt(state.draw_deck),
        face_down=tuple(map(dealt, state.face_down)),
        complete_deck=completes,
    )


# Words
def explain(state: State, action: Action) -> str:
    if state.turn is None:
        return "The game is over: every hand is empty (ES-8)."
    return _why_not(state, action) or _why(state, action)


def _why_not(state: State, action: Action) -> str:
    match action:
        case FaceUp(card) | FaceDown(card):
            if card not in state.hands[state.turn or 0]:
                return f"There is no {card} in this hand."
            bare = _is_bare(state.stage) and state.complete_deck
            if state.options.empty_grid == "refill-first" and bare:
                return "The stage is empty and Completes are left, so a refill comes first (ES-13)."
            return _why_no_such_row(state, action.row) if isinstance(action, FaceDown) else ""
        case Refill(rows):
            return _why_no_refill(state, rows)
        case _:
            assert_never(action)


def _why_no_such_row(state: State, row: int) -> str:
    if row not in range(len(ROWS)):
        return "The rows are top, middle and bottom (ES-1)."
    if _nameable(state.stage)[row]:
        return ""
    held = counted(COLUMNS - state.stage[row].count(None), "Complete")
    return f"The {ROWS[row]} row holds {held}; a Single face down needs a row with two or more (ES-6)."


def _why_no_refill(state: State, rows: tuple[int, ...]) -> str:
    empty, cards = _empty_centre(state.stage), len(state.complete_deck)
    if rows not in _REFILL:
        return "A refill names one or more of the rows, each once, from the top down (ES-7)."
    for row in rows:
        if not empty[row]:
            return f"The centre cell of the {ROWS[row]} row is not empty (ES-7)."
    if len(rows) > cards:
        deck = f"has {counted(cards, 'card')} left, not {len(rows)}" if cards else "is empty"
        return f"The Complete deck {deck} (ES-7)."
    if Refill(rows) not in _refills(empty, cards, state.options.refill_count):
        return "A refill fills every empty centre cell, from the top row down as far as the deck reaches (ES-15)."
    return ""


def _why(state: State, action: Action) -> str:
    shifted = next(event for event in apply(state, action).events if isinstance(event, Shifted))
    right = sum(len(each.right) for each in shifted.slides)
    left = sum(len(each.left) for each in shifted.slides)
    count = f"{right} right, {left} left"
    match action:
        case FaceUp(card):
            return f"Completes that bear {card} go right, all others left (ES-5): {count}."
        case FaceDown(row=row):
            return f"The {ROWS[row]} row goes right, all others left (ES-6): {count}."
        case Refill():
            others = "all outside the centre go" if state.options.refill_shift == "off-centre" else "all others go"
            return f"The new Completes stay, {others} left (ES-7): {count}."
        case _:
            assert_never(action)


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """The shift is sure; a card to be drawn is not, and new Completes are seen from their backs."""
    events = apply(state, action).events
    return tuple(event for event in events if not (isinstance(event, Drew) and is_hidden(event.card)))


def parse(text: str) -> Action:
    words = [word for word in text.lower().replace(",", " ").split() if word not in ("face", "and", "row")]
    if not words:
        raise ValueError("Type a Single (Red, or R), a Single with 'down' and a row, or 'refill' with rows.")
    if words[0] == "refill":
        rows = tuple(sorted({_read_row(word) for word in words[1:]}))
        if not rows:
            raise ValueError("Say which centre cells to refill, as in 'refill top bottom'.")
        return _REFILL[rows]
    card = Single.read(words[0])
    match words[1:]:
        case [] | ["up"]:
            return _FACE_UP[card]
        case ["down", row]:
            return _FACE_DOWN[card][_read_row(row)]
        case ["down"]:
            raise ValueError(f"Say on which row, as in '{card} down top'.")
        case rest:
            raise ValueError(f"After a Single comes nothing, or 'down' and a row, not {quoted(' '.join(rest))}.")


def _read_row(word: str) -> int:
    found = [row for row, name in enumerate(ROWS) if name.startswith(word)]
    if len(found) != 1:
        raise ValueError(f"The rows are top, middle and bottom, not {quoted(word)}.")
    return found[0]


GAME = Game(
    id="exit-stage-right",
    title="Exit Stage Right",
    summary="See Completes off on the right before they slip off on the left.",
    page="exit_stage_right.md",
    prefix="ES",
    rules_version=1,
    together=True,
    seats=range(1, 7),
    options=Options,
    option_texts=texts_of(Options),
    presets=PRESETS,
    state=State,
    actions=(FaceUp, FaceDown, Refill),
    resolve_defaults=resolve_defaults,
    check_options=check_options,
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
