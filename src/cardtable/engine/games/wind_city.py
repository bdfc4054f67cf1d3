"""Wind City: houses, insurance, and a hurricane that everybody steers in turn.  Rules: rules/wind_city.md (WC)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, pairwise, permutations
from operator import attrgetter
from typing import Any, ClassVar, Literal, NamedTuple, assert_never

from cardtable.engine.cards import Card as DeckCard
from cardtable.engine.cards import quoted
from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import Event, Game, Outcome, Preset, Seat, Step, advancing, tell, texts_of, told_option
from cardtable.engine.games.wind_city_map import (
    ACTIONS,
    BOARD,
    CARDS,
    HOUSES,
    MOST_BEACH,
    SECTIONS,
    Board,
    Card,
    Chart,
    Direction,
    House,
    Move,
    Space,
    chart,
    column_of,
    faults_of_board,
    faults_of_cards,
    name_of,
    read_space,
    row_of,
)

COINS = 40  # WC-2
INSURANCE, DEAR_INSURANCE = 3, 6  # WC-6: to the player on turn
RENEWAL, DEAR_RENEWAL = 2, 3  # WC-5: to the bank
STATION, CALM = 5, 3  # WC-9, WC-10: from the bank
WORTH, DEAR_WORTH = 10, 20  # WC-15
MOST_CHOSEN = 3  # WC-4
TOO_FAR_NORTH = 3  # WC-11: with the hurricane in the last so many rows no house is bought
UNREAD = 0
"""A card that somebody else has drawn, or that lies in the pile."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may agree on before it starts."""

    first: int | None = told_option(
        None, "First player", "Who places the hurricane and takes the first turn.", "WC-3",
        low=1, high=5, unset="drawn by the deal",
    )  # fmt: skip
    calm_bonus: Literal["any", "northward"] = told_option(
        "any", "Calm bonus", "Which turns that meet no house and no sea earn 3 points.", "WC-10",
        words={"any": "any such turn", "northward": "only if it ends farther north than it began"},
    )  # fmt: skip
    piles: int = told_option(
        3, "Piles", "How often the pile runs out before the game is scored as it stands; 0 for no limit.", "WC-14",
        low=0, high=10,
    )  # fmt: skip
    board: Board = told_option(BOARD, "Board", "Columns, rows and weather stations.", "WC-1")  # noqa: RUF009  as above
    cards: tuple[Card, ...] = told_option(CARDS, "Cards", "The actions of each card, card 1 first.", "WC-13")


PRESETS = (
    Preset("By the book", "The usual choice everywhere.", Options()),
    Preset("No circling", "Calm turns pay only if the storm comes nearer (WC-10).", Options(calm_bonus="northward")),
)  # fmt: skip


# State
Phase = Literal["hurricane", "houses", "plan", "renew", "offer", "insure", "build", "over"]
SECRET: tuple[Phase, ...] = ("plan", "renew", "offer", "insure")
"""The phases in which only the player on turn has read the card (WC-4)."""


class Trip(NamedTuple):
    """The hurricane's way in this turn, so far."""

    start: Space
    moved: bool
    calm: bool
    """Whether it has entered no space with a house, and none of the sea."""
    owed: int
    """For the actions carried out."""


class State(NamedTuple):
    """All of a game in progress, hidden cards too.  A card is its number, counted from 1."""

    options: Options
    turn: Seat | None
    """The seat that is asked, which is not always the one on turn."""
    phase: Phase
    active: Seat
    """The player on turn; while houses are placed, the one who will take the first turn."""
    hurricane: Space | None
    """None before it is placed, and once it has left over the northern edge."""
    houses: tuple[tuple[Space, ...], ...]
    """Each player's, from south to north."""
    two_family: tuple[Space, ...]
    insured: tuple[Space, ...]
    lapsing: tuple[Space, ...]
    """Of those, the ones whose renewal the player on turn has yet to pay for."""
    coins: tuple[int, ...]
    out: tuple[Seat, ...]
    """Who could not pay, in that order."""
    pile: tuple[int, ...]
    """The top card first."""
    discards: tuple[int, ...]
    run_out: int
    """How often the pile has."""
    card: int | None
    """What the player on turn has drawn."""
    plan: tuple[int, ...]
    """The actions chosen, by their numbers on the card."""
    done: int
    """How many of them have been carried out."""
    trip: Trip | None
    """While they are carried out."""
    key: Key
    """For the next shuffle."""


# Actions
@dataclass(frozen=True, slots=True)
class PlaceHurricane:
    """Put the hurricane on the southernmost sea row."""

    space: Space

    def __str__(self) -> str:
        return f"hurricane {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class PlaceHouse:
    """Put one of the twelve houses down."""

    space: Space

    def __str__(self) -> str:
        return f"house {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose actions of the card, in this order."""

    plan: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.plan))


@dataclass(frozen=True, slots=True)
class Renew:
    """Pay the bank for an insurance that would end."""

    space: Space

    def __str__(self) -> str:
        return f"renew {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Offer:
    """Sell insurance to the others, or do not."""

    open: bool

    def __str__(self) -> str:
        return "offer" if self.open else "no offer"


@dataclass(frozen=True, slots=True)
class Insure:
    """Pay the player on turn for an insurance."""

    space: Space

    def __str__(self) -> str:
        return f"insure {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Build:
    """Put a bought house beside one of one's own."""

    space: Space

    def __str__(self) -> str:
        return f"build {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Done:
    """Renew, insure or build no more."""

    def __str__(self) -> str:
        return "done"


Action = PlaceHurricane | PlaceHouse | Choose | Renew | Offer | Insure | Build | Done

# There are few of these, and each is offered often: each is made once.
_place_hurricane = cache(PlaceHurricane)
_place_house = cache(PlaceHouse)
_choose = cache(Choose)
_renew = cache(Renew)
_insure = cache(Insure)
_build = cache(Build)
_DONE = Done()
_OFFERS = (Offer(True), Offer(False))


# Events
@dataclass(frozen=True, slots=True)
class Placed(Event):
    """The hurricane or a house was put down."""

    space: Space
    hurricane: bool

    def tell(self, names: Sequence[str]) -> str:
        what = "the hurricane" if self.hurricane else "a house"
        return f"{names[self.seat]} puts {what} on {name_of(self.space)}."


