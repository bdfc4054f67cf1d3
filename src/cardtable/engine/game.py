"""What a game is: a record of pure functions over immutable states.  Nothing here knows any game.

A state holds everything, hidden cards too.  Whoever should not see everything gets a view of it: a state of the same
type in which each secret has its masked value.  `turn`, `legal`, `explain` and `outcome` say the same of a view as of
the truth, to the seat whose view it is; `preview` works on views, and `determinize` masks whatever it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.chance import Key
from cardtable.engine.phrases import join_words

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  one letter each for State, Action and Options
Seat = int
"""Counted from 0; players are told seat + 1, or a name."""


class IllegalAction(ValueError):
    """The action is not open to the seat to move; says why, as a player would, with the ruling."""


class BadOptions(ValueError):
    """The options do not make a game for so many seats; one sentence a fault."""


class Place(NamedTuple):
    """Something to point at: a zone by name, and where in it, from 0.

    A cell is `Place("stage", row, column)`, a card in a hand `Place("hand", seat, index)`, a pile `Place("won")`.
    """

    zone: str
    row: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.  `seat` is the one who acted; what is said of it is the game's `describe`."""

    seat: Seat

    SECRET: ClassVar[tuple[str, ...]] = ()
    """The fields that only `eyes` may read: each a card, a number counted from 1, or a tuple of such."""

    @property
    def eyes(self) -> tuple[Seat, ...] | None:
        """The seats that may read the secret fields; None for everybody."""
        return (self.seat,)


class Step(NamedTuple, Generic[S]):
    """A new state, with the events that led to it."""

    state: S
    events: tuple[Event, ...] = ()


WINNERS = "{winners}"
"""The place of the winners' names in an outcome's reason."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.  Statistics, bots and archives need nothing else."""

    points: tuple[int, ...]
    """For each seat."""
    winners: tuple[Seat, ...]
    """Empty where nobody won."""
    together: bool
    """Whether the seats win or lose as one table."""
    margin: int
    """By how much: negative where a table that plays together lost."""
    reason: str
    """How the game ended, for the player; a game writes `WINNERS` in it where the winners' names belong."""
    ruling: str
    """The ruling that decided it, as `ES-9`."""