@dataclass(frozen=True, slots=True)
class RanOut(Event):
    """A card had to be drawn and none was left; the discards were shuffled, unless this ends the game."""

    times: int

    def tell(self, names: Sequence[str]) -> str:
        return f"The pile has run out ({self.times})."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A turn began: `seat` drew a card."""

    card: int
    SECRET: ClassVar[tuple[str, ...]] = ("card",)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {f'card {self.card}' if self.card else 'a card'}."


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """Actions were chosen and written down; which, nobody else knows."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} has chosen."


@dataclass(frozen=True, slots=True)
class Insured(Event):
    """A house was insured with `seller`, or with the bank: a renewal."""

    space: Space
    cost: int
    seller: Seat | None

    def tell(self, names: Sequence[str]) -> str:
        if self.seller is None:
            return f"{names[self.seat]} renews {name_of(self.space)} for {self.cost}."
        return f"{names[self.seat]} insures {name_of(self.space)} with {names[self.seller]} for {self.cost}."


@dataclass(frozen=True, slots=True)
class Lapsed(Event):
    """The insurance of these houses ended."""

    spaces: tuple[Space, ...]

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s insurance ends on {_listed(self.spaces)}."


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """Insurance was offered, or not."""

    open: bool

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {'offers' if self.open else 'sells no'} insurance."


@dataclass(frozen=True, slots=True)
class Showed(Event):
    """Card and choice were shown."""

    card: int
    plan: tuple[int, ...]
    actions: Card

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} shows card {self.card}: {', '.join(map(str, self.actions))}."


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The hurricane went its way, by an action or (`went_on`) beyond an insured house."""

    direction: Direction
    path: tuple[Space, ...]
    """The spaces that it entered."""
    destroyed: tuple[tuple[Seat, Space], ...]
    passed: tuple[Space, ...]
    """Those with an insured house."""
    lost: int
    """Steps beyond the southern edge."""
    left: bool
    """Whether it left over the northern edge."""
    went_on: bool

    def tell(self, names: Sequence[str]) -> str:
        if not self.path and not self.left:
            return "The hurricane stays at the southern edge."
        end = "over the northern edge" if self.left else f"to {name_of(self.path[-1])}"
        told = [f"The hurricane goes {'on ' * self.went_on}{self.direction} {end}."]
        if self.passed:
            told.append(f"It passes {_listed(self.passed)}.")
        if self.destroyed:
            lost = (f"{names[owner]}'s {name_of(space)}" for owner, space in self.destroyed)
            told.append(f"It destroys {', '.join(lost)}.")
        return " ".join(told)


@dataclass(frozen=True, slots=True)
class Earned(Event):
    """The bank paid for where the hurricane stopped, or for a calm turn."""

    points: int
    station: bool

    def tell(self, names: Sequence[str]) -> str:
        why = "a weather station" if self.station else "a calm turn"
        return f"{names[self.seat]} gets {self.points} for {why}."


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A bought house made a two-family house; on no space where the buyer declined."""

    space: Space | None

    def tell(self, names: Sequence[str]) -> str:
        if self.space is None:
            return f"{names[self.seat]} buys no house."
        return f"{names[self.seat]} buys a house for {name_of(self.space)}."


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """The actions carried out were paid for."""

    points: int

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} pays {self.points}."


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """`seat` could not pay, and is out."""

    owed: int
    had: int
    houses: tuple[Space, ...]
    """Those that left the board."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} owes {self.owed}, has {self.had} and is out, houses and all."


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over; the points of each seat."""

    points: tuple[int, ...]
    why: str

    def tell(self, names: Sequence[str]) -> str:
        told = (f"{name} {points}" for name, points in zip(names, self.points, strict=False))
        return f"{self.why} {', '.join(told)}."


def _listed(spaces: Iterable[Space]) -> str:
    return ", ".join(map(name_of, spaces))


# Set-up
def check_options(options: Options, seats: int) -> tuple[str, ...]:
    faults = list[str]()
    if seats < (options.first or 1):
        faults.append(f"Player {options.first} cannot be the first player at a table of {seats} (WC-3).")
    return (*faults, *faults_of_board(options.board, seats), *faults_of_cards(options.cards))


def setup(options: Options, seats: int, key: Key) -> Step[State]:
    pile, key = shuffle(tuple(range(1, len(options.cards) + 1)), key)
    drawn, key = draw_below(key, seats)
    first = drawn if options.first is None else options.first - 1  # WC-3
    state = State(
        options=options,
        turn=first,
        phase="hurricane",
        active=first,
        hurricane=None,
        houses=((),) * seats,
        two_family=(),
        insured=(),
        lapsing=(),
        coins=(COINS,) * seats,  # WC-2
        out=(),
        pile=pile,
        discards=(),
        run_out=0,
        card=None,
        plan=(),
        done=0,
        trip=None,
        key=key,
    )
    return Step(state, ())


def box(state: State) -> tuple[DeckCard, ...]:
    """None: Wind City has cards of its own, and check_state() counts them."""
    return ()


def chart_of(state: State) -> Chart:
    """The board as it is used here."""
    return chart(state.options.board, len(state.houses))


def check_state(state: State) -> tuple[str, ...]:
    # The first alone: each check relies on the one before, as that no more houses are insured than stand.
    return tuple(islice(_all_flaws(state), 1))


def _all_flaws(state: State) -> Iterator[str]:
    yield from chain(_flaws_of_cards(state), _flaws_of_board(state), _flaws_of_turn(state))
    if state.phase in ("hurricane", "houses"):
        yield from _flaws_of_setup(state)
    elif state.trip is not None:
        yield from _flaws_of_trip(state, state.trip)


def _flaws_of_cards(state: State) -> Iterator[str]:
    cards, numbers = state.options.cards, range(1, len(state.options.cards) + 1)
    lying = Counter((*state.pile, *state.discards, *(() if state.card is None else (state.card,))))
    if lying != Counter(numbers):
        yield f"Each of the {len(cards)} cards lies in one place (WC-13)."
    elif (state.card is None) != (state.phase in ("hurricane", "houses", "over")):
        yield "The player on turn has drawn a card, and nobody else has (WC-4)."
    elif (not state.plan) != (state.card is None or state.phase == "plan"):
        yield "Whoever has drawn a card has chosen actions, or is about to (WC-4)."
    elif state.plan and state.card is not None and Choose(state.plan) not in _plans(cards[state.card - 1]):
        yield "One to three actions of the card are chosen, among them a move (WC-4)."
    elif (state.trip is None) != (state.phase != "build") or not _is_among(state.done, len(state.plan), state.phase):
        yield "Actions are carried out one by one, once all insurance is sold (WC-4)."
    if state.run_out < 0 or state.run_out - (state.phase == "over") >= state.options.piles > 0:
        yield f"The pile runs out {state.options.piles} times at the most (WC-14)."