def option(default: Any, ruling: str, *, low: int | None = None, high: int | None = None) -> Any:
    """Return a field of a game's Options; `low` and `high` bound a number, both included.

    What a form says of it is in the game's `option_texts`, by the field's name.
    """
    return field(default=default, metadata={"ruling": ruling, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class OptionText:
    """What forms, flags and help say of one option."""

    title: str
    help: str
    """One sentence for the player."""
    unset: str = ""
    """What None stands for, where None is allowed."""
    labels: Mapping[Any, str] = field(default_factory=dict)
    """How a value is shown, where the value itself doesn't read well."""
    counts: str = ""
    """What a number counts, as `cards`: someone who types a deal may say 7 cards."""


@dataclass(frozen=True, slots=True)
class Preset(Generic[O]):
    """A named set of options, offered by the set-up form."""

    name: str
    help: str
    options: O


def _resolve_nothing(options: O, seats: int) -> O:
    return options


def _no_round(state: Any) -> None:
    return None


def _count_hands(state: Any) -> int:
    return len(state.hands)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # compared and hashed by identity
class Game(Generic[S, A, O]):
    """One game: its data types, its words and its rules as pure functions.

    Where a function takes both, options come before seats, and the state before everything else.
    """

    id: str
    """As on the command line: `exit-stage-right`."""
    title: str
    summary: str
    """One sentence for the lobby."""
    page: str
    """The file name of the rules page in `rules/`."""
    prefix: str
    """How its rulings begin: `ES`."""
    rules_version: int
    """Raised when a changed rule makes old records replay differently."""
    together: bool
    """Whether the seats win or lose as one table."""
    seats: range
    seat_names: tuple[str, ...] = ()
    """Where the rules name the seats; otherwise they are players 1, 2, 3 …"""
    options: type[O]
    option_texts: Mapping[str, OptionText]
    """By the names of the options' fields, in the order in which forms show them."""
    presets: tuple[Preset[O], ...]
    state: type[S]
    """Has a field `options`, with every default resolved."""
    actions: tuple[type, ...]
    """The types of its actions; `str(action)` is an action's notation, which records and `parse` share."""
    notes: tuple[str, ...] = ()
    """Fields of the state that name cards which lie elsewhere in it, such as cards a player is known to hold."""

    resolve_defaults: Callable[[O, int], O] = _resolve_nothing
    """Return the options for so many seats, with each default that depends on the seats filled in."""
    check_options: Callable[[O, int], tuple[str, ...]] | None = None
    """Return a sentence for each fault that `validate_options` doesn't find by the bounds of the numbers."""
    setup: Callable[[O, int, Key], Step[S]]
    """Return the start of a game, from validated options with their defaults resolved."""
    box: Callable[[S], tuple[Card, ...]]
    """Return every card of this game, hidden or not: the cards that may never grow or shrink."""
    check_state: Callable[[S], tuple[str, ...]]
    """Return a sentence for each way in which a state from outside breaks the rules.

    `validate_state` has found its seats and options sound before, and the box is checked apart.
    """
    turn: Callable[[S], Seat | None] = attrgetter("turn")
    """Return the seat that chooses now; None once the game is over."""
    legal: Callable[[S], tuple[A, ...]]
    """Return the legal actions of that seat, once each; empty once the game is over."""
    advance: Callable[[S, A, list[Event] | None], S]
    """Return the state after a legal action, and add what happened to the list, if there is one.

    Doesn't check that the action is legal: `play` does.
    """
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], S]
    """Return what one seat may see; None for someone who watches."""
    deal_unseen: Callable[[S, Seat | None, Key], S]
    """Return what `determinize` makes of a view; nothing else calls it."""
    preview: Callable[[S, A], tuple[Event, ...]]
    """Return what is certain to happen, from a view: everything up to the first card that the view hides.

    It equals what the acting seat then sees happen exactly where the action shows that seat nothing new.
    """
    explain: Callable[[S, A], str]
    """Say why the seat to move may or may not do this, with the ruling."""
    describe: Callable[[Event, Sequence[str]], str]
    """Return the log line for an event, given each seat's name."""
    parse: Callable[[str], A]
    """Return the action that someone typed; ValueError with a sentence.  `parse(str(action)) == action`."""

    seat_count: Callable[[S], int] = _count_hands
    """Return the number of seats of a state."""
    active: Callable[[S], Seat | None] = attrgetter("turn")
    """Return the seat whose turn it is, though another seat may have to choose first; None once the game is over."""
    round_number: Callable[[S], int | None] = _no_round
    """Return the round's number, from 1; None where rounds aren't dealt anew."""
    standing: Callable[[S], tuple[int, ...]]
    """Return each seat's score if the game ended now."""

    def apply(self, state: S, action: A) -> Step[S]:
        """Return the state after a legal action, with the events that led to it."""
        events: list[Event] = []
        return Step(self.advance(state, action, events), tuple(events))

    def named_outcome(self, state: S, names: Sequence[str]) -> Outcome | None:
        """Return the outcome with the winners' names in its reason; None while the game goes on."""
        outcome = self.outcome(state)
        if outcome is None or not outcome.winners:
            return outcome
        winners = join_words(names[seat] for seat in outcome.winners)
        return replace(outcome, reason=outcome.reason.replace(WINNERS, winners))

    def determinize(self, state: S, seat: Seat | None, key: Key) -> S:
        """Sample uniformly a state consistent with a seat's view (Cowling, Powley and Whitehouse 2012).

        It works from the view, so the true state leads to the same sample as its view.
        """
        return self.deal_unseen(self.view(state, seat), seat, key)

    def validate_options(self, options: O, seats: int) -> tuple[str, ...]:
        """Return a sentence for each fault of options with their defaults resolved; empty where they make a game."""
        found = tuple(_out_of_bounds(options, self.option_texts))
        return found if found or self.check_options is None else (*found, *self.check_options(options, seats))

    def validate_state(self, state: S) -> tuple[str, ...]:
        """Return a sentence for each way in which a state from outside breaks the rules; the box is checked apart."""
        seats, options = self.seat_count(state), cast(Any, state).options
        if seats not in self.seats:
            return (f"{self.title} is for {format_range(self.seats)} players, not {seats}.",)
        if options != self.resolve_defaults(options, seats):
            return ("The options aren't written out in full.",)
        return self.validate_options(options, seats) or self.check_state(state)


AnyGame = Game[Any, Any, Any]


def start(game: Game[S, A, O], options: O, seats: int, key: Key) -> Step[S]:
    """Return the start of a game; BadOptions where the options don't make one."""
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {format_range(game.seats)} players, not {seats}.")
    options = game.resolve_defaults(options, seats)
    if faults := game.validate_options(options, seats):
        raise BadOptions(" ".join(faults))
    return game.setup(options, seats, key)


def play(game: Game[S, A, O], state: S, action: A) -> Step[S]:
    """Return what a legal action leads to; IllegalAction, with the reason, for any other."""
    if not isinstance(action, game.actions):
        raise IllegalAction(f"That isn't a move in {game.title}.")
    if action not in game.legal(state):
        raise IllegalAction(game.explain(state, action))
    return game.apply(state, action)


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The event as `viewer` witnessed it."""
    if not event.SECRET or event.eyes is None or viewer in event.eyes:
        return event
    return replace(event, **{name: _masked(getattr(event, name)) for name in event.SECRET})


def _masked(value: Any) -> Any:
    """A back for a card, 0 for a number."""
    if isinstance(value, tuple):
        return tuple(map(_masked, value))
    return FACE_DOWN if isinstance(value, Card) else 0


def reveals(game: Game[S, A, O], before: S, action: A, events: Sequence[Event]) -> bool:
    """Whether the action showed the seat that took it anything that it could not be sure of before."""
    seat = game.turn(before)
    foreseen = game.preview(game.view(before, seat), action)
    return foreseen != tuple(seen_by(event, seat) for event in events)


def format_range(numbers: range) -> str:
    """Return `1 to 6`, or `3` where there is only one number."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _out_of_bounds(options: Any, texts: Mapping[str, OptionText]) -> Iterator[str]:
    """Yield a sentence for each number among the options that lies outside its own bounds."""
    for each in fields(options):
        value, low, high = getattr(options, each.name), each.metadata["low"], each.metadata["high"]
        if low is not None and value is not None and not low <= value <= high:
            yield f"{texts[each.name].title} is a number from {low} to {high}, not {value}."