def _is_among(done: int, chosen: int, phase: Phase) -> bool:
    return 0 <= done < chosen if phase == "build" else done == 0


def _flaws_of_board(state: State) -> Iterator[str]:
    plan, spaces = chart_of(state), list(chain.from_iterable(state.houses))
    if len(set(spaces)) < len(spaces) or not set(spaces) <= set(chain.from_iterable(plan.sections)):
        yield "Each space holds one player's houses, on land and on no station (WC-1)."
    elif any(own != tuple(sorted(own)) for own in (*state.houses, state.two_family, state.insured, state.lapsing)):
        yield "Houses are told from south to north."
    elif not {*state.two_family, *state.insured} <= set(spaces) or not set(state.lapsing) <= set(state.insured):
        yield "A two-family or an insured house is a house (WC-6)."
    elif any(len(set(each)) < len(each) for each in (state.two_family, state.insured, state.lapsing)):
        yield "Each house is told once."
    elif any(len(own) + len(_shared(state, seat)) > HOUSES for seat, own in enumerate(state.houses)):
        yield "Each player has twelve houses (WC-2)."
    elif any(count > MOST_BEACH[len(state.houses)] for count in _beaches(state)):
        yield "Too many houses of one player stand on the coast (WC-3)."
    at = state.hurricane
    if at is not None and not _is_on_board(plan, at):
        yield "The hurricane stands on a space of the board (WC-7)."
    elif (at is None) != (state.phase == "hurricane") and not (at is None and state.phase == "over"):
        yield "The hurricane is placed first, and leaves last (WC-3)."


def _is_on_board(plan: Chart, space: Space) -> bool:
    return space >= 0 and column_of(space) < plan.columns and not plan.is_north(space)


def _flaws_of_turn(state: State) -> Iterator[str]:
    seats = range(len(state.houses))
    alive = [seat for seat in seats if seat not in state.out]
    if len(state.coins) != len(seats) or min(state.coins) < 0 or not set(state.out) <= set(seats) or not alive:
        yield "Each player has coins, and somebody is left (WC-12)."
    elif len(set(state.out)) < len(state.out) or any(state.coins[seat] or state.houses[seat] for seat in state.out):
        yield "Who is out has neither coins nor houses (WC-12)."
    elif (state.phase == "over") != (state.turn is None) or (len(alive) == 1 and state.phase != "over"):
        yield "The game is over when nobody is asked (WC-15)."
    elif state.phase == "over" and not _is_over(state):
        yield "Nothing has ended the game yet (WC-15)."
    elif state.active not in alive or state.turn not in (None, *alive):
        yield "Whoever is asked takes part."
    elif (state.turn == state.active) == (state.phase == "insure") and state.phase not in ("houses", "over"):
        yield "All but insurance is the affair of the player on turn (WC-4)."
    elif not _is_turn_of(state, state.active):
        yield "With these options it's another player's turn (WC-3)."
    elif state.phase == "houses" and not _is_placing(state):
        yield "Houses are placed in turn, from the second player on (WC-3)."
    else:
        yield from _flaws_of_question(state)


def _is_turn_of(state: State, seat: Seat) -> bool:
    """Return whether it can be this player's turn, if the options name the first player and nobody is out."""
    first, seats = state.options.first, len(state.houses)
    if first is None or state.out or state.phase == "over":
        return True
    turns = state.run_out * len(state.options.cards) + len(state.discards)
    return seat == (first - 1 + turns) % seats


def _flaws_of_question(state: State) -> Iterator[str]:
    if state.phase == "renew" and len(legal(state)) < 2:
        yield "There is an insurance to renew, and a coin for it (WC-5)."
    elif state.phase != "renew" and state.lapsing:
        yield "Insurance ends only while it is renewed (WC-5)."
    elif not set(state.lapsing) <= set(state.houses[state.active]):
        yield "Only the insurance of the player on turn ends (WC-5)."
    elif state.phase in ("insure", "build") and len(legal(state)) < 2:
        yield "Whoever is asked has a choice (WC-6)."
    elif state.phase == "offer" and _next_buyer(state, state.active) is None:
        yield "Insurance is offered where somebody could buy it (WC-6)."


def _flaws_of_setup(state: State) -> Iterator[str]:
    """Check a position in which the hurricane or the houses are being placed."""
    if state.phase == "hurricane" and any(state.houses):
        yield "The hurricane is placed before the houses (WC-3)."
    elif state.phase == "houses" and state.hurricane not in chart_of(state).harbour:
        yield "The hurricane stands in the southernmost row while houses are placed (WC-3)."
    elif state.two_family or state.insured:
        yield "No house is insured or has two families while houses are placed (WC-4)."
    elif state.out or state.coins != (COINS,) * len(state.houses):
        yield f"Every player has {COINS} coins while houses are placed (WC-2)."
    elif state.discards or state.run_out:
        yield "Every card is in the pile while houses are placed (WC-4)."
    else:
        yield from _flaws_of_sections(state)


def _flaws_of_sections(state: State) -> Iterator[str]:
    """Check that every player can still place the rest of their houses."""
    board, seats = state.options.board, len(state.houses)
    quota = HOUSES // SECTIONS[seats]
    for own in state.houses:
        counts = _by_section(board, seats, own)
        if max(counts) > quota:
            yield f"Each player places {quota} houses in each section (WC-3)."
        elif counts[0] == quota and not chart_of(state).is_beach(own[0]):
            yield "The last house of the first section stands on the coast if no other one does (WC-3)."


def _flaws_of_trip(state: State, trip: Trip) -> Iterator[str]:
    """Check that the actions carried out lead to this position, in which a bought house is placed."""
    card = state.options.cards[(state.card or 1) - 1]
    chosen = [card[at - 1] for at in state.plan]
    moves = [action.cost for action in chosen[: state.done] if isinstance(action, Move)]
    if isinstance(chosen[state.done], Move):
        yield "A house is placed where one was chosen, not where a move was (WC-11)."
    elif not sum(moves) <= trip.owed <= sum(action.cost for action in chosen[: state.done]):
        yield "The amount owed is what the actions carried out so far cost (WC-12)."
    elif not _is_on_board(chart_of(state), trip.start):
        yield "The hurricane started this turn on a space of the board (WC-7)."
    else:
        yield from _flaws_of_path(state, trip, chosen)


def _flaws_of_path(state: State, trip: Trip, chosen: list[Move | House]) -> Iterator[str]:
    plan, path = chart_of(state), _path_so_far(state, trip.start, chosen)
    if path is None or (trip.start, *path)[-1] != state.hurricane:
        yield "The hurricane stands where the moves carried out have led it (WC-7)."
        return
    met = set(path).intersection(chain.from_iterable(state.houses))
    if not met <= set(state.insured):
        yield "Only insured houses stand where the hurricane has gone in this turn (WC-8)."
    elif trip.moved != bool(path) or (trip.calm and (met or any(map(plan.is_sea, path)))):
        yield "Whether the hurricane has moved, and whether the turn is calm, follows from its way (WC-10)."


def _path_so_far(state: State, start: Space, chosen: list[Move | House]) -> tuple[Space, ...] | None:
    """Return the spaces that the moves carried out have entered, or None if they lead over the northern edge."""
    plan, at, path = chart_of(state), start, tuple[Space, ...]()
    last = max(number for number, action in enumerate(chosen) if isinstance(action, Move))
    for number, action in enumerate(chosen[: state.done]):
        if isinstance(action, Move):
            entered, left = _way(plan, at, action)
            at = (at, *entered)[-1]
            if number == last and at in state.insured and not left:  # WC-9
                beyond, left = _way_on(plan, at, action.direction, state.insured)
                entered, at = entered + beyond, (at, *beyond)[-1]
            if left:
                return None
            path += entered
    return path


def _is_placing(state: State) -> bool:
    """Whether so many houses of each player stand as their turns make (WC-3)."""
    seats, counts = len(state.houses), [len(own) for own in state.houses]
    order = [(state.active + 1 + at) % seats for at in range(seats)]
    placed = sum(counts)
    expected = [placed // seats + (at < placed % seats) for at in range(seats)]
    whose = placed < seats * HOUSES and state.turn == order[placed % seats]
    return whose and [counts[seat] for seat in order] == expected and len(legal(state)) > 0


def _is_over(state: State) -> bool:
    piles = state.options.piles
    alone = len(state.out) == len(state.houses) - 1
    return state.hurricane is None or alone or (piles > 0 and state.run_out == piles and not state.pile)


# Houses
def _beaches(state: State) -> tuple[int, ...]:
    """How many houses each player has on the coast."""
    coast = chart_of(state).coast
    return tuple(sum(row_of(space) == coast for space in own) for own in state.houses)


def _shared(state: State, seat: Seat) -> tuple[Space, ...]:
    """A player's two-family houses."""
    return tuple(space for space in state.two_family if space in state.houses[seat])


def stock(state: State, seat: Seat) -> int:
    """How many of a player's twelve houses have been destroyed, and not bought back (WC-11)."""
    return HOUSES - len(state.houses[seat]) - len(_shared(state, seat))


def _is_dear(state: State, space: Space) -> bool:
    """A beach house or a two-family house."""
    return chart_of(state).is_beach(space) or space in state.two_family


def renewal(state: State, space: Space) -> int:
    return DEAR_RENEWAL if _is_dear(state, space) else RENEWAL  # WC-5


def premium(state: State, space: Space) -> int:
    return DEAR_INSURANCE if _is_dear(state, space) else INSURANCE  # WC-6


def points_of(state: State) -> tuple[int, ...]:
    """What each player's houses would count now (WC-15)."""
    return tuple(sum(DEAR_WORTH if _is_dear(state, space) else WORTH for space in own) for own in state.houses)


def _next_alive(state: State, seat: Seat) -> Seat:
    seats = len(state.houses)
    return next(each for at in range(1, seats + 1) if (each := (seat + at) % seats) not in state.out)


# Legal actions
def legal(state: State) -> tuple[Action, ...]:
    seat, phase = state.turn, state.phase
    if seat is None:
        return ()
    if phase == "houses":
        return _placings(state, seat)
    if phase == "insure":
        return (*map(_insure, insurable(state, seat)), _DONE)
    if phase == "plan":
        return _plans(state.options.cards[state.card - 1]) if state.card else ()
    if phase == "offer":
        return _OFFERS
    if phase == "renew":
        return (*map(_renew, _renewable(state)), _DONE)
    if phase == "build":
        return (*map(_build, _sites(state)), _DONE)
    return tuple(map(_place_hurricane, chart_of(state).harbour))


def _placings(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every space that WC-3 leaves for this player's next house."""
    houses, board = state.houses, state.options.board
    taken = set(chain.from_iterable(houses))
    sites = _open_sites(board, len(houses), *_quotas(board, len(houses), houses[seat]))
    return tuple([action for space, action in sites if space not in taken])


def _quotas(board: Board, seats: int, own: tuple[Space, ...]) -> tuple[tuple[bool, ...], int]:
    """Which sections are open to a player with these houses; and how many beach houses there are."""
    counts, most = _by_section(board, seats, own), HOUSES // SECTIONS[seats]
    beach = bisect_left(own, board.sea_rows * 100 + 100)
    last = counts[0] == most - 1 and not beach
    return tuple([count < most for count in counts]), -1 if last else beach


def _by_section(board: Board, seats: int, own: tuple[Space, ...]) -> list[int]:
    """Count a player's houses, which are sorted from south to north, in each land section."""
    height, shore = board.section_rows * 100, board.sea_rows * 100
    ends = [bisect_left(own, shore + at * height) for at in range(SECTIONS[seats] + 1)]
    return [end - start for start, end in pairwise(ends)]


@cache
def _open_sites(
    board: Board, seats: int, sections: tuple[bool, ...], beach: int
) -> tuple[tuple[Space, PlaceHouse], ...]:
    """The spaces of these sections; `beach` houses stand on the coast, -1 where the next one has to."""
    plan = chart(board, seats)
    spaces = [space for at, section in enumerate(plan.sections) if sections[at] for space in section]
    if beach == -1:  # the last house of the section, and none on the coast yet
        spaces = [space for space in spaces if plan.is_beach(space) or space not in plan.sections[0]]
    elif beach >= MOST_BEACH[seats]:
        spaces = [space for space in spaces if not plan.is_beach(space)]
    return tuple((space, _place_house(space)) for space in spaces)


@cache
def _plans(card: Card) -> tuple[Choose, ...]:
    """Every choice of one to three actions, in order, at least one of them a move (WC-4)."""
    numbers = range(1, len(card) + 1)
    orders = (order for size in range(1, MOST_CHOSEN + 1) for order in permutations(numbers, size))
    return tuple(_choose(order) for order in orders if any(isinstance(card[at - 1], Move) for at in order))


def insurable(state: State, seat: Seat) -> list[Space]:
    """Where this player could insure a house now (WC-6)."""
    coins, insured = state.coins[seat], state.insured
    if coins < INSURANCE:
        return []
    uninsured = [space for space in state.houses[seat] if space not in insured]
    return uninsured if coins >= DEAR_INSURANCE else [space for space in uninsured if not _is_dear(state, space)]


def _renewable(state: State) -> list[Space]:
    """Which insurances the player on turn could renew now (WC-5)."""
    coins = state.coins[state.active]
    if coins < RENEWAL:
        return []
    return [space for space in state.lapsing if coins >= DEAR_RENEWAL or not _is_dear(state, space)]


def _sites(state: State) -> tuple[Space, ...]:
    """Where the player on turn could put a bought house (WC-11)."""
    at, seat, rows = state.hurricane, state.active, chart_of(state).rows
    if at is None or row_of(at) >= rows - TOO_FAR_NORTH or not stock(state, seat):
        return ()
    taken = (*state.two_family, *state.insured)
    return tuple(space for space in state.houses[seat] if row_of(space) > row_of(at) and space not in taken)


# Apply
def apply(state: State, action: Action) -> Step[State]:
    seat = state.turn
    assert seat is not None, "legal() offers nothing once the game is over"
    match action:
        case PlaceHouse(space):
            return _after_house(state, seat, space)
        case Insure(space):
            return _after_insurance(state, seat, space)
        case Choose(plan):
            return _ask_renewal(state._replace(plan=plan), [Chose(seat)])
        case Offer(is_open):
            events: list[Event] = [Offered(seat, is_open)]
            return _ask_buyer(state, seat, events) if is_open else _show(state, events)
        case Renew(space):
            return _after_renewal(state, seat, space)
        case Build(space):
            return _after_building(state, seat, space)
        case Done():
            return _after_done(state, seat)
        case PlaceHurricane(space):
            following = _next_alive(state, seat)  # WC-3: houses from the second player on
            state = state._replace(turn=following, phase="houses", hurricane=space)
            return Step(state, (Placed(seat, space, hurricane=True),))
        case _:
            assert_never(action)


def _after_house(state: State, seat: Seat, space: Space) -> Step[State]:
    houses = _with(state.houses, seat, space)
    events: list[Event] = [Placed(seat, space, hurricane=False)]
    if seat == state.active and len(houses[seat]) == HOUSES:  # the first player is the last to place
        return _begin_turn(state._replace(houses=houses), events)
    following = seat + 1 if seat + 1 < len(houses) else 0
    return Step(state._replace(turn=following, houses=houses), tuple(events))


def _with(houses: tuple[tuple[Space, ...], ...], seat: Seat, space: Space) -> tuple[tuple[Space, ...], ...]:
    own = tuple(sorted((*houses[seat], space)))
    return (*houses[:seat], own, *houses[seat + 1 :])


def _given(coins: tuple[int, ...], seat: Seat, points: int) -> tuple[int, ...]:
    return (*coins[:seat], coins[seat] + points, *coins[seat + 1 :])


def _begin_turn(state: State, events: list[Event]) -> Step[State]:
    """The player on turn draws; where no card is left, the discards are shuffled or the game ends (WC-14)."""
    seat, pile, discards, key, run_out = state.active, state.pile, state.discards, state.key, state.run_out
    if not pile:
        run_out += 1
        events.append(RanOut(seat, run_out))
        if run_out == state.options.piles:
            return _end(state._replace(run_out=run_out), events)
        (pile, key), discards = shuffle(discards, key), ()
    events.append(Drew(seat, pile[0]))
    state = state._replace(
        turn=seat, phase="plan", pile=pile[1:], discards=discards, run_out=run_out, card=pile[0], key=key
    )
    return Step(state, tuple(events))


# Insurance
def _ask_renewal(state: State, events: list[Event]) -> Step[State]:
    """Each insured house of the player on turn, as long as they can pay (WC-5)."""
    seat = state.active
    lapsing = tuple([space for space in state.insured if space in state.houses[seat]])
    return _go_on_renewing(state._replace(lapsing=lapsing), events)


def _go_on_renewing(state: State, events: list[Event]) -> Step[State]:
    if _renewable(state):  # WC-18
        return Step(state._replace(phase="renew"), tuple(events))
    return _lapse(state, events)


def _after_renewal(state: State, seat: Seat, space: Space) -> Step[State]:
    cost = renewal(state, space)
    lapsing = tuple(each for each in state.lapsing if each != space)
    state = state._replace(lapsing=lapsing, coins=_given(state.coins, seat, -cost))
    return _go_on_renewing(state, [Insured(seat, space, cost, None)])


def _lapse(state: State, events: list[Event]) -> Step[State]:
    """What has not been renewed ends; then the others may be offered insurance (WC-6)."""
    seat, lapsing = state.active, state.lapsing
    if lapsing:
        events.append(Lapsed(seat, lapsing))
        insured = tuple(space for space in state.insured if space not in lapsing)
        state = state._replace(insured=insured, lapsing=())
    if _next_buyer(state, seat) is None:  # WC-18
        return _show(state, events)
    return Step(state._replace(phase="offer"), tuple(events))


def _next_buyer(state: State, seat: Seat) -> Seat | None:
    """The next player clockwise, before the one on turn, who could insure a house."""
    seats = len(state.houses)
    while (seat := (seat + 1) % seats) != state.active:
        if insurable(state, seat):
            return seat
    return None


def _ask_buyer(state: State, after: Seat, events: list[Event]) -> Step[State]:
    buyer = _next_buyer(state, after)
    if buyer is None:
        return _show(state, events)
    return Step(state._replace(turn=buyer, phase="insure"), tuple(events))


def _after_insurance(state: State, seat: Seat, space: Space) -> Step[State]:
    cost = premium(state, space)
    coins = _given(_given(state.coins, seat, -cost), state.active, cost)
    state = state._replace(insured=tuple(sorted((*state.insured, space))), coins=coins)
    events: list[Event] = [Insured(seat, space, cost, state.active)]
    if insurable(state, seat):
        return Step(state, tuple(events))
    return _ask_buyer(state, seat, events)


def _after_done(state: State, seat: Seat) -> Step[State]:
    if state.phase == "renew":
        return _lapse(state, [])
    if state.phase == "insure":
        return _ask_buyer(state, seat, [])
    return _carry_out(state._replace(done=state.done + 1), [Built(seat, None)])  # WC-11: costs nothing


# What was chosen
def _show(state: State, events: list[Event]) -> Step[State]:
    """Card and choice are shown and carried out; who only has a view of an unread card foresees nothing of it."""
    if not state.card or state.hurricane is None:
        return Step(state, tuple(events))
    card, plan = state.options.cards[state.card - 1], state.plan
    events.append(Showed(state.active, state.card, plan, tuple(card[at - 1] for at in plan)))
    trip = Trip(state.hurricane, moved=False, calm=True, owed=0)
    return _carry_out(state._replace(turn=state.active, trip=trip), events)


def _carry_out(state: State, events: list[Event]) -> Step[State]:
    """The chosen actions that are left, up to a house for which the player has to choose a space."""
    card = state.options.cards[(state.card or 1) - 1]
    chosen = [card[at - 1] for at in state.plan]
    last = max(at for at, action in enumerate(chosen) if isinstance(action, Move))
    for at in range(state.done, len(chosen)):
        action = chosen[at]
        if isinstance(action, Move):
            state = _move(state, action, events)
            if at == last and state.hurricane is not None:
                state = _stop(state, action.direction, events)
            if state.hurricane is None:  # WC-7: nothing more is carried out, paid out or paid for
                return _end(state, events)
        elif _sites(state):
            return Step(state._replace(phase="build", done=at), tuple(events))
    return _pay(state, events)


def _move(state: State, move: Move, events: list[Event]) -> State:
    """One move, space by space (WC-7)."""
    assert state.hurricane is not None, "a turn is carried out on the board"
    assert state.trip is not None, "and its way is told"
    path, left = _way(chart_of(state), state.hurricane, move)
    lost = 0 if left else move.steps - len(path)
    state = state._replace(trip=state.trip._replace(owed=state.trip.owed + move.cost))
    return _sweep(state, Moved(state.active, move.direction, path, (), (), lost, left, went_on=False), events)


def _way(plan: Chart, start: Space, move: Move) -> tuple[tuple[Space, ...], bool]:
    """The spaces that a move enters, and whether it leaves over the northern edge."""
    path: list[Space] = []
    space: Space | None = start
    for _ in range(move.steps):
        space = plan.beyond(space, move.direction) if space is not None else None
        if space is None:  # WC-7: the step is lost
            break
        if plan.is_north(space):
            return tuple(path), True
        path.append(space)
    return tuple(path), False


def _sweep(state: State, way: Moved, events: list[Event]) -> State:
    """Destroy what is not insured on the way (WC-8)."""
    trip, path = state.trip, way.path
    assert trip is not None, "a turn is being carried out"
    insured, plan = state.insured, chart_of(state)
    owners = {space: owner for owner, own in enumerate(state.houses) for space in own}
    met = [space for space in dict.fromkeys(path) if space in owners]
    fallen = [space for space in met if space not in insured]
    destroyed = tuple([(owners[space], space) for space in fallen])
    passed = tuple([space for space in path if space in insured])
    way = Moved(way.seat, way.direction, path, destroyed, passed, way.lost, way.left, way.went_on)
    events.append(way)
    if fallen:
        houses = tuple([tuple([space for space in own if space not in fallen]) for own in state.houses])
        two_family = tuple([space for space in state.two_family if space not in fallen])
        state = state._replace(houses=houses, two_family=two_family)
    calm = trip.calm and not met and not any(map(plan.is_sea, path))
    trip = Trip(trip.start, trip.moved or bool(path), calm, trip.owed)
    return state._replace(trip=trip, hurricane=None if way.left else path[-1] if path else state.hurricane)


def _stop(state: State, direction: Direction, events: list[Event]) -> State:
    """The hurricane stops once a turn: not on an insured house, and for money on a station (WC-9)."""
    plan = chart_of(state)
    assert state.hurricane is not None, "it has not left"
    if state.hurricane in state.insured:
        path, left = _way_on(plan, state.hurricane, direction, state.insured)
        if path or left:
            state = _sweep(state, Moved(state.active, direction, path, (), (), 0, left, went_on=True), events)
    at, trip = state.hurricane, state.trip
    if at is None or trip is None or not trip.moved:  # WC-17: the bank pays now, before anything else is carried out
        return state
    if at in plan.stations:
        events.append(Earned(state.active, STATION, station=True))
        state = state._replace(coins=_given(state.coins, state.active, STATION))
    if trip.calm and (state.options.calm_bonus == "any" or row_of(at) > row_of(trip.start)):  # WC-10
        events.append(Earned(state.active, CALM, station=False))
        state = state._replace(coins=_given(state.coins, state.active, CALM))
    return state


def _way_on(
    plan: Chart, start: Space, direction: Direction, insured: tuple[Space, ...]
) -> tuple[tuple[Space, ...], bool]:
    """From an insured house to the first space without one, if there is any on that way (WC-9)."""
    path: list[Space] = []
    space: Space | None = plan.beyond(start, direction)
    while space is not None and space != start:
        if plan.is_north(space):
            return tuple(path), True
        path.append(space)
        if space not in insured:
            return tuple(path), False
        space = plan.beyond(space, direction)
    return (), False


def _after_building(state: State, seat: Seat, space: Space) -> Step[State]:
    action = state.options.cards[(state.card or 1) - 1][state.plan[state.done] - 1]
    assert state.trip is not None, "a house is asked for only where one is bought"
    trip = state.trip._replace(owed=state.trip.owed + action.cost)
    two_family = tuple(sorted((*state.two_family, space)))
    return _carry_out(state._replace(two_family=two_family, trip=trip, done=state.done + 1), [Built(seat, space)])


def _pay(state: State, events: list[Event]) -> Step[State]:
    """What was carried out is paid for, after it; who cannot pay is out (WC-12)."""
    seat = state.active
    owed = state.trip.owed if state.trip else 0
    if owed > state.coins[seat]:
        return _go_bankrupt(state, owed, events)
    if owed:
        events.append(Paid(seat, owed))
    return _end_turn(state._replace(coins=_given(state.coins, seat, -owed)), events)


def _go_bankrupt(state: State, owed: int, events: list[Event]) -> Step[State]:
    seat, own = state.active, state.houses[state.active]
    events.append(WentBankrupt(seat, owed, state.coins[seat], own))
    state = state._replace(
        houses=(*state.houses[:seat], (), *state.houses[seat + 1 :]),
        two_family=tuple(space for space in state.two_family if space not in own),
        insured=tuple(space for space in state.insured if space not in own),
        coins=_given(state.coins, seat, -state.coins[seat]),
        out=(*state.out, seat),
    )
    if len(state.out) == len(state.houses) - 1:
        return _end(state._replace(active=_next_alive(state, seat)), events)
    return _end_turn(state, events)


def _discarded(state: State) -> State:
    """The turn is over."""
    discards = state.discards if state.card is None else (*state.discards, state.card)
    return state._replace(discards=discards, card=None, plan=(), done=0, trip=None)


def _end_turn(state: State, events: list[Event]) -> Step[State]:
    state = _discarded(state)
    return _begin_turn(state._replace(active=_next_alive(state, state.active)), events)


# Outcome
def _end(state: State, events: list[Event]) -> Step[State]:
    state = _discarded(state)._replace(turn=None, phase="over")
    events.append(Ended(state.active, points_of(state), _why_over(state)))
    return Step(state, tuple(events))


def _why_over(state: State) -> str:
    if len(state.out) == len(state.houses) - 1:
        return "Only one player is left."
    if state.hurricane is None:
        return "The hurricane has left over the northern edge."
    return f"The pile has run out {'once' if state.run_out == 1 else f'{state.run_out} times'}."


def outcome(state: State) -> Outcome | None:
    if state.turn is not None:
        return None
    points = points_of(state)
    alive = [seat for seat in range(len(points)) if seat not in state.out]
    ranks = {seat: (points[seat], state.coins[seat]) for seat in alive}  # WC-15: coins break a tie
    best = max(ranks.values())
    winners = tuple(seat for seat in alive if ranks[seat] == best)
    others = [points[seat] for seat in range(len(points)) if seat not in winners]
    most = best[0]
    by_coins = len(winners) == 1 and most in others
    how = f"{most} points are the most" + (f", and {best[1]} coins break the tie." if by_coins else ".")
    return Outcome(
        points=points,
        winners=winners,
        together=False,
        margin=most - max(others, default=most),
        reason=f"{_why_over(state)} {how}",
        ruling="WC-12" if len(alive) == 1 else "WC-15",
    )


# View
def view(state: State, seat: Seat | None) -> State:
    pile = (UNREAD,) * len(state.pile)
    if state.phase in SECRET and seat != state.active:  # WC-16
        return state._replace(pile=pile, card=UNREAD, plan=(), key=Key(0))
    return state._replace(pile=pile, key=Key(0))


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    cards = state.options.cards
    seen = {*state.discards, *((state.card,) if state.card else ())}
    unseen, plan, card = tuple(at for at in range(1, len(cards) + 1) if at not in seen), state.plan, state.card
    if card == UNREAD and state.phase == "plan":
        drawn, key = shuffle(unseen, key)
        card, unseen = drawn[0], drawn[1:]
    elif card == UNREAD:  # each card with each choice from it is a way of its own, and all are alike
        ways = [(each, choice.plan) for each in unseen for choice in _plans(cards[each - 1])]
        at, key = draw_below(key, len(ways))
        card, plan = ways[at]
        unseen = tuple(each for each in unseen if each != card)
    pile, key = shuffle(unseen, key)
    return state._replace(pile=pile, card=card, plan=plan, key=key)


# Words
_ASKED: dict[Phase, str] = {
    "hurricane": "First the hurricane is placed, on a space of the southernmost sea row (WC-3).",
    "houses": "Now houses are placed, one at a time (WC-3).",
    "plan": "Now one to three actions of the card are chosen, in order (WC-4).",
    "renew": "Now the player on turn renews insurance, house by house, and then is done (WC-5).",
    "offer": "Now the player on turn offers insurance to the others, or does not (WC-6).",
    "insure": "Now houses may be insured, one by one; then say that you are done (WC-6).",
    "build": "Now a bought house is placed, or declined (WC-11).",
    "over": "The game is over (WC-15).",
}
_ASKS: dict[type, tuple[Phase, ...]] = {
    PlaceHurricane: ("hurricane",),
    PlaceHouse: ("houses",),
    Choose: ("plan",),
    Renew: ("renew",),
    Offer: ("offer",),
    Insure: ("insure",),
    Build: ("build",),
    Done: ("renew", "insure", "build"),
}


def explain(state: State, action: Action) -> str:
    if state.phase not in _ASKS[type(action)] or state.turn is None:
        return _ASKED[state.phase]
    return _why_not(state, state.turn, action) or _why(state, state.turn, action)


def _why_not(state: State, seat: Seat, action: Action) -> str:
    if action in legal(state):
        return ""
    match action:
        case PlaceHouse(space):
            return _why_no_house(state, seat, space)
        case Renew(space) if space in state.lapsing:
            return f"To renew {name_of(space)} costs {renewal(state, space)}, with {state.coins[seat]} left (WC-5)."
        case Renew(space):
            return f"There is no insurance of one's own to renew on {name_of(space)} (WC-5)."
        case Insure(space):
            return _why_no_insurance(state, seat, space)
        case Build(space):
            return _why_no_building(state, seat, space)
        case Choose(plan):
            known = set(plan) <= set(range(1, ACTIONS + 1)) and len(set(plan)) == len(plan)
            if known and 1 <= len(plan) <= MOST_CHOSEN:
                return "At least one of the actions chosen has to be a move (WC-4)."
    return _ASKED[state.phase]


def _why_no_house(state: State, seat: Seat, space: Space) -> str:
    plan, name = chart_of(state), name_of(space)
    section = next((at for at, spaces in enumerate(plan.sections) if space in spaces), None)
    if space in plan.stations:
        return f"No house stands on the weather station {name} (WC-1)."
    if section is None:
        return f"Houses stand on the land in use, and {name} is not part of it (WC-1)."
    if any(space in own for own in state.houses):
        return f"A house stands on {name} already (WC-3)."
    open_sections, beach = _quotas(state.options.board, len(state.houses), state.houses[seat])
    if not open_sections[section]:
        quota = HOUSES // SECTIONS[len(state.houses)]
        return f"All {quota} houses that one player has in this section stand already (WC-3)."
    if beach == -1:
        return "The last house of this section has to stand on the coast, since none does yet (WC-3)."
    return f"One player has at most {MOST_BEACH[len(state.houses)]} houses on the coast (WC-3)."


def _why_no_insurance(state: State, seat: Seat, space: Space) -> str:
    if space not in state.houses[seat]:
        return f"There is no house of one's own on {name_of(space)} (WC-6)."
    if space in state.insured:
        return f"The house on {name_of(space)} is insured already (WC-6)."
    return f"To insure {name_of(space)} costs {premium(state, space)}, with {state.coins[seat]} left (WC-6)."


def _why_no_building(state: State, seat: Seat, space: Space) -> str:
    if space not in state.houses[seat]:
        return f"A bought house goes beside another of the same owner, and none is on {name_of(space)} (WC-11)."
    if space in state.two_family:
        return f"{name_of(space)} has two houses already (WC-11)."
    if space in state.insured:
        return f"The house on {name_of(space)} is insured, and a bought one goes beside an uninsured one (WC-11)."
    return f"{name_of(space)} is not north of the hurricane's row (WC-11)."


def _why(state: State, seat: Seat, action: Action) -> str:
    match action:
        case PlaceHurricane(space):
            return f"The hurricane starts on {name_of(space)}, in the southernmost sea row (WC-3)."
        case PlaceHouse(space):
            beach = chart_of(state).is_beach(space)
            return f"A {'beach ' * beach}house on {name_of(space)}: {worth(state, space)} points at the end (WC-3)."
        case Choose(plan):
            return _why_plan(state, plan)
        case Renew(space):
            return (
                f"{name_of(space)} stays insured until your next turn, for {renewal(state, space)} to the bank (WC-5)."
            )
        case Insure(space):
            return f"{name_of(space)} is safe until your next turn, for {premium(state, space)} (WC-6)."
        case Offer(is_open):
            return (
                "The others may insure houses and pay you (WC-6)." if is_open else "Nobody may insure a house (WC-6)."
            )
        case Build(space):
            return f"{name_of(space)} becomes a two-family house: {DEAR_WORTH} points at the end (WC-11)."
        case Done():
            return _why_done(state)
        case _:
            assert_never(action)


def worth(state: State, space: Space) -> int:
    """What a house on this space counts at the end (WC-15)."""
    return DEAR_WORTH if _is_dear(state, space) else WORTH


def _why_plan(state: State, plan: tuple[int, ...]) -> str:
    card = state.options.cards[(state.card or 1) - 1]
    chosen = [card[at - 1] for at in plan]
    return f"{', '.join(map(str, chosen)).capitalize()}: in this order, for {sum(each.cost for each in chosen)} (WC-4)."


def _why_done(state: State) -> str:
    if state.phase == "renew":
        return f"Insurance ends on {_listed(state.lapsing)} (WC-5)."
    return "No more houses are insured (WC-6)." if state.phase == "insure" else "The house is not bought (WC-11)."


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """All that follows, up to a card that nobody has read or that somebody else has."""
    seat = state.turn
    told: list[Event] = []
    for event in apply(state, action).events:
        if isinstance(event, Drew):
            return tuple(told) if event.seat == seat else (*told, Drew(event.seat, UNREAD))
        told.append(event)
    return tuple(told)


def outlook(state: State, plan: tuple[int, ...]) -> tuple[Event, ...]:
    """What carrying these actions out would do if everything stayed insured as it is, and every house were bought."""
    if not state.card or state.hurricane is None:
        return ()
    card, told = state.options.cards[state.card - 1], list[Event]()
    chosen = [card[at - 1] for at in plan]
    moves = [at for at, action in enumerate(chosen) if isinstance(action, Move)]
    state = state._replace(trip=Trip(state.hurricane, moved=False, calm=True, owed=0))
    for at, action in enumerate(chosen):
        if isinstance(action, Move):
            state = _move(state, action, told)
            if at == moves[-1] and state.hurricane is not None:
                state = _stop(state, action.direction, told)
            if state.hurricane is None:
                return tuple(told)
        elif state.trip is not None and _sites(state):
            state = state._replace(trip=state.trip._replace(owed=state.trip.owed + action.cost))
    owed = state.trip.owed if state.trip else 0
    return (*told, Paid(state.active, owed)) if owed else tuple(told)


_SPACED: dict[str, Any] = {
    "hurricane": _place_hurricane,
    "house": _place_house,
    "renew": _renew,
    "insure": _insure,
    "build": _build,
}


def parse(text: str) -> Action:
    words = text.lower().replace(",", " ").split()
    match words:
        case []:
            raise ValueError(
                "Type a space with what is done there ('house E4'), numbers of actions ('1 3 4') or 'done'."
            )
        case ["done"] | ["decline"]:
            return _DONE
        case ["offer"]:
            return _OFFERS[0]
        case ["no", "offer"] | ["no"]:
            return _OFFERS[1]
        case [word, name] if found := [each for each in _SPACED if each.startswith(word)]:
            if len(found) > 1:
                raise ValueError(f"{quoted(word)} may be {' or '.join(found)}.")
            space = read_space(name)
            if space is None:
                raise ValueError(f"A space is a column's letter and a row's number, as E4, not {quoted(name)}.")
            return _SPACED[found[0]](space)  # type: ignore[no-any-return]  # what `cache` wraps
        case [name] if (space := read_space(name)) is not None:
            return _place_house(space)
    return _read_plan(words)


def _read_plan(words: list[str]) -> Choose:
    digits = "".join(words)
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(
            f"There is no action {quoted(' '.join(words))}: type as in 'house E4', '1 3 4', 'offer' or 'done'."
        )
    plan = tuple(map(int, digits))
    if not 1 <= len(plan) <= MOST_CHOSEN or len(set(plan)) < len(plan) or not set(plan) <= set(range(1, ACTIONS + 1)):
        raise ValueError(f"Choose one to three different actions of the card's {ACTIONS}, as in '1 3 4'.")
    return _choose(plan)


GAME = Game(
    id="wind-city",
    title="Wind City",
    summary="Save your houses from the one hurricane that everybody steers.",
    page="wind_city.md",
    prefix="WC",
    rules_version=1,
    together=False,
    seats=range(2, 6),
    options=Options,
    option_texts=texts_of(Options),
    presets=PRESETS,
    state=State,
    actions=(PlaceHurricane, PlaceHouse, Choose, Renew, Offer, Insure, Build, Done),
    check_options=check_options,
    setup=setup,
    box=box,
    standing=points_of,
    check_state=check_state,
    active=attrgetter("active"),
    seat_count=lambda state: len(state.houses),
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
